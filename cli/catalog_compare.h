/* The differences between two catalogs. Compares what matters to the agent: resources, their parameters, whether they
 * are exported, containment and classes; tags and order on request. Relationships (before, notify, require, subscribe)
 * are sets: File[a] and [File[a]] are the same. Files, lines, versions and identifiers are not compared. */
#ifndef FICELLE_CLI_CATALOG_COMPARE_H
#define FICELLE_CLI_CATALOG_COMPARE_H

#include "compiler/catalog/catalog_read.h"

struct catalog_diff_options {
  bool tags;
  bool order;
};

/* A parameter that differs; NULL: it is not set. Sensitive parts are masked, so two values may look the same although
 * they differ. */
struct param_diff {
  str name;
  const value *before, *after;
};

/* Texts in one list and not in the other, in the order of their list. */
struct text_diff {
  const str *removed, *added;
  uint32_t nremoved, nadded;
};

struct item_diff {
  const struct catalog_item *before, *after; /* NULL: added, removed */
  const struct param_diff *params;
  uint32_t nparams;
  struct text_diff tags;
  bool exported; /* one is exported and the other is not */
  bool moved;    /* has another position among the resources that both have */
};

struct catalog_diff {
  const struct item_diff *items; /* removed and changed ones in the order of the first catalog, then the added ones */
  uint32_t n;
  uint32_t removed, added, changed;
  struct text_diff edges, classes, tags; /* edges as "Class[A] => File[/x]" */
  bool same;
};

/* Cannot fail. Takes linear time, except for comparing the order (n log n). All results are in the arena
 * and borrow from the two. */
void catalog_compare(struct arena *a, const struct catalog_doc *before, const struct catalog_doc *after,
                     const struct catalog_diff_options *options, struct catalog_diff *out);
/* Returns the value with everything Sensitive in it replaced by a placeholder. */
value catalog_masked(struct arena *a, value v);

#endif
