/* Stores and signs requests; revokes, renews and deletes certificates. */
#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <stdlib.h>
#include <unistd.h>

#include "server/ca/internal.h"

/* --- infrastructure --- */
struct infra {
  str name;
  bool found;
};

static bool is_infra_line(void *ctx, str line)
{
  struct infra *i = ctx;
  i->found = str_eq(line, i->name);
  return !i->found;
}

bool ca__is_infra(struct ca *ca, struct arena *a, str name)
{
  struct infra i = {name, false};
  str error;
  return ca__each_line(a, ca->infra_nodes, is_infra_line, &i, &error) && i.found;
}

static str decimal(struct arena *a, const ASN1_INTEGER *serial)
{
  BIGNUM *n = ASN1_INTEGER_to_BN(serial, NULL);
  char *text = n != NULL ? BN_bn2dec(n) : NULL;
  str kept = arena_str(a, str_of(text != NULL ? text : ""));
  OPENSSL_free(text);
  BN_free(n);
  return kept;
}

static bool note_infra(struct ca *ca, struct arena *a, X509 *c, str name, str *error)
{
  str text;
  if (!ca__is_infra(ca, a, name)) return true;
  if (!ca_read(a, ca->infra_serials, &text, error)) {
    if (error->n > 0) return false;
    text = STR_EMPTY;
  }
  str more = arena_printf(a, "%.*s%s%.*s\n", STR_FMT(text), text.n > 0 && text.p[text.n - 1] != '\n' ? "\n" : "",
                          STR_FMT(decimal(a, X509_get0_serialNumber(c))));
  return ca_write(ca, a, ca->infra_serials, more, 0644, error);
}

/* --- signing --- */
/* Adds a new certificate to the inventory, then stores it; in this order, so that no certificate is missing in the
 * inventory. Under the lock. */
static bool publish(struct ca *ca, struct arena *a, X509 *c, str name, str *error)
{
  return ca_inventory_add(ca, a, c, error) && note_infra(ca, a, c, name, error) &&
         ca_write(ca, a, ca_certificate_path(ca, a, name), pki_certificate_pem(a, c), 0644, error);
}

static bool wants_renewal(X509_REQ *r)
{
  ASN1_OBJECT *object = OBJ_txt2obj(PKI_OID_AUTO_RENEW, 1);
  int at = X509_REQ_get_attr_by_OBJ(r, object, -1);
  ASN1_OBJECT_free(object);
  ASN1_TYPE *t = at >= 0 ? X509_ATTRIBUTE_get0_type(X509_REQ_get_attr(r, at), 0) : NULL;
  unsigned char *text = NULL;
  bool is_text = t != NULL &&
                 (t->type == V_ASN1_PRINTABLESTRING || t->type == V_ASN1_UTF8STRING || t->type == V_ASN1_IA5STRING);
  int n = is_text ? ASN1_STRING_to_UTF8(&text, t->value.asn1_string) : -1;
  bool wants = n > 0 && str_eqz(str_n((const char *)text, (size_t)n), "true");
  OPENSSL_free(text);
  ERR_clear_error();
  return wants;
}

static X509_NAME *name_of(struct arena *a, str name, str *error)
{
  X509_NAME *n = X509_NAME_new();
  /* Without OpenSSL's limit of 64 characters, which does not apply to host names. */
  if (n != NULL &&
      X509_NAME_add_entry_by_txt(n, "CN", MBSTRING_UTF8, (const unsigned char *)name.p, (int)name.n, -1, 0) == 1)
    return n;
  X509_NAME_free(n);
  *error = arena_printf(a, "'%.*s' cannot be the name of a certificate: %.*s", STR_FMT(name),
                        STR_FMT(pki_openssl_error(a)));
  return NULL;
}

