/* Draws a snapshot on a grid for `ficelle top`. Independent of terminal and clock. */
#ifndef FICELLE_MONITOR_SCREEN_H
#define FICELLE_MONITOR_SCREEN_H

#include "monitor/source.h"
#include "monitor/top/grid.h"

/* Smaller grids show only a message that they are too small. */
enum { SCREEN_MIN_WIDTH = 80, SCREEN_MIN_HEIGHT = 16 };

enum screen_sort { SCREEN_BY_STATE, SCREEN_BY_TIME, SCREEN_BY_RUN_TIME, SCREEN_BY_AGE, SCREEN_BY_NAME, SCREEN_SORTS };
extern const char *const screen_sort_names[SCREEN_SORTS];

struct screen {
  const struct snapshot *s;
  const char *from;    /* the file, or the host */
  const char *trouble; /* why the last look failed; "" if it succeeded */
  uint64_t trouble_s;  /* for how long */
  const char *store_reason, *alarms_reason;
  const char *clock; /* "18:31:04" */
  bool has_rate;
  double rate; /* compilations a second, now */
  /* Compilations in each of the `n` steps of the last hour, the oldest first; HISTORY_UNKNOWN: unknown. */
  void (*history)(void *ctx, uint32_t *count, size_t n);
  void *history_ctx;
  enum screen_sort sort;
  size_t scroll; /* the first visible node; screen_draw keeps it in range */
  size_t page;   /* how many nodes fit; set by screen_draw */
  double interval_s;
  bool paused, help;
  bool keys; /* the last line lists the keys */
};

/* Draws everything. */
void screen_draw(struct screen *t, struct grid *g);
/* The number of rows needed to show all, at most `most`. */
int screen_height(const struct screen *t, int width, int most);
/* Requests the objects for the screen. */
void screen_want(struct snapshot *s);

#endif
