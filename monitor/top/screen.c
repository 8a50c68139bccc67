/* Lines of summary at the top, panels below: one above the other in a narrow grid, side by side in one of WIDE
 * columns and more. The panels share the height according to their number of rows. */
#include "monitor/top/screen.h"

#include <stdlib.h>

#include "base/utf8.h"
#include "monitor/shown.h"
#include "monitor/top/history.h"
#include "monitor/top/panel.h"

enum { HEAD_LINES = 7, LABEL_WIDTH = 10, WIDE = 130, GAP = 2 };

/* --- which rows, in which order --- */

static uint64_t node(const struct snapshot *s, uint32_t id, size_t row) { return snapshot_number(s, id, row, 0); }

/* Sort order: failed nodes, then nodes with an old catalog, then good ones. */
static int badness(const struct snapshot *s, size_t row)
{
  const uint64_t state = node(s, STAT_ficNodeState, row), run = node(s, STAT_ficNodeRunState, row);
  if (state == STATS_RESULT_FAILED || run == STATS_RUNRESULT_NO_CATALOG) return 3;
  if (run == STATS_RUNRESULT_FAILED) return 2;
  return state == STATS_RESULT_CACHED || run == STATS_RUNRESULT_SKIPPED;
}

static bool by_time(const struct snapshot *s, size_t a, size_t b)
{
  return node(s, STAT_ficNodeCmpTime, a) > node(s, STAT_ficNodeCmpTime, b);
}
static bool by_run_time(const struct snapshot *s, size_t a, size_t b)
{
  return node(s, STAT_ficNodeRunTime, a) > node(s, STAT_ficNodeRunTime, b);
}
static bool by_state(const struct snapshot *s, size_t a, size_t b)
{
  const int bad_a = badness(s, a), bad_b = badness(s, b);
  return bad_a != bad_b ? bad_a > bad_b : by_time(s, a, b);
}
/* The time since the last sign of the node. */
static uint64_t age(const struct snapshot *s, size_t row)
{
  const uint64_t compiled = snapshot_number(s, STAT_ficNodeAge, row, UINT64_MAX);
  const uint64_t ran = snapshot_number(s, STAT_ficNodeRunAge, row, UINT64_MAX);
  return compiled < ran ? compiled : ran;
}
static bool by_age(const struct snapshot *s, size_t a, size_t b) { return age(s, a) > age(s, b); }
static bool by_name(const struct snapshot *s, size_t a, size_t b)
{
  return str_cmp(snapshot_index_of(s, STATS_NODE, a)->name, snapshot_index_of(s, STATS_NODE, b)->name) < 0;
}

const char *const screen_sort_names[SCREEN_SORTS] = {"state", "time", "run time", "age", "name"};
static bool (*const sorts[SCREEN_SORTS])(const struct snapshot *s, size_t a, size_t b) = {by_state, by_time,
                                                                                          by_run_time, by_age, by_name};

static bool phase_before(const struct snapshot *s, size_t a, size_t b)
{
  return node(s, STAT_ficPhaseTimeSum, a) > node(s, STAT_ficPhaseTimeSum, b);
}
static bool phase_shows(const struct snapshot *s, size_t row) { return node(s, STAT_ficPhaseTimeSum, row) > 0; }
static bool run_phase_before(const struct snapshot *s, size_t a, size_t b)
{
  return node(s, STAT_ficRunPhaseTimeSum, a) > node(s, STAT_ficRunPhaseTimeSum, b);
}
static bool run_phase_shows(const struct snapshot *s, size_t row) { return node(s, STAT_ficRunPhaseTimeSum, row) > 0; }
static bool environment_before(const struct snapshot *s, size_t a, size_t b)
{
  return node(s, STAT_ficEnvCmpTotal, a) > node(s, STAT_ficEnvCmpTotal, b);
}

