/* TLS of the server: creates OpenSSL contexts from files, and replaces them when the files change; issues tickets;
 * verifies the client's certificate.
 *
 * An invalid certificate (revoked, of another authority, expired) ends the handshake with the alert
 * certificate_unknown, as Java's TLS does; agents show this text. The log has the real reason. */
#ifndef FICELLE_SERVER_HTTP_TLS_H
#define FICELLE_SERVER_HTTP_TLS_H

#include <openssl/ssl.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"

enum tls_client_auth { TLS_CLIENT_WANT, TLS_CLIENT_NEED, TLS_CLIENT_NONE };

struct tls_options {
  const char *certificate, *key; /* files, PEM */
  const char *authorities;       /* file of the authorities whose clients are accepted */
  const char *revocations;       /* file of revocation lists, one for each authority; NULL: revocation is not checked */
  const char *chain;             /* file of certificates that are sent after our own; NULL: none, like puppetserver */
  enum tls_client_auth client_auth;
  bool tls12, tls13;
  const char *ciphers;      /* of TLS 1.2 and older, OpenSSL's names; NULL: the defaults */
  const char *ciphersuites; /* of TLS 1.3; NULL: the defaults */
  int (*staple)(
    SSL *ssl,
    void *arg); /* answers requests for the certificate's status, see SSL_CTX_set_tlsext_status_cb; NULL: none */
  void *staple_arg;
};

/* Keys that encrypt session tickets. In memory that the workers of a generation share, so a session that began with
 * one worker can be resumed with another one. Must be zero before the first tls_tickets_renew(). */
struct tls_tickets {
  struct tls_ticket_key {
    unsigned char name[16], cipher[32], mac[32];
  } keys[2];
  uint32_t current; /* 1 + index of the key for new tickets; 0: no keys, so sessions cannot be resumed */
};
enum { TLS_SESSION_S = 2 * 3600 }; /* how long a session can be resumed, and the minimum time that a key is used */
/* Replaces the older key by a new one. False without random numbers. */
bool tls_tickets_renew(struct tls_tickets *t);

struct tls;
/* Borrows options and tickets; `tickets` may be NULL. NULL with the file and the reason in `why`. */
struct tls *tls_new(const struct tls_options *o, const struct tls_tickets *tickets, struct buf *why);
void tls_free(struct tls *t);
/* Checks whether a file has changed, and then creates a new context. Called for each connection and request, so that
 * all workers refuse a revoked certificate at once. If the new context fails, the old one remains in use, and the
 * reason is logged once. A key that is kept in memory (base/protect.h) is not read again. */
void tls_refresh(struct tls *t);
/* Whether a refresh failed since the last call. */
bool tls_has_failed(struct tls *t);
/* Changes with each new context. */
unsigned tls_generation(const struct tls *t);
/* When our own certificate expires, in seconds since 1970; 0: unknown. */
int64_t tls_certificate_until(const struct tls *t);
/* Creates the server's side of a connection. NULL: no memory. */
SSL *tls_accept(struct tls *t);
/* Whether the client's certificate is valid by the present context; for resumed sessions and for connections older
 * than that. True without a certificate. */
bool tls_verify_again(struct tls *t, SSL *ssl);

#endif
