/* The prompt of `ficelle evaluate` on a terminal. */
#ifndef FICELLE_CLI_EVALUATE_PROMPT_H
#define FICELLE_CLI_EVALUATE_PROMPT_H

#include "cli/compile_cli.h"

/* Reads texts, evaluates each in top scope and prints its value, until the end of the input or :quit.
 * Variables and definitions stay from one to the next; an error ends a text only. A compile_step; `arg` is
 * the struct compile_cli. */
compile_step evaluate_prompt;

#endif
