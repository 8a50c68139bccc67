/* transactionstore.yaml: the last value that each property was set to. If a property has changed since, changing it
 * back is corrective. Agent runs keep this file; `apply` does not. */
#ifndef FICELLE_AGENT_STATE_PERSISTENCE_H
#define FICELLE_AGENT_STATE_PERSISTENCE_H

#include "agent/ral/ral.h"

struct persistence {
  struct arena *arena;
  const struct hash *before; /* from the last run: reference -> hash of "parameters" */
  struct hash *now;          /* from this run */
};

/* Reads the file. A missing file is empty. A damaged file is renamed to FILE.bad and an error is logged; false after
 * ral_fail if it could not be renamed. */
bool persistence_load(struct persistence *p, struct ral *ral);
/* Parses the text of such a file into an empty store. *is_store: it is a hash. False with a message: it is not YAML. */
bool persistence_parse(struct persistence *p, str text, str name, bool *is_store, str *error);
/* Writes the text of the file. False: a value is nested too deeply. */
bool persistence_text(const struct persistence *p, struct buf *out);
bool persistence_save(const struct persistence *p, struct ral *ral);
/* V_UNDEF: nothing is stored. */
value persistence_get(const struct persistence *p, str ref, const char *property);
void persistence_set(struct persistence *p, str ref, const char *property, value v);
/* The resource was not evaluated in this run: keeps its stored values. */
void persistence_keep(struct persistence *p, str ref);

#endif
