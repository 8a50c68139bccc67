/* Data of certificates as JSON: states, names, fingerprints, expirations; and their numbers. */
#include <openssl/x509v3.h>

#include "base/json_write.h"
#include "server/ca/internal.h"

/* A certificate or a request to describe. */
struct subject {
  str name;
  const char *state;
  str der;
  const STACK_OF(X509_EXTENSION) * extensions;
  X509 *certificate; /* NULL: it is a request */
};

static void write_names(struct json_writer *w, struct arena *a, const struct ptrvec *names, bool addresses)
{
  static const struct {
    int kind;
    const char *prefix;
  } rows[] = {{GEN_IPADD, "IP"}, {GEN_DNS, "DNS"}};
  json_begin_array(w);
  for (size_t k = addresses ? 0 : 1; k < 2; k++)
    for (uint32_t i = 0; i < names->n; i++) {
      const struct pki_alt_name *n = names->items[i];
      if (n->kind == rows[k].kind) json_str(w, arena_printf(a, "%s:%.*s", rows[k].prefix, STR_FMT(n->text)));
    }
  json_end_array(w);
}

static void write_authorization(struct json_writer *w, struct ca *ca, struct arena *a, const struct subject *s)
{
  const struct hash *found = pki_extensions(a, ca->oids, s->extensions, PKI_OID_AUTHORIZATION);
  json_begin_object(w);
  for (uint32_t i = 0; i < found->n; i++)
    json_kstr(w, value_text(found->entries[i].key), value_text(found->entries[i].value));
  json_end_object(w);
}

static str fingerprint(struct arena *a, const char *algorithm, str der)
{
  str text = STR_EMPTY;
  pki_fingerprint(a, algorithm, der, &text);
  return text;
}

/* Writes the keys in the order of puppetserver's answers. */
static void write_subject(struct json_writer *w, struct ca *ca, struct arena *a, const struct subject *s)
{
  struct ptrvec names = {0};
  str sha256 = fingerprint(a, "sha256", s->der);
  pki_alt_names(a, s->extensions, &names);
  json_begin_object(w);
  json_kstr(w, STR("name"), s->name);
  json_key(w, STR("dns_alt_names"));
  write_names(w, a, &names, false);
  json_kstr(w, STR("state"), str_of(s->state));
  json_key(w, STR("authorization_extensions"));
  write_authorization(w, ca, a, s);
  json_key(w, STR("subject_alt_names"));
  write_names(w, a, &names, true);
  if (s->certificate != NULL) json_kstr(w, STR("not_before"), pki_time_text(a, X509_get0_notBefore(s->certificate)));
  json_key(w, STR("fingerprints"));
  json_begin_object(w);
  json_kstr(w, STR("SHA1"), fingerprint(a, "sha1", s->der));
  json_kstr(w, STR("SHA256"), sha256);
  json_kstr(w, STR("SHA512"), fingerprint(a, "sha512", s->der));
  json_kstr(w, STR("default"), sha256);
  json_end_object(w);
  if (s->certificate != NULL) {
    json_kstr(w, STR("not_after"), pki_time_text(a, X509_get0_notAfter(s->certificate)));
    BIGNUM *n = ASN1_INTEGER_to_BN(X509_get0_serialNumber(s->certificate), NULL);
    char *digits = n != NULL ? BN_bn2dec(n) : NULL;
    json_key(w, STR("serial_number"));
    json_raw(w, arena_str(a, str_of(digits != NULL ? digits : "null")));
    OPENSSL_free(digits);
    BN_free(n);
  }
  json_kstr(w, STR("fingerprint"), sha256);
  json_end_object(w);
}

static bool bad_file(struct arena *a, str path, str *error)
{
  *error = arena_printf(a, "%.*s: %.*s", STR_FMT(path), STR_FMT(*error));
  return false;
}

/* False with *error empty: the file does not exist. */
static bool describe_certificate(struct ca *ca, struct arena *a, str name, X509_CRL *crl, struct subject *s, str *error)
{
  str pem, path = ca_certificate_path(ca, a, name);
  if (!ca_read(a, path, &pem, error)) return false;
  X509 *c = pki_certificate_read(a, pem, error);
  if (c == NULL) return bad_file(a, path, error);
  *s = (struct subject){name, ca_crl_has(crl, X509_get0_serialNumber(c)) ? "revoked" : "signed",
                        pki_certificate_bytes(a, c), X509_get0_extensions(c), c};
  return true;
}

