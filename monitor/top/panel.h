/* A table of a snapshot as a panel: its columns, and the order of its rows. */
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
  PANEL_LABEL, /* value of an enumeration, in the style of its severity */
  PANEL_SHARE, /* of the sum over all rows */
  PANEL_SINCE, /* a time as an age */
};

struct panel_column {
  const char *title;
  int width; /* 0: the rest */
  enum panel_kind kind;
  uint32_t id;
  int from; /* shown only in panels with at least this width */
};

struct panel {
  const char *title;
  uint32_t group;
  const struct panel_column *columns; /* a column without a title ends the list */
  /* Whether a row is shown; NULL: all. */
  bool (*shows)(const struct snapshot *s, size_t row);
  /* Whether row a comes before row b; NULL: unsorted. */
  bool (*before)(const struct snapshot *s, size_t a, size_t b);
  const char *empty; /* text to show without rows */
};

struct panel_place {
  int x, y, width, height; /* a line of titles, then rows */
};

/* The rows to show, in order. The caller frees *rows. */
size_t panel_rows(const struct panel *p, const struct snapshot *s, size_t **rows);
/* Draws `count` rows from number `first` on; `note` follows the title. */
void panel_draw(const struct panel *p, const struct snapshot *s, struct grid *g, const struct panel_place *at,
                const size_t *rows, size_t count, size_t first, const char *note);
/* The style for the severity of a value of an enumeration. */
enum grid_style panel_style(uint32_t enumeration, uint64_t number);

#endif
