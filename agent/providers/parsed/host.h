/* Lines of /etc/hosts. */
#ifndef FICELLE_AGENT_PROVIDERS_PARSED_HOST_H
#define FICELLE_AGENT_PROVIDERS_PARSED_HOST_H

#include "base/arena.h"
#include "base/str.h"

struct host_line {
  str ip, name;
  str aliases; /* separated by one blank; empty: none */
  str comment; /* empty: none */
};

/* False: the line does not describe a host. */
bool host_parse(struct arena *a, str line, struct host_line *out);

#endif
