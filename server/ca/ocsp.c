/* OCSP: whether single certificates are revoked.
 *
 * Answers are signed with a key that can do nothing else: its certificate, signed by the authority, is for OCSP answers
 * only (id-kp-OCSPSigning), is valid for a week, and is not to be checked for revocation itself
 * (id-pkix-ocsp-nocheck). Each answer includes the certificate. Key and certificate exist only in the memory of this
 * process. The serial number is random, with a bit set that numbers of the file `serial` do not have, so it does not
 * use up nodes' numbers, and the inventory gets no line.
 *
 * An answer without a nonce is valid for an hour and is cached that long while the revocation list does not change, so
 * that nobody can keep the key busy by sending requests. A nonce is not repeated in the answer, as RFC 5019 allows.
 * Serial numbers that were never issued get the answer "unauthorized", which needs no signature. */
#include <openssl/err.h>
#include <openssl/ocsp.h>
#include <sys/stat.h>

#include "server/ca/internal.h"

enum { VALID_SECONDS = 3600, CACHE_ENTRIES = 4096, SERIAL_BITS = 159, RESPONDER_SECONDS = 7 * 86400 };

static struct cache {
  struct arena *arena;
  struct strmap answers; /* DER of the identifier -> struct cached * */
  struct timespec crl;   /* when the list changed last */
  ino_t inode;
} cache;

struct cached {
  str der;
  time_t until;
};

static str error_answer(struct arena *a, int status)
{
  unsigned char *der = NULL;
  OCSP_RESPONSE *r = OCSP_response_create(status, NULL);
  int n = r != NULL ? i2d_OCSP_RESPONSE(r, &der) : -1;
  str bytes = n > 0 ? arena_str(a, str_n((const char *)der, (size_t)n)) : STR_EMPTY;
  OPENSSL_free(der);
  OCSP_RESPONSE_free(r);
  ERR_clear_error();
  return bytes;
}

/* Empties the cache when the list has changed. */
static void refresh_cache(struct ca *ca, struct arena *a)
{
  struct stat st = {0};
  bool same = stat(arena_strz(a, ca->cacrl), &st) == 0 && cache.arena != NULL && st.st_ino == cache.inode &&
              st.st_mtim.tv_sec == cache.crl.tv_sec && st.st_mtim.tv_nsec == cache.crl.tv_nsec &&
              cache.answers.n < CACHE_ENTRIES;
  if (same) return;
  arena_free(cache.arena);
  cache.arena = arena_new();
  strmap_init(&cache.answers, cache.arena);
  cache.crl = st.st_mtim;
  cache.inode = st.st_ino;
}

static str identifier(struct arena *a, const OCSP_CERTID *id)
{
  unsigned char *der = NULL;
  int n = i2d_OCSP_CERTID(id, &der);
  str bytes = n > 0 ? arena_str(a, str_n((const char *)der, (size_t)n)) : STR_EMPTY;
  OPENSSL_free(der);
  return bytes;
}

/* Whether the identifier names this authority as the issuer, with any digest. */
static bool is_ours(struct ca *ca, OCSP_CERTID *id)
{
  ASN1_OBJECT *algorithm;
  OCSP_id_get0_info(NULL, &algorithm, NULL, NULL, id);
  const EVP_MD *md = EVP_get_digestbyobj(algorithm);
  OCSP_CERTID *own = md != NULL ? OCSP_cert_to_id(md, NULL, ca->certificate) : NULL;
  bool same = own != NULL && OCSP_id_issuer_cmp(own, id) == 0;
  OCSP_CERTID_free(own);
  return same;
}

/* Whether a certificate with this number was issued: it is below the next number. */
static bool was_issued(struct ca *ca, struct arena *a, const ASN1_INTEGER *serial)
{
  uint64_t next, n;
  str error;
  return ASN1_INTEGER_get_uint64(&n, serial) == 1 && ca__serial_peek(ca, a, &next, &error) && n > 0 && n < next;
}

static bool add_state(struct ca *ca, struct arena *a, OCSP_BASICRESP *basic, OCSP_CERTID *id, ASN1_INTEGER *serial)
{
  struct ptrvec crls = {0};
  uint32_t own = 0;
  str error;
  X509_REVOKED *r = NULL;
  if (!ca_crls_read(ca, a, ca->cacrl, &crls, &own, &error)) return false;
  bool revoked = X509_CRL_get0_by_serial(crls.items[own], &r, serial) == 1;
  time_t now = time(NULL);
  ASN1_TIME *from = ASN1_TIME_set(NULL, now), *to = ASN1_TIME_set(NULL, now + VALID_SECONDS);
  bool added = from != NULL && to != NULL &&
               OCSP_basic_add1_status(basic, id, revoked ? V_OCSP_CERTSTATUS_REVOKED : V_OCSP_CERTSTATUS_GOOD,
                                      OCSP_REVOKED_STATUS_KEYCOMPROMISE,
                                      revoked ? (ASN1_TIME *)X509_REVOKED_get0_revocationDate(r) : NULL, from,
                                      to) != NULL;
  ASN1_TIME_free(from);
  ASN1_TIME_free(to);
  return added;
}

/* --- the signing key --- */

static bool set_random_serial(X509 *c)
{
  BIGNUM *n = BN_new();
  const bool set = n != NULL && BN_rand(n, SERIAL_BITS, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) == 1 &&
                   BN_to_ASN1_INTEGER(n, X509_get_serialNumber(c)) != NULL;
  BN_free(n);
  return set;
}

