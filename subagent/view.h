/* The object tree of a MIB over a statistics reader: GET and GETNEXT, independent of the protocol.
 *
 * The tree is not stored. Columns come from a list (collectors/stats_table.h), rows from the reader, whose tables are
 * sorted in SNMP's order of indices: a step finds its column and its row by binary search, O(log n). Answers are
 * made from the reader's memory; no call here does I/O. The caller refreshes the reader between requests,
 * never during one.
 *
 * Instances without a value (a percentile of no samples, a time that has not occurred) do not exist: GET returns
 * noSuchInstance and GETNEXT skips them.
 *
 * TimeStamp objects are values of the master agent's sysUpTime. The view has the time at which that was zero
 * (view_set_master_start) and returns zero for an earlier event. The time is set when a session opens and then kept,
 * so that a time stamp does not vary between requests. */
#ifndef FICELLE_SUBAGENT_VIEW_H
#define FICELLE_SUBAGENT_VIEW_H

#include "collectors/stats_reader.h"
#include "subagent/mib_value.h"

struct view;

/* Microseconds since 1970, and monotonic ones; both without a system call. */
struct view_clock {
  uint64_t (*wall_us)(void *ctx);
  uint64_t (*monotonic_us)(void *ctx);
  void *ctx;
};

/* Rows and values of the subagent itself: groups whose rows are CONFIGURED, scalars whose source is PUBLISHER. Rows
 * are in SNMP's order of names; texts are borrowed until the next call. */
struct view_own {
  void *ctx;
  size_t (*rows)(void *ctx, uint32_t group);
  str (*name)(void *ctx, uint32_t group, size_t row);
  bool (*cell)(void *ctx, uint32_t id, size_t row, struct stats_value *value);
  bool (*scalar)(void *ctx, uint32_t id, struct stats_value *value);
};

/* False, with a line in `why`, when the root is not an identifier, or too long to leave space for instances. */
bool view_check_root(const char *root, struct oid *parsed, struct buf *why);

/* Borrows `reader` and `version`. A NULL clock is the system's. `list` is the reader's; only stats_list has values of
 * the publisher itself. Objects of a group with the number 0 are right below the root. */
struct view *view_new(const struct oid *root, const struct stats_list *list, const struct stats_reader *reader,
                      const char *version, const struct view_clock *clock);
void view_free(struct view *v);
/* For a new configuration: keeps the view's start time and its data about the master agent. */
void view_set_reader(struct view *v, const struct stats_reader *reader);
/* Borrowed; NULL: none. */
void view_set_own(struct view *v, const struct view_own *own);
void view_set_root(struct view *v, const struct oid *root);

/* The master's sysUpTime was `ticks` hundredths of a second at `at_us` (monotonic). Kept from the first call after
 * view_forget_master on, unless the two clocks have since diverged by more than two seconds. */
void view_set_master_uptime(struct view *v, uint32_t ticks, uint64_t at_us);
void view_forget_master(struct view *v);

/* Octets in *value are borrowed until the next call with this view or refresh of the reader. */
void view_get(struct view *v, const struct oid *name, struct mib_value *value);
bool view_next(struct view *v, const struct oid *start, bool include, const struct oid *end, struct oid *name,
               struct mib_value *value);

#endif
