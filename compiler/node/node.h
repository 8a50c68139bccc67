/* What is known of a node before its catalog is compiled: facts, trusted data, the server's facts. */
#ifndef FICELLE_NODE_NODE_H
#define FICELLE_NODE_NODE_H

#include "compiler/compilation/compilation.h"
#include "compiler/compilation/host.h"

/* Reads a file, JSON when its name ends in .json. The message names the file. */
bool node_read_facts(struct arena *a, const struct host *host, str path, const struct hash **facts, str *error);

struct server_identity {
  str version, name, ip, ip6; /* empty: not known, left out */
};

/* Whom trusted data is about. */
struct node_identity {
  str authenticated;             /* "local", "remote"; empty: it is not, and false */
  str certname;                  /* empty: not known, undef */
  const struct hash *extensions; /* of the certificate; NULL: none */
  const struct hash *external;   /* what trusted_external_command says; NULL: nothing */
};

/* Trusted data as $trusted has it. */
const struct hash *node_trusted(struct arena *a, const struct node_identity *who);
/* Fills *out with trusted data and with $server_facts. Parameters and classes are left empty. */
void node_make(struct arena *a, str name, const struct hash *facts, const struct node_identity *who, str environment,
               const struct server_identity *server, struct node_data *out);

#endif
