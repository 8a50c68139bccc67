/* Revocation lists. */
#include <openssl/err.h>
#include <openssl/x509v3.h>

#include "server/ca/internal.h"

static void release_crl(void *c) { X509_CRL_free(c); }

static X509_CRL *keep_crl(struct arena *a, X509_CRL *c)
{
  if (c != NULL) arena_defer(a, release_crl, c);
  return c;
}

static bool fail(struct arena *a, const char *what, str *error)
{
  *error = arena_printf(a, "%s: %.*s", what, STR_FMT(pki_openssl_error(a)));
  return false;
}

bool ca_crls_read(struct ca *ca, struct arena *a, str path, struct ptrvec *crls, uint32_t *own, str *error)
{
  str text, why;
  if (!ca_read(a, path, &text, error)) {
    if (error->n == 0) *error = arena_printf(a, "%.*s: No such file or directory", STR_FMT(path));
    return false;
  }
  bool read = pki_crls_read(a, text, crls, &why);
  for (uint32_t i = 0; read && i < crls->n; i++)
    if (X509_NAME_cmp(X509_CRL_get_issuer(crls->items[i]), X509_get_subject_name(ca->certificate)) == 0) {
      *own = i;
      return true;
    }
  if (read) why = STR("it contains no revocation list of this authority");
  *error = arena_printf(a, "%.*s: %.*s", STR_FMT(path), STR_FMT(why));
  return false;
}

bool ca_crl_has(X509_CRL *crl, const ASN1_INTEGER *serial)
{
  X509_REVOKED *r;
  bool has = X509_CRL_get0_by_serial(crl, &r, serial) == 1;
  ERR_clear_error();
  return has;
}

bool ca__is_revoked(struct ca *ca, struct arena *a, X509 *certificate)
{
  str error;
  struct ptrvec crls = {0};
  uint32_t own;
  return ca_crls_read(ca, a, ca->cacrl, &crls, &own, &error) &&
         ca_crl_has(crls.items[own], X509_get0_serialNumber(certificate));
}

bool ca__is_revoked_file(struct ca *ca, struct arena *a, str path)
{
  str text, error;
  if (!ca_read(a, path, &text, &error)) return false;
  X509 *c = pki_certificate_read(a, text, &error);
  return c != NULL && ca__is_revoked(ca, a, c);
}

/* --- creation --- */
static bool set_times(X509_CRL *crl, time_t from, time_t to)
{
  ASN1_TIME *last = ASN1_TIME_set(NULL, from), *next = ASN1_TIME_set(NULL, to);
  bool set = last != NULL && next != NULL && X509_CRL_set1_lastUpdate(crl, last) == 1 &&
             X509_CRL_set1_nextUpdate(crl, next) == 1;
  ASN1_TIME_free(last);
  ASN1_TIME_free(next);
  return set;
}

static bool set_number(X509_CRL *crl, ASN1_INTEGER *number)
{
  int at = X509_CRL_get_ext_by_NID(crl, NID_crl_number, -1);
  if (at >= 0) X509_EXTENSION_free(X509_CRL_delete_ext(crl, at));
  return X509_CRL_add1_ext_i2d(crl, NID_crl_number, number, 0, X509V3_ADD_APPEND) == 1;
}

/* NULL when the list has no number. */
static ASN1_INTEGER *number_of(struct arena *a, X509_CRL *crl)
{
  ASN1_INTEGER *n = X509_CRL_get_ext_d2i(crl, NID_crl_number, NULL, NULL);
  ERR_clear_error();
  return ca__keep_integer(a, n);
}

static bool count_up(struct arena *a, X509_CRL *crl, X509_CRL *old)
{
  ASN1_INTEGER *before = number_of(a, old);
  BIGNUM *n = before != NULL ? ASN1_INTEGER_to_BN(before, NULL) : BN_new();
  ASN1_INTEGER *next = n != NULL && BN_add_word(n, 1) == 1 ? ca__keep_integer(a, BN_to_ASN1_INTEGER(n, NULL)) : NULL;
  BN_free(n);
  return next != NULL && set_number(crl, next);
}

