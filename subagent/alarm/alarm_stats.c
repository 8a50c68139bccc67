/* Implements `struct alarm_source` over a stats_reader: finds objects by name, provides their unit, and reads
 * scalars, rows and the results of nodes. */
#include "subagent/alarm/alarm_stats.h"

#include <inttypes.h>
#include <stdio.h>

static bool unit_of(const struct stats_info *info, enum alarm_unit *unit)
{
  static const struct {
    const char *units;
    enum alarm_unit unit;
  } units[] = {
    {"microseconds", ALARM_UNIT_MICROSECONDS},
    {"seconds", ALARM_UNIT_SECONDS},
    {"kibibytes", ALARM_UNIT_KIBIBYTES},
  };
  *unit = ALARM_UNIT_PLAIN;
  switch (info->syntax) {
  case STATS_GAUGE32:
  case STATS_UNSIGNED32:
  case STATS_INTEGER32:
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
      if (strcmp(info->units, units[i].units) == 0) *unit = units[i].unit;
    }
    return true;
  case STATS_ENUMERATED: return true;
  case STATS_TIMETICKS: *unit = ALARM_UNIT_TICKS; return true;
  case STATS_RATIO: *unit = ALARM_UNIT_RATIO; return true;
  case STATS_TRUTHVALUE: *unit = ALARM_UNIT_TRUTH; return true;
  case STATS_GAUGE64: /* thresholds are 32 bits wide */
  case STATS_COUNTER64:
  case STATS_COUNTER32:
  case STATS_TIMESTAMP:
  case STATS_DATEANDTIME:
  case STATS_STRING:
  case STATS_OID: break;
  }
  return false;
}

static bool find_object(void *ctx, str name, struct alarm_object *object, struct buf *why)
{
  (void)ctx;
  char copy[64];
  snprintf(copy, sizeof copy, "%.*s", STR_FMT(str_sub(name, 0, sizeof copy - 1)));
  const int id = stats_find(copy);
  const struct stats_info *info = id < 0 ? NULL : &stats_table[id];
  *object = (struct alarm_object){.id = (uint32_t)id};
  if (info == NULL || info->access == STATS_ACCESS_NONE || info->access == STATS_ACCESS_NOTIFY) {
    buf_printf(why, "object: unknown object \"%s\"; expected an object of FICELLE-MIB", copy);
  } else if (info->from.source == STATS_SOURCE_PUBLISHER) {
    buf_printf(why, "object: expected a measured object; %s is the subagent's own", copy);
  } else if (stats_is_counter(info)) {
    buf_printf(why, "object: must be a gauge; %s is a counter, which only grows", copy);
  } else if (!unit_of(info, &object->unit)) {
    buf_printf(why, "object: must be a number; %s is not", copy);
  } else {
    object->units = info->units;
    object->table = stats_is_table(&stats_groups[info->group]);
    /* Objects in other files do not depend on the statistics file. */
    object->without_store = stats_groups[info->group].segment != STATS_SEGMENT_STORE ||
                            (info->from.source == STATS_SOURCE_READER &&
                             (info->from.number == STATS_FIGURE_AGE || info->from.number == STATS_FIGURE_STATE));
    return true;
  }
  return false;
}

static const struct stats_reader *reader_of(void *ctx) { return ((struct alarm_stats *)ctx)->reader; }

static enum alarm_store store(void *ctx)
{
  const unsigned state = stats_reader_state(reader_of(ctx));
  return state < STATS_STATE_OK || state > STATS_STATE_CORRUPT ? ALARM_STORE_MISSING : (enum alarm_store)state;
}

static bool scalar(void *ctx, uint32_t id, uint64_t *value)
{
  struct stats_value v;
  if (!stats_reader_scalar(reader_of(ctx), id, &v)) return false;
  *value = v.number;
  return true;
}

