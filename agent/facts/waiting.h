/* Shows on a terminal what a slow command waits for: facts may ask a package manager. */
#ifndef FICELLE_AGENT_FACTS_WAITING_H
#define FICELLE_AGENT_FACTS_WAITING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

struct facts_wait {
  str what; /* "fact 'x'", or a file name; not copied */
  int64_t since_ms;
  bool shown; /* the line is on the terminal */
};

void facts_wait_begin(struct facts_wait *w, str what);
/* The timeout for poll(2): milliseconds until the line must be rewritten, at most `left`; without a terminal `left`. */
int facts_wait_ms(const struct facts_wait *w, int64_t left);
/* Writes the line to standard error if that is a terminal and some seconds have passed. */
void facts_wait_show(struct facts_wait *w);
/* Removes the line. */
void facts_wait_end(struct facts_wait *w);

#endif
