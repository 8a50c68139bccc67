/* Versions of the code: the commands of versioned-code. */
#ifndef FICELLE_SERVER_ROUTES_CODE_H
#define FICELLE_SERVER_ROUTES_CODE_H

#include "server/environments/environments.h"
#include "server/routes/route.h"

/* The output of code-id-command for an environment; empty without such a command, or when it fails, which is logged.
 * The command runs only once for an environment that is cached until it is told to be read again. False with a message
 * when the output is not a code-id. *serial: that of the site for which it ran; 0: no command or no such environment.
 * */
bool code_id_of(struct worker *w, struct arena *a, str environment, str *id, uint64_t *serial, str *error);

#endif
