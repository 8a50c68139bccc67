/* Shared by clients and driver. */
#ifndef FICELLE_LOAD_DRIVER_H
#define FICELLE_LOAD_DRIVER_H

#include "load/load.h"

double driver_random(void); /* 0 <= x < 1 */
/* Called by a client that has finished. */
void driver_client_done(struct load *l);

/* One agent. */
struct client;
struct client *client_new(struct load *l, unsigned number);
/* Starts the client after so many seconds. */
void client_start(struct client *c, double delay);
/* Ends the client, unless a transaction is in progress. */
void client_end(struct client *c);
/* Frees a client. An incomplete transaction is not counted. */
void client_free(struct client *c);
/* For SSL_CTX_sess_set_new_cb. */
int client_new_session(SSL *ssl, SSL_SESSION *session);

#endif
