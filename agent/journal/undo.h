/* Undoes a run: makes a plan from its journal, and a catalog of ordinary resources that carries it out. */
#ifndef FICELLE_AGENT_JOURNAL_UNDO_H
#define FICELLE_AGENT_JOURNAL_UNDO_H

#include "agent/journal/journal.h"

enum undo_state {
  UNDO_BACK,    /* it will be restored */
  UNDO_SAME,    /* it is already as it was before the run */
  UNDO_CHANGED, /* it has changed since the run: not restored unless forced */
  UNDO_NOT      /* it cannot be restored */
};

/* One item of the plan: a resource, or a file, which any number of resources may have changed. */
struct undo_item {
  str ref; /* the reference in the catalog: "File[/a]" */
  str by;  /* the resources that changed the file; empty: the item is a resource */
  enum undo_state state;
  bool forced;               /* it has changed since, and will be restored nevertheless */
  str text;                  /* its state after undoing, or why it is not restored */
  str lost;                  /* what cannot be restored; empty: nothing */
  struct valuevec resources; /* for the catalog */
};

struct undo_plan {
  struct arena *arena;
  struct undo_item *items;     /* in the order in which they are restored: the last change first */
  uint32_t n, nback, nchanged; /* nchanged: items that are not restored because they have changed since */
};

/* Reads the state of the host and changes nothing. `ral` has settings, facts and an arena, but no catalog. With
 * `force`, items that have changed since are restored, too. */
void undo_plan_make(struct ral *ral, const struct journal_run *run, bool force, struct undo_plan *out);
/* Prints the plan: what will be restored, and what cannot be. */
void undo_plan_text(const struct undo_plan *p, const struct journal_run *run, struct buf *out);
/* The catalog as JSON. It must be applied in its order (`as_listed` of a run). */
str undo_plan_catalog(const struct undo_plan *p, const struct journal_run *run);

#endif
