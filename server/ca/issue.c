/* Making certificates. */
#include <openssl/err.h>
#include <openssl/x509v3.h>

#include "server/ca/internal.h"

static void release_certificate(void *c) { X509_free(c); }

static bool set_serial(X509 *c, uint64_t serial)
{
  return ASN1_INTEGER_set_uint64(X509_get_serialNumber(c), serial) == 1;
}

X509 *ca__certificate(struct arena *a, const X509_NAME *subject, const X509_NAME *issuer, EVP_PKEY *key,
                      uint64_t serial, int64_t ttl)
{
  X509 *c = X509_new();
  time_t now = time(NULL);
  if (c == NULL) return NULL;
  arena_defer(a, release_certificate, c);
  bool made = X509_set_version(c, X509_VERSION_3) == 1 && set_serial(c, serial) &&
              X509_set_subject_name(c, subject) == 1 && X509_set_issuer_name(c, issuer) == 1 &&
              X509_set_pubkey(c, key) == 1 && ASN1_TIME_set(X509_getm_notBefore(c), now - CA_BACKDATED) != NULL &&
              ASN1_TIME_set(X509_getm_notAfter(c), now + (time_t)ttl) != NULL;
  return made ? c : NULL;
}

bool ca__sign(struct arena *a, X509 *c, EVP_PKEY *key, str *error)
{
  if (X509_sign(c, key, pki_key_digest(key)) > 0) return true;
  *error = arena_printf(a, "cannot sign: %.*s", STR_FMT(pki_openssl_error(a)));
  return false;
}

/* Adds the extensions in puppetserver's order. */
bool ca__add_extensions(X509 *c, X509 *issuer, enum ca_extension_set set)
{
  static const struct {
    int nid;
    const char *value[CA_EXTENSIONS_COUNT];
  } rows[] = {
    {NID_netscape_comment, {CA_COMMENT, CA_COMMENT, NULL}},
    {NID_authority_key_identifier, {"keyid:always", "keyid:always", "keyid:always"}},
    {NID_basic_constraints, {"critical,CA:FALSE", "critical,CA:TRUE", "critical,CA:FALSE"}},
    {NID_ext_key_usage, {"critical,serverAuth,clientAuth", NULL, "critical,OCSPSigning"}},
    {NID_key_usage,
     {"critical,keyEncipherment,digitalSignature", "critical,keyCertSign,cRLSign", "critical,digitalSignature"}},
    {NID_id_pkix_OCSP_noCheck, {NULL, NULL, "ignored"}},
    {NID_subject_key_identifier, {"hash", "hash", "hash"}},
  };
  X509V3_CTX ctx;
  /* A self-signed certificate takes the authority key identifier from its own extension, which must be added first. */
  for (size_t round = 0; round < 2; round++)
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
      if (rows[i].value[set] == NULL || (rows[i].nid == NID_subject_key_identifier) != (round == 0)) continue;
      X509V3_set_ctx(&ctx, issuer, c, NULL, NULL, 0);
      X509_EXTENSION *e = X509V3_EXT_nconf_nid(NULL, &ctx, rows[i].nid, rows[i].value[set]);
      if (e == NULL) return false;
      bool added = X509_add_ext(c, e, -1) == 1;
      X509_EXTENSION_free(e);
      if (!added) return false;
    }
  return true;
}

X509_EXTENSION *ca__text_extension(const char *number, bool critical, str text)
{
  X509_EXTENSION *e = NULL;
  ASN1_OBJECT *object = OBJ_txt2obj(number, 1);
  ASN1_UTF8STRING *utf8 = ASN1_UTF8STRING_new();
  ASN1_OCTET_STRING *data = ASN1_OCTET_STRING_new();
  unsigned char *der = NULL;
  if (object != NULL && utf8 != NULL && data != NULL && ASN1_STRING_set(utf8, text.p, (int)text.n) == 1) {
    int n = i2d_ASN1_UTF8STRING(utf8, &der);
    if (n > 0 && ASN1_OCTET_STRING_set(data, der, n) == 1)
      e = X509_EXTENSION_create_by_OBJ(NULL, object, critical, data);
  }
  OPENSSL_free(der);
  ASN1_OCTET_STRING_free(data);
  ASN1_UTF8STRING_free(utf8);
  ASN1_OBJECT_free(object);
  return e;
}

