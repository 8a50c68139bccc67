/* The log of a compilation as data, for requests with `capture_logs`. A process compiles one catalog at a time, so one
 * capture exists at a time. */
#ifndef FICELLE_SERVER_ROUTES_CAPTURE_H
#define FICELLE_SERVER_ROUTES_CAPTURE_H

#include "server/routes/catalog.h"

/* If `options` contains capture_logs: the compilation also logs here, from the level of the option log_level on. False
 * after an answer about an unknown level. */
bool capture_begin(struct request *r, struct answer *a, value options, struct catalog_asked *asked);
/* Ends it and answers {"catalog": …, "logs": [ … ]}; `ok` false: 500 with the error. */
void capture_answer(struct request *r, struct answer *a, bool ok, str json, str error);

#endif
