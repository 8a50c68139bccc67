/* The report of a run: log messages, the status of each resource with its events, totals. Puppet's report format 12. */
#ifndef FICELLE_AGENT_REPORT_REPORT_H
#define FICELLE_AGENT_REPORT_REPORT_H

#include <time.h>

#include "agent/ral/ral.h"

enum ral_event_status { EVENT_SUCCESS, EVENT_FAILURE, EVENT_NOOP, EVENT_AUDIT };

struct ral_event {
  struct ral_event *next;
  str name;     /* "file_created"; "restarted" and "noop_restart" belong to no property */
  str property; /* empty: none */
  value previous, desired, historical;
  str message;
  enum ral_event_status status;
  struct timespec time;
  bool audited, redacted, corrective, invalidates_refreshes;
};

struct ral_status {
  struct ral_resource *resource;
  struct ral_event *first, *last;
  uint32_t events, changes, out_of_sync;
  struct timespec time;
  double evaluation_time; /* in seconds; negative: not evaluated */
  bool failed, failed_to_restart, restarted, skipped, scheduled, corrective;
  bool journaled; /* the journal contains its change, but not yet the result */
};

struct report_log {
  enum log_level level;
  str message, source;
  const struct array *tags;
  str file;
  int64_t line; /* 0: none */
  struct timespec time;
};

struct report_time {
  const char *name;
  double seconds;
};

struct report {
  struct arena *arena;
  struct settings *settings;
  str host, environment, initial_environment, configuration_version, catalog_uuid, code_id, transaction_uuid;
  str puppet_version;
  str server_used, job_id;               /* for agents; empty: none */
  const char *run_mode, *cached_catalog; /* "user"; "not_used" */
  struct timespec began;
  struct report_log *logs;
  uint32_t nlogs, cap_logs;
  struct ptrvec statuses;       /* struct ral_status *, in the order of evaluation */
  struct report_time times[16]; /* of the phases, in the order in which they were added */
  uint32_t ntimes;
  bool noop, completed, generating_failed;
  /* report_finish fills these. */
  const char *status; /* "failed", "changed", "unchanged" */
  bool noop_pending, corrective;
  uint32_t changes, failed, failed_to_restart;
  value metrics;
};

struct report *report_new(struct ral *ral);
void report_log(struct report *rep, const struct report_log *line);
void report_time_add(struct report *rep, const char *name, double seconds);
/* The status of a resource in this run; creates it if necessary. */
struct ral_status *report_status(struct report *rep, struct ral_resource *r);
/* Moves it behind all others, since its turn comes only now. */
void report_status_last(struct report *rep, const struct ral_status *s);
void report_event_add(struct ral_status *s, struct ral_event *e);
/* Computes the totals; call it after the last event. */
void report_finish(struct report *rep);
/* Puppet's exit status for --detailed-exitcodes: 2 for changes, 4 for failures. */
int report_exit_status(const struct report *rep);
/* The report as a value, with members in Puppet's order. */
value report_value(const struct report *rep);
/* The contents of last_run_summary.yaml. */
value report_last_run(const struct report *rep);
/* Prints the text of --summarize. */
void report_print_summary(const struct report *rep, struct buf *out);
/* Copies a value; symbols become texts, and secrets are redacted. */
value report_plain(struct arena *a, value v);
/* 2026-11-22T19:00:04.388290426+00:00 */
str report_time_text(struct arena *a, struct timespec t);
struct timespec report_now(void);
double report_seconds_since(struct timespec then);

#endif
