/* The tree of Augeas: opening costs the reading of all lenses, so resources of a run share one for each root, load path
 * and kind. */
#ifndef FICELLE_AGENT_PROVIDERS_AUGEAS_HANDLE_H
#define FICELLE_AGENT_PROVIDERS_AUGEAS_HANDLE_H

#include "agent/providers/augeas/library.h"
#include "agent/ral/ral.h"

/* The tree with the resource's files loaded, as if just opened. NULL after ral_fail(). */
augeas *augeas_open(struct ral_resource *r);
/* Variables have to go before the next resource. */
void augeas_remember_variable(struct ral_resource *r, augeas *aug, const char *name);
/* Paths that match; false after ral_fail(): the expression is wrong. */
bool augeas_match(struct ral *ral, augeas *aug, const char *path, struct valuevec *out);
/* V_UNDEF: no such node, or it has no value. */
value augeas_get(struct ral *ral, augeas *aug, const char *path);
/* Shows what could not be loaded or saved, for --debug. */
void augeas_log_errors(struct ral_resource *r, augeas *aug, const char *path);

#endif
