/* TLS of the server: OpenSSL contexts made from files, and made again when those change; tickets; verification of the
 * asker's certificate.
 *
 * A certificate that is bad (revoked, of another authority, expired) ends the handshake with the alert
 * certificate_unknown, as Java's TLS does, and agents show that text; the log has the real reason. */
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
  const char *authorities;       /* file of the certificates that askers' must come from */
  const char *revocations;       /* file of revocation lists, one for each authority; NULL: none are checked */
  const char *chain;             /* file of certificates that are sent after the own one; NULL: none, as puppetserver */
  enum tls_client_auth client_auth;
  bool tls12, tls13;
  const char *ciphers;      /* of TLS 1.2 and older, as OpenSSL has them; NULL: the usual ones */
  const char *ciphersuites; /* of TLS 1.3; NULL: the usual ones */
  int (*staple)(
    SSL *ssl,
    void *arg); /* answers requests for the certificate's status, see SSL_CTX_set_tlsext_status_cb; NULL: none */
  void *staple_arg;
};

/* Keys that tickets of sessions are encrypted with. In memory that the workers of a generation share: a session that
 * began with one worker can be resumed with another one. Zeroed before the first tls_tickets_renew(). */
struct tls_tickets {
  struct tls_ticket_key {
    unsigned char name[16], cipher[32], mac[32];
  } keys[2];
  uint32_t current; /* 1 + index of the key for new tickets; 0: there are none, nor sessions */
};
enum { TLS_SESSION_S = 2 * 3600 }; /* how long a session can be taken up again, and at least how long a key is used */
/* A new key replaces the older one. False if there are no random numbers. */
bool tls_tickets_renew(struct tls_tickets *t);

struct tls;
/* Options and tickets are borrowed; `tickets` may be NULL. NULL with the file and the reason in `why`. */
struct tls *tls_new(const struct tls_options *o, const struct tls_tickets *tickets, struct buf *why);
void tls_free(struct tls *t);
/* Checks, at most once a second, whether a file has changed, and then makes a new context. If that fails, the old one
 * stays, and the reason is logged once. A key that was kept (base/protect.h) is not read again. */
void tls_refresh(struct tls *t);
/* Whether that failed since this was asked last. */
bool tls_has_failed(struct tls *t);
/* Changes with each context made. */
unsigned tls_generation(const struct tls *t);
/* When the own certificate ends, since 1970; 0: not known. */
int64_t tls_certificate_until(const struct tls *t);
/* A new server side of a connection. NULL: no memory. */
SSL *tls_accept(struct tls *t);
/* Whether the asker's certificate is good by what is in force now; for sessions that were taken up again, and for
 * connections that have lived on. True without a certificate. */
bool tls_verify_again(struct tls *t, SSL *ssl);

#endif
