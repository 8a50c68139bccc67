/* A table of a snapshot as a panel: which columns it has, in which order its rows come. */
#ifndef FICELLE_MONITOR_PANEL_H
#define FICELLE_MONITOR_PANEL_H

#include "monitor/snapshot.h"
#include "monitor/top/grid.h"

enum panel_kind {
  PANEL_NAME, /* of the row */
  PANEL_TEXT,
  PANEL_COUNT,
  PANEL_US,
  PANEL_AGE,   /* seconds */
  PANEL_LABEL, /* value of an enumeration, in the style of how bad it is */
  PANEL_SHARE, /* of the sum over all rows */
  PANEL_SINCE, /* a moment as an age */
};

struct panel_column {
  const char *title;
  int width; /* 0: what the others leave */
  enum panel_kind kind;
  uint32_t id;
  int from; /* shown in panels of at least so many columns */
};

struct panel {
  const char *title;
  uint32_t group;
  const struct panel_column *columns; /* ended by one without a title */
  /* Whether a row is shown; NULL: all. */
  bool (*shows)(const struct snapshot *s, size_t row);
  /* Whether row a comes before row b; NULL: as they are. */
  bool (*before)(const struct snapshot *s, size_t a, size_t b);
  const char *empty; /* text to show when there are no rows */
};

struct panel_place {
  int x, y, width, height; /* a line of titles, then rows */
};

/* Rows that are shown, in order. The caller frees *rows. */
size_t panel_rows(const struct panel *p, const struct snapshot *s, size_t **rows);
/* Draws `count` rows from number `first` on; `note` follows the title. */
void panel_draw(const struct panel *p, const struct snapshot *s, struct grid *g, const struct panel_place *at,
                const size_t *rows, size_t count, size_t first, const char *note);
/* How bad a value of an enumeration is. */
enum grid_style panel_style(uint32_t enumeration, uint64_t number);

#endif
