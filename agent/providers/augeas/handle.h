/* The tree of Augeas. Opening it is slow, since it reads all lenses, so all resources of a run with the same root, load
 * path and mode share one handle. */
#ifndef FICELLE_AGENT_PROVIDERS_AUGEAS_HANDLE_H
#define FICELLE_AGENT_PROVIDERS_AUGEAS_HANDLE_H

#include "agent/providers/augeas/library.h"
#include "agent/ral/ral.h"

/* The tree with the resource's files loaded, in the state after opening. NULL after ral_fail(). */
augeas *augeas_open(struct ral_resource *r);
/* Records a variable, which must be removed before the next resource uses the tree. */
void augeas_remember_variable(struct ral_resource *r, augeas *aug, const char *name);
/* Finds matching paths; false after ral_fail(): the expression is invalid. */
bool augeas_match(struct ral *ral, augeas *aug, const char *path, struct valuevec *out);
/* V_UNDEF: the node does not exist or has no value. */
value augeas_get(struct ral *ral, augeas *aug, const char *path);
/* Logs what could not be loaded or saved, for --debug. */
void augeas_log_errors(struct ral_resource *r, augeas *aug, const char *path);

#endif