/* Creates and publishes the certificate of a request that was checked. Under the lock. */
static bool sign_request(struct ca *ca, struct arena *a, str name, X509_REQ *r, int64_t ttl, str *error)
{
  struct ca_issue i = {.key = X509_REQ_get0_pubkey(r)};
  bool renewal = ca->options.allow_auto_renewal && wants_renewal(r);
  i.ttl = renewal ? ca->options.auto_renewal_ttl : ttl > 0 ? ttl : ca->ttl;
  if (!pki_request_extensions(a, r, &i.extensions, error) || !ca_next_serial(ca, a, &i.serial, error)) return false;
  i.subject = name_of(a, name, error);
  if (i.subject == NULL) return false;
  X509 *c = ca_issue_node(ca, a, &i, name, error);
  X509_NAME_free(i.subject);
  if (c == NULL || !publish(ca, a, c, name, error)) return false;
  /* If this is lost in a crash, the request still exists beside the certificate, which does no harm. */
  unlink(arena_strz(a, ca_request_path(ca, a, name)));
  log_notice(&log_server_ca, "Signed certificate request for %.*s", STR_FMT(name));
  return true;
}

static enum ca_outcome read_request(struct ca *ca, struct arena *a, str name, X509_REQ **r, str *text)
{
  str pem, path = ca_request_path(ca, a, name);
  if (!ca_name_is_safe(name) || !ca_read(a, path, &pem, text))
    return ca_name_is_safe(name) && text->n > 0 ? CA_FAILED : CA_MISSING;
  *r = pki_request_read(a, pem, text);
  if (*r != NULL) return CA_DONE;
  *text = arena_printf(a, "%.*s: %.*s", STR_FMT(path), STR_FMT(*text));
  return CA_FAILED;
}

/* `judged`: sign only this request (PEM); empty: sign any request. */
static enum ca_outcome sign_locked(struct ca *ca, struct arena *a, str name, str judged, int64_t ttl, str *text)
{
  X509_REQ *r;
  enum ca_outcome o = read_request(ca, a, name, &r, text);
  if (o == CA_DONE && judged.n > 0 && !str_eq(pki_request_pem(a, r), judged)) return CA_MISSING;
  if (o == CA_MISSING)
    *text = arena_printf(a, "Cannot sign certificate for host %.*s without a certificate request", STR_FMT(name));
  if (o != CA_DONE) return o;
  if (!ca_check_name(a, name, pki_common_name(a, X509_REQ_get_subject_name(r)), text) ||
      !ca_check_request(ca, a, r, text))
    return CA_REFUSED;
  return sign_request(ca, a, name, r, ttl, text) ? CA_DONE : CA_FAILED;
}

static enum ca_outcome sign_judged(struct ca *ca, struct arena *a, str name, str judged, int64_t ttl, str *text)
{
  int lock = ca_lock(ca, text);
  if (lock < 0) return CA_FAILED;
  enum ca_outcome o = sign_locked(ca, a, name, judged, ttl, text);
  ca_unlock(lock);
  return o;
}

enum ca_outcome ca_sign(struct ca *ca, struct arena *a, str name, int64_t ttl, str *text)
{
  return sign_judged(ca, a, name, STR_EMPTY, ttl, text);
}

/* --- requests --- */
static X509_REQ *parse_request(struct arena *a, str pem, str *text)
{
  enum { MAX_BYTES = 256 * 1024 };
  str label, why;
  size_t n = pki_pem_count(pem, &label);
  X509_REQ *r = NULL;
  if (pem.n > MAX_BYTES) *text = arena_printf(a, "The certificate request has more than %d bytes", MAX_BYTES);
  else if (n == 0 || str_index(pem, '\0', 0) != SIZE_MAX) *text = STR("The body is not a certificate request in PEM");
  else if (n > 1) *text = STR("The PEM stream contains more than one object");
  else if (!str_ends(label, STR("CERTIFICATE REQUEST")))
    *text = arena_printf(a, "The body is not a certificate request but a %.*s", STR_FMT(str_sub(label, 0, 80)));
  else if ((r = pki_request_read(a, pem, &why)) == NULL)
    *text = arena_printf(a, "The certificate request cannot be read: %.*s", STR_FMT(why));
  else if (X509_REQ_get0_pubkey(r) == NULL)
    *text = arena_printf(a, "The key in the certificate request cannot be read: %.*s", STR_FMT(pki_openssl_error(a)));
  else return r;
  return NULL;
}

/* Stores the request unless the name already has one. */
static enum ca_outcome store_request(struct ca *ca, struct arena *a, str name, X509_REQ *r, str *text)
{
  str subject = pki_common_name(a, X509_REQ_get_subject_name(r));
  int lock = ca_lock(ca, text);
  if (lock < 0) return CA_FAILED;
  enum ca_outcome o = CA_REFUSED;
  if (ca_check_duplicate(ca, a, subject, text) && ca_check_name(a, name, subject, text))
    o = ca_write(ca, a, ca_request_path(ca, a, name), pki_request_pem(a, r), 0644, text) ? CA_DONE : CA_FAILED;
  ca_unlock(lock);
  return o;
}

