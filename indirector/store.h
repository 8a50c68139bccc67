/* The store of catalogs, facts and exported resources of all nodes: one SQLite database (setting
 * storeconfigs_database) in write-ahead mode. Many processes read and write at once: a writer waits up to ten
 * seconds for another, readers wait for nobody. Each save is one transaction: a node's catalog and its
 * exported resources are replaced together, or not at all.
 *
 * All functions tell failures as false with a message. Results are in the arena given. */
#ifndef FICELLE_INDIRECTOR_STORE_H
#define FICELLE_INDIRECTOR_STORE_H

#include "compiler/catalog/collector.h"
#include "compiler/values/value.h"

struct store;

/* Opens the database and makes it when it is not there. NULL with a message when it is damaged, of a newer
 * version, or cannot be used. */
struct store *store_open(struct arena *a, str path, str *error);
void store_close(struct store *s); /* NULL is fine */

/* `json`: the whole catalog; `exported`: an array of its exported resources, as the catalog's JSON has
 * resources. The node is active again. */
bool store_replace_catalog(struct store *s, struct arena *a, str certname, str environment, str json,
                           const struct array *exported, str *error);
/* `facts`: the hash of an object of facts, as JSON. */
bool store_replace_facts(struct store *s, struct arena *a, str certname, str json, str *error);
/* *found is false when the node has none, or is not active. */
bool store_find_catalog(struct store *s, struct arena *a, str certname, bool *found, str *json, str *error);
bool store_find_facts(struct store *s, struct arena *a, str certname, bool *found, str *json, str *error);
/* The node's resources are not found any more, until it is saved again. */
bool store_deactivate(struct store *s, struct arena *a, str certname, bool *found, str *error);

/* Resources of a type ("Apache::Vhost") that active nodes other than `except` export and the query matches
 * (NULL: all), ordered by node and by their place in the catalog. Values of the query that were references
 * are text. */
bool store_search(struct store *s, struct arena *a, str rtype, str except, const struct query *query,
                  struct exported_resource **out, uint32_t *n, str *error);

#endif
