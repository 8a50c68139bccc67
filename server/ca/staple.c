/* Stapling. */
#include "server/ca/staple.h"

#include <openssl/err.h>

#include "server/ca/link.h"

/* How long to wait before asking the authority again after it gave no answer. */
enum { PAUSE_SECONDS = 60 };

/* The last answer, for the worker's own certificate. It is asked for again when the certificates and revocation lists
 * were read again, because the own certificate may be among those that were revoked. */
static struct {
  struct arena *arena;
  X509_STORE *store; /* what was read; held, so that no other one has its address */
  str certificate, answer;
  time_t again;
} kept;

static X509_STORE *store_of(SSL *ssl) { return SSL_CTX_get_cert_store(SSL_get_SSL_CTX(ssl)); }

static X509 *issuer_of(SSL *ssl, X509 *own)
{
  X509 *issuer = NULL;
  X509_STORE_CTX *c = X509_STORE_CTX_new();
  if (c != NULL && X509_STORE_CTX_init(c, store_of(ssl), own, NULL) == 1 &&
      X509_STORE_CTX_get1_issuer(&issuer, c, own) != 1)
    issuer = NULL;
  X509_STORE_CTX_free(c);
  ERR_clear_error();
  return issuer;
}

static void ask_authority(SSL *ssl, X509 *own, str der, int workers)
{
  X509_STORE_free(kept.store);
  kept.store = store_of(ssl);
  X509_STORE_up_ref(kept.store);
  struct arena *a = arena_new();
  X509 *issuer = issuer_of(ssl, own);
  arena_free(kept.arena);
  kept.arena = a;
  kept.certificate = arena_str(a, der);
  if (issuer == NULL || !ca_link_staple(workers, a, own, issuer, &kept.answer, &kept.again)) {
    kept.answer = STR_EMPTY;
    kept.again = time(NULL) + PAUSE_SECONDS;
  }
  X509_free(issuer);
}

int ca_staple(SSL *ssl, void *workers)
{
  X509 *own = SSL_get_certificate(ssl);
  if (own == NULL || *(const int *)workers < 0) return SSL_TLSEXT_ERR_NOACK;
  struct arena *a = arena_new();
  str der = pki_certificate_bytes(a, own);
  if (!str_eq(der, kept.certificate) || store_of(ssl) != kept.store || time(NULL) >= kept.again)
    ask_authority(ssl, own, der, *(const int *)workers);
  arena_free(a);
  if (kept.answer.n == 0) return SSL_TLSEXT_ERR_NOACK;
  unsigned char *copy = OPENSSL_memdup(kept.answer.p, kept.answer.n);
  if (copy == NULL || SSL_set_tlsext_status_ocsp_resp(ssl, copy, (long)kept.answer.n) != 1) {
    OPENSSL_free(copy);
    return SSL_TLSEXT_ERR_NOACK;
  }
  return SSL_TLSEXT_ERR_OK;
}