static enum ca_outcome submit(struct ca *ca, struct arena *a, str name, str pem, str *text)
{
  *text = STR_EMPTY;
  X509_REQ *r = parse_request(a, pem, text);
  if (r == NULL) return CA_REFUSED;
  enum ca_outcome o = store_request(ca, a, name, r, text);
  if (o != CA_DONE) return o;
  log_notice(&log_server_ca, "%.*s has a waiting certificate request", STR_FMT(name));
  /* Not under the lock, because the program may take long. */
  const str judged = pki_request_pem(a, r);
  if (!ca_autosigns(ca, a, name, judged)) return CA_DONE;
  o = sign_judged(ca, a, name, judged, 0, text);
  /* CA_MISSING: meanwhile the request was signed, deleted, or replaced by another one, which is judged by itself. */
  return o == CA_MISSING ? CA_DONE : o;
}

enum ca_outcome ca_submit(struct ca *ca, struct arena *a, str name, str pem, str *text)
{
  enum ca_outcome o = submit(ca, a, name, pem, text);
  ca->done.requested++;
  ca->done.refused += o == CA_REFUSED;
  return o;
}

/* --- revoking --- */
struct revocation {
  struct arena *arena;
  struct strmap serials; /* name -> struct ptrvec * of ASN1_INTEGER * */
  time_t now;
};

static void note_serial(void *ctx, const struct ca_inventory_line *line)
{
  struct revocation *r = ctx;
  if (!str_starts(line->subject, STR("/CN=")) || line->not_after < r->now) return;
  struct ptrvec *of = strmap_get(&r->serials, str_from(line->subject, 4));
  ASN1_INTEGER *serial = of != NULL ? ca__serial_of(r->arena, line->serial) : NULL;
  if (serial != NULL) ptrvec_push(of, r->arena, serial);
}

static void note_file(struct ca *ca, struct revocation *r, str name)
{
  str pem, error;
  if (!ca_name_is_safe(name) || !ca_read(r->arena, ca_certificate_path(ca, r->arena, name), &pem, &error)) return;
  X509 *c = pki_certificate_read(r->arena, pem, &error);
  if (c == NULL) return;
  ASN1_INTEGER *serial = ca__keep_integer(r->arena, ASN1_INTEGER_dup(X509_get0_serialNumber(c)));
  ptrvec_push(strmap_get(&r->serials, name), r->arena, serial);
}

/* Adds the serials that the list does not contain. */
static void add_new(struct arena *a, X509_CRL *crl, const struct ptrvec *of, struct ptrvec *to)
{
  for (uint32_t i = 0; i < of->n; i++) {
    bool known = ca_crl_has(crl, of->items[i]);
    for (uint32_t j = 0; j < to->n && !known; j++) known = ASN1_INTEGER_cmp(to->items[j], of->items[i]) == 0;
    if (!known) ptrvec_push(to, a, of->items[i]);
  }
}

/* *added: how many of the serials are new in the list. */
static bool extend_file(struct ca *ca, struct arena *a, str path, const struct ptrvec *serials, uint32_t *added,
                        str *text)
{
  struct ptrvec crls = {0}, new = {0};
  uint32_t own = 0;
  if (!ca_crls_read(ca, a, path, &crls, &own, text)) return false;
  add_new(a, crls.items[own], serials, &new);
  *added = new.n;
  if (new.n == 0) return true;
  X509_CRL *crl = ca_crl_extend(ca, a, crls.items[own], &new, text);
  if (crl == NULL) return false;
  crls.items[own] = crl;
  return ca_write(ca, a, path, pki_crls_pem(a, &crls), 0644, text);
}

struct infra_filter {
  struct arena *arena;
  const struct ptrvec *serials;
  struct ptrvec infra;
};

static bool take_infra(void *ctx, str line)
{
  struct infra_filter *f = ctx;
  for (uint32_t i = 0; i < f->serials->n; i++)
    if (str_eq(decimal(f->arena, f->serials->items[i]), line)) ptrvec_push(&f->infra, f->arena, f->serials->items[i]);
  return true;
}

