/* The authority's routes, for routes.def. */
#ifndef FICELLE_SERVER_CA_ROUTES_H
#define FICELLE_SERVER_CA_ROUTES_H

#include "server/server.h"

/* Everything below /puppet-ca/v1/, with any method. */
route_fn route_ca;

#endif
