/* The object tree of a MIB over a reader: finds the object at an identifier, or the first one after it, by binary
 * search over columns and rows. */
#include "subagent/view.h"

#include <stdlib.h>

#include "base/clock.h"
#include "subagent/oid_root.h"

enum { COLUMN_IDS = 4 }; /* below the root: objects, group, [entry,] number */
enum { DATE_AND_TIME_BYTES = 11 };
#define TICK_US 10000

struct column {
  uint32_t id;
  const struct stats_info *info;
  const struct stats_group_info *group;
  uint32_t n, below_root[COLUMN_IDS];
};

struct view {
  struct oid root;
  const struct stats_reader *reader;
  const struct view_own *own;
  const char *version;
  struct view_clock clock;
  uint64_t started_wall_us, started_us;
  int64_t master_start_us; /* since 1970 */
  bool have_master_start;
  const struct stats_list *list;
  char date[DATE_AND_TIME_BYTES];
  size_t columns;
  struct column column[];
};

/* ---- creation */

static uint64_t system_wall_us(void *ctx)
{
  (void)ctx;
  return clock_us(CLOCK_REALTIME);
}
static uint64_t system_monotonic_us(void *ctx)
{
  (void)ctx;
  return clock_us(CLOCK_MONOTONIC);
}

bool view_check_root(const char *root, struct oid *parsed, struct buf *why)
{
  if (!oid_parse(root, parsed)) {
    buf_z(why, "an object identifier must be numbers up to 4294967295 separated by dots");
    return false;
  }
  if (parsed->n < 2 || parsed->n > OID_ROOT_MAX) {
    buf_printf(why, "a root must have 2 to %d sub-identifiers", OID_ROOT_MAX);
    return false;
  }
  return true;
}

/* The column's identifier below the root: objects, group, the row of a table, number. */
static void place_column(struct column *c)
{
  c->n = 0;
  if (c->group->number != 0) {
    c->below_root[c->n++] = 1;
    c->below_root[c->n++] = c->group->number;
  }
  if (stats_is_table(c->group)) c->below_root[c->n++] = 1;
  c->below_root[c->n++] = c->info->number;
}

struct view *view_new(const struct oid *root, const struct stats_list *list, const struct stats_reader *reader,
                      const char *version, const struct view_clock *clock)
{
  static const struct view_clock system_clock = {system_wall_us, system_monotonic_us, NULL};
  struct view *v = xcalloc(1, sizeof *v + list->stat_count * sizeof v->column[0]);
  v->list = list;
  oid_copy(&v->root, root);
  v->reader = reader;
  v->version = version;
  v->clock = clock == NULL ? system_clock : *clock;
  v->started_wall_us = v->clock.wall_us(v->clock.ctx);
  v->started_us = v->clock.monotonic_us(v->clock.ctx);
  for (size_t i = 0; i < list->stat_count; i++) {
    const struct stats_info *info = &list->stats[i];
    if (info->from.source == STATS_SOURCE_INDEX) continue;
    struct column *c = &v->column[v->columns++];
    *c = (struct column){.id = (uint32_t)i, .info = info, .group = &list->groups[info->group]};
    place_column(c);
  }
  return v;
}

void view_free(struct view *v) { free(v); }
void view_set_reader(struct view *v, const struct stats_reader *reader) { v->reader = reader; }
void view_set_own(struct view *v, const struct view_own *own) { v->own = own; }
void view_set_root(struct view *v, const struct oid *root) { oid_copy(&v->root, root); }

void view_set_master_uptime(struct view *v, uint32_t ticks, uint64_t at_us)
{
  int64_t now_us = (int64_t)v->clock.wall_us(v->clock.ctx);
  int64_t ago_us = (int64_t)(v->clock.monotonic_us(v->clock.ctx) - at_us);
  int64_t start_us = now_us - ago_us - (int64_t)ticks * TICK_US;
  if (v->have_master_start && llabs(start_us - v->master_start_us) <= 2 * 1000000) return;
  v->master_start_us = start_us;
  v->have_master_start = true;
}

void view_forget_master(struct view *v) { v->have_master_start = false; }

/* ---- values */

/* Year, month, day of a day counted from 1970-01-01, in the Gregorian calendar. Eras of 400 years that begin
 * on 1 March make the leap day the last of its year. */
static void civil_date(uint64_t day, unsigned *year, unsigned *month, unsigned *dom)
{
  uint64_t z = day + 719468, era = z / 146097, doe = z % 146097;
  uint64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  uint64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;
  *dom = (unsigned)(doy - (153 * mp + 2) / 5 + 1);
  *month = (unsigned)(mp < 10 ? mp + 3 : mp - 9);
  *year = (unsigned)(yoe + era * 400 + (*month <= 2));
}

