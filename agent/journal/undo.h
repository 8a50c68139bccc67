/* Putting back what a run has changed: a plan of the journal, and a catalog of ordinary resources that does it. */
#ifndef FICELLE_AGENT_JOURNAL_UNDO_H
#define FICELLE_AGENT_JOURNAL_UNDO_H

#include "agent/journal/journal.h"

enum undo_state {
  UNDO_BACK,    /* it will be put back */
  UNDO_SAME,    /* it is as before the run already */
  UNDO_CHANGED, /* it was changed again since: refused unless forced */
  UNDO_NOT      /* it cannot be */
};

/* One thing: a resource, or a file that any number of resources have changed. */
struct undo_item {
  str ref; /* in the catalog: "File[/a]" */
  str by;  /* the resources that changed it; empty: it is itself one */
  enum undo_state state;
  bool forced;               /* it was changed again, and will be put back all the same */
  str text;                  /* how it will be; why it will not be */
  str lost;                  /* what of it cannot be put back; empty: nothing */
  struct valuevec resources; /* of the catalog */
};

struct undo_plan {
  struct arena *arena;
  struct undo_item *items;     /* in the order in which they are put back: the last change first */
  uint32_t n, nback, nchanged; /* nchanged: refused ones */
};

/* Looks at the host and changes nothing. `ral` has settings, facts and an arena, and no catalog. With `force` what was
 * changed again is put back, too. */
void undo_plan_make(struct ral *ral, const struct journal_run *run, bool force, struct undo_plan *out);
/* For people: all that will be, and what cannot be. */
void undo_plan_text(const struct undo_plan *p, const struct journal_run *run, struct buf *out);
/* The catalog as JSON. Its order counts (`as_listed` of a run). */
str undo_plan_catalog(const struct undo_plan *p, const struct journal_run *run);

#endif
