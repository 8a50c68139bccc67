/* The files of the setting `graph`. */
#ifndef FICELLE_AGENT_TRANSACTION_GRAPHS_H
#define FICELLE_AGENT_TRANSACTION_GRAPHS_H

#include "agent/ral/ral.h"
#include "compiler/catalog/graph.h"

/* resources.dot, relationships.dot and expanded_relationships.dot in $graphdir, when `graph` is set. An error is logged
 * and stops nothing. */
void graphs_write(struct ral *ral, const struct catalog_doc *doc);
/* cycles.dot; the path, or an empty text. */
str graphs_write_cycles(struct ral *ral, const struct graph_cycle *cycles, uint32_t n);

#endif