static uint64_t rows_generation(void *ctx) { return stats_reader_rows_generation(reader_of(ctx)); }
static uint64_t generation(void *ctx) { return stats_reader_generation(reader_of(ctx)); }
static size_t rows(void *ctx, uint32_t id) { return stats_reader_rows(reader_of(ctx), stats_table[id].group); }

/* The name of a row: the index of a named table, the label of an enumeration, the numbers of a histogram's row. */
static str row(void *ctx, uint32_t id, size_t n)
{
  struct alarm_stats *s = ctx;
  const struct stats_group_info *g = &stats_groups[stats_table[id].group];
  struct stats_row_key key;
  if (!stats_reader_key(s->reader, stats_table[id].group, n, &key)) return STR_EMPTY;
  if (key.name != NULL) return str_n(key.name, key.length);
  const struct stats_label_info *label = g->rows == STATS_ROWS_FIXED
                                           ? stats_label(&stats_list, g->enumeration, key.number[0])
                                           : NULL;
  if (label != NULL) return str_of(label->name);
  snprintf(s->name, sizeof s->name, "%" PRIu32 ".%" PRIu32, key.number[0], key.number[1]);
  return str_of(s->name);
}

static bool cell(void *ctx, uint32_t id, size_t n, uint64_t *value)
{
  struct stats_value v;
  if (!stats_reader_cell(reader_of(ctx), id, n, &v)) return false;
  *value = v.number;
  return true;
}

static str node_text(const struct stats_reader *r, uint32_t id, size_t n)
{
  struct stats_value v;
  return stats_reader_cell(r, id, n, &v) ? str_n(v.text, v.length) : STR_EMPTY;
}

static size_t nodes(void *ctx) { return stats_reader_rows(reader_of(ctx), STATS_NODE); }

/* A catalog from the cache is the answer to a failure. */
static enum alarm_result compile_result(uint64_t state)
{
  switch (state) {
  case STATS_RESULT_NONE: return ALARM_RESULT_NONE;
  case STATS_RESULT_FAILED:
  case STATS_RESULT_CACHED: return ALARM_RESULT_FAILED;
  default: return ALARM_RESULT_OK;
  }
}

/* A skipped run has no information about the node. */
static enum alarm_result run_result(uint64_t state)
{
  switch (state) {
  case STATS_RUNRESULT_NONE:
  case STATS_RUNRESULT_SKIPPED: return ALARM_RESULT_NONE;
  case STATS_RUNRESULT_FAILED:
  case STATS_RUNRESULT_NO_CATALOG: return ALARM_RESULT_FAILED;
  default: return ALARM_RESULT_OK;
  }
}

static void node(void *ctx, size_t n, struct alarm_node *to)
{
  const struct stats_reader *r = reader_of(ctx);
  struct stats_row_key key;
  struct stats_value v;
  *to = (struct alarm_node){.name = STR_EMPTY};
  if (!stats_reader_key(r, STATS_NODE, n, &key)) return;
  to->name = str_n(key.name, key.length);
  to->label = node_text(r, STAT_ficNodeLabel, n);
  to->environment = node_text(r, STAT_ficNodeEnv, n);
  if (stats_reader_cell(r, STAT_ficNodeState, n, &v)) to->compile = compile_result(v.number);
  if (stats_reader_cell(r, STAT_ficNodeRunState, n, &v)) to->run = run_result(v.number);
  /* A node counts as seen when it is compiled for, and when it runs. */
  static const enum stats_id ages[] = {STAT_ficNodeAge, STAT_ficNodeRunAge};
  for (size_t i = 0; i < sizeof ages / sizeof *ages; i++) {
    if (!stats_reader_cell(r, ages[i], n, &v)) continue;
    if (!to->has_age || v.number < to->age_s) to->age_s = v.number;
    to->has_age = true;
  }
}

void alarm_stats_init(struct alarm_stats *s, const struct stats_reader *reader)
{
  *s = (struct alarm_stats){
    .source = {s, find_object, store, scalar, rows_generation, rows, row, cell, generation, nodes, node},
    .reader = reader};
}
