/* What clients and driver share. */
#ifndef FICELLE_LOAD_DRIVER_H
#define FICELLE_LOAD_DRIVER_H

#include "load/load.h"

uint64_t driver_now_us(void); /* CLOCK_MONOTONIC */
double driver_random(void);   /* 0 <= x < 1 */
/* Called by a client whose life is over. */
void driver_client_done(struct load *l);

/* One agent. */
struct client;
struct client *client_new(struct load *l, unsigned number);
/* Begins its life after so many seconds. */
void client_start(struct client *c, double delay);
/* Ends its life, unless a transaction is under way. */
void client_end(struct client *c);
/* A transaction that is not complete is not counted. */
void client_free(struct client *c);
/* For SSL_CTX_sess_set_new_cb. */
int client_new_session(SSL *ssl, SSL_SESSION *session);

#endif
