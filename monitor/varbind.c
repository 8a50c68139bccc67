/* A name is resolved to an object and the index of a row; a value is used only if its type fits the object's syntax.
 * All other varbinds are ignored. */
#include "monitor/varbind.h"

enum { TICK_US = 10000, TENTH_US = 100000 };

/* --- names --- */

/* The object with that number in that group. */
static bool find_object(uint32_t group, uint32_t number, uint32_t *id)
{
  for (uint32_t g = 0; g < STATS_GROUPS; g++) {
    const struct stats_group_info *info = &stats_groups[g];
    if (info->number != group) continue;
    for (size_t i = info->first; i < info->first + info->count; i++) {
      if (stats_table[i].number == number) {
        *id = (uint32_t)i;
        return true;
      }
    }
  }
  return false;
}

/* A name, as its length and its octets. */
static bool read_name(const uint32_t *ids, size_t n, struct snapshot_index *index, char bytes[OID_MAX])
{
  if (n < 2 || ids[0] != n - 1 || n > OID_MAX) return false;
  for (size_t i = 1; i < n; i++) {
    if (ids[i] > 255) return false;
    bytes[i - 1] = (char)ids[i];
  }
  index->name = str_n(bytes, n - 1);
  return true;
}

static bool read_index(const struct stats_group_info *g, const uint32_t *ids, size_t n, struct snapshot_index *index,
                       char bytes[OID_MAX])
{
  *index = (struct snapshot_index){.name = STR_EMPTY};
  switch (g->rows) {
  case STATS_ROWS_SCALARS: return n == 1 && ids[0] == 0;
  case STATS_ROWS_NAMED:
  case STATS_ROWS_CONFIGURED: return read_name(ids, n, index, bytes);
  case STATS_ROWS_FIXED:
  case STATS_ROWS_HISTOGRAMS:
    if (n != (g->rows == STATS_ROWS_FIXED ? 1 : 2)) return false;
    for (size_t i = 0; i < n; i++) index->number[i] = ids[i];
    return true;
  }
  return false;
}

bool varbind_resolve(const struct oid *name, const struct oid *root, uint32_t *id, struct snapshot_index *index,
                     char name_bytes[OID_MAX])
{
  if (!oid_starts(name, root)) return false;
  const uint32_t *ids = name->id + root->n;
  const size_t n = name->n - root->n;
  if (n < 3 || ids[0] != 1) return false;
  for (uint32_t g = 0; g < STATS_GROUPS; g++) {
    const struct stats_group_info *info = &stats_groups[g];
    const size_t at = stats_is_table(info) ? 3 : 2; /* where the object's number is: tables have an entry */
    if (info->number != ids[1] || n <= at || (at == 3 && ids[2] != 1)) continue;
    return find_object(ids[1], ids[at], id) && read_index(info, ids + at + 1, n - at - 1, index, name_bytes);
  }
  return false;
}

bool varbind_column(uint32_t id, struct oid *name)
{
  const struct stats_group_info *g = &stats_groups[stats_table[id].group];
  const uint32_t in_table[] = {1, g->number, 1, stats_table[id].number},
                 scalar[] = {1, g->number, stats_table[id].number, 0};
  return oid_append(name, stats_is_table(g) ? in_table : scalar, 4);
}

bool varbind_instance(uint32_t id, str row, struct oid *name)
{
  const uint32_t length = (uint32_t)row.n;
  if (row.n >= OID_MAX || !varbind_column(id, name) || !oid_append(name, &length, 1)) return false;
  for (size_t i = 0; i < row.n; i++) {
    const uint32_t octet = (unsigned char)row.p[i];
    if (!oid_append(name, &octet, 1)) return false;
  }
  return true;
}

/* --- values --- */

/* Days since 1970-01-01 of a day in the Gregorian calendar; years begin on 1 March, so that the leap day
 * is the last. */
