#include "cli/stats_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/observer/observer.h"
#include "monitor/shown.h"

enum { HIST_COMPILE = 1, HIST_RUBY = 5 }; /* values of ficHistMetric */

/* A scalar or cell; 0 if the instance does not exist. */
static uint64_t scalar(const struct stats_reader *r, enum stats_id id)
{
  struct stats_value v;
  return stats_reader_scalar(r, id, &v) ? v.number : 0;
}

static uint64_t cell(const struct stats_reader *r, enum stats_id id, size_t row)
{
  struct stats_value v;
  return stats_reader_cell(r, id, row, &v) ? v.number : 0;
}

static str cell_text(const struct stats_reader *r, enum stats_id id, size_t row)
{
  struct stats_value v;
  return stats_reader_cell(r, id, row, &v) ? str_n(v.text, v.length) : STR_EMPTY;
}

static uint64_t mean(uint64_t sum, uint64_t count) { return count == 0 ? 0 : sum / count; }

static void head(const struct stats_reader *r, const char *path, struct buf *out)
{
  struct stats_value age;
  unsigned state = stats_reader_state(r);
  buf_printf(out, "Statistics of %s: %s", path, stats_state_name(state));
  if (stats_reader_reason(r)[0] != '\0') {
    buf_printf(out, " (%s)", stats_reader_reason(r));
  }
  buf_char(out, '\n');
  if (stats_reader_discontinuity_us(r) == 0) {
    return;
  }
  buf_printf(out, "Counting since %s", show_moment(stats_reader_discontinuity_us(r)).text);
  if (stats_reader_scalar(r, STAT_ficStatsAge, &age)) {
    buf_printf(out, ", last compilation %s s ago", show_count(age.number).text);
  }
  buf_z(out, "\n\n");
}

static void latency(const struct stats_reader *r, struct buf *out)
{
  uint64_t in_window = scalar(r, STAT_ficCmpWinCount);
  buf_printf(out, "Time          mean %s\n",
             show_us(mean(scalar(r, STAT_ficCmpTimeSum), scalar(r, STAT_ficCmpTotal))).text);
  if (in_window == 0) {
    buf_printf(out, "  window      no compilation in the last %s s\n", show_count(scalar(r, STAT_ficCmpWinSecs)).text);
    return;
  }
  buf_printf(out, "  window      p50 %s, p90 %s, p95 %s, p99 %s, max %s", show_us(scalar(r, STAT_ficCmpP50)).text,
             show_us(scalar(r, STAT_ficCmpP90)).text, show_us(scalar(r, STAT_ficCmpP95)).text,
             show_us(scalar(r, STAT_ficCmpP99)).text, show_us(scalar(r, STAT_ficCmpMax)).text);
  buf_printf(out, "; %s failed\n              (%s compilations of the last %s s)\n",
             show_share(scalar(r, STAT_ficCmpFailRatio), 10000).text, show_count(in_window).text,
             show_count(scalar(r, STAT_ficCmpWinSecs)).text);
}

static void failures(const struct stats_reader *r, struct buf *out)
{
  static const struct {
    enum stats_id id;
    const char *name;
  } classes[] = {
    {STAT_ficFailSyntax, "syntax"},       {STAT_ficFailMissing, "missing"},   {STAT_ficFailEvaluation, "evaluation"},
    {STAT_ficFailDuplicate, "duplicate"}, {STAT_ficFailCycle, "cycle"},       {STAT_ficFailLookup, "lookup"},
    {STAT_ficFailLimit, "limit"},         {STAT_ficFailInternal, "internal"},
  };
  const char *separator = "Failures      ";
  for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
    uint64_t n = scalar(r, classes[i].id);
    if (n > 0) {
      buf_printf(out, "%s%s %s", separator, classes[i].name, show_count(n).text);
      separator = ", ";
    }
  }
  if (separator[0] == ',') {
    buf_char(out, '\n');
  }
}