/* DateAndTime in its long form, in UTC, so that no time zone file is needed. */
static void date_and_time(struct view *v, uint64_t us, struct mib_value *value)
{
  unsigned year, month, day;
  uint64_t s = us / 1000000, in_day = s % 86400;
  civil_date(s / 86400, &year, &month, &day);
  const char date[DATE_AND_TIME_BYTES] = {(char)(year >> 8),
                                          (char)year,
                                          (char)month,
                                          (char)day,
                                          (char)(in_day / 3600),
                                          (char)(in_day / 60 % 60),
                                          (char)(in_day % 60),
                                          (char)(us / 100000 % 10),
                                          '+',
                                          0,
                                          0};
  memcpy(v->date, date, sizeof date);
  value->type = MIB_OCTETS;
  value->u.octets = str_n(v->date, sizeof date);
}

static uint32_t time_stamp(const struct view *v, uint64_t event_us)
{
  if (!v->have_master_start || (int64_t)event_us <= v->master_start_us) return 0;
  return (uint32_t)(((int64_t)event_us - v->master_start_us) / TICK_US);
}

static uint32_t clamp32(uint64_t n) { return n > UINT32_MAX ? UINT32_MAX : (uint32_t)n; }

static void convert(struct view *v, enum stats_syntax syntax, const struct stats_value *from, struct mib_value *to)
{
  switch (syntax) {
  case STATS_COUNTER32:
    to->type = MIB_COUNTER32;
    to->u.u32 = (uint32_t)from->number;
    break;
  case STATS_COUNTER64:
  case STATS_GAUGE64:
    to->type = MIB_COUNTER64;
    to->u.u64 = from->number;
    break;
  case STATS_GAUGE32:
  case STATS_UNSIGNED32:
  case STATS_RATIO:
    to->type = MIB_GAUGE32;
    to->u.u32 = clamp32(from->number);
    break;
  case STATS_INTEGER32:
  case STATS_TRUTHVALUE:
  case STATS_ENUMERATED:
    to->type = MIB_INTEGER;
    to->u.i32 = (int32_t)from->number;
    break;
  case STATS_TIMETICKS:
    to->type = MIB_TIME_TICKS;
    to->u.u32 = (uint32_t)from->number;
    break;
  case STATS_TIMESTAMP:
    to->type = MIB_TIME_TICKS;
    to->u.u32 = time_stamp(v, from->number);
    break;
  case STATS_DATEANDTIME: date_and_time(v, from->number, to); break;
  case STATS_STRING:
    to->type = MIB_OCTETS;
    to->u.octets = str_n(from->text, from->length);
    break;
  case STATS_OID:
    to->type = MIB_OID;
    to->u.octets = str_n(from->text, from->length);
    break;
  }
}

/* Values that only the publisher knows. */
static bool own_value(const struct view *v, uint32_t id, struct stats_value *value)
{
  switch ((int)id) {
  case STAT_ficVersion:
    value->text = v->version;
    value->length = strlen(v->version);
    return true;
  case STAT_ficStartedAt: value->number = v->started_wall_us; return true;
  case STAT_ficUpTime: value->number = (v->clock.monotonic_us(v->clock.ctx) - v->started_us) / TICK_US; return true;
  default: return v->own != NULL && v->own->scalar(v->own->ctx, id, value);
  }
}

static bool is_own(const struct stats_group_info *g) { return g->rows == STATS_ROWS_CONFIGURED; }

static bool column_value(struct view *v, const struct column *c, size_t row, struct mib_value *value)
{
  struct stats_value found = {0};
  bool there;
  if (is_own(c->group)) there = v->own->cell(v->own->ctx, c->id, row, &found);
  else if (c->info->from.source == STATS_SOURCE_PUBLISHER) there = own_value(v, c->id, &found);
  else if (stats_is_table(c->group)) there = stats_reader_cell(v->reader, c->id, row, &found);
  else there = stats_reader_scalar(v->reader, c->id, &found);
  if (there) convert(v, c->info->syntax, &found, value);
  return there;
}

/* ---- rows */

static size_t row_count(const struct view *v, uint32_t group)
{
  if (!is_own(&v->list->groups[group])) return stats_reader_rows(v->reader, group);
  return v->own == NULL ? 0 : v->own->rows(v->own->ctx, group);
}

static void row_key(const struct view *v, uint32_t group, size_t row, struct stats_row_key *key)
{
  if (!is_own(&v->list->groups[group])) {
    stats_reader_key(v->reader, group, row, key);
    return;
  }
  const str name = v->own->name(v->own->ctx, group, row);
  *key = (struct stats_row_key){.name = name.p, .length = name.n};
}

static bool is_named(enum stats_rows rows) { return rows == STATS_ROWS_NAMED || rows == STATS_ROWS_CONFIGURED; }

static int compare_u32(uint32_t a, uint32_t b) { return a < b ? -1 : a > b; }

