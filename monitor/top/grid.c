/* Drawing outside of the rectangle is ignored, so callers need not check bounds. Control characters in texts are
 * replaced. */
#include "monitor/top/grid.h"

#include <stdlib.h>
#include <wchar.h>

#include "base/utf8.h"

struct grid *grid_new(int width, int height, bool utf8)
{
  struct grid *g = xcalloc(1, sizeof *g);
  g->width = width < 1 ? 1 : width;
  g->height = height < 1 ? 1 : height;
  g->utf8 = utf8;
  g->cell = xcalloc((size_t)g->width * (size_t)g->height, sizeof *g->cell);
  for (size_t i = 0; i < (size_t)g->width * (size_t)g->height; i++) g->cell[i].character = ' ';
  return g;
}

void grid_free(struct grid *g)
{
  if (g == NULL) return;
  free(g->cell);
  free(g);
}

static struct grid_cell *cell(const struct grid *g, int x, int y)
{
  return x < 0 || y < 0 || x >= g->width || y >= g->height ? NULL : &g->cell[(size_t)y * (size_t)g->width + (size_t)x];
}

void grid_put(struct grid *g, int x, int y, enum grid_style style, uint32_t character)
{
  struct grid_cell *c = cell(g, x, y);
  if (c != NULL) *c = (struct grid_cell){character, (uint8_t)style};
}

/* The next character of a text, in the form to show. */
static uint32_t next(const struct grid *g, str text, size_t *at)
{
  uint32_t c;
  const unsigned n = utf8_decode(text, *at, &c);
  *at += n == 0 ? 1 : n;
  if (n == 0 || c < ' ' || c == 0x7f) return '?';
  return c < 0x7f || (g->utf8 && wcwidth((wchar_t)c) == 1) ? c : '?';
}

int grid_text(struct grid *g, int x, int y, int width, enum grid_style style, str text)
{
  size_t at = 0;
  int used = 0;
  for (; at < text.n && used < width; used++) grid_put(g, x + used, y, style, next(g, text, &at));
  if (at < text.n && width > 1) grid_put(g, x + width - 1, y, style, g->utf8 ? 0x2026 : '~');
  return used;
}

int grid_printf(struct grid *g, int x, int y, int width, enum grid_style style, const char *fmt, ...)
{
  struct buf text = BUF_HEAP;
  va_list ap;
  va_start(ap, fmt);
  buf_vprintf(&text, fmt, ap);
  va_end(ap);
  const int used = grid_text(g, x, y, width, style, buf_view(&text));
  buf_free(&text);
  return used;
}

void grid_right(struct grid *g, int x, int y, int width, enum grid_style style, str text)
{
  const size_t n = utf8_count(text);
  const int blanks = n < (size_t)(width < 0 ? 0 : width) ? width - (int)n : 0;
  grid_text(g, x + blanks, y, width - blanks, style, text);
}

void grid_paint(struct grid *g, int x, int y, int width, enum grid_style style)
{
  for (int i = 0; i < width; i++) {
    struct grid_cell *c = cell(g, x + i, y);
    if (c != NULL) c->style = (uint8_t)style;
  }
}

void grid_row(const struct grid *g, int y, struct buf *out)
{
  const size_t before = out->n;
  size_t end = before;
  for (int x = 0; x < g->width; x++) {
    const struct grid_cell *c = cell(g, x, y);
    buf_utf8(out, c->character);
    if (c->character != ' ') end = out->n;
  }
  if (out->p != NULL) out->p[end] = '\0';
  out->n = end;
}

void grid_print(const struct grid *g, struct buf *out)
{
  size_t end = out->n;
  for (int y = 0; y < g->height; y++) {
    const size_t before = out->n;
    grid_row(g, y, out);
    const bool blank = out->n == before;
    buf_char(out, '\n');
    if (!blank) end = out->n;
  }
  if (out->p != NULL) out->p[end] = '\0';
  out->n = end;
}