/* Functions of modules, run in C or in Ruby, and Ruby itself. */
static void functions_of_modules(const struct stats_reader *r, struct buf *out)
{
  uint64_t native = scalar(r, STAT_ficNativeCalls);
  uint64_t in_ruby = 0;
  for (size_t i = 0; i < stats_reader_rows(r, STATS_KIND); i++) {
    if (cell(r, STAT_ficRubyKindIndex, i) == RUBY_KIND_FUNCTION) {
      in_ruby = cell(r, STAT_ficRubyKindCalls, i);
    }
  }
  if (native + in_ruby > 0) {
    buf_printf(out, "Functions     of modules: %s native (%s), %s in Ruby\n", show_count(native).text,
               show_share(native, native + in_ruby).text, show_count(in_ruby).text);
  }
  uint64_t calls = scalar(r, STAT_ficRubyCalls);
  if (calls + scalar(r, STAT_ficRubyStarts) == 0) {
    return;
  }
  buf_printf(out, "Ruby          %s calls in %s compilations, %s failed, %s stopped by a limit; mean %s\n",
             show_count(calls).text, show_count(scalar(r, STAT_ficRubyCompiles)).text,
             show_count(scalar(r, STAT_ficRubyFailed)).text, show_count(scalar(r, STAT_ficRubyStopped)).text,
             show_us(mean(scalar(r, STAT_ficRubyTimeSum), calls)).text);
  buf_printf(out, "              started %s times, mean %s, last %s; memory %s\n",
             show_count(scalar(r, STAT_ficRubyStarts)).text,
             show_us(mean(scalar(r, STAT_ficRubyStartTimeSum), scalar(r, STAT_ficRubyStarts))).text,
             show_us(scalar(r, STAT_ficRubyStartTime)).text, show_bytes(scalar(r, STAT_ficRubyMem) * 1024).text);
}

static const char *result_word(uint64_t result)
{
  return result == STATS_RESULT_FAILED ? "failed" : result == STATS_RESULT_CACHED ? "cached" : "good";
}

static void totals(const struct stats_reader *r, struct buf *out)
{
  uint64_t total = scalar(r, STAT_ficCmpTotal);
  buf_printf(out, "Compilations  %s, %s failed", show_count(total).text, show_count(scalar(r, STAT_ficCmpFailed)).text);
  if (scalar(r, STAT_ficCmpActive) > 0) {
    buf_printf(out, ", %s in progress", show_count(scalar(r, STAT_ficCmpActive)).text);
  }
  buf_char(out, '\n');
  failures(r, out);
  latency(r, out);
  if (total > 0) {
    buf_printf(out, "Last          %s, %s, %s resources, %s\n", show_moment(scalar(r, STAT_ficCmpLastAt)).text,
               show_us(scalar(r, STAT_ficCmpLastTime)).text, show_count(scalar(r, STAT_ficCmpLastRes)).text,
               result_word(scalar(r, STAT_ficCmpLastState)));
  }
  buf_printf(out, "Catalogs      %s resources, %s edges; %s warnings, %s deprecations\n",
             show_count(scalar(r, STAT_ficCmpResSum)).text, show_count(scalar(r, STAT_ficCmpEdgeSum)).text,
             show_count(scalar(r, STAT_ficCmpWarnings)).text, show_count(scalar(r, STAT_ficCmpDeprecated)).text);
  if (scalar(r, STAT_ficCmpFromCache) > 0) {
    buf_printf(out, "From cache    %s catalogs that could not be compiled\n",
               show_count(scalar(r, STAT_ficCmpFromCache)).text);
  }
  buf_printf(out, "Parsed        %s files, %s, %s with errors; cache: %s hits, %s misses\n",
             show_count(scalar(r, STAT_ficParseFiles)).text, show_bytes(scalar(r, STAT_ficParseBytes)).text,
             show_count(scalar(r, STAT_ficParseFailed)).text, show_count(scalar(r, STAT_ficCacheHits)).text,
             show_count(scalar(r, STAT_ficCacheMisses)).text);
  buf_printf(out, "Memory        last %s, maximum in the window %s\n",
             show_bytes(scalar(r, STAT_ficCmpLastMem) * 1024).text,
             show_bytes(scalar(r, STAT_ficCmpMaxMem) * 1024).text);
  functions_of_modules(r, out);
}

