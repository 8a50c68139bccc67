/* transactionstore.yaml: what each property was set to last. A property that has moved away from that since is changed
 * back: such a change is corrective. Agent runs keep this file, `apply` does not. */
#ifndef FICELLE_AGENT_STATE_PERSISTENCE_H
#define FICELLE_AGENT_STATE_PERSISTENCE_H

#include "agent/ral/ral.h"

struct persistence {
  struct arena *arena;
  const struct hash *before; /* reference -> hash of "parameters", of the last run */
  struct hash *now;          /* of this run */
};

/* A file that is not there is empty; a damaged one is set aside as FILE.bad and an error is logged. False after
 * ral_fail: it could not be set aside. */
bool persistence_load(struct persistence *p, struct ral *ral);
/* Parses the text of such a file into an empty store. *is_store: it is a hash. False with a message if it
 * is not YAML. */
bool persistence_parse(struct persistence *p, str text, str name, bool *is_store, str *error);
/* The text of the file. False: it is nested too deep. */
bool persistence_text(const struct persistence *p, struct buf *out);
bool persistence_save(const struct persistence *p, struct ral *ral);
/* V_UNDEF: nothing is known. */
value persistence_get(const struct persistence *p, str ref, const char *property);
void persistence_set(struct persistence *p, str ref, const char *property, value v);
/* The resource was not looked at in this run: what was known stays. */
void persistence_keep(struct persistence *p, str ref);

#endif
