/* A rectangle of characters, to show on a terminal or to print. Drawing is independent of a terminal. */
#ifndef FICELLE_MONITOR_GRID_H
#define FICELLE_MONITOR_GRID_H

#include <stdint.h>

#include "base/buf.h"

enum grid_style { GRID_PLAIN, GRID_TITLE, GRID_HEAD, GRID_LABEL, GRID_GOOD, GRID_WARN, GRID_BAD, GRID_STYLES };

struct grid_cell {
  uint32_t character; /* code point; one column wide */
  uint8_t style;      /* enum grid_style */
};

struct grid {
  int width, height;
  bool utf8; /* else it contains only ASCII */
  struct grid_cell *cell;
};

/* Blank, and of at least one cell. */
struct grid *grid_new(int width, int height, bool utf8);
void grid_free(struct grid *g);

/* Draws text from a position on, at most `width` columns; longer text ends with "…" ("~"). Control characters, invalid
 * UTF-8, characters that are not one column wide and, in a grid without UTF-8, all that are not ASCII become "?". Text
 * outside of the grid is not drawn. Returns the number of columns used. */
int grid_text(struct grid *g, int x, int y, int width, enum grid_style style, str text);
int grid_printf(struct grid *g, int x, int y, int width, enum grid_style style, const char *fmt, ...)
  __attribute__((format(printf, 6, 7)));
/* The same, aligned right. */
void grid_right(struct grid *g, int x, int y, int width, enum grid_style style, str text);
void grid_put(struct grid *g, int x, int y, enum grid_style style, uint32_t character);
/* Gives columns of a row a style. */
void grid_paint(struct grid *g, int x, int y, int width, enum grid_style style);

/* A row as text, without blanks at its end. */
void grid_row(const struct grid *g, int y, struct buf *out);
/* All rows, each with its end of line; blank ones at the end are left out. */
void grid_print(const struct grid *g, struct buf *out);

#endif