static X509_NAME *responder_name(void)
{
  static const unsigned char text[] = "OCSP responder";
  X509_NAME *n = X509_NAME_new();
  if (n != NULL && X509_NAME_add_entry_by_NID(n, NID_commonName, MBSTRING_UTF8, text, sizeof text - 1, -1, 0) == 1)
    return n;
  X509_NAME_free(n);
  return NULL;
}

static X509 *responder_certificate(struct ca *ca, struct arena *a, EVP_PKEY *key, int64_t ttl, str *error)
{
  X509_NAME *name = responder_name();
  X509 *c = name != NULL ? ca__certificate(a, name, X509_get_subject_name(ca->certificate), key, 1, ttl) : NULL;
  X509_NAME_free(name);
  const bool made = c != NULL && set_random_serial(c) &&
                    ca__add_extensions(c, ca->certificate, CA_EXTENSIONS_RESPONDER);
  if (made && ca__sign(a, c, ca->key, error)) return c;
  if (!made) *error = pki_openssl_error(a);
  return NULL;
}

static void release_responder(void *held)
{
  struct ca_responder *r = held;
  arena_free(r->arena);
}

/* The present key and certificate, or new ones after half of the certificate's lifetime; so it outlives the answers
 * that it signs. */
static const struct ca_responder *responder_of(struct ca *ca)
{
  struct ca_responder *r = &ca->responder;
  const time_t now = time(NULL);
  if (r->certificate != NULL && now < r->renew) return r;
  struct arena *a = arena_new();
  str error;
  EVP_PKEY *key = pki_key_make(a, PKI_KEY_EC, 0, "prime256v1", &error);
  X509 *c = key != NULL ? responder_certificate(ca, a, key, RESPONDER_SECONDS, &error) : NULL;
  if (c == NULL) {
    log_error(&log_server_ca, "CA_OCSP", NULL, "cannot make the certificate that OCSP answers are signed with: %.*s",
              STR_FMT(error));
    arena_free(a);
    return NULL;
  }
  if (r->arena == NULL) arena_defer(ca->arena, release_responder, r);
  arena_free(r->arena);
  *r = (struct ca_responder){key, c, now + RESPONDER_SECONDS / 2, a};
  return r;
}

static str sign_answer(struct ca *ca, struct arena *a, OCSP_CERTID *id, ASN1_INTEGER *serial)
{
  unsigned char *der = NULL;
  const struct ca_responder *signer = responder_of(ca);
  OCSP_BASICRESP *basic = OCSP_BASICRESP_new();
  OCSP_RESPONSE *response = NULL;
  if (signer != NULL && basic != NULL && add_state(ca, a, basic, id, serial) &&
      OCSP_basic_sign(basic, signer->certificate, signer->key, pki_key_digest(signer->key), NULL, OCSP_RESPID_KEY) == 1)
    response = OCSP_response_create(OCSP_RESPONSE_STATUS_SUCCESSFUL, basic);
  int n = response != NULL ? i2d_OCSP_RESPONSE(response, &der) : -1;
  str bytes = n > 0 ? arena_str(a, str_n((const char *)der, (size_t)n)) : STR_EMPTY;
  OPENSSL_free(der);
  OCSP_RESPONSE_free(response);
  OCSP_BASICRESP_free(basic);
  ERR_clear_error();
  return bytes.n > 0 ? bytes : error_answer(a, OCSP_RESPONSE_STATUS_INTERNALERROR);
}

static str answer_one(struct ca *ca, struct arena *a, OCSP_CERTID *id)
{
  ASN1_INTEGER *serial;
  OCSP_id_get0_info(NULL, NULL, NULL, &serial, id);
  if (!is_ours(ca, id) || !was_issued(ca, a, serial)) return error_answer(a, OCSP_RESPONSE_STATUS_UNAUTHORIZED);
  ca->done.ocsp++;
  refresh_cache(ca, a);
  str key = identifier(a, id);
  const struct cached *known = strmap_get(&cache.answers, key);
  if (known != NULL && known->until > time(NULL)) return known->der;
  str der = sign_answer(ca, a, id, serial);
  struct cached *new = ARENA_NEW(cache.arena, struct cached);
  /* Half of its lifetime, so that clients get an answer that is still valid for a while. */
  *new = (struct cached){arena_str(cache.arena, der), time(NULL) + VALID_SECONDS / 2};
  strmap_put(&cache.answers, arena_str(cache.arena, key), new);
  return new->der;
}

str ca_ocsp_answer(struct ca *ca, struct arena *a, str request)
{
  const unsigned char *p = (const unsigned char *)request.p;
  OCSP_REQUEST *r = request.n > 0 && request.n <= 64 * 1024 ? d2i_OCSP_REQUEST(NULL, &p, (long)request.n) : NULL;
  str answer;
  ERR_clear_error();
  /* RFC 5019 allows one certificate in a request. */
  if (r == NULL || OCSP_request_onereq_count(r) != 1) answer = error_answer(a, OCSP_RESPONSE_STATUS_MALFORMEDREQUEST);
  else answer = answer_one(ca, a, OCSP_onereq_get0_id(OCSP_request_onereq_get0(r, 0)));
  OCSP_REQUEST_free(r);
  return answer;
}
