/* Existing resources of the host: for `ficelle resource`. */
#ifndef FICELLE_AGENT_RUN_INSTANCES_H
#define FICELLE_AGENT_RUN_INSTANCES_H

#include "agent/ral/ral.h"

/* Lists every resource of the type that its providers can find, sorted by title, with all properties audited. False
 * after ral_fail: also for types that cannot be listed. */
bool instances_all(struct ral *ral, const struct ral_type *t, struct ral_list *out);
/* Makes the resource of that name, whether it exists or not. */
bool instances_one(struct ral *ral, const struct ral_type *t, str name, struct ral_resource **out);
/* Reads its present properties, and adds its parameters. */
bool instances_read(struct ral_resource *r, struct hash **out);
/* Applies a catalog with this one resource; logs its events and updates state.yaml. *failed: it could not be changed.
 * False: the catalog could not be made. */
bool instances_apply(struct ral *ral, const struct ral_type *t, str name, const struct hash *params,
                     struct ral_resource **out, bool *failed);

#endif
