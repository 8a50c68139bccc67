/* The termini `puppetdb` and `puppetdb_apply`, and the report processor. */
#ifndef FICELLE_INDIRECTOR_PUPPETDB_TERMINUS_H
#define FICELLE_INDIRECTOR_PUPPETDB_TERMINUS_H

#include "indirector/puppetdb/client.h"

/* puppetdb_apply saves facts once in a run, and never finds any. It is the cache for `ficelle apply`. */
extern const struct terminus terminus_puppetdb, terminus_puppetdb_apply;

/* The part of a catalog to be saved that the node gets; undef when it exports nothing. Shows which exported resources
 * are virtual. */
value puppetdb_handed_over(const struct ind_request *r);
enum ind_result puppetdb_report(struct ind_request *r, value report);
/* Converts the rows of an answer to results of the request, sorted by node and title. */
enum ind_result puppetdb_take_resources(struct ind_request *r, value rows);

#endif
