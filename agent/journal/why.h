/* Why a run changed a resource: its journal, and those of the runs before. */
#ifndef FICELLE_AGENT_JOURNAL_WHY_H
#define FICELLE_AGENT_JOURNAL_WHY_H

#include "agent/journal/journal.h"

enum why_kind {
  WHY_UNKNOWN,    /* no journal of an earlier run contains the property */
  WHY_CORRECTIVE, /* an earlier run set the same value: somebody has changed the host */
  WHY_INTENTIONAL /* the catalog wanted another value before */
};

struct why_property {
  const struct journal_event *event;
  bool secret;
  enum why_kind kind;
  const struct journal_run *before; /* the last earlier run that set the property; NULL: unknown */
  value wanted_before;              /* the value that it set; V_UNDEF: secret */
  const struct journal_run *since;  /* the first of the consecutive runs that set this value; may be this run */
  const struct journal_run *again;  /* the next run that set the property; NULL: none */
};

struct why_change {
  const struct journal_run *run;
  const struct journal_change *change;
  struct why_property *properties; /* one for each event of a property */
  uint32_t n;
  const struct array *triggered; /* references of the resources that it refreshed: texts */
};

/* `runs`: all runs, oldest first; `at`: the index of the run. False: that run has not changed the resource. */
bool why_change_find(struct arena *a, const struct journal_run *runs, uint32_t n, uint32_t at, str ref,
                     struct why_change *out);
void why_change_text(const struct why_change *w, bool full, struct buf *out);
struct json_writer;
/* Writes the members of an object that is already open. */
void why_change_json(const struct why_change *w, struct json_writer *j);

#endif
