/* Telling on a terminal what is waited for, when it takes its time: facts may ask a package manager. */
#ifndef FICELLE_AGENT_FACTS_WAITING_H
#define FICELLE_AGENT_FACTS_WAITING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

struct facts_wait {
  str what; /* "fact 'x'", or a file; not copied */
  int64_t since_ms;
  bool shown; /* a line stands on the terminal */
};

void facts_wait_begin(struct facts_wait *w, str what);
/* For poll(2): milliseconds until the line has to be written again, at most `left`; on no terminal `left`. */
int facts_wait_ms(const struct facts_wait *w, int64_t left);
/* Writes the line on standard error, when that is a terminal and some seconds have passed. */
void facts_wait_show(struct facts_wait *w);
/* Takes the line away. */
void facts_wait_end(struct facts_wait *w);

#endif
