/* Request bodies that are a JSON map. Its keys are checked like puppetserver's schemas do. For /puppet/v4/catalog and
 * /puppet/v3/compile. */
#ifndef FICELLE_SERVER_ROUTES_INPUT_H
#define FICELLE_SERVER_ROUTES_INPUT_H

#include "compiler/values/value.h"
#include "server/routes/route.h"

enum wanted { WANTED_STRING, WANTED_BOOLEAN, WANTED_MAP, WANTED_LIST_OR_MAP };
struct wanted_key {
  const char *name; /* NULL ends the list */
  enum wanted kind;
  bool needed;
  const struct wanted_key *members; /* of a map; NULL: any */
};

/* Reads the body, a map with these keys. False after the answer 400, which lists the errors. */
bool input_read(struct request *r, struct answer *a, const struct wanted_key *keys, value *out);

#endif
