/* Prints a stored report: what changed, what failed and why, what took long. */
#ifndef FICELLE_AGENT_REPORT_SHOW_H
#define FICELLE_AGENT_REPORT_SHOW_H

#include "compiler/values/value.h"

struct shown_event {
  str property, message, status; /* "success", "failure", "noop", "audit" */
};

struct shown_resource {
  str ref, type, file;
  int64_t line; /* 0: unknown */
  bool changed, failed, skipped, noop, corrective;
  double seconds;
  struct shown_event *events;
  uint32_t nevents;
  const struct array *reasons; /* why it was skipped: texts; never NULL */
};

struct shown_type {
  str name;
  uint32_t changed, failed, skipped;
  double seconds;
};

struct shown_report {
  struct arena *arena;
  str host, time, status, environment, version, puppet_version;
  bool noop, corrective;
  int64_t total, changed, failed, skipped, out_of_sync;
  double seconds;
  struct shown_resource *resources; /* the resources in the report, which may omit unchanged ones */
  uint32_t nresources;
  struct shown_type *types; /* slowest first */
  uint32_t ntypes;
  const struct array *problems; /* errors and warnings that belong to no resource: texts */
};

/* Reads the text of a YAML report file. The document must be a hash; its members may be missing or have another type.
 * False with a message. */
bool report_show_read(struct arena *a, str text, struct shown_report *out, str *error);
void report_show_text(const struct shown_report *rep, struct buf *out);
void report_show_json(const struct shown_report *rep, struct buf *out);

#endif
