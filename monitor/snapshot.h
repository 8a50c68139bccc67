/* The objects of collectors/stats.def at one time, from any source.
 *
 * A snapshot is filled by a source (monitor/source.h): the statistics store of this host, or an agent queried
 * over SNMP. Both give the same values:
 *  - numbers as in the store's reader, limited to the range of their syntax in SNMP;
 *  - DATEANDTIME and TIMESTAMP in microseconds since 1970, whole tenths of a second. A TIMESTAMP of before the agent's
 * own start is absent over SNMP;
 *  - rows sorted as SNMP sorts their indices.
 *
 *   struct snapshot *s = snapshot_new();
 *   snapshot_want(s, STAT_ficCmpP95);
 *   ... source->look(source, s, &why) ...
 *   struct stats_value v;
 *   if (snapshot_scalar(s, STAT_ficCmpP95, &v)) ... v.number ...
 *
 * Only requested objects are queried. Texts are valid until the next snapshot_clear. */
#ifndef FICELLE_MONITOR_SNAPSHOT_H
#define FICELLE_MONITOR_SNAPSHOT_H

#include "base/str.h"
#include "collectors/stats_reader.h"

struct snapshot;

struct snapshot *snapshot_new(void);
void snapshot_free(struct snapshot *s);

/* Requests an object; the snapshot must have no rows yet. */
void snapshot_want(struct snapshot *s, uint32_t id);
void snapshot_want_group(struct snapshot *s, uint32_t group);
bool snapshot_wants(const struct snapshot *s, uint32_t id);
bool snapshot_wants_group(const struct snapshot *s, uint32_t group);
/* Restricts a table with names to one row; copies `name`. The row exists as soon as it has a value. */
void snapshot_only(struct snapshot *s, uint32_t group, str name);
/* NULL: all rows. */
const char *snapshot_only_row(const struct snapshot *s, uint32_t group);
/* Excludes a group from the next look, or includes it again. A skipped group keeps its rows and values. */
void snapshot_skip(struct snapshot *s, uint32_t group, bool skip);
bool snapshot_skips(const struct snapshot *s, uint32_t group);

/* --- filling --- */

/* The index of a row: a name, or numbers (one, or two in a histogram); the name comes first. */
struct snapshot_index {
  str name;
  uint32_t number[2];
};

/* Forgets all values but those of groups that are skipped. */
void snapshot_clear(struct snapshot *s);
void snapshot_set_time(struct snapshot *s, uint64_t us);
/* The row of that index, added when missing; `hint`, where to look for it first, is set to its position. False when
 * the table already has SNAPSHOT_ROWS_MAX rows. Scalars have one row, without index. */
enum { SNAPSHOT_ROWS_MAX = 100000 };
bool snapshot_row(struct snapshot *s, uint32_t group, const struct snapshot_index *index, size_t *hint);
/* Sets a value of a row, or of a scalar (row 0). Ignored if not requested. Copies text. */
void snapshot_put(struct snapshot *s, uint32_t id, size_t row, uint64_t number);
void snapshot_put_text(struct snapshot *s, uint32_t id, size_t row, str text);

/* --- reading --- */

/* When it was filled, microseconds since 1970. */
uint64_t snapshot_time(const struct snapshot *s);
/* False if the value does not exist. */
bool snapshot_scalar(const struct snapshot *s, uint32_t id, struct stats_value *value);
bool snapshot_cell(const struct snapshot *s, uint32_t id, size_t row, struct stats_value *value);
size_t snapshot_rows(const struct snapshot *s, uint32_t group);
const struct snapshot_index *snapshot_index_of(const struct snapshot *s, uint32_t group, size_t row);
/* The row of that index; -1 if missing. */
long snapshot_find(const struct snapshot *s, uint32_t group, const struct snapshot_index *index);
/* The name of a row: its label if requested and present, else its index. Never empty; valid until the next call. */
str snapshot_row_name(const struct snapshot *s, uint32_t group, size_t row);

/* Numbers and texts; `absent` is returned for missing ones. */
uint64_t snapshot_number(const struct snapshot *s, uint32_t id, size_t row, uint64_t absent);
str snapshot_text(const struct snapshot *s, uint32_t id, size_t row);

#endif
