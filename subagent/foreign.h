/* Foreign sources with a MIB of their own: each row of ficSourceTable with a root becomes a subtree, answered from the
 * source's own file in the collector's folder. */
#ifndef FICELLE_SUBAGENT_FOREIGN_H
#define FICELLE_SUBAGENT_FOREIGN_H

#include "collectors/stats_reader.h"
#include "subagent/publisher.h"

struct foreign;

/* `folder` is the collector's, and copied. `taken`: a root that no source may have, in which none may lie;
 * n 0: none. */
struct foreign *foreign_new(const char *folder, const struct oid *taken);
void foreign_free(struct foreign *f);

/* Looks at the rows, and at the files of the sources. `changed`: whether the reader has, since the last call. True when
 * the subtrees are others than before. */
bool foreign_refresh(struct foreign *f, const struct stats_reader *reader, bool changed);

size_t foreign_count(const struct foreign *f);
/* Puts foreign_count trees. Each is valid until it is no longer among them and foreign_release is called. */
void foreign_trees(const struct foreign *f, struct publisher_tree *trees);
/* Those of the last foreign_trees are registered, and no others. */
void foreign_release(struct foreign *f);

#endif
