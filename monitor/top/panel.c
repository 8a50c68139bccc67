/* Chooses and sorts the rows of a table, computes the widths of the columns that fit, and draws them into a grid. */
#include "monitor/top/panel.h"

#include <stdlib.h>

#include "monitor/shown.h"

/* --- rows --- */

/* Merge sort: equal rows remain in SNMP's order. */
static void sort(const struct panel *p, const struct snapshot *s, size_t *rows, size_t n, size_t *room)
{
  if (n < 2) return;
  const size_t half = n / 2;
  sort(p, s, rows, half, room);
  sort(p, s, rows + half, n - half, room);
  memcpy(room, rows, half * sizeof *room);
  for (size_t a = 0, b = half, to = 0; a < half; to++)
    rows[to] = b < n && p->before(s, rows[b], room[a]) ? rows[b++] : room[a++];
}

size_t panel_rows(const struct panel *p, const struct snapshot *s, size_t **rows)
{
  const size_t all = snapshot_rows(s, p->group);
  size_t n = 0;
  *rows = xmalloc((all + 1) * sizeof **rows);
  for (size_t i = 0; i < all; i++)
    if (p->shows == NULL || p->shows(s, i)) (*rows)[n++] = i;
  if (p->before != NULL && n > 1) {
    size_t *room = xmalloc(n * sizeof *room);
    sort(p, s, *rows, n, room);
    free(room);
  }
  return n;
}

/* --- cells --- */

enum grid_style panel_style(uint32_t enumeration, uint64_t number)
{
  static const struct {
    uint32_t enumeration, number;
    enum grid_style style;
  } styles[] = {
    {STATS_ENUM_RESULT, STATS_RESULT_OK, GRID_GOOD},
    {STATS_ENUM_RESULT, STATS_RESULT_FAILED, GRID_BAD},
    {STATS_ENUM_RESULT, STATS_RESULT_CACHED, GRID_WARN},
    {STATS_ENUM_RUNRESULT, STATS_RUNRESULT_UNCHANGED, GRID_GOOD},
    {STATS_ENUM_RUNRESULT, STATS_RUNRESULT_CHANGED, GRID_GOOD},
    {STATS_ENUM_RUNRESULT, STATS_RUNRESULT_FAILED, GRID_BAD},
    {STATS_ENUM_RUNRESULT, STATS_RUNRESULT_NO_CATALOG, GRID_BAD},
    {STATS_ENUM_RUNRESULT, STATS_RUNRESULT_SKIPPED, GRID_WARN},
    {STATS_ENUM_ALARMSTATE, STATS_ALARMSTATE_RAISED, GRID_BAD},
    {STATS_ENUM_ALARMSTATE, STATS_ALARMSTATE_PENDING, GRID_WARN},
    {STATS_ENUM_SEVERITY, STATS_SEVERITY_MAJOR, GRID_BAD},
    {STATS_ENUM_SEVERITY, STATS_SEVERITY_CRITICAL, GRID_BAD},
    {STATS_ENUM_SEVERITY, STATS_SEVERITY_MINOR, GRID_WARN},
    {STATS_ENUM_SOURCESTATE, STATS_SOURCESTATE_OK, GRID_GOOD},
    {STATS_ENUM_SOURCESTATE, STATS_SOURCESTATE_STALE, GRID_WARN},
    {STATS_ENUM_SOURCESTATE, STATS_SOURCESTATE_DISABLED, GRID_WARN},
    {STATS_ENUM_SOURCESTATE, STATS_SOURCESTATE_PENDING, GRID_PLAIN},
    {STATS_ENUM_STATE, STATS_STATE_OK, GRID_GOOD},
    {STATS_ENUM_STATE, STATS_STATE_STALE, GRID_WARN},
  };
  for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++)
    if (styles[i].enumeration == enumeration && styles[i].number == number) return styles[i].style;
  return enumeration == STATS_ENUM_SOURCESTATE || enumeration == STATS_ENUM_STATE ? GRID_BAD : GRID_PLAIN;
}