static bool is_on(const struct snapshot *s, size_t row, uint32_t state)
{
  return snapshot_number(s, STAT_ficAlarmState, row, 0) == state &&
         snapshot_number(s, STAT_ficAlarmEnabled, row, 1) == 1;
}
static bool alarm_shows(const struct snapshot *s, size_t row)
{
  return is_on(s, row, STATS_ALARMSTATE_RAISED) || is_on(s, row, STATS_ALARMSTATE_PENDING);
}
static bool alarm_before(const struct snapshot *s, size_t a, size_t b)
{
  const bool raised_a = is_on(s, a, STATS_ALARMSTATE_RAISED), raised_b = is_on(s, b, STATS_ALARMSTATE_RAISED);
  if (raised_a != raised_b) return raised_a;
  return node(s, STAT_ficAlarmSeverity, a) > node(s, STAT_ficAlarmSeverity, b);
}
static bool source_before(const struct snapshot *s, size_t a, size_t b)
{
  return panel_style(STATS_ENUM_SOURCESTATE, node(s, STAT_ficSrcState, a)) >
         panel_style(STATS_ENUM_SOURCESTATE, node(s, STAT_ficSrcState, b));
}

/* --- panels --- */

static const struct panel_column node_columns[] = {
  {"NODE", 0, PANEL_NAME, STAT_ficNodeLabel, 0},
  {"ENV", 12, PANEL_TEXT, STAT_ficNodeEnv, 95},
  {"CATALOG", 7, PANEL_LABEL, STAT_ficNodeState, 0},
  {"TIME", 8, PANEL_US, STAT_ficNodeCmpTime, 0},
  {"AGE", 6, PANEL_AGE, STAT_ficNodeAge, 0},
  {"RESOURCES", 9, PANEL_COUNT, STAT_ficNodeResources, 105},
  {"RUN", 9, PANEL_LABEL, STAT_ficNodeRunState, 0},
  {"TIME", 8, PANEL_US, STAT_ficNodeRunTime, 0},
  {"AGE", 6, PANEL_AGE, STAT_ficNodeRunAge, 0},
  {"FAIL", 4, PANEL_COUNT, STAT_ficNodeResFailed, 0},
  {0},
};
static const struct panel_column phase_columns[] = {
  {"PHASE", 0, PANEL_NAME, STAT_ficPhaseName, 0},
  {"P95", 8, PANEL_US, STAT_ficPhaseP95, 0},
  {"MAX", 8, PANEL_US, STAT_ficPhaseMax, 40},
  {"SHARE", 8, PANEL_SHARE, STAT_ficPhaseTimeSum, 0},
  {0},
};
static const struct panel_column run_phase_columns[] = {
  {"RUN PHASE", 0, PANEL_NAME, STAT_ficRunPhaseName, 0},
  {"P95", 8, PANEL_US, STAT_ficRunPhaseP95, 0},
  {"MAX", 8, PANEL_US, STAT_ficRunPhaseMax, 40},
  {"SHARE", 8, PANEL_SHARE, STAT_ficRunPhaseTimeSum, 0},
  {0},
};
static const struct panel_column environment_columns[] = {
  {"ENVIRONMENT", 0, PANEL_NAME, STAT_ficEnvLabel, 0}, {"COMPILED", 10, PANEL_COUNT, STAT_ficEnvCmpTotal, 0},
  {"FAILED", 8, PANEL_COUNT, STAT_ficEnvCmpFailed, 0}, {"P95", 8, PANEL_US, STAT_ficEnvCmpP95, 0},
  {"NODES", 6, PANEL_COUNT, STAT_ficEnvNodes, 0},      {0},
};
static const struct panel_column alarm_columns[] = {
  {"ALARM", 0, PANEL_NAME, STAT_ficAlarmLabel, 0},  {"SEVERITY", 8, PANEL_LABEL, STAT_ficAlarmSeverity, 0},
  {"STATE", 7, PANEL_LABEL, STAT_ficAlarmState, 0}, {"ROW", 22, PANEL_TEXT, STAT_ficAlarmRow, 66},
  {"SINCE", 6, PANEL_SINCE, STAT_ficAlarmSince, 0}, {0},
};
static const struct panel_column source_columns[] = {
  {"SOURCE", 0, PANEL_NAME, STAT_ficSrcLabel, 0},
  {"KIND", 8, PANEL_TEXT, STAT_ficSrcKind, 45},
  {"STATE", 8, PANEL_LABEL, STAT_ficSrcState, 0},
  {"AGE", 6, PANEL_AGE, STAT_ficSrcAge, 0},
  {"POLL", 8, PANEL_US, STAT_ficSrcTime, 0},
  {"REASON", 26, PANEL_TEXT, STAT_ficSrcReason, 75},
  {0},
};

