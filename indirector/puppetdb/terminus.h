/* The termini `puppetdb` and `puppetdb_apply`, and the report processor. */
#ifndef FICELLE_INDIRECTOR_PUPPETDB_TERMINUS_H
#define FICELLE_INDIRECTOR_PUPPETDB_TERMINUS_H

#include "indirector/puppetdb/client.h"

/* puppetdb_apply keeps facts once in a run, and never finds any: a cache for `ficelle apply`. */
extern const struct terminus terminus_puppetdb, terminus_puppetdb_apply;

/* What the node gets of a catalog to be saved: undef when nothing of it is exported. Tells which exported resources are
 * virtual. */
value puppetdb_handed_over(const struct ind_request *r);
enum ind_result puppetdb_report(struct ind_request *r, value report);
/* The rows of its answer as the results of the request, by node and title. */
enum ind_result puppetdb_take_resources(struct ind_request *r, value rows);

#endif