static uint64_t sum(const struct panel *p, const struct snapshot *s, uint32_t id)
{
  uint64_t all = 0;
  for (size_t i = 0; i < snapshot_rows(s, p->group); i++) all += snapshot_number(s, id, i, 0);
  return all;
}

static struct shown show_since(const struct snapshot *s, uint64_t us)
{
  const uint64_t now_us = snapshot_time(s);
  return show_age(us < now_us ? (now_us - us) / 1000000 : 0);
}

static void draw_cell(const struct panel *p, const struct snapshot *s, struct grid *g, int x, int y, int width,
                      const struct panel_column *c, size_t row)
{
  struct stats_value v;
  struct shown shown = {"-"};
  if (c->kind == PANEL_NAME) {
    grid_text(g, x, y, width, GRID_PLAIN, snapshot_row_name(s, p->group, row));
    return;
  }
  const bool there = snapshot_cell(s, c->id, row, &v);
  if (c->kind == PANEL_TEXT || c->kind == PANEL_LABEL) {
    const enum stats_enum enumeration = (enum stats_enum)stats_table[c->id].enumeration;
    const char *name = there && c->kind == PANEL_LABEL ? stats_label_name(enumeration, v.number) : "";
    const enum grid_style style = there && c->kind == PANEL_LABEL ? panel_style(enumeration, v.number) : GRID_PLAIN;
    grid_text(g, x, y, width, style,
              c->kind == PANEL_LABEL ? str_of(*name != '\0' ? name : "-") : snapshot_text(s, c->id, row));
    return;
  }
  if (there && c->kind == PANEL_COUNT) shown = show_count(v.number);
  if (there && c->kind == PANEL_US) shown = show_us(v.number);
  if (there && c->kind == PANEL_AGE) shown = show_age(v.number);
  if (there && c->kind == PANEL_SHARE) shown = show_share(v.number, sum(p, s, c->id));
  if (there && c->kind == PANEL_SINCE) shown = show_since(s, v.number);
  grid_right(g, x, y, width, GRID_PLAIN, str_of(shown.text));
}

/* --- the panel --- */

static bool is_left(const struct panel_column *c)
{
  return c->kind == PANEL_NAME || c->kind == PANEL_TEXT || c->kind == PANEL_LABEL;
}

/* The width of a column in this panel; 0: it is not shown. */
static int width_of(const struct panel *p, const struct panel_column *column, int width)
{
  if (column->from > width) return 0;
  if (column->width > 0) return column->width;
  int rest = width, open = 0;
  for (const struct panel_column *c = p->columns; c->title != NULL; c++) {
    if (c->from > width) continue;
    rest -= c->width + (c != p->columns);
    open += c->width == 0;
  }
  return rest < open ? 1 : rest / open;
}

static void draw_titles(const struct panel *p, struct grid *g, const struct panel_place *at, const char *note)
{
  int x = at->x;
  grid_paint(g, at->x, at->y, at->width, GRID_HEAD);
  for (const struct panel_column *c = p->columns; c->title != NULL; c++) {
    const int width = width_of(p, c, at->width);
    if (width == 0) continue;
    if (c == p->columns) grid_printf(g, x, at->y, width, GRID_HEAD, "%s%s", p->title, note);
    else if (is_left(c)) grid_text(g, x, at->y, width, GRID_HEAD, str_of(c->title));
    else grid_right(g, x, at->y, width, GRID_HEAD, str_of(c->title));
    x += width + 1;
  }
}

void panel_draw(const struct panel *p, const struct snapshot *s, struct grid *g, const struct panel_place *at,
                const size_t *rows, size_t count, size_t first, const char *note)
{
  draw_titles(p, g, at, note);
  if (count == 0) grid_text(g, at->x, at->y + 1, at->width, GRID_LABEL, str_of(p->empty));
  for (int line = 1; line < at->height && first < count; line++, first++) {
    int x = at->x;
    for (const struct panel_column *c = p->columns; c->title != NULL; c++) {
      const int width = width_of(p, c, at->width);
      if (width == 0) continue;
      draw_cell(p, s, g, x, at->y + line, width, c, rows[first]);
      x += width + 1;
    }
  }
}