static bool sign_crl(X509_CRL *crl, EVP_PKEY *key)
{
  X509_CRL_sort(crl);
  return X509_CRL_sign(crl, key, pki_key_digest(key)) > 0;
}

/* An empty list to replace `old`: the same times and extensions, the next number. */
X509_CRL *ca__crl_like(struct ca *ca, struct arena *a, X509_CRL *old)
{
  str error;
  X509_CRL *crl = ca_crl_new(a, ca->certificate, ca->key, CA_CRL_TTL, &error);
  bool made = crl != NULL && X509_CRL_set1_lastUpdate(crl, X509_CRL_get0_lastUpdate(old)) == 1 &&
              (X509_CRL_get0_nextUpdate(old) == NULL ||
               X509_CRL_set1_nextUpdate(crl, X509_CRL_get0_nextUpdate(old)) == 1) &&
              count_up(a, crl, old);
  return made ? crl : NULL;
}

bool ca__crl_sign(struct ca *ca, X509_CRL *crl) { return sign_crl(crl, ca->key); }

/* puppetserver gives every revocation the same reason. */
static bool add_revoked(X509_CRL *crl, const ASN1_INTEGER *serial)
{
  X509_REVOKED *r = X509_REVOKED_new();
  ASN1_TIME *now = ASN1_TIME_set(NULL, time(NULL));
  ASN1_ENUMERATED *reason = ASN1_ENUMERATED_new();
  bool made = r != NULL && now != NULL && reason != NULL &&
              X509_REVOKED_set_serialNumber(r, (ASN1_INTEGER *)serial) == 1 &&
              X509_REVOKED_set_revocationDate(r, now) == 1 &&
              ASN1_ENUMERATED_set(reason, CRL_REASON_KEY_COMPROMISE) == 1 &&
              X509_REVOKED_add1_ext_i2d(r, NID_crl_reason, reason, 0, 0) == 1 && X509_CRL_add0_revoked(crl, r) == 1;
  if (!made) X509_REVOKED_free(r);
  ASN1_TIME_free(now);
  ASN1_ENUMERATED_free(reason);
  return made;
}

X509_CRL *ca_crl_extend(struct ca *ca, struct arena *a, X509_CRL *old, const struct ptrvec *serials, str *error)
{
  time_t now = time(NULL);
  X509_CRL *crl = keep_crl(a, X509_CRL_dup(old));
  bool made = crl != NULL && set_times(crl, now, now + CA_CRL_TTL) && count_up(a, crl, old);
  for (uint32_t i = 0; made && i < serials->n; i++) made = add_revoked(crl, serials->items[i]);
  if (made && sign_crl(crl, ca->key)) return crl;
  fail(a, "cannot make a revocation list", error);
  return NULL;
}

static bool add_key_identifier(X509_CRL *crl, X509 *issuer)
{
  X509V3_CTX ctx;
  X509V3_set_ctx(&ctx, issuer, NULL, NULL, crl, 0);
  X509_EXTENSION *e = X509V3_EXT_nconf_nid(NULL, &ctx, NID_authority_key_identifier, "keyid:always");
  bool added = e != NULL && X509_CRL_add_ext(crl, e, -1) == 1;
  X509_EXTENSION_free(e);
  return added;
}

X509_CRL *ca_crl_new(struct arena *a, X509 *certificate, EVP_PKEY *key, int64_t ttl, str *error)
{
  time_t now = time(NULL);
  X509_CRL *crl = keep_crl(a, X509_CRL_new());
  ASN1_INTEGER *zero = ca__keep_integer(a, ASN1_INTEGER_new());
  bool made = crl != NULL && zero != NULL && ASN1_INTEGER_set(zero, 0) == 1 &&
              X509_CRL_set_version(crl, X509_CRL_VERSION_2) == 1 &&
              X509_CRL_set_issuer_name(crl, X509_get_subject_name(certificate)) == 1 &&
              set_times(crl, now - CA_BACKDATED, now + (time_t)ttl) && add_key_identifier(crl, certificate) &&
              set_number(crl, zero);
  if (made && sign_crl(crl, key)) return crl;
  fail(a, "cannot make a revocation list", error);
  return NULL;
}

