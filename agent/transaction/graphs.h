/* The files of the setting `graph`. */
#ifndef FICELLE_AGENT_TRANSACTION_GRAPHS_H
#define FICELLE_AGENT_TRANSACTION_GRAPHS_H

#include "agent/ral/ral.h"
#include "compiler/catalog/graph.h"

/* Writes resources.dot, relationships.dot and expanded_relationships.dot to $graphdir if `graph` is set. Errors are
 * logged and ignored. */
void graphs_write(struct ral *ral, const struct catalog_doc *doc);
/* Writes cycles.dot; returns its path, or an empty text on errors. */
str graphs_write_cycles(struct ral *ral, const struct graph_cycle *cycles, uint32_t n);

#endif
