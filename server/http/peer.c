/* The identity of the client, from its certificate. */
#include <event2/bufferevent_ssl.h>
#include <openssl/x509.h>

#include "server/http/internal.h"

/* The first CN of the subject, as puppetserver takes it, in UTF-8; empty if missing, or if it has a NUL byte, which no
 * valid name has. */
static str common_name(X509 *certificate)
{
  X509_NAME *subject = X509_get_subject_name(certificate);
  const int at = X509_NAME_get_index_by_NID(subject, NID_commonName, -1);
  unsigned char *text = NULL;
  if (at < 0) return STR_EMPTY;
  const int n = ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, at)));
  str name = STR_EMPTY;
  if (n > 0 && memchr(text, '\0', (size_t)n) == NULL) name = (str){xstrdup((const char *)text), (size_t)n};
  OPENSSL_free(text);
  return name;
}

static str der_of(struct arena *a, X509 *certificate)
{
  const int n = i2d_X509(certificate, NULL);
  if (n <= 0) return STR_EMPTY;
  unsigned char *bytes = arena_alloc(a, (size_t)n), *at = bytes;
  i2d_X509(certificate, &at);
  return str_n((const char *)bytes, (size_t)n);
}

void peer_fill(struct connection *c, struct request *r)
{
  r->peer.address = str_of(c->address);
  if (c->tls == NULL) return;
  X509 *certificate = SSL_get0_peer_certificate(bufferevent_openssl_get_ssl(c->stream));
  if (certificate == NULL) return;
  if (c->certname.n == 0) c->certname = common_name(certificate);
  r->peer.certname = c->certname;
  r->peer.authenticated = c->certname.n > 0;
  r->peer.certificate = der_of(r->arena, certificate);
}
