/* Shared by the files that make a plan to undo a run. */
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
  uint32_t first, last;              /* indexes of its first and last change in the run */
  const struct journal_file *before; /* its state before the first change */
  const struct journal_file *whole;  /* its state with contents, if a change affected them; NULL: none did */
  const struct journal_file *after;  /* its state after the last change; NULL: unknown */
  struct valuevec by;                /* references of resources */
  bool secret;
  struct journal_file now;
  struct undo_item item;
};
struct undo_targets {
  struct ptrvec all; /* struct undo_target *, ordered by their first change */
  struct strmap by_path;
};

void undo_files_make(struct undoing *u, struct undo_targets *out);
/* Plans to restore the old values of a resource's properties (undo_values.c). */
void undo_values_make(struct undoing *u, const struct journal_change *c, struct undo_item *out);

value undo_resource(struct arena *a, str rtype, str title, const struct hash *params, const struct array *sensitive);

#endif
