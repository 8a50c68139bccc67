/* The modules of an environment, as routes list them. */
#ifndef FICELLE_SERVER_ROUTES_MODULES_H
#define FICELLE_SERVER_ROUTES_MODULES_H

#include "server/environments/environments.h"

struct listed_module {
  str name, directory;
};

/* Lists modules in the order of the modulepath and, in each directory, of names; the first of each name. In `a`. */
uint32_t modules_list(struct arena *a, const struct environment_options *environment, struct listed_module **out);
/* NULL when no module has that name. */
const struct listed_module *modules_find(struct arena *a, const struct environment_options *environment, str name);

#endif