static const struct panel phases = {"PHASE",     STATS_PHASE,  phase_columns,
                                    phase_shows, phase_before, "nothing compiled yet"};
static const struct panel run_phases = {"RUN PHASE",     STATS_RUNPHASE,   run_phase_columns,
                                        run_phase_shows, run_phase_before, "no run yet"};
static const struct panel environments = {"ENVIRONMENT", STATS_ENV,          environment_columns,
                                          NULL,          environment_before, "none"};
static const struct panel alarms = {"ALARM",     STATS_ALARM,  alarm_columns,
                                    alarm_shows, alarm_before, "none raised or pending"};
static const struct panel sources = {"SOURCE", STATS_SOURCE, source_columns, NULL, source_before, "none"};

static struct panel nodes_panel(const struct screen *t)
{
  return (struct panel){"NODE", STATS_NODE, node_columns, NULL, sorts[t->sort], "no node yet"};
}

void screen_want(struct snapshot *s)
{
  static const struct panel_column *const tables[] = {node_columns,        phase_columns, run_phase_columns,
                                                      environment_columns, alarm_columns, source_columns};
  static const uint32_t scalars[] = {
    STAT_ficStatsState,   STAT_ficStatsAge,    STAT_ficCmpTotal,       STAT_ficCmpActive,    STAT_ficCmpWinSecs,
    STAT_ficCmpWinCount,  STAT_ficCmpP50,      STAT_ficCmpP95,         STAT_ficCmpP99,       STAT_ficCmpMax,
    STAT_ficCmpFailRatio, STAT_ficCmpMaxMem,   STAT_ficRunTotal,       STAT_ficRunFailed,    STAT_ficRunLastState,
    STAT_ficRunLastAge,   STAT_ficAgtDisabled, STAT_ficRunP95,         STAT_ficRunFailRatio, STAT_ficNodesTotal,
    STAT_ficNodesFailed,  STAT_ficNodesStale,  STAT_ficNodesNoCatalog, STAT_ficAlarmEnabled, STAT_ficColState,
    STAT_ficSrvSeenAge,   STAT_ficSrvWorkers,  STAT_ficSrvBusy,        STAT_ficSrvQueue,     STAT_ficSrvConnsOpen,
    STAT_ficSrvCatP95,    STAT_ficSrvCatRatio, STAT_ficSrvMem,
  };
  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
    for (const struct panel_column *c = tables[i]; c->title != NULL; c++) snapshot_want(s, c->id);
  for (size_t i = 0; i < sizeof scalars / sizeof scalars[0]; i++) snapshot_want(s, scalars[i]);
}

/* --- the lines at the top --- */

/* A line of words, each after two blanks. A word that does not fit is omitted, except for the first. */
struct line {
  struct grid *g;
  int x, y;
};