static int64_t days_of(int64_t year, unsigned month, unsigned day)
{
  year -= month <= 2;
  const int64_t era = year / 400, of_era = year - era * 400;
  const int64_t of_year = (153 * (int64_t)(month > 2 ? month - 3 : month + 9) + 2) / 5 + (int64_t)day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

bool varbind_date(str octets, uint64_t *us)
{
  const unsigned char *b = (const unsigned char *)octets.p;
  if (octets.n != 8 && octets.n != 11) return false;
  if (b[2] < 1 || b[2] > 12 || b[3] < 1 || b[3] > 31 || b[4] > 23 || b[5] > 59 || b[6] > 60 || b[7] > 9) return false;
  int64_t seconds = days_of(b[0] << 8 | b[1], b[2], b[3]) * 86400 + b[4] * 3600 + b[5] * 60 + b[6];
  if (octets.n == 11) {
    if ((b[8] != '+' && b[8] != '-') || b[9] > 14 || b[10] > 59) return false;
    seconds -= (b[8] == '+' ? 1 : -1) * (b[9] * 3600 + b[10] * 60);
  }
  if (seconds < 0) return false;
  *us = (uint64_t)seconds * 1000000 + (uint64_t)b[7] * TENTH_US;
  return true;
}

/* Converts a value of sysUpTime to a time. Zero: before the agent started. */
static bool read_stamp(const struct varbind_context *context, int64_t ticks, uint64_t *us)
{
  if (!context->has_uptime || ticks == 0 || ticks > context->uptime) return false;
  const uint64_t ago_us = (context->uptime - (uint64_t)ticks) * TICK_US;
  if (ago_us > context->now_us) return false;
  *us = (context->now_us - ago_us) / TENTH_US * TENTH_US;
  return true;
}

static bool is_text(enum stats_syntax syntax) { return syntax == STATS_STRING || syntax == STATS_OID; }

/* The number of a value, if it has the type of the object. */
static bool read_number(const struct varbind_context *context, enum stats_syntax syntax, const struct varbind *v,
                        uint64_t *number)
{
  *number = (uint64_t)v->number;
  switch (syntax) {
  case STATS_COUNTER64:
  case STATS_GAUGE64: return v->type == VARBIND_COUNTER64;
  case STATS_COUNTER32:
  case STATS_GAUGE32:
  case STATS_UNSIGNED32:
  case STATS_RATIO: return v->type == VARBIND_UNSIGNED && v->number >= 0 && v->number <= UINT32_MAX;
  case STATS_INTEGER32:
  case STATS_TRUTHVALUE:
  case STATS_ENUMERATED: return v->type == VARBIND_INTEGER && v->number >= INT32_MIN && v->number <= INT32_MAX;
  case STATS_TIMETICKS: return v->type == VARBIND_TICKS && v->number >= 0 && v->number <= UINT32_MAX;
  case STATS_TIMESTAMP: return v->type == VARBIND_TICKS && v->number >= 0 && read_stamp(context, v->number, number);
  case STATS_DATEANDTIME: return v->type == VARBIND_OCTETS && varbind_date(v->bytes, number);
  case STATS_STRING:
  case STATS_OID: break;
  }
  return false;
}

bool varbind_put(struct snapshot *s, const struct varbind_context *context, const struct varbind *v, size_t *hint)
{
  uint32_t id;
  uint64_t number = 0;
  struct snapshot_index index;
  char bytes[OID_MAX];
  if (!varbind_resolve(&v->name, context->root, &id, &index, bytes) || !snapshot_wants(s, id)) return false;
  const enum stats_syntax syntax = stats_table[id].syntax;
  const bool text = is_text(syntax);
  if (text ? v->type != (syntax == STATS_OID ? VARBIND_OID : VARBIND_OCTETS)
           : !read_number(context, syntax, v, &number))
    return false;
  if (!snapshot_row(s, stats_table[id].group, &index, hint)) return false;
  if (text) snapshot_put_text(s, id, *hint, v->bytes);
  else snapshot_put(s, id, *hint, number);
  return true;
}
