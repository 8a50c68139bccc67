/* OCSP: whether single certificates are revoked, signed by the authority itself.
 *
 * An answer without a nonce is good for an hour and is kept that long while the revocation list does not change, so that
 * nobody can keep the key busy by asking. A nonce is not repeated, as RFC 5019 has it. Serial numbers that were never given
 * away get the answer "unauthorized", which needs no signature. */
#include <openssl/err.h>
#include <openssl/ocsp.h>
#include <sys/stat.h>

#include "server/ca/internal.h"

enum { VALID_SECONDS = 3600, CACHE_ENTRIES = 4096 };

static struct cache {
  struct arena *arena;
  struct strmap answers;             /* DER of the identifier -> struct cached * */
  struct timespec crl;               /* when the list changed last */
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

/* Forgets all when the list has changed. */
static void refresh_cache(struct ca *ca, struct arena *a)
{
  struct stat st = {0};
  bool same = stat(arena_strz(a, ca->cacrl), &st) == 0 && cache.arena != NULL && st.st_ino == cache.inode &&
              st.st_mtim.tv_sec == cache.crl.tv_sec && st.st_mtim.tv_nsec == cache.crl.tv_nsec && cache.answers.n < CACHE_ENTRIES;
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

/* Whether it names this authority as the issuer, with any digest. */
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

/* A number that was given away: below the next one. */
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
                                      revoked ? (ASN1_TIME *)X509_REVOKED_get0_revocationDate(r) : NULL, from, to) != NULL;
  ASN1_TIME_free(from);
  ASN1_TIME_free(to);
  return added;
}

static str sign_answer(struct ca *ca, struct arena *a, OCSP_CERTID *id, ASN1_INTEGER *serial)
{
  unsigned char *der = NULL;
  OCSP_BASICRESP *basic = OCSP_BASICRESP_new();
  OCSP_RESPONSE *response = NULL;
  if (basic != NULL && add_state(ca, a, basic, id, serial) &&
      OCSP_basic_sign(basic, ca->certificate, ca->key, EVP_sha256(), NULL, OCSP_RESPID_KEY | OCSP_NOCERTS) == 1)
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
  /* Half of its time, so that who asks gets one that is good for a while. */
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
  /* One certificate a request, as RFC 5019 has it. */
  if (r == NULL || OCSP_request_onereq_count(r) != 1) answer = error_answer(a, OCSP_RESPONSE_STATUS_MALFORMEDREQUEST);
  else answer = answer_one(ca, a, OCSP_onereq_get0_id(OCSP_request_onereq_get0(r, 0)));
  OCSP_REQUEST_free(r);
  return answer;
}