static bool revoke_infra(struct ca *ca, struct arena *a, const struct ptrvec *serials, str *text)
{
  struct infra_filter f = {.arena = a, .serials = serials};
  uint32_t added;
  if (!ca->options.enable_infra_crl) return true;
  if (!ca__each_line(a, ca->infra_serials, take_infra, &f, text)) return false;
  return f.infra.n == 0 || extend_file(ca, a, ca->infra_crl, &f.infra, &added, text);
}

static enum ca_outcome revoke_locked(struct ca *ca, struct arena *a, const struct ptrvec *names, str *text)
{
  struct revocation r = {.arena = a, .now = time(NULL)};
  struct ptrvec all = {0};
  strmap_init(&r.serials, a);
  for (uint32_t i = 0; i < names->n; i++) strmap_put(&r.serials, *(str *)names->items[i], ARENA_NEW(a, struct ptrvec));
  if (!ca_inventory_each(ca, a, note_serial, &r, text)) return CA_FAILED;
  for (uint32_t i = 0; i < names->n; i++) {
    str name = *(str *)names->items[i];
    note_file(ca, &r, name);
    const struct ptrvec *of = strmap_get(&r.serials, name);
    if (of->n == 0)
      *text = arena_printf(a, "Cannot revoke certificate for host %.*s without a signed certificate", STR_FMT(name));
    for (uint32_t k = 0; k < of->n; k++) ptrvec_push(&all, a, of->items[k]);
  }
  if (all.n == 0) return CA_MISSING;
  uint32_t added;
  if (!extend_file(ca, a, ca->cacrl, &all, &added, text)) return CA_FAILED;
  ca->done.revoked += added;
  if (!revoke_infra(ca, a, &all, text)) return CA_FAILED;
  for (uint32_t i = 0; i < names->n; i++)
    log_notice(&log_server_ca, "Revoked certificate of %.*s", STR_FMT(*(str *)names->items[i]));
  return CA_DONE;
}

enum ca_outcome ca_revoke(struct ca *ca, struct arena *a, const struct ptrvec *names, str *text)
{
  if (names->n == 0) return CA_DONE;
  int lock = ca_lock(ca, text);
  if (lock < 0) return CA_FAILED;
  enum ca_outcome o = revoke_locked(ca, a, names, text);
  ca_unlock(lock);
  return o;
}

enum ca_outcome ca_delete_files(struct ca *ca, struct arena *a, str name, bool certificate, bool request, str *text)
{
  bool had_certificate = false, had_request = false;
  if (!ca_name_is_safe(name)) return CA_MISSING;
  int lock = ca_lock(ca, text);
  if (lock < 0) return CA_FAILED;
  bool done = (!certificate || ca__remove(a, ca_certificate_path(ca, a, name), &had_certificate, text)) &&
              (!request || ca__remove(a, ca_request_path(ca, a, name), &had_request, text));
  ca->done.changed |= had_certificate || had_request;
  ca_unlock(lock);
  return !done ? CA_FAILED : had_certificate || had_request ? CA_DONE : CA_MISSING;
}

/* --- renewing --- */
static bool renew_identifiers(struct ca *ca, X509 *c)
{
  static const struct {
    int nid;
    const char *value;
  } rows[] = {{NID_subject_key_identifier, "hash"}, {NID_authority_key_identifier, "keyid:always"}};
  X509V3_CTX ctx;
  for (size_t i = 0; i < 2; i++) {
    int at = X509_get_ext_by_NID(c, rows[i].nid, -1);
    if (at >= 0) X509_EXTENSION_free(X509_delete_ext(c, at));
    X509V3_set_ctx(&ctx, ca->certificate, c, NULL, NULL, 0);
    X509_EXTENSION *e = X509V3_EXT_nconf_nid(NULL, &ctx, rows[i].nid, rows[i].value);
    bool added = e != NULL && X509_add_ext(c, e, -1) == 1;
    X509_EXTENSION_free(e);
    if (!added) return false;
  }
  return true;
}

