/* Foreign sources with a MIB of their own: each row of ficSourceTable with a root becomes a subtree, with values from
 * the source's own file in the collector's folder. */
#ifndef FICELLE_SUBAGENT_FOREIGN_H
#define FICELLE_SUBAGENT_FOREIGN_H

#include "collectors/stats_reader.h"
#include "subagent/publisher.h"

struct foreign;

/* Copies `folder`, which is the collector's. `taken`: a root that sources must not use or contain, and below which
 * they must not be; n 0: none. */
struct foreign *foreign_new(const char *folder, const struct oid *taken);
void foreign_free(struct foreign *f);

/* Checks the rows, and the files of the sources. `changed`: whether the reader has changed since the last call. True
 * when the subtrees have changed. */
bool foreign_refresh(struct foreign *f, const struct stats_reader *reader, bool changed);

size_t foreign_count(const struct foreign *f);
/* Fills in foreign_count trees. Each is valid until it is no longer among them and foreign_release was called. */
void foreign_trees(const struct foreign *f, struct publisher_tree *trees);
/* Call when exactly the subtrees of the last foreign_trees are registered; frees removed ones. */
void foreign_release(struct foreign *f);

#endif
