/* Versions of the code: the commands of versioned-code. */
#ifndef FICELLE_SERVER_ROUTES_CODE_H
#define FICELLE_SERVER_ROUTES_CODE_H

#include "server/environments/environments.h"
#include "server/routes/route.h"

/* What code-id-command says of an environment; empty when there is no such command, or when it fails, which is logged.
 * It is asked once of an environment that is kept until it is told to be read again. False with a message when it says
 * what is no code-id. *serial: of the site that was there when it was asked; 0: there is no command or no such
 * environment. */
bool code_id_of(struct worker *w, struct arena *a, str environment, str *id, uint64_t *serial, str *error);

#endif
