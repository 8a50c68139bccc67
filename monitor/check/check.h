/* check_ficelle: its modes, and their data. */
#ifndef FICELLE_MONITOR_CHECK_H
#define FICELLE_MONITOR_CHECK_H

#include "monitor/check/result.h"
#include "monitor/source.h"

enum { RANGES = 2 };

/* The command line. */
struct check_options {
  struct monitor_target target;
  uint32_t timeout_s;
  unsigned verbose;
  struct range warning[RANGES], critical[RANGES];
  uint32_t percentile; /* object: STAT_ficCmpP95 */
  uint32_t severe;     /* least severity of an alarm that is critical: STATS_SEVERITY_… */
  bool rate;
  const char *rate_dir;
};

struct check {
  struct check_options o;
  const char *operand; /* NULL: not given */
  struct snapshot *s;
  struct monitor_source *source;
  struct result r;
  /* Of `object`. */
  uint32_t object;
  str row; /* empty: not given */
};

struct check_mode {
  const char *name;    /* "compile" */
  const char *operand; /* "NAME", "[NAME]"; NULL: none */
  unsigned ranges;     /* number of ranges of -w and -c */
  const char *help;
  /* Requests the objects. False, with a line in `why`, when the operand or an option is invalid. */
  bool (*want)(struct check *c, struct buf *why);
  void (*judge)(struct check *c);
};

/* A row without a name ends the table. */
extern const struct check_mode check_modes[];

/* Runs the mode: the result is in c->r. False: wrong usage, with a line in `why`. */
bool check_run(struct check *c, const struct check_mode *mode, struct buf *why);

/* --- for the modes --- */

/* A scalar, or a cell of row `row`, as performance data: in seconds when its units are microseconds, in percent when it
 * is a ratio. The ranges may be NULL. */
void check_perf(struct check *c, uint32_t id, size_t row, const char *label, const struct range *warning,
                const struct range *critical);
/* Converts the number of an object to the unit of its ranges; *uom is that unit. */
double check_number(uint32_t id, uint64_t number, const char **uom);
/* The ranges of -w and -c at a position. */
#define CHECK_RANGES(c, place) &(c)->o.warning[place], &(c)->o.critical[place]

bool want_compile(struct check *c, struct buf *why);
void judge_compile(struct check *c);
bool want_failures(struct check *c, struct buf *why);
void judge_failures(struct check *c);
bool want_run(struct check *c, struct buf *why);
void judge_run(struct check *c);
bool want_node(struct check *c, struct buf *why);
void judge_node(struct check *c);
bool want_store(struct check *c, struct buf *why);
void judge_store(struct check *c);
bool want_alarms(struct check *c, struct buf *why);
void judge_alarms(struct check *c);
bool want_source(struct check *c, struct buf *why);
void judge_source(struct check *c);
bool want_puppet(struct check *c, struct buf *why);
void judge_puppet(struct check *c);
/* The condition for the state of a foreign source; false when it is ok. */
bool source_condition(uint64_t state, enum condition *condition);
/* Reports why the source has no row, or why no source has one. Needs ficColState. */
void check_no_sources(struct check *c);
bool want_server(struct check *c, struct buf *why);
void judge_server(struct check *c);
bool want_object(struct check *c, struct buf *why);
void judge_object(struct check *c);

#endif