/* --- lists of the other authorities --- */
static bool same_key_identifier(X509_CRL *x, X509_CRL *y)
{
  AUTHORITY_KEYID *a = X509_CRL_get_ext_d2i(x, NID_authority_key_identifier, NULL, NULL);
  AUTHORITY_KEYID *b = X509_CRL_get_ext_d2i(y, NID_authority_key_identifier, NULL, NULL);
  bool same = a != NULL && b != NULL && a->keyid != NULL && b->keyid != NULL &&
              ASN1_OCTET_STRING_cmp(a->keyid, b->keyid) == 0;
  AUTHORITY_KEYID_free(a);
  AUTHORITY_KEYID_free(b);
  ERR_clear_error();
  return same;
}

static bool has_key_identifier(X509_CRL *crl) { return same_key_identifier(crl, crl); }

/* <0, 0, >0; a list without a number is the oldest. */
static int compare_numbers(struct arena *a, X509_CRL *x, X509_CRL *y)
{
  const ASN1_INTEGER *m = number_of(a, x), *n = number_of(a, y);
  if (m == NULL || n == NULL) return (m != NULL) - (n != NULL);
  return ASN1_INTEGER_cmp(m, n);
}

/* The newest of the present list and those sent for the same key. False when two different ones have the same number.
 * */
static bool newest(struct arena *a, X509_CRL *now, const struct ptrvec *sent, X509_CRL **out)
{
  bool clear = true;
  *out = now;
  for (uint32_t i = 0; i < sent->n; i++) {
    X509_CRL *c = sent->items[i];
    if (!same_key_identifier(c, now)) continue;
    int order = compare_numbers(a, c, *out);
    bool again = X509_CRL_match(c, *out) == 0;
    if (order > 0) clear = true, *out = c;
    else if (order == 0 && !again) clear = false;
    else if (order == 0 && *out == now)
      clear = false; /* the present list itself was sent: puppetserver does not distinguish this either */
  }
  return clear;
}

/* Whether the chain of the authority verifies with these lists. */
static bool chain_is_good(struct ca *ca, struct arena *a, const struct ptrvec *crls, str *why)
{
  struct pki_verdict v;
  X509_STORE *store = pki_store_make(a, &ca->bundle, crls, PKI_REVOCATION_CHAIN, false);
  bool good = pki_verify(a, store, ca->certificate, NULL, &v) && !v.warning;
  if (!good) *why = arena_printf(a, "Invalid certs and/or CRLs: %.*s", STR_FMT(v.message));
  return good;
}

static enum ca_outcome update_file(struct ca *ca, struct arena *a, str path, const struct ptrvec *sent, str *text)
{
  struct ptrvec crls = {0};
  uint32_t own = 0;
  if (!ca_crls_read(ca, a, path, &crls, &own, text)) return CA_FAILED;
  struct ptrvec chain = {0};
  ptrvec_push(&chain, a, crls.items[own]);
  for (uint32_t i = 0; i < crls.n; i++) {
    X509_CRL *kept;
    if (i == own) continue;
    if (!newest(a, crls.items[i], sent, &kept)) {
      *text = STR("Could not determine newest CRL.");
      return CA_REFUSED;
    }
    ptrvec_push(&chain, a, kept);
  }
  if (!chain_is_good(ca, a, &chain, text)) return CA_REFUSED;
  return ca_write(ca, a, path, pki_crls_pem(a, &chain), 0644, text) ? CA_DONE : CA_FAILED;
}

static enum ca_outcome update_locked(struct ca *ca, struct arena *a, const struct ptrvec *sent, str *text)
{
  enum ca_outcome o = update_file(ca, a, ca->cacrl, sent, text);
  if (o == CA_DONE && ca->options.enable_infra_crl) o = update_file(ca, a, ca->infra_crl, sent, text);
  if (o == CA_DONE) *text = STR("Successfully updated CRLs.");
  return o;
}

