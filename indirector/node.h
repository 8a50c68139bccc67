/* Nodes as objects of the indirector: {name, environment, classes, parameters}, the facts merged into the
 * parameters. */
#ifndef FICELLE_INDIRECTOR_NODE_H
#define FICELLE_INDIRECTOR_NODE_H

#include "compiler/node/node.h"
#include "indirector/indirector.h"

/* The rest of what Puppet's terminus of nodes does: takes classes and parameters (undef: none), the
 * environment (empty: that of the request), and merges the facts, looked for when none came along. Fills
 * r->result. */
enum ind_result node_build(struct ind_request *r, value classes, value parameters, str environment);

/* Everything a compilation wants of a node: finds it, tells the server's facts, adds trusted data
 * of `who` (NULL: of a local request).
 * `*environment` is the classifier's, or r->environment. r->error is complete on failure. */
enum ind_result node_for_compiling(struct ind_request *r, const struct server_identity *server,
                                   const struct node_identity *who, struct node_data *out, str *environment);

/* Facts as an object: {name, values, timestamp}. */
struct ind_object facts_object(struct arena *a, str name, const struct hash *values);

#endif