static bool describe_request(struct ca *ca, struct arena *a, str name, struct subject *s, str *error)
{
  str pem, path = ca_request_path(ca, a, name), ignored;
  STACK_OF(X509_EXTENSION) *extensions = NULL;
  if (!ca_read(a, path, &pem, error)) return false;
  X509_REQ *r = pki_request_read(a, pem, error);
  if (r == NULL) return bad_file(a, path, error);
  /* Unreadable extensions are reported when the request is signed. */
  if (!pki_request_extensions(a, r, &extensions, &ignored)) extensions = NULL;
  *s = (struct subject){name, "requested", pki_request_bytes(a, r), extensions, NULL};
  return true;
}

static bool own_list(struct ca *ca, struct arena *a, X509_CRL **crl, str *error)
{
  struct ptrvec crls = {0};
  uint32_t own = 0;
  if (!ca_crls_read(ca, a, ca->cacrl, &crls, &own, error)) return false;
  *crl = crls.items[own];
  return true;
}

enum ca_outcome ca_status(struct ca *ca, struct arena *a, str name, struct buf *json, str *error)
{
  struct json_writer w;
  struct subject s;
  X509_CRL *crl;
  *error = STR_EMPTY;
  if (!ca_name_is_safe(name)) return CA_MISSING;
  if (!own_list(ca, a, &crl, error)) return CA_FAILED;
  bool found = describe_certificate(ca, a, name, crl, &s, error) ||
               (error->n == 0 && describe_request(ca, a, name, &s, error));
  if (!found) return error->n > 0 ? CA_FAILED : CA_MISSING;
  json_init(&w, json, false);
  write_subject(&w, ca, a, &s);
  return CA_DONE;
}

/* Skips files that disappear meanwhile, and, with a log message, files that are not certificates. */
static void write_all(struct json_writer *w, struct ca *ca, const struct ptrvec *names, X509_CRL *crl, str state)
{
  for (uint32_t i = 0; i < names->n; i++) {
    struct arena *own = arena_new();
    struct subject s;
    str name = *(str *)names->items[i], error = STR_EMPTY;
    bool found = crl != NULL ? describe_certificate(ca, own, name, crl, &s, &error)
                             : describe_request(ca, own, name, &s, &error);
    if (found && (state.n == 0 || str_eqz(state, s.state))) write_subject(w, ca, own, &s);
    if (!found && error.n > 0) log_error(&log_server_ca, "CA_FILE", NULL, "%.*s", STR_FMT(error));
    arena_free(own);
  }
}

bool ca_statuses(struct ca *ca, struct arena *a, str state, struct buf *json, str *error)
{
  struct ptrvec requests = {0}, certificates = {0};
  struct json_writer w;
  X509_CRL *crl;
  bool one = str_eqz(state, "requested") || str_eqz(state, "signed") || str_eqz(state, "revoked");
  if (!one) state = STR_EMPTY;
  if (!own_list(ca, a, &crl, error)) return false;
  if ((state.n == 0 || str_eqz(state, "requested")) && !ca_names(a, ca->csrdir, &requests, error)) return false;
  if (!str_eqz(state, "requested") && !ca_names(a, ca->signeddir, &certificates, error)) return false;
  json_init(&w, json, false);
  json_begin_array(&w);
  write_all(&w, ca, &requests, NULL, state);
  write_all(&w, ca, &certificates, crl, state);
  json_end_array(&w);
  return true;
}

