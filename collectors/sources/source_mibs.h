/* Kinds of foreign sources whose objects have a MIB of their own: data for programs that publish them, or that write
 * files for managers. The list of each kind is in a file that needs no library. */
#ifndef COLLECTORS_SOURCES_SOURCE_MIBS_H
#define COLLECTORS_SOURCES_SOURCE_MIBS_H

#include <stddef.h>

#include "base/str.h"
#include "collectors/stats_table.h"

struct source_mib {
  const char *kind; /* "redis"; NULL ends the table */
  const struct stats_list *list;
  const char *root;   /* dotted, without a dot before it: object N is ROOT.N.0 */
  const char *module; /* "REDIS-SERVER-MIB" */
};

extern const struct source_mib source_mibs[];

/* NULL when the kind has no MIB of its own. */
const struct source_mib *source_mib_find(str kind);

#endif
