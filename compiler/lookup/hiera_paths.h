/* Places of data in a hierarchy. */
#ifndef FICELLE_LOOKUP_HIERA_PATHS_H
#define FICELLE_LOOKUP_HIERA_PATHS_H

#include "compiler/lookup/internal.h"

/* `relative` below `base`: its leading "." and ".." are followed, an absolute one is itself. */
str hiera_path_plus(struct arena *a, str base, str relative);
/* Fills the locations of an entry from its configuration. `only_existing`: for the default configuration, used if there
 * is no file. */
void hiera_places(struct lookup_call *call, struct entry *e, const struct hash *said, str datadir, bool only_existing);

#endif