static void phases(const struct stats_reader *r, struct buf *out)
{
  uint64_t all = 0;
  size_t rows = stats_reader_rows(r, STATS_PHASE);
  for (size_t i = 0; i < rows; i++) {
    all += cell(r, STAT_ficPhaseTimeSum, i);
  }
  buf_printf(out, "\n%-24s %14s %10s %10s %10s %10s\n", "Phase", "executions", "share", "mean", "p95", "max");
  for (size_t i = 0; i < rows; i++) {
    uint64_t count = cell(r, STAT_ficPhaseCount, i);
    if (count == 0) {
      continue;
    }
    show_left(out, cell_text(r, STAT_ficPhaseName, i), 24);
    buf_printf(out, " %14s %10s %10s %10s %10s\n", show_count(count).text,
               show_share(cell(r, STAT_ficPhaseTimeSum, i), all).text,
               show_us(mean(cell(r, STAT_ficPhaseTimeSum, i), count)).text, show_us(cell(r, STAT_ficPhaseP95, i)).text,
               show_us(cell(r, STAT_ficPhaseMax, i)).text);
  }
}

static void environments(const struct stats_reader *r, struct buf *out)
{
  size_t rows = stats_reader_rows(r, STATS_ENV);
  if (rows == 0) {
    return;
  }
  buf_printf(out, "\n%-24s %14s %10s %10s %10s %10s  %s\n", "Environment", "compilations", "failed", "mean", "p95",
             "nodes", "last");
  for (size_t i = 0; i < rows; i++) {
    uint64_t count = cell(r, STAT_ficEnvCmpTotal, i);
    show_left(out, cell_text(r, STAT_ficEnvLabel, i), 24);
    buf_printf(
      out, " %14s %10s %10s %10s %10s  %s\n", show_count(count).text, show_count(cell(r, STAT_ficEnvCmpFailed, i)).text,
      show_us(mean(cell(r, STAT_ficEnvCmpTimeSum, i), count)).text, show_us(cell(r, STAT_ficEnvCmpP95, i)).text,
      show_count(cell(r, STAT_ficEnvNodes, i)).text, show_moment(cell(r, STAT_ficEnvLastAt, i)).text);
  }
}

/* Rows of a table, sorted by the size of one column. */
struct ranked {
  uint64_t value;
  size_t row;
};

static int largest_first(const void *a, const void *b)
{
  const struct ranked *x = a;
  const struct ranked *y = b;
  if (x->value != y->value) {
    return x->value < y->value ? 1 : -1;
  }
  return (x->row > y->row) - (x->row < y->row);
}

static struct ranked *rank_rows(const struct stats_reader *r, enum stats_id by, size_t rows)
{
  struct ranked *order = xcalloc(rows + 1, sizeof *order);
  for (size_t i = 0; i < rows; i++) {
    order[i] = (struct ranked){cell(r, by, i), i};
  }
  qsort(order, rows, sizeof *order, largest_first);
  return order;
}

static void nodes(const struct stats_reader *r, size_t most, struct buf *out)
{
  size_t rows = stats_reader_rows(r, STATS_NODE);
  size_t shown = most == 0 || rows < most ? rows : most;
  if (rows == 0) {
    return;
  }
  struct ranked *order = rank_rows(r, STAT_ficNodeLastAt, rows);
  buf_printf(out, "\n%-32s %-16s %6s %10s %10s %12s %8s  %s\n", "Node", "environment", "result", "time", "resources",
             "compilations", "failed", "last");
  for (size_t i = 0; i < shown; i++) {
    size_t row = order[i].row;
    show_left(out, cell_text(r, STAT_ficNodeLabel, row), 32);
    buf_char(out, ' ');
    show_left(out, cell_text(r, STAT_ficNodeEnv, row), 16);
    buf_printf(out, " %6s %10s %10s %12s %8s  %s\n", result_word(cell(r, STAT_ficNodeState, row)),
               show_us(cell(r, STAT_ficNodeCmpTime, row)).text, show_count(cell(r, STAT_ficNodeResources, row)).text,
               show_count(cell(r, STAT_ficNodeCmpTotal, row)).text,
               show_count(cell(r, STAT_ficNodeCmpFailed, row)).text,
               show_moment(cell(r, STAT_ficNodeLastAt, row)).text);
  }
  if (shown < rows) {
    buf_printf(out, "(%s more; --all shows them)\n", show_count(rows - shown).text);
  }
  free(order);
}