static void word(struct line *l, enum grid_style style, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
static void word(struct line *l, enum grid_style style, const char *fmt, ...)
{
  struct buf text = BUF_HEAP;
  va_list ap;
  va_start(ap, fmt);
  buf_vprintf(&text, fmt, ap);
  va_end(ap);
  if (l->x == LABEL_WIDTH || utf8_count(buf_view(&text)) <= (size_t)(l->g->width > l->x ? l->g->width - l->x : 0))
    l->x += grid_text(l->g, l->x, l->y, l->g->width - l->x, style, buf_view(&text)) + 2;
  buf_free(&text);
}

static struct line begin(struct grid *g, int y, const char *label)
{
  grid_text(g, 0, y, LABEL_WIDTH - 1, GRID_LABEL, str_of(label));
  return (struct line){g, LABEL_WIDTH, y};
}

static uint64_t scalar(const struct screen *t, uint32_t id) { return snapshot_number(t->s, id, 0, 0); }
static bool has(const struct screen *t, uint32_t id)
{
  struct stats_value v;
  return snapshot_scalar(t->s, id, &v);
}

static void draw_title(const struct screen *t, struct grid *g)
{
  const uint64_t state = scalar(t, STAT_ficStatsState);
  struct buf right = BUF_HEAP;
  buf_printf(&right, "%s%s%s  ", t->paused ? "PAUSED  " : "", state != 0 ? "store " : "",
             state != 0 ? stats_label_name(STATS_ENUM_STATE, state) : "");
  buf_printf(&right, "every %gs  %s ", t->interval_s, t->clock);
  grid_printf(g, 1, 0, g->width - (int)right.n - 3, GRID_TITLE, "ficelle top  %s", t->from);
  grid_right(g, 0, 0, g->width, GRID_TITLE, buf_view(&right));
  grid_paint(g, 0, 0, g->width, GRID_TITLE);
  buf_free(&right);
}

static void draw_compile(const struct screen *t, struct grid *g)
{
  struct line l = begin(g, 1, "compile");
  const uint64_t failed = scalar(t, STAT_ficCmpFailRatio);
  if (t->has_rate) word(&l, GRID_PLAIN, "%s/min", show_rate(t->rate * 60).text);
  word(&l, GRID_PLAIN, "%s in %s", show_count(scalar(t, STAT_ficCmpWinCount)).text,
       show_age(scalar(t, STAT_ficCmpWinSecs)).text);
  word(&l, failed > 0 ? GRID_BAD : GRID_PLAIN, "%s failed", show_share(failed, 10000).text);
  word(&l, GRID_PLAIN, "%s active", show_count(scalar(t, STAT_ficCmpActive)).text);
  word(&l, GRID_PLAIN, "%s total", show_count(scalar(t, STAT_ficCmpTotal)).text);
  if (has(t, STAT_ficCmpMaxMem))
    word(&l, GRID_PLAIN, "%s memory", show_bytes(scalar(t, STAT_ficCmpMaxMem) * 1024).text);
}

static void draw_times(const struct screen *t, struct grid *g)
{
  static const struct {
    uint32_t id;
    const char *name;
  } times[] = {{STAT_ficCmpP50, "p50"}, {STAT_ficCmpP95, "p95"}, {STAT_ficCmpP99, "p99"}, {STAT_ficCmpMax, "max"}};
  struct line l = begin(g, 2, "time");
  for (size_t i = 0; i < 4; i++) {
    if (has(t, times[i].id)) word(&l, GRID_PLAIN, "%s %s", times[i].name, show_us(scalar(t, times[i].id)).text);
    else word(&l, GRID_PLAIN, "%s -", times[i].name);
  }
}

/* A step of the sparkline: eight heights, and blank for unknown. */
static uint32_t spark(const struct grid *g, uint32_t count, uint32_t most)
{
  static const char ascii[] = "_.:-=+*#";
  if (count == HISTORY_UNKNOWN) return ' ';
  const uint32_t height = count == 0 || most == 0 ? 0 : 1 + (uint32_t)((uint64_t)(count - 1) * 7 / most);
  return g->utf8 ? 0x2581 + height : (unsigned char)ascii[height];
}

static void draw_history(const struct screen *t, struct grid *g)
{
  enum { STEPS_MAX = 240 };
  uint32_t count[STEPS_MAX], most = 0;
  const int room = g->width - LABEL_WIDTH - 18;
  const size_t n = room > STEPS_MAX ? STEPS_MAX : (size_t)room;
  begin(g, 3, "last hour");
  t->history(t->history_ctx, count, n);
  for (size_t i = 0; i < n; i++)
    if (count[i] != HISTORY_UNKNOWN && count[i] > most) most = count[i];
  for (size_t i = 0; i < n; i++) grid_put(g, LABEL_WIDTH + (int)i, 3, GRID_GOOD, spark(g, count[i], most));
  const double minutes = 60.0 / (double)n;
  grid_printf(g, LABEL_WIDTH + (int)n + 1, 3, g->width - LABEL_WIDTH - (int)n - 1, GRID_PLAIN, "peak %s/min",
              show_rate((double)most / minutes).text);
}

static void draw_nodes_summary(const struct screen *t, struct grid *g)
{
  static const struct {
    uint32_t id;
    const char *what;
  } counts[] = {{STAT_ficNodesFailed, "failed"}, {STAT_ficNodesNoCatalog, "no catalog"}, {STAT_ficNodesStale, "stale"}};
  struct line l = begin(g, 5, "nodes");
  word(&l, GRID_PLAIN, "%s", show_count(scalar(t, STAT_ficNodesTotal)).text);
  for (size_t i = 0; i < 3; i++)
    if (scalar(t, counts[i].id) > 0)
      word(&l, i == 2 ? GRID_WARN : GRID_BAD, "%s %s", show_count(scalar(t, counts[i].id)).text, counts[i].what);
}

static void draw_runs(const struct screen *t, struct grid *g)
{
  struct line l = begin(g, 4, "runs");
  const uint64_t state = scalar(t, STAT_ficRunLastState);
  if (scalar(t, STAT_ficAgtDisabled) == 1) word(&l, GRID_WARN, "DISABLED");
  if (state > STATS_RUNRESULT_NONE) {
    const char *name = stats_label_name(STATS_ENUM_RUNRESULT, state);
    word(&l, panel_style(STATS_ENUM_RUNRESULT, state), "last %s %s ago", *name != '\0' ? name : "unknown",
         show_age(scalar(t, STAT_ficRunLastAge)).text);
    if (has(t, STAT_ficRunP95)) word(&l, GRID_PLAIN, "p95 %s", show_us(scalar(t, STAT_ficRunP95)).text);
    word(&l, scalar(t, STAT_ficRunFailRatio) > 0 ? GRID_BAD : GRID_PLAIN, "%s failed",
         show_share(scalar(t, STAT_ficRunFailRatio), 10000).text);
    word(&l, GRID_PLAIN, "%s total", show_count(scalar(t, STAT_ficRunTotal)).text);
  } else {
    word(&l, GRID_PLAIN, "none yet");
  }
}

/* Drawn only where a server runs, or should run. */
static void draw_server(const struct screen *t, struct grid *g, int y)
{
  struct line l = begin(g, y, "server");
  const uint64_t age = scalar(t, STAT_ficSrvSeenAge), waiting = scalar(t, STAT_ficSrvQueue);
  if (age >= 60) word(&l, GRID_BAD, "gone since %s", show_age(age).text);
  word(&l, scalar(t, STAT_ficSrvWorkers) == 0 ? GRID_BAD : GRID_PLAIN, "%s/%s workers busy",
       show_count(scalar(t, STAT_ficSrvBusy)).text, show_count(scalar(t, STAT_ficSrvWorkers)).text);
  word(&l, waiting > 0 ? GRID_WARN : GRID_PLAIN, "%s waiting", show_count(waiting).text);
  word(&l, GRID_PLAIN, "%s connections", show_count(scalar(t, STAT_ficSrvConnsOpen)).text);
  if (has(t, STAT_ficSrvCatP95)) word(&l, GRID_PLAIN, "p95 %s", show_us(scalar(t, STAT_ficSrvCatP95)).text);
  word(&l, scalar(t, STAT_ficSrvCatRatio) > 0 ? GRID_BAD : GRID_PLAIN, "%s failed",
       show_share(scalar(t, STAT_ficSrvCatRatio), 10000).text);
  word(&l, GRID_PLAIN, "%s memory", show_bytes(scalar(t, STAT_ficSrvMem) * 1024).text);
}

static void draw_alarms(const struct screen *t, struct grid *g)
{
  struct line l = begin(g, 6, "alarms");
  const size_t all = snapshot_rows(t->s, STATS_ALARM);
  size_t raised = 0, unknown = 0;
  for (size_t i = 0; i < all; i++) {
    raised += is_on(t->s, i, STATS_ALARMSTATE_RAISED);
    unknown += snapshot_number(t->s, STAT_ficAlarmState, i, STATS_ALARMSTATE_UNKNOWN) == STATS_ALARMSTATE_UNKNOWN;
  }
  word(&l, raised > 0 ? GRID_BAD : GRID_PLAIN, "%zu raised", raised);
  word(&l, GRID_PLAIN, "%zu watched", all - unknown);
  if (unknown > 0) word(&l, GRID_WARN, "%zu without a state", unknown);
  /* What may not have space comes last. */
  for (size_t i = 0; i < all; i++)
    if (is_on(t->s, i, STATS_ALARMSTATE_RAISED))
      word(&l, GRID_BAD, "%.*s", STR_FMT(snapshot_row_name(t->s, STATS_ALARM, i)));
  if (*t->alarms_reason != '\0') word(&l, GRID_WARN, "%s", t->alarms_reason);
}

/* --- below --- */

/* Draws panels one below the other. Each gets a title and a row; the rest goes in turn to panels with more rows. */
static void draw_stack(const struct screen *t, struct grid *g, const struct panel *const *panels, size_t n,
                       const struct panel_place *at)
{
  enum { MOST = 8 };
  size_t *rows[MOST], count[MOST];
  int height[MOST], left = at->height, y = at->y;
  for (size_t i = 0; i < n; i++) {
    count[i] = panel_rows(panels[i], t->s, &rows[i]);
    height[i] = left >= 2 ? 2 : 0;
    left -= height[i];
  }
  for (bool more = true; more && left > 0;) {
    more = false;
    for (size_t i = 0; i < n && left > 0; i++) {
      if (height[i] == 0 || (size_t)height[i] - 1 >= count[i]) continue;
      height[i]++;
      left--;
      more = true;
    }
  }
  const int gap = n > 1 && left >= (int)n - 1;
  for (size_t i = 0; i < n; i++) {
    const struct panel_place place = {at->x, y, at->width, height[i]};
    struct buf note = BUF_HEAP;
    if (count[i] > 0 && (size_t)height[i] - 1 < count[i])
      buf_printf(&note, " +%zu", count[i] - ((size_t)height[i] - 1));
    if (height[i] > 0) panel_draw(panels[i], t->s, g, &place, rows[i], count[i], 0, note.n > 0 ? note.p : "");
    y += height[i] + gap;
    buf_free(&note);
    free(rows[i]);
  }
}

static void draw_nodes(struct screen *t, struct grid *g, const struct panel_place *at)
{
  const struct panel p = nodes_panel(t);
  size_t *rows;
  const size_t count = panel_rows(&p, t->s, &rows);
  struct buf note = BUF_HEAP;
  t->page = at->height > 1 ? (size_t)at->height - 1 : 1;
  const size_t most = count > t->page ? count - t->page : 0;
  if (t->scroll > most) t->scroll = most;
  if (most > 0) buf_printf(&note, " %zu-%zu/%zu", t->scroll + 1, t->scroll + t->page, count);
  panel_draw(&p, t->s, g, at, rows, count, t->scroll, note.n > 0 ? note.p : "");
  buf_free(&note);
  free(rows);
}

static const char *const help[] = {
  "q               quit",
  "s, S            sort nodes by state, time, run time, age, name; S goes back",
  "p, blank        pause, continue",
  "+ -             longer, shorter interval",
  "arrows, PgUp, PgDn, Home, End   scroll nodes",
  "r               update now",
  "h, ?            this help; any key ends it",
  "",
  "Sorted by state: nodes without a catalog, whose run failed, then the slowest.",
  "SHARE: of the time in all phases since counting started.",
};

static void draw_help(struct grid *g, const struct panel_place *at)
{
  for (int i = 0; i < (int)(sizeof help / sizeof help[0]) && i < at->height; i++)
    grid_text(g, at->x + 2, at->y + i, at->width - 2, GRID_PLAIN, str_of(help[i]));
}

static size_t rows_of(const struct screen *t, const struct panel *p)
{
  size_t *rows;
  const size_t n = panel_rows(p, t->s, &rows);
  free(rows);
  return n;
}

static size_t at_least_one(size_t n) { return n == 0 ? 1 : n; }

/* The height of the two panels below the nodes, in a narrow grid. */
static int wanted_below(const struct screen *t)
{
  const size_t left = 1 + at_least_one(rows_of(t, &phases));
  const size_t right = 2 + at_least_one(rows_of(t, &alarms)) + at_least_one(rows_of(t, &sources));
  return (int)(left > right ? left : right);
}

/* Draws nodes, and below them phases next to alarms and sources. */
static void draw_narrow(struct screen *t, struct grid *g, const struct panel_place *at)
{
  static const struct panel *const left[] = {&phases}, *const right[] = {&alarms, &sources};
  const int nodes = 1 + (int)at_least_one(snapshot_rows(t->s, STATS_NODE)), wanted = wanted_below(t);
  int below = at->height * 2 / 5 > 4 ? at->height * 2 / 5 : 4;
  if (at->height - nodes > below) below = at->height - nodes;
  if (below > wanted) below = wanted;
  const int half = (at->width - GAP) / 2;
  const struct panel_place top = {at->x, at->y, at->width, at->height - below};
  draw_nodes(t, g, &top);
  draw_stack(t, g, left, 1, &(struct panel_place){at->x, at->y + top.height, half, below});
  draw_stack(t, g, right, 2,
             &(struct panel_place){at->x + half + GAP, at->y + top.height, at->width - half - GAP, below});
}

/* Draws nodes, and next to them all other panels. */
static void draw_wide(struct screen *t, struct grid *g, const struct panel_place *at)
{
  static const struct panel *const right[] = {&alarms, &sources, &phases, &run_phases, &environments};
  const int width = at->width * 2 / 5;
  draw_nodes(t, g, &(struct panel_place){at->x, at->y, at->width - width - GAP, at->height});
  draw_stack(t, g, right, 5, &(struct panel_place){at->x + at->width - width, at->y, width, at->height});
}

static void draw_last_line(const struct screen *t, struct grid *g)
{
  const int y = g->height - 1;
  if (*t->trouble != '\0') {
    grid_printf(g, 0, y, g->width, GRID_BAD, "for %s: %s", show_age(t->trouble_s).text, t->trouble);
  } else if (*t->store_reason != '\0') {
    grid_text(g, 0, y, g->width, GRID_WARN, str_of(t->store_reason));
  } else if (t->keys) {
    grid_printf(g, 0, y, g->width, GRID_LABEL, "q quit  s sort (%s)  p %s  +/- interval  arrows scroll  h help",
                screen_sort_names[t->sort], t->paused ? "go on" : "pause");
  }
}

void screen_draw(struct screen *t, struct grid *g)
{
  if (g->width < SCREEN_MIN_WIDTH || g->height < SCREEN_MIN_HEIGHT) {
    grid_printf(g, 0, 0, g->width, GRID_BAD, "too small: %dx%d,", g->width, g->height);
    grid_printf(g, 0, 1, g->width, GRID_BAD, "at least %dx%d", SCREEN_MIN_WIDTH, SCREEN_MIN_HEIGHT);
    return;
  }
  const bool server = has(t, STAT_ficSrvSeenAge);
  const int head = HEAD_LINES + server;
  const struct panel_place rest = {0, head, g->width, g->height - head - 1};
  draw_title(t, g);
  draw_compile(t, g);
  draw_times(t, g);
  draw_history(t, g);
  draw_runs(t, g);
  draw_nodes_summary(t, g);
  draw_alarms(t, g);
  if (server) draw_server(t, g, HEAD_LINES);
  if (t->help) draw_help(g, &rest);
  else (g->width >= WIDE ? draw_wide : draw_narrow)(t, g, &rest);
  draw_last_line(t, g);
}

int screen_height(const struct screen *t, int width, int most)
{
  const int nodes = 1 + (int)at_least_one(snapshot_rows(t->s, STATS_NODE));
  size_t beside = 5 * 2; /* titles, and blank lines between */
  const struct panel *const right[] = {&alarms, &sources, &phases, &run_phases, &environments};
  for (size_t i = 0; i < 5; i++) beside += at_least_one(rows_of(t, right[i]));
  const int body = width < WIDE ? nodes + wanted_below(t) : nodes > (int)beside ? nodes : (int)beside;
  const int height = HEAD_LINES + has(t, STAT_ficSrvSeenAge) + body + 1;
  return height > most ? most : height < SCREEN_MIN_HEIGHT ? SCREEN_MIN_HEIGHT : height;
}
