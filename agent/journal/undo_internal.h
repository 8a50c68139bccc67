/* The parts of a plan to undo a run. */
#ifndef FICELLE_AGENT_JOURNAL_UNDO_INTERNAL_H
#define FICELLE_AGENT_JOURNAL_UNDO_INTERNAL_H

#include "agent/journal/undo.h"

struct undoing {
  struct ral *ral;
  struct arena *arena;
  const struct journal_run *run;
  bool force;
  struct undo_plan *plan;
};

/* A file that the run has changed (undo_files.c). */
struct undo_target {
  str path;
  uint32_t first, last;              /* places of the changes in the run */
  const struct journal_file *before; /* at the first change */
  const struct journal_file *whole;  /* with contents, when those were to change; NULL: they were not */
  const struct journal_file *after;  /* after the last change; NULL: unknown */
  struct valuevec by;                /* references of resources */
  bool secret;
  struct journal_file now;
  struct undo_item item;
};
struct undo_targets {
  struct ptrvec all; /* struct undo_target *, by their first change */
  struct strmap by_path;
};

void undo_files_make(struct undoing *u, struct undo_targets *out);
/* For a resource whose properties get their old values back (undo_values.c). */
void undo_values_make(struct undoing *u, const struct journal_change *c, struct undo_item *out);

value undo_resource(struct arena *a, str rtype, str title, const struct hash *params, const struct array *sensitive);

#endif
