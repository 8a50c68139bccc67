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
/* Adds missing parameters, and logs for the others that they were already set. */
void node_merge(struct indirector *in, struct arena *a, str name, struct hash *parameters, const struct hash *more);

/* Everything a compilation wants of a node: finds it, tells the server's facts, adds trusted data
 * of `who` (NULL: of a local request).
 * `*environment` is the classifier's, or r->environment. r->error is complete on failure. */
enum ind_result node_for_compiling(struct ind_request *r, const struct server_identity *server,
                                   const struct node_identity *who, struct node_data *out, str *environment);

/* The setting trusted_external_command: a program, or a directory of them, asked for the node's certificate
 * name. Empty when it is not set. */
bool trusted_external(struct indirector *in, struct arena *a, str certname, const struct hash **out, str *error);

/* Facts as an object: {name, values, timestamp}. */
struct ind_object facts_object(struct arena *a, str name, const struct hash *values);

#endif