enum ca_outcome ca_crls_update(struct ca *ca, struct arena *a, str pem, str *text)
{
  struct ptrvec sent = {0};
  str label;
  if (pki_pem_count(pem, &label) == 0 || !pki_crls_read(a, pem, &sent, text)) {
    *text = STR("No valid CRLs submitted.");
    return CA_REFUSED;
  }
  for (uint32_t i = 0; i < sent.n; i++) {
    if (X509_CRL_get_ext_by_NID(sent.items[i], NID_delta_crl, -1) >= 0) *text = STR("Cannot support delta CRL.");
    else if (!has_key_identifier(sent.items[i]))
      *text = STR("One or more submitted CRLs do not have an authority key identifier.");
    else continue;
    return CA_REFUSED;
  }
  int lock = ca_lock(ca, text);
  if (lock < 0) return CA_FAILED;
  enum ca_outcome o = update_locked(ca, a, &sent, text);
  ca_unlock(lock);
  return o;
}

/* --- keeping our own list valid --- */
struct expired {
  struct arena *arena;
  time_t now;
  struct strmap serials;
};

static str bare(str hex)
{
  if (str_starts(hex, STR("0x"))) hex = str_from(hex, 2);
  while (hex.n > 1 && hex.p[0] == '0') hex = str_from(hex, 1);
  return hex;
}

static void note_expired(void *ctx, const struct ca_inventory_line *line)
{
  struct expired *e = ctx;
  if (line->not_after == 0 || line->not_after >= e->now) return;
  char *key = arena_strz(e->arena, bare(line->serial));
  for (char *p = key; *p != '\0'; p++) *p = (char)ascii_upper(*p);
  strmap_put(&e->serials, str_of(key), NULL);
}

/* Our list without serials of expired certificates, which are not valid in any case. */
static X509_CRL *without_expired(struct ca *ca, struct arena *a, X509_CRL *old, const struct expired *e, str *error)
{
  X509_CRL *crl = ca_crl_new(a, ca->certificate, ca->key, CA_CRL_TTL, error);
  STACK_OF(X509_REVOKED) *all = X509_CRL_get_REVOKED(old);
  bool made = crl != NULL;
  for (int i = 0; made && i < sk_X509_REVOKED_num(all); i++) {
    X509_REVOKED *r = sk_X509_REVOKED_value(all, i);
    if (strmap_find(&e->serials, bare(pki_serial_hex(a, X509_REVOKED_get0_serialNumber(r)))) != NULL) continue;
    X509_REVOKED *copy = X509_REVOKED_dup(r);
    made = copy != NULL && X509_CRL_add0_revoked(crl, copy) == 1;
  }
  time_t now = time(NULL);
  if (made && set_times(crl, now, now + CA_CRL_TTL) && count_up(a, crl, old) && sign_crl(crl, ca->key)) return crl;
  fail(a, "cannot make a revocation list", error);
  return NULL;
}

static bool refresh_file(struct ca *ca, struct arena *a, str path, const struct expired *e, str *error)
{
  enum { WINDOW = 30 * 86400 };
  struct ptrvec crls = {0};
  uint32_t own = 0;
  if (!ca_crls_read(ca, a, path, &crls, &own, error)) return false;
  if (pki_time(X509_CRL_get0_nextUpdate(crls.items[own])) >= e->now + WINDOW) return true;
  log_info(&log_server_ca, "The revocation list %.*s expires within 30 days and is renewed", STR_FMT(path));
  X509_CRL *new = without_expired(ca, a, crls.items[own], e, error);
  if (new == NULL) return false;
  crls.items[own] = new;
  return ca_write(ca, a, path, pki_crls_pem(a, &crls), 0644, error);
}

bool ca_crls_refresh(struct ca *ca, struct arena *a, str *error)
{
  struct expired e = {.arena = a, .now = time(NULL)};
  strmap_init(&e.serials, a);
  int lock = ca_lock(ca, error);
  if (lock < 0) return false;
  bool done = ca_inventory_each(ca, a, note_expired, &e, error) && refresh_file(ca, a, ca->cacrl, &e, error) &&
              (!ca->options.enable_infra_crl || refresh_file(ca, a, ca->infra_crl, &e, error));
  ca_unlock(lock);
  return done;
}
