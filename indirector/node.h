/* Nodes as objects of the indirector: {name, environment, classes}, and beside it facts and parameters. Compiling needs
 * these apart, so they are handed down as they were read; who saves or shows a node merges them (node_whole). */
#ifndef FICELLE_INDIRECTOR_NODE_H
#define FICELLE_INDIRECTOR_NODE_H

#include "compiler/node/node.h"
#include "indirector/indirector.h"

/* Completes a node like Puppet's terminus of nodes: takes classes and parameters (undef: none) and the environment
 * (empty: that of the request), and the facts, which it looks up if the request has none. Fills r->result. */
enum ind_result node_build(struct ind_request *r, value classes, value parameters, str environment);

/* The data of a node as Puppet has it: with the facts among its parameters. */
value node_whole(struct arena *a, const struct ind_object *node);

/* Prepares a node for a compilation: finds it, adds the server's facts, and trusted data of `who` (NULL: of a local
 * request). `*environment` is the classifier's, or r->environment. If the node is not `*there`, r->error is only the
 * reason of a failure, and the caller words the message; else it is complete. */
enum ind_result node_for_compiling(struct ind_request *r, const struct server_identity *server,
                                   const struct node_identity *who, struct node_data *out, str *environment,
                                   bool *there);

/* Facts as an object: {name, values, timestamp}. */
struct ind_object facts_object(struct arena *a, str name, const struct hash *values);

#endif
