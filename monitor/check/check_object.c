/* object NAME[.ROW]: any numeric object of FICELLE-MIB. */
#include <math.h>

#include "monitor/check/check.h"
#include "monitor/check/rate.h"
#include "monitor/shown.h"

enum { PERF_ROWS = 20 };

static bool is_number(const struct stats_info *info)
{
  return info->syntax != STATS_STRING && info->syntax != STATS_OID && info->syntax != STATS_DATEANDTIME &&
         info->syntax != STATS_TIMESTAMP;
}

static bool find_object(struct check *c, struct buf *why)
{
  const str operand = str_of(c->operand);
  const size_t dot = str_index(operand, '.', 0);
  const str name = dot == SIZE_MAX ? operand : str_sub(operand, 0, dot);
  struct buf z = BUF_HEAP;
  buf_str(&z, name);
  const int id = stats_find(z.n > 0 ? z.p : "");
  buf_free(&z);
  c->row = dot == SIZE_MAX ? STR_EMPTY : str_from(operand, dot + 1);
  if (id < 0 || stats_table[id].access == STATS_ACCESS_NOTIFY || stats_table[id].access == STATS_ACCESS_NONE) {
    buf_printf(why, "unknown object '%s'", c->operand);
    return false;
  }
  c->object = (uint32_t)id;
  return true;
}

static bool is_named(const struct stats_group_info *g)
{
  return g->rows == STATS_ROWS_NAMED || g->rows == STATS_ROWS_CONFIGURED;
}

bool want_object(struct check *c, struct buf *why)
{
  if (!find_object(c, why)) return false;
  const struct stats_info *info = &stats_table[c->object];
  const struct stats_group_info *g = &stats_groups[info->group];
  if (!is_number(info)) {
    buf_printf(why, "%s is a text or a time, which cannot be compared with ranges", info->name);
  } else if (c->o.rate && !stats_is_counter(info)) {
    buf_printf(why, "%s is not a counter; --rate is for counters only", info->name);
  } else if (!stats_is_table(g) && c->row.n > 0 && !str_eqz(c->row, "0")) {
    buf_printf(why, "%s is not a column of a table, so it has no rows", info->name);
  } else {
    for (size_t id = g->first; id < g->first + g->count; id++)
      if (stats_table[id].from.source == STATS_SOURCE_LABEL) snapshot_want(c->s, (uint32_t)id);
    snapshot_want(c->s, c->object);
    if (is_named(g) && c->row.n > 0) snapshot_only(c->s, info->group, c->row);
    return true;
  }
  return false;
}

/* Whether the row was requested, by name, or in tables with numbers by number. */
static bool is_asked(const struct check *c, size_t row)
{
  const uint32_t group = stats_table[c->object].group;
  const struct snapshot_index *index = snapshot_index_of(c->s, group, row);
  if (c->row.n == 0 || !stats_is_table(&stats_groups[group]) || index->name.n > 0) return true;
  struct buf number = BUF_HEAP;
  buf_printf(&number, stats_groups[group].rows == STATS_ROWS_HISTOGRAMS ? "%u.%u" : "%u", index->number[0],
             index->number[1]);
  const bool asked = str_eq(buf_view(&number), c->row) || str_eq(snapshot_row_name(c->s, group, row), c->row);
  buf_free(&number);
  return asked;
}

/* --- rates --- */

struct rates {
  struct arena *arena;
  struct rate_state before, now;
  size_t hint;
};

static bool rates_begin(struct check *c, struct rates *rates, struct buf *key, struct buf *path)
{
  struct buf why = BUF_HEAP;
  const struct monitor_target *t = &c->o.target;
  *rates = (struct rates){.arena = arena_new(), .now.at_us = snapshot_time(c->s)};
  buf_printf(key, "%s %s %s %s", t->host != NULL ? t->host : t->statsfile, t->port != NULL ? t->port : "-",
             t->oid_root != NULL ? t->oid_root : "-", c->operand);
  for (size_t i = 0; i < key->n; i++)
    if ((unsigned char)key->p[i] < ' ') key->p[i] = '?';
  const bool ok = rate_path(c->o.rate_dir, buf_view(key), path, &why);
  if (ok) rate_read(rates->arena, path->p, buf_view(key), &rates->before);
  else result_say(&c->r, SEVERITY_UNKNOWN, "%s", why.p);
  rates->now.row = arena_array(rates->arena, snapshot_rows(c->s, stats_table[c->object].group) + 1,
                               sizeof *rates->now.row);
  buf_free(&why);
  return ok;
}

static void rates_end(struct check *c, struct rates *rates, const struct buf *key, const struct buf *path)
{
  struct buf why = BUF_HEAP;
  if (!rate_write(rates->arena, path->p, buf_view(key), &rates->now, &why))
    result_say(&c->r, SEVERITY_UNKNOWN, "%s", why.p);
  buf_free(&why);
}

/* --- values --- */

struct found {
  double value;
  size_t row;
  const char *uom;
};

