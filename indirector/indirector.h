/* The indirector with all its termini: making one, choosing termini. core/indirection.h describes requests. */
#ifndef FICELLE_INDIRECTOR_INDIRECTOR_H
#define FICELLE_INDIRECTOR_INDIRECTOR_H

#include "indirector/core/indirection.h"

/* `application`: which part of the routes file counts ("server", "agent", "apply", "node", "facts" …). NULL
 * with a message when a setting or the routes name what does not exist. The settings must outlive it;
 * indirector_free closes what it has opened. */
struct indirector *indirector_new(struct arena *a, struct settings *settings, const struct host *host,
                                  const struct ind_hooks *hooks, const char *application, str *error);
void indirector_free(struct indirector *in);
/* As the option --terminus: false with Puppet's message. */
bool indirector_set_terminus(struct indirector *in, enum indirection what, str name, str *error);
/* Names of the termini, ended by NULL. */
const struct terminus *indirection_terminus(enum indirection what, str name);
/* Whether catalogs are saved there with their exported resources. */
bool terminus_keeps_exported(const struct terminus *t);
/* Asks the backend of storeconfigs (setting storeconfigs_backend) a query of PuppetDB's: a text in PQL, or an array
 * that is its AST. The rows; false with a message. */
bool indirector_query(struct indirector *in, struct arena *a, value query, value *out, str *error);
/* Removes all that the embedded store has of a node. *found: there was something; without such a store there is
 * nothing. */
bool indirector_purge(struct indirector *in, struct arena *a, str certname, bool *found, str *error);

#endif
