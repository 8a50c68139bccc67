/* Stapling: TLS clients that ask whether the server's certificate is revoked get the authority's OCSP answer in the
 * handshake. */
#ifndef FICELLE_SERVER_CA_STAPLE_H
#define FICELLE_SERVER_CA_STAPLE_H

#include <openssl/ssl.h>

/* For SSL_CTX_set_tlsext_status_cb; the argument points to the worker's end of the link (ca/link.h), which is negative
 * without an authority on this host. An answer is cached for half of its lifetime. */
int ca_staple(SSL *ssl, void *workers);

#endif