static void types(const struct stats_reader *r, size_t most, struct buf *out)
{
  size_t rows = stats_reader_rows(r, STATS_TYPE);
  size_t shown = most == 0 || rows < most ? rows : most;
  if (rows == 0) {
    return;
  }
  struct ranked *order = rank_rows(r, STAT_ficTypeCompiled, rows);
  buf_printf(out, "\n%-32s %16s\n", "Resource type", "resources");
  for (size_t i = 0; i < shown; i++) {
    show_left(out, cell_text(r, STAT_ficTypeLabel, order[i].row), 32);
    buf_printf(out, " %16s\n", show_count(order[i].value).text);
  }
  if (shown < rows) {
    buf_printf(out, "(%s more; --all shows them)\n", show_count(rows - shown).text);
  }
  free(order);
}

/* Prints the histogram with that number; its counts are of `what`. */
static void histogram(const struct stats_reader *r, uint64_t metric, const char *title, const char *what,
                      struct buf *out)
{
  size_t rows = stats_reader_rows(r, STATS_HIST);
  uint64_t total = 0;
  uint64_t before = 0;
  for (size_t i = 0; i < rows; i++) {
    if (cell(r, STAT_ficHistMetric, i) == metric) {
      total = cell(r, STAT_ficHistCount, i);
    }
  }
  if (total == 0) {
    return;
  }
  buf_printf(out, "\n%-16s %14s %10s\n", title, what, "share");
  for (size_t i = 0; i < rows; i++) {
    uint64_t count = cell(r, STAT_ficHistCount, i) - before;
    uint64_t bound = cell(r, STAT_ficHistBound, i);
    if (cell(r, STAT_ficHistMetric, i) != metric) {
      continue;
    }
    before += count;
    if (count == 0) {
      continue;
    }
    buf_printf(out, "%-16s %14s %10s  ", bound == UINT32_MAX ? "longer" : show_us(bound).text, show_count(count).text,
               show_share(count, total).text);
    for (uint64_t bar = 0; bar < (count * 40 + total - 1) / total; bar++) {
      buf_char(out, '#');
    }
    buf_char(out, '\n');
  }
}

/* A table of calls or renderings; rows without any are omitted. */
struct span_columns {
  enum stats_group group;
  enum stats_id name, count, failed, time;
  const char *title, *what;
};

static void spans(const struct stats_reader *r, const struct span_columns *t, struct buf *out)
{
  size_t rows = stats_reader_rows(r, t->group);
  bool begun = false;
  for (size_t i = 0; i < rows; i++) {
    uint64_t count = cell(r, t->count, i);
    if (count == 0) {
      continue;
    }
    if (!begun) {
      buf_printf(out, "\n%-24s %14s %10s %10s %10s\n", t->title, t->what, "failed", "time", "mean");
    }
    begun = true;
    show_left(out, cell_text(r, t->name, i), 24);
    buf_printf(out, " %14s %10s %10s %10s\n", show_count(count).text, show_count(cell(r, t->failed, i)).text,
               show_us(cell(r, t->time, i)).text, show_us(mean(cell(r, t->time, i), count)).text);
  }
}

static void ruby(const struct stats_reader *r, struct buf *out)
{
  static const struct span_columns kinds = {.group = STATS_KIND,
                                            .name = STAT_ficRubyKindName,
                                            .count = STAT_ficRubyKindCalls,
                                            .failed = STAT_ficRubyKindFailed,
                                            .time = STAT_ficRubyKindTimeSum,
                                            .title = "Ruby called for",
                                            .what = "calls"};
  static const struct span_columns templates = {.group = STATS_TEMPLATE,
                                                .name = STAT_ficTplName,
                                                .count = STAT_ficTplCount,
                                                .failed = STAT_ficTplFailed,
                                                .time = STAT_ficTplTimeSum,
                                                .title = "Templates",
                                                .what = "rendered"};
  spans(r, &kinds, out);
  histogram(r, HIST_RUBY, "Ruby call up to", "calls", out);
  spans(r, &templates, out);
}

/* --- groups without their own layout, printed as in stats.def ---------------------------------------------- */

static bool is_laid_out(uint32_t group)
{
  static const enum stats_group groups[] = {STATS_SYSTEM, STATS_COMPILE, STATS_ENV,  STATS_NODE, STATS_PHASE,
                                            STATS_HIST,   STATS_TYPE,    STATS_RUBY, STATS_KIND, STATS_TEMPLATE};
  for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
    if (groups[i] == group) {
      return true;
    }
  }
  return false;
}

