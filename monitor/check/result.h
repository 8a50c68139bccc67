/* The result of a check: one line of text with a severity, performance data, further lines. */
#ifndef FICELLE_MONITOR_RESULT_H
#define FICELLE_MONITOR_RESULT_H

#include "monitor/check/range.h"

/* Exit statuses of plug-ins. */
enum severity { SEVERITY_OK, SEVERITY_WARNING, SEVERITY_CRITICAL, SEVERITY_UNKNOWN };
const char *severity_name(enum severity severity); /* "WARNING" */
bool severity_parse(const char *text, enum severity *severity);
/* The worse one: critical, warning, unknown, ok. */
enum severity severity_worse(enum severity a, enum severity b);

enum condition {
#define CONDITION(symbol, ...) CONDITION_##symbol,
#include "monitor/check/conditions.def"
#undef CONDITION
  CONDITIONS
};

struct condition_info {
  const char *option, *words, *help;
  enum severity severity;
};
extern const struct condition_info condition_infos[CONDITIONS];

/* A part of the text. */
struct phrase {
  enum severity severity;
  size_t from, end; /* in the text */
};

struct result {
  enum severity severity;
  enum severity of[CONDITIONS]; /* the severity of each condition */
  struct buf text, perf, details;
  struct phrase *phrases;
  size_t phrase_count, phrase_room;
};

void result_init(struct result *r);
void result_free(struct result *r);

/* Adds a phrase, and raises the severity of the result to at least this one. */
void result_say(struct result *r, enum severity severity, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Adds "WORDS" or "WORDS: text", with the condition's severity. */
void result_condition(struct result *r, enum condition condition, const char *fmt, ...)
  __attribute__((format(printf, 3, 4)));
/* Adds a line of details. */
void result_detail(struct result *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* A value as performance data: "" for no unit, "s", "us", "%", "B", "c". */
struct perf {
  const char *label;
  str row; /* printed before the label, with a blank, if not empty */
  double value;
  const char *uom;
  const struct range *warning, *critical; /* NULL: none */
  double min, max;                        /* NAN: none */
};
/* Values of rows are left out when the performance data is long. */
void result_perf(struct result *r, const struct perf *perf);
/* Severity of a value by two ranges, either of which may be NULL. */
enum severity result_judge(const struct range *warning, const struct range *critical, double value);

/* "FICELLE NAME SEVERITY: text | perf", then, with `details`, the details. The text has no line breaks and no "|". Of a
 * long text the line has the worst phrases and the last one, and the details have all. */
void result_print(const struct result *r, const char *name, bool details, struct buf *out);

/* Prints a number without unnecessary zeros. */
void print_number(struct buf *out, double value);

#endif
