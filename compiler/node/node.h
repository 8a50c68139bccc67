/* The data of a node for a compilation: facts, trusted data, the server's facts. */
#ifndef FICELLE_NODE_NODE_H
#define FICELLE_NODE_NODE_H

#include "compiler/compilation/compilation.h"
#include "compiler/compilation/host.h"

/* Reads a file; JSON if its name ends in .json. The message contains the file's name. */
bool node_read_facts(struct arena *a, const struct host *host, str path, const struct hash **facts, str *error);

struct server_identity {
  str version, name, ip, ip6; /* empty: unknown, omitted */
};

/* The identity of a node for trusted data. */
struct node_identity {
  str authenticated;             /* "local", "remote"; empty: false */
  str certname;                  /* empty: undef */
  const struct hash *extensions; /* of the certificate; NULL: none */
  const struct hash *external;   /* output of trusted_external_command; NULL: none */
};

/* Returns the value of $trusted. */
const struct hash *node_trusted(struct arena *a, const struct node_identity *who);
/* Sets trusted data and $server_facts in *out. Parameters and classes remain empty. */
void node_make(struct arena *a, str name, const struct hash *facts, const struct node_identity *who, str environment,
               const struct server_identity *server, struct node_data *out);

#endif