static void show_value(const struct stats_info *s, const struct stats_value *v, struct buf *out)
{
  if (s->syntax == STATS_STRING) {
    buf_str(out, str_n(v->text, v->length));
  } else if (s->syntax == STATS_ENUMERATED) {
    buf_z(out, stats_label_name((enum stats_enum)s->enumeration, v->number));
  } else if (s->syntax == STATS_TRUTHVALUE) {
    buf_z(out, v->number == 1 ? "yes" : "no");
  } else if (s->syntax == STATS_DATEANDTIME || s->syntax == STATS_TIMESTAMP) {
    buf_z(out, show_moment(v->number).text);
  } else if (s->syntax == STATS_RATIO) {
    buf_z(out, show_share(v->number, 10000).text);
  } else if (strcmp(s->units, "microseconds") == 0) {
    buf_z(out, show_us(v->number).text);
  } else {
    buf_printf(out, "%s%s%s", show_count(v->number).text, *s->units != '\0' ? " " : "", s->units);
  }
}

/* Whether the row, or the scalars, have a value other than 0. */
static bool is_counted(const struct stats_reader *r, const struct stats_group_info *g, size_t row)
{
  struct stats_value v;
  for (size_t i = g->first; i < g->first + g->count; i++) {
    const uint32_t id = (uint32_t)i;
    if (stats_is_stored(&stats_table[i]) &&
        (stats_is_table(g) ? stats_reader_cell(r, id, row, &v) : stats_reader_scalar(r, id, &v)) &&
        (!stats_is_counter(&stats_table[i]) || v.number > 0)) {
      return true;
    }
  }
  return false;
}

static void other_scalars(const struct stats_reader *r, const struct stats_group_info *g, struct buf *out)
{
  struct stats_value v;
  if (!is_counted(r, g, 0)) {
    return;
  }
  buf_printf(out, "\n%s\n", g->description);
  for (size_t i = g->first; i < g->first + g->count; i++) {
    if (stats_reader_scalar(r, (uint32_t)i, &v)) {
      buf_printf(out, "  %-20s", stats_table[i].name);
      show_value(&stats_table[i], &v, out);
      buf_char(out, '\n');
    }
  }
}

static void other_rows(const struct stats_reader *r, const struct stats_group_info *g, struct buf *out)
{
  struct stats_value v;
  bool begun = false;
  for (size_t row = 0; row < stats_reader_rows(r, (uint32_t)(g - stats_groups)); row++) {
    if (!is_counted(r, g, row)) {
      continue;
    }
    if (!begun) {
      buf_printf(out, "\n%s\n", g->description);
    }
    begun = true;
    const char *separator = "  ";
    for (size_t i = g->first; i < g->first + g->count; i++) {
      if (stats_table[i].from.source != STATS_SOURCE_INDEX && stats_reader_cell(r, (uint32_t)i, row, &v)) {
        const bool label = stats_table[i].from.source == STATS_SOURCE_LABEL;
        buf_printf(out, label ? "%s" : "%s%s ", separator, stats_table[i].name);
        show_value(&stats_table[i], &v, out);
        separator = label ? ": " : ", ";
      }
    }
    buf_char(out, '\n');
  }
}

static void others(const struct stats_reader *r, struct buf *out)
{
  for (uint32_t g = 0; g < STATS_GROUPS; g++) {
    if (!is_laid_out(g)) {
      (stats_is_table(&stats_groups[g]) ? other_rows : other_scalars)(r, &stats_groups[g], out);
    }
  }
  for (size_t h = 0; h < STATS_HISTOGRAMS; h++) {
    const uint32_t number = stats_list.histograms[h].number;
    if (number != HIST_COMPILE && number != HIST_RUBY) {
      histogram(r, number, stats_list.histograms[h].name, "observations", out);
    }
  }
}

void stats_text(const struct stats_reader *r, const char *path, size_t rows, struct buf *out)
{
  head(r, path, out);
  if (stats_reader_discontinuity_us(r) == 0) {
    others(r, out); /* the groups in other files */
    return;
  }
  totals(r, out);
  histogram(r, HIST_COMPILE, "Latency up to", "compilations", out);
  phases(r, out);
  ruby(r, out);
  environments(r, out);
  nodes(r, rows, out);
  types(r, rows, out);
  others(r, out);
}
