/* The indirector with all its termini: creating it, choosing termini. core/indirection.h describes requests. */
#ifndef FICELLE_INDIRECTOR_INDIRECTOR_H
#define FICELLE_INDIRECTOR_INDIRECTOR_H

#include "indirector/core/indirection.h"

/* `application` selects a part of the routes file ("server", "agent", "apply", "node", "facts" …). NULL with a message
 * when a setting or the routes name an unknown terminus. The settings must outlive the indirector; indirector_free
 * closes what it has opened. */
struct indirector *indirector_new(struct arena *a, struct settings *settings, const struct host *host,
                                  const struct ind_hooks *hooks, const char *application, str *error);
void indirector_free(struct indirector *in);
/* For the option --terminus: false with Puppet's message. */
bool indirector_set_terminus(struct indirector *in, enum indirection what, str name, str *error);
/* Names of the termini, ended by NULL. */
const struct terminus *indirection_terminus(enum indirection what, str name);
/* Whether the terminus saves catalogs with their exported resources. */
bool terminus_keeps_exported(const struct terminus *t);
/* Sends a query of PuppetDB to the backend of storeconfigs (setting storeconfigs_backend): a text in PQL, or an array
 * that is its AST. *out: the rows. False with a message. */
bool indirector_query(struct indirector *in, struct arena *a, value query, value *out, str *error);
/* Removes all data of a node from the embedded store. *found: it had some; false without such a store. */
bool indirector_purge(struct indirector *in, struct arena *a, str certname, bool *found, str *error);

#endif