/* How far a value is beyond a range, for finding the worst row. */
static double beyond(const struct range *r, double value)
{
  if (!r->set || r->inside || !isfinite(value)) return value;
  return value > r->high     ? value - r->high
         : value < r->low    ? r->low - value
         : isfinite(r->high) ? value - r->high
                             : r->low - value;
}

static bool is_worse(const struct check *c, double a, double b)
{
  const enum severity sa = result_judge(CHECK_RANGES(c, 0), a), sb = result_judge(CHECK_RANGES(c, 0), b);
  if (sa != sb) return severity_worse(sa, sb) == sa;
  const struct range *r = c->o.critical[0].set ? &c->o.critical[0] : &c->o.warning[0];
  return beyond(r, a) > beyond(r, b);
}

/* The value of a row; false without a value or a rate. */
static bool value_of(const struct check *c, size_t row, struct rates *rates, struct found *f)
{
  struct stats_value v;
  if (!snapshot_cell(c->s, c->object, row, &v)) return false;
  f->row = row;
  f->value = check_number(c->object, v.number, &f->uom);
  if (rates == NULL) return true;
  const bool scalar = !stats_is_table(&stats_groups[stats_table[c->object].group]);
  const str name = scalar ? STR_EMPTY : snapshot_row_name(c->s, stats_table[c->object].group, row);
  rates->now.row[rates->now.count++] = (struct rate_row){v.number, arena_str(rates->arena, name)};
  f->uom = "";
  if (!rate_of(&rates->before, name, v.number, rates->now.at_us, &rates->hint, &f->value)) return false;
  if (strcmp(stats_table[c->object].units, "microseconds") == 0) f->value /= 1e6;
  return true;
}

static void perf_of(struct check *c, const struct found *f, bool in_table)
{
  const uint32_t group = stats_table[c->object].group;
  struct buf label = BUF_HEAP;
  buf_printf(&label, c->o.rate ? "%s_rate" : "%s", stats_table[c->object].name);
  const struct perf perf = {.label = label.p,
                            .row = in_table ? snapshot_row_name(c->s, group, f->row) : STR_EMPTY,
                            .value = f->value,
                            .uom = f->uom,
                            .warning = &c->o.warning[0],
                            .critical = &c->o.critical[0],
                            .min = NAN,
                            .max = stats_table[c->object].syntax == STATS_RATIO ? 100 : NAN};
  result_perf(&c->r, &perf);
  buf_free(&label);
}

static void say_worst(struct check *c, const struct found *f, size_t count, bool in_table)
{
  const struct stats_info *info = &stats_table[c->object];
  struct buf value = BUF_HEAP;
  print_number(&value, f->value);
  if (*f->uom != '\0' && strcmp(f->uom, "c") != 0) buf_printf(&value, " %s", f->uom);
  else if (*info->units != '\0' && strcmp(info->units, "microseconds") != 0) buf_printf(&value, " %s", info->units);
  if (c->o.rate) buf_z(&value, strcmp(info->units, "microseconds") == 0 ? " s/s" : "/s");
  const enum severity severity = result_judge(CHECK_RANGES(c, 0), f->value);
  const str name = in_table ? snapshot_row_name(c->s, info->group, f->row) : STR_EMPTY;
  if (info->syntax == STATS_ENUMERATED && !c->o.rate)
    buf_printf(&value, " (%s)", stats_label_name((enum stats_enum)info->enumeration, (uint64_t)f->value));
  if (count > 1)
    result_say(&c->r, severity, "%s is %s at worst, on %.*s, of %zu rows", info->name, value.p, STR_FMT(name), count);
  else result_say(&c->r, severity, "%s%s%.*s is %s", info->name, name.n > 0 ? " of " : "", STR_FMT(name), value.p);
  buf_free(&value);
}

static void judge_rows(struct check *c, struct rates *rates)
{
  const uint32_t group = stats_table[c->object].group;
  const bool in_table = stats_is_table(&stats_groups[group]);
  struct found worst = {0}, f;
  size_t count = 0, seen = 0;
  for (size_t row = 0; row < snapshot_rows(c->s, group); row++) {
    if (!is_asked(c, row)) continue;
    seen++;
    if (!value_of(c, row, rates, &f)) continue;
    if (count == 0 || is_worse(c, f.value, worst.value)) worst = f;
    if (count++ < PERF_ROWS) perf_of(c, &f, in_table);
  }
  if (count > 0) say_worst(c, &worst, count, in_table);
  else if (rates != NULL && rates->now.count > 0) result_condition(&c->r, CONDITION_NO_RATE, "%s", c->operand);
  else if (in_table && seen == 0 && c->row.n > 0) result_condition(&c->r, CONDITION_NOT_FOUND, "%s", c->operand);
  else result_condition(&c->r, CONDITION_NO_DATA, "%s has no value now", c->operand);
}

void judge_object(struct check *c)
{
  struct rates rates;
  struct buf key = BUF_HEAP, path = BUF_HEAP;
  if (!c->o.rate) {
    judge_rows(c, NULL);
  } else {
    if (rates_begin(c, &rates, &key, &path)) {
      judge_rows(c, &rates);
      rates_end(c, &rates, &key, &path);
    }
    arena_free(rates.arena);
  }
  buf_free(&key);
  buf_free(&path);
}