/* Adds Puppet's extensions of a request; their values become UTF-8 strings, whatever type they had. */
static bool add_requested(struct arena *a, X509 *c, const STACK_OF(X509_EXTENSION) * requested)
{
  for (int i = 0; i < sk_X509_EXTENSION_num(requested); i++) {
    X509_EXTENSION *asked = sk_X509_EXTENSION_value(requested, i);
    str number = pki_object_number(a, X509_EXTENSION_get_object(asked));
    if (!pki_oid_below(number, PKI_OID_PUPPET, false)) continue;
    X509_EXTENSION *e = ca__text_extension(arena_strz(a, number), X509_EXTENSION_get_critical(asked),
                                           pki_extension_text(a, asked));
    bool added = e != NULL && X509_add_ext(c, e, -1) == 1;
    X509_EXTENSION_free(e);
    if (!added) return false;
  }
  return true;
}

static bool has_dns_name(const GENERAL_NAMES *names, str name)
{
  for (int i = 0; i < sk_GENERAL_NAME_num(names); i++) {
    int kind;
    ASN1_STRING *text = GENERAL_NAME_get0_value(sk_GENERAL_NAME_value(names, i), &kind);
    if (kind != GEN_DNS) continue;
    if (str_eq(str_n((const char *)ASN1_STRING_get0_data(text), (size_t)ASN1_STRING_length(text)), name)) return true;
  }
  return false;
}

static bool add_dns_name(GENERAL_NAMES *names, str name)
{
  GENERAL_NAME *g = GENERAL_NAME_new();
  ASN1_IA5STRING *text = ASN1_IA5STRING_new();
  bool made = g != NULL && text != NULL && ASN1_STRING_set(text, name.p, (int)name.n) == 1;
  if (!made) {
    GENERAL_NAME_free(g);
    ASN1_IA5STRING_free(text);
    return false;
  }
  GENERAL_NAME_set0_value(g, GEN_DNS, text);
  return sk_GENERAL_NAME_push(names, g) > 0;
}

/* Adds the alternative names of the request, and always the certname. */
static bool add_alt_names(X509 *c, const STACK_OF(X509_EXTENSION) * requested, str certname)
{
  int at = requested != NULL ? X509v3_get_ext_by_NID(requested, NID_subject_alt_name, -1) : -1;
  GENERAL_NAMES *names = at >= 0 ? X509V3_EXT_d2i(X509v3_get_ext(requested, at)) : GENERAL_NAMES_new();
  bool good = names != NULL && (has_dns_name(names, certname) || add_dns_name(names, certname)) &&
              X509_add1_ext_i2d(c, NID_subject_alt_name, names, 0, X509V3_ADD_APPEND) == 1;
  GENERAL_NAMES_free(names);
  return good;
}

X509 *ca_issue_node(struct ca *ca, struct arena *a, const struct ca_issue *i, str certname, str *error)
{
  X509 *c = ca__certificate(a, i->subject, X509_get_subject_name(ca->certificate), i->key, i->serial, i->ttl);
  if (c == NULL || !ca__add_extensions(c, ca->certificate, CA_EXTENSIONS_NODE) || !add_requested(a, c, i->extensions) ||
      !add_alt_names(c, i->extensions, certname)) {
    *error = arena_printf(a, "cannot make a certificate for %.*s: %.*s", STR_FMT(certname),
                          STR_FMT(pki_openssl_error(a)));
    return NULL;
  }
  return ca__sign(a, c, ca->key, error) ? c : NULL;
}