static bool renew_locked(struct ca *ca, struct arena *a, X509 *old, str name, str *text)
{
  uint64_t serial;
  if (!ca_next_serial(ca, a, &serial, text)) return false;
  X509 *c = ca__certificate(a, X509_get_subject_name(old), X509_get_subject_name(ca->certificate),
                            X509_get0_pubkey(old), serial, ca->options.auto_renewal_ttl);
  bool made = c != NULL;
  for (int i = 0; made && i < X509_get_ext_count(old); i++) made = X509_add_ext(c, X509_get_ext(old, i), -1) == 1;
  if (!made || !renew_identifiers(ca, c)) {
    *text = arena_printf(a, "cannot make a certificate for %.*s: %.*s", STR_FMT(name), STR_FMT(pki_openssl_error(a)));
    return false;
  }
  if (!ca__sign(a, c, ca->key, text) || !publish(ca, a, c, name, text)) return false;
  ca->done.renewed++;
  log_notice(&log_server_ca, "Renewed certificate for \"%.*s\" with new expiration of \"%.*s\"", STR_FMT(name),
             STR_FMT(pki_time_text(a, X509_get0_notAfter(c))));
  *text = pki_certificate_pem(a, c);
  return true;
}

/* Whether the certificate is ours and valid now. */
static bool may_renew(struct ca *ca, struct arena *a, X509 *old, str name, const struct ptrvec *crls)
{
  struct pki_verdict v;
  X509_STORE *store = pki_store_make(a, &ca->bundle, crls, PKI_REVOCATION_CHAIN, false);
  const bool good = X509_check_issued(ca->certificate, old) == X509_V_OK && ca_name_is_safe(name) &&
                    pki_verify(a, store, old, NULL, &v) && !v.warning;
  ERR_clear_error();
  return good;
}

enum ca_outcome ca_renew(struct ca *ca, struct arena *a, X509 *old, str *pem_or_text)
{
  str name = pki_common_name(a, X509_get_subject_name(old));
  struct ptrvec crls = {0};
  uint32_t own;
  enum ca_outcome o = CA_FAILED;
  /* Under the lock nobody can revoke the old certificate until the new one is in the inventory, where revoking finds
   * it. */
  int lock = ca_lock(ca, pem_or_text);
  if (lock < 0) return CA_FAILED;
  if (!ca_crls_read(ca, a, ca->cacrl, &crls, &own, pem_or_text)) o = CA_FAILED;
  else if (!may_renew(ca, a, old, name, &crls)) {
    *pem_or_text = STR("Certificate present, but does not match signature");
    o = CA_REFUSED;
  } else if (renew_locked(ca, a, old, name, pem_or_text)) o = CA_DONE;
  ca_unlock(lock);
  return o;
}

/* --- serials of the infrastructure --- */
struct infra_serials {
  struct ca *ca;
  struct arena *arena;
  struct revocation r;
};

static bool note_infra_name(void *ctx, str line)
{
  struct infra_serials *s = ctx;
  strmap_put(&s->r.serials, arena_str(s->arena, line), ARENA_NEW(s->arena, struct ptrvec));
  return true;
}

static int compare_serials(const void *x, const void *y)
{
  return ASN1_INTEGER_cmp(*(ASN1_INTEGER *const *)x, *(ASN1_INTEGER *const *)y);
}

bool ca_infra_serials_write(struct ca *ca, struct arena *a, str *error)
{
  struct infra_serials s = {ca, a, {.arena = a, .now = time(NULL)}};
  struct ptrvec all = {0};
  struct buf text = BUF_IN(a);
  strmap_init(&s.r.serials, a);
  if (!ca__each_line(a, ca->infra_nodes, note_infra_name, &s, error) ||
      !ca_inventory_each(ca, a, note_serial, &s.r, error))
    return false;
  for (uint32_t i = 0; i < s.r.serials.n; i++) {
    note_file(ca, &s.r, s.r.serials.entries[i].key);
    const struct ptrvec *of = s.r.serials.entries[i].value;
    for (uint32_t k = 0; k < of->n; k++) ptrvec_push(&all, a, of->items[k]);
  }
  if (all.n > 0) qsort(all.items, all.n, sizeof *all.items, compare_serials);
  for (uint32_t i = 0; i < all.n; i++)
    if (i == 0 || ASN1_INTEGER_cmp(all.items[i - 1], all.items[i]) != 0)
      buf_printf(&text, "%.*s\n", STR_FMT(decimal(a, all.items[i])));
  return ca_write(ca, a, ca->infra_serials, buf_view(&text), 0644, error);
}
