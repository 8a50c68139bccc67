/* A terminal that shows a grid and reads keys: ncurses, loaded on demand. */
#ifndef FICELLE_MONITOR_TERMINAL_H
#define FICELLE_MONITOR_TERMINAL_H

#include "monitor/top/grid.h"

/* Keys that are not characters. */
enum terminal_key {
  TERMINAL_NONE = -1, /* no key in time, or the size has changed */
  TERMINAL_UP = 0x100,
  TERMINAL_DOWN,
  TERMINAL_PAGE_UP,
  TERMINAL_PAGE_DOWN,
  TERMINAL_HOME,
  TERMINAL_END,
  TERMINAL_OTHER,
};

struct terminal;

/* NULL, with a line in `why`, when TERM names an unknown terminal. Without ncurses the process ends with a message. */
struct terminal *terminal_open(struct buf *why);
/* Restores the screen. */
void terminal_close(struct terminal *t);

void terminal_size(const struct terminal *t, int *width, int *height);
void terminal_show(struct terminal *t, const struct grid *g);
int terminal_key(struct terminal *t, int timeout_ms);

#endif
