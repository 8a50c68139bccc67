/* The prompt of `ficelle evaluate` on a terminal. */
#ifndef FICELLE_CLI_EVALUATE_PROMPT_H
#define FICELLE_CLI_EVALUATE_PROMPT_H

#include "cli/compile_cli.h"

/* Reads texts, evaluates each in top scope and prints its value, until end of input or :quit. Variables and definitions
 * are kept; an error ends only the current text. A compile_step; `arg` is the struct compile_cli. */
compile_step evaluate_prompt;

#endif