bool ca_expirations(struct ca *ca, struct arena *a, struct buf *json, str *error)
{
  struct ptrvec certificates = {0}, crls = {0};
  struct json_writer w;
  uint32_t own;
  str text;
  if (!ca_read(a, ca->cacert, &text, error) || !pki_certificates_read(a, text, &certificates, error))
    return bad_file(a, ca->cacert, error);
  if (!ca_crls_read(ca, a, ca->cacrl, &crls, &own, error)) return false;
  json_init(&w, json, false);
  json_begin_object(&w);
  json_key(&w, STR("ca-certs"));
  json_begin_object(&w);
  for (uint32_t i = 0; i < certificates.n; i++)
    json_kstr(&w, pki_common_name(a, X509_get_subject_name(certificates.items[i])),
              pki_time_text(a, X509_get0_notAfter(certificates.items[i])));
  json_end_object(&w);
  json_key(&w, STR("crls"));
  json_begin_object(&w);
  for (uint32_t i = 0; i < crls.n; i++)
    json_kstr(&w, pki_common_name(a, X509_CRL_get_issuer(crls.items[i])),
              pki_time_text(a, X509_CRL_get0_nextUpdate(crls.items[i])));
  json_end_object(&w);
  json_end_object(&w);
  return true;
}

/* --- numbers --- */
struct newest {
  str serial;
  time_t until;
};

/* Later lines describe newer certificates. */
static void note_newest(void *ctx, const struct ca_inventory_line *line)
{
  const struct strmap *names = ctx;
  struct newest *n = str_starts(line->subject, STR("/CN=")) ? strmap_get(names, str_from(line->subject, 4)) : NULL;
  if (n != NULL) *n = (struct newest){line->serial, line->not_after};
}

static bool count_certificates(struct ca *ca, struct arena *a, X509_CRL *crl, struct ca_numbers *out, str *error)
{
  enum { SOON = 30 * 86400 };
  struct strmap newest; /* name -> struct newest *, of those in signed/ */
  struct ptrvec names = {0};
  const time_t now = time(NULL);
  strmap_init(&newest, a);
  if (!ca_names(a, ca->signeddir, &names, error)) return false;
  for (uint32_t i = 0; i < names.n; i++) strmap_put(&newest, *(str *)names.items[i], ARENA_NEW(a, struct newest));
  if (!ca_inventory_each(ca, a, note_newest, &newest, error)) return false;
  for (uint32_t i = 0; i < newest.n; i++) {
    const struct newest *n = newest.entries[i].value;
    const ASN1_INTEGER *serial = n->until > now ? ca__serial_of(a, n->serial) : NULL;
    if (serial == NULL || ca_crl_has(crl, serial)) continue;
    out->valid++;
    out->expiring += n->until - now < SOON;
  }
  return true;
}

/* Keeps the earlier time; 0 means no time. */
static void earlier(time_t *first, time_t t)
{
  if (t != 0 && (*first == 0 || t < *first)) *first = t;
}

/* Reads the file's lists and finds the first expiry; lists without one are ignored. */
static bool first_end(struct ca *ca, struct arena *a, str path, struct ptrvec *crls, uint32_t *own, time_t *first,
                      str *error)
{
  if (!ca_crls_read(ca, a, path, crls, own, error)) return false;
  for (uint32_t i = 0; i < crls->n; i++) {
    const ASN1_TIME *end = X509_CRL_get0_nextUpdate(crls->items[i]);
    if (end != NULL) earlier(first, pki_time(end));
  }
  return true;
}

bool ca_numbers(struct ca *ca, struct arena *a, struct ca_numbers *out, str *error)
{
  struct ptrvec requests = {0}, crls = {0}, infra = {0};
  uint32_t own = 0, infra_own = 0;
  *out = (struct ca_numbers){0};
  *error = STR_EMPTY;
  if (!ca_names(a, ca->csrdir, &requests, error) || !first_end(ca, a, ca->cacrl, &crls, &own, &out->crl_until, error))
    return false;
  if (ca->options.enable_infra_crl && !first_end(ca, a, ca->infra_crl, &infra, &infra_own, &out->crl_until, error))
    return false;
  const int revoked = sk_X509_REVOKED_num(X509_CRL_get_REVOKED(crls.items[own]));
  out->pending = requests.n;
  out->revoked = revoked > 0 ? (uint32_t)revoked : 0;
  for (uint32_t i = 0; i < ca->bundle.n; i++)
    earlier(&out->certificate_until, pki_time(X509_get0_notAfter(ca->bundle.items[i])));
  return count_certificates(ca, a, crls.items[own], out, error);
}
