/* What is on the host, as resources: for `ficelle resource`. */
#ifndef FICELLE_AGENT_RUN_INSTANCES_H
#define FICELLE_AGENT_RUN_INSTANCES_H

#include "agent/ral/ral.h"

/* Every resource of the type that its providers can name, all properties audited, by title. False after ral_fail: also
 * for types that cannot be listed. */
bool instances_all(struct ral *ral, const struct ral_type *t, struct ral_list *out);
/* The one of that name, there or not. */
bool instances_one(struct ral *ral, const struct ral_type *t, str name, struct ral_resource **out);
/* What is known of it now: its properties in the state they are in, and its parameters. */
bool instances_read(struct ral_resource *r, struct hash **out);
/* A catalog of this one resource, applied with the events' messages in the log, and remembered in state.yaml. *failed:
 * it was not brought into that state. False: it could not be made. */
bool instances_apply(struct ral *ral, const struct ral_type *t, str name, const struct hash *params,
                     struct ral_resource **out, bool *failed);

#endif
