/* Why a run changed a resource: its journal, and those of the runs before. */
#ifndef FICELLE_AGENT_JOURNAL_WHY_H
#define FICELLE_AGENT_JOURNAL_WHY_H

#include "agent/journal/journal.h"

enum why_kind {
  WHY_UNKNOWN,    /* no earlier run that is kept has changed the property */
  WHY_CORRECTIVE, /* the same value was set before: somebody has changed the host */
  WHY_INTENTIONAL /* the catalog wanted something else before */
};

struct why_property {
  const struct journal_event *event;
  bool secret;
  enum why_kind kind;
  const struct journal_run *before; /* the last earlier run that set the property; NULL: none is known */
  value wanted_before;              /* what that one set; V_UNDEF: a secret */
  const struct journal_run *since;  /* the first of the runs in a row that set this value; may be this one */
  const struct journal_run *again;  /* the next run that set the property; NULL: none */
};

struct why_change {
  const struct journal_run *run;
  const struct journal_change *change;
  struct why_property *properties; /* one an event of a property */
  uint32_t n;
  const struct array *triggered; /* references of resources that it refreshed: texts */
};

/* `runs`: all of them, the oldest first; `at`: the place of the run. False: that run has not changed the resource. */
bool why_change_find(struct arena *a, const struct journal_run *runs, uint32_t n, uint32_t at, str ref,
                     struct why_change *out);
void why_change_text(const struct why_change *w, bool full, struct buf *out);
struct json_writer;
/* Members of an object that is open. */
void why_change_json(const struct why_change *w, struct json_writer *j);

#endif