/* Compares a row's index with the n sub-identifiers `ids`. */
static int compare_key(enum stats_rows rows, const struct stats_row_key *key, const uint32_t *ids, size_t n)
{
  size_t parts = is_named(rows) ? key->length + 1 : rows == STATS_ROWS_HISTOGRAMS ? 2 : 1;
  for (size_t i = 0; i < parts; i++) {
    if (i == n) return 1;
    uint32_t part = !is_named(rows) ? key->number[i] : i == 0 ? (uint32_t)key->length : (unsigned char)key->name[i - 1];
    int order = compare_u32(part, ids[i]);
    if (order != 0) return order;
  }
  return parts < n ? -1 : 0;
}

static void append_key(enum stats_rows rows, const struct stats_row_key *key, struct oid *name)
{
  if (!is_named(rows)) {
    oid_append(name, key->number, rows == STATS_ROWS_HISTOGRAMS ? 2 : 1);
    return;
  }
  name->id[name->n++] = (uint32_t)key->length;
  for (size_t i = 0; i < key->length && name->n < OID_MAX; i++) name->id[name->n++] = (unsigned char)key->name[i];
}

/* The first row whose index is not below `ids`; *equal: whether it is equal. */
static size_t lower_row(const struct view *v, const struct stats_group_info *g, const uint32_t *ids, size_t n,
                        bool *equal)
{
  const uint32_t group = (uint32_t)(g - v->list->groups);
  size_t low = 0, high = row_count(v, group);
  *equal = false;
  while (low < high) {
    size_t mid = low + (high - low) / 2;
    struct stats_row_key key;
    row_key(v, group, mid, &key);
    int order = compare_key(g->rows, &key, ids, n);
    if (order == 0) {
      *equal = true;
      return mid;
    }
    if (order < 0) low = mid + 1;
    else high = mid;
  }
  return low;
}

/* ---- columns */

/* Compares a name with a column's identifier; every name inside the column counts as equal. */
static int compare_column(const struct view *v, const struct column *c, const struct oid *name)
{
  if (!oid_starts(name, &v->root)) return oid_cmp(&v->root, name);
  const uint32_t *ids = name->id + v->root.n;
  size_t n = name->n - v->root.n;
  return oid_cmp_ids(c->below_root, c->n, ids, n < c->n ? n : c->n);
}

/* The first column that is not completely before `name`; v->columns at the end. */
static size_t lower_column(const struct view *v, const struct oid *name)
{
  size_t low = 0, high = v->columns;
  while (low < high) {
    size_t mid = low + (high - low) / 2;
    if (compare_column(v, &v->column[mid], name) < 0) low = mid + 1;
    else high = mid;
  }
  return low;
}

void view_get(struct view *v, const struct oid *name, struct mib_value *value)
{
  size_t i = lower_column(v, name);
  if (i == v->columns || compare_column(v, &v->column[i], name) != 0) {
    value->type = MIB_NO_SUCH_OBJECT;
    return;
  }
  const struct column *c = &v->column[i];
  const uint32_t *ids = name->id + v->root.n + c->n;
  size_t n = name->n - v->root.n - c->n, row = 0;
  bool there = n == 1 && ids[0] == 0;
  if (stats_is_table(c->group)) row = lower_row(v, c->group, ids, n, &there);
  if (!there || !column_value(v, c, row, value)) value->type = MIB_NO_SUCH_INSTANCE;
}

/* The first instance of the column at or after row number `row`. */
static bool first_in_column(struct view *v, const struct column *c, size_t row, struct oid *name,
                            struct mib_value *value)
{
  bool table = stats_is_table(c->group);
  size_t rows = table ? row_count(v, c->info->group) : 1;
  while (row < rows && !column_value(v, c, row, value)) row++;
  if (row >= rows) return false;
  oid_copy(name, &v->root);
  oid_append(name, c->below_root, c->n);
  if (table) {
    struct stats_row_key key;
    row_key(v, c->info->group, row, &key);
    append_key(c->group->rows, &key, name);
  } else {
    name->id[name->n++] = 0;
  }
  return true;
}

/* The row at which the search in a column that contains `start` begins. */
static size_t row_after(const struct view *v, const struct column *c, const struct oid *start, bool include)
{
  const uint32_t *ids = start->id + v->root.n + c->n;
  size_t n = start->n - v->root.n - c->n;
  bool equal;
  if (stats_is_table(c->group)) {
    size_t row = lower_row(v, c->group, ids, n, &equal);
    return equal && !include ? row + 1 : row;
  }
  equal = n == 1 && ids[0] == 0;
  return n == 0 || (equal && include) ? 0 : 1;
}

bool view_next(struct view *v, const struct oid *start, bool include, const struct oid *end, struct oid *name,
               struct mib_value *value)
{
  size_t i = lower_column(v, start), row = 0;
  if (i < v->columns && compare_column(v, &v->column[i], start) == 0) {
    row = row_after(v, &v->column[i], start, include);
  }
  for (; i < v->columns; i++, row = 0) {
    if (first_in_column(v, &v->column[i], row, name, value)) {
      return end->n == 0 || oid_cmp(name, end) < 0;
    }
  }
  return false;
}
