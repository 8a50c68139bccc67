/* A rectangle of characters, which a terminal shows or which is printed: what is drawn knows no terminal. */
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
  bool utf8; /* else only ASCII is put into it */
  struct grid_cell *cell;
};

/* Blank, and of at least one cell. */
struct grid *grid_new(int width, int height, bool utf8);
void grid_free(struct grid *g);

/* Text from a place on, at most `width` columns; what is longer ends with "…" ("~"). Control characters, what is not
 * UTF-8, characters that are not one column wide, and in a grid without UTF-8 all that is not ASCII are shown as "?".
 * What is outside of the grid is not drawn. Returns the columns that were used. */
int grid_text(struct grid *g, int x, int y, int width, enum grid_style style, str text);
int grid_printf(struct grid *g, int x, int y, int width, enum grid_style style, const char *fmt, ...)
  __attribute__((format(printf, 6, 7)));
/* The same, at the right end of the columns. */
void grid_right(struct grid *g, int x, int y, int width, enum grid_style style, str text);
void grid_put(struct grid *g, int x, int y, enum grid_style style, uint32_t character);
/* Gives columns of a row a style. */
void grid_paint(struct grid *g, int x, int y, int width, enum grid_style style);

/* A row as text, without blanks at its end. */
void grid_row(const struct grid *g, int y, struct buf *out);
/* All rows, each with its end of line; blank ones at the end are left out. */
void grid_print(const struct grid *g, struct buf *out);

#endif
