/* The log of a compilation as data, for requests with `capture_logs`. Compilations of a process come one after the
 * other, so there is one at a time. */
#ifndef FICELLE_SERVER_ROUTES_CAPTURE_H
#define FICELLE_SERVER_ROUTES_CAPTURE_H

#include "server/routes/catalog.h"

/* With the option capture_logs among `options`: the requested compilation also logs here, from the option log_level on.
 * False after an answer about an unknown level. */
bool capture_begin(struct request *r, struct answer *a, value options, struct catalog_asked *asked);
/* Ends it and answers {"catalog": …, "logs": [ … ]}; `ok` false: 500 with the error. */
void capture_answer(struct request *r, struct answer *a, bool ok, str json, str error);

#endif
