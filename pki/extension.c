/* Puppet's extensions in requests and certificates. */
#include <openssl/asn1.h>
#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>

#include "compiler/values/value.h"
#include "pki/internal.h"

/* A value in ASN.1 as text; false for types without one. */
static bool asn1_text(struct arena *a, const ASN1_TYPE *t, str *out)
{
  unsigned char *utf8 = NULL;
  switch (t->type) {
  case V_ASN1_BOOLEAN: *out = t->value.boolean ? STR("true") : STR("false"); return true;
  case V_ASN1_NULL: *out = STR_EMPTY; return true;
  case V_ASN1_INTEGER:
  case V_ASN1_ENUMERATED: {
    BIGNUM *n = ASN1_INTEGER_to_BN(t->value.integer, NULL);
    char *digits = n != NULL ? BN_bn2dec(n) : NULL;
    if (digits == NULL) pki__out_of_memory();
    *out = arena_str(a, str_of(digits));
    OPENSSL_free(digits);
    BN_free(n);
    return true;
  }
  case V_ASN1_OBJECT: *out = pki_object_number(a, t->value.object); return true;
  case V_ASN1_OCTET_STRING:
    *out = arena_str(a, str_n((const char *)ASN1_STRING_get0_data(t->value.octet_string),
                              (size_t)ASN1_STRING_length(t->value.octet_string)));
    return true;
  case V_ASN1_UTF8STRING:
  case V_ASN1_PRINTABLESTRING:
  case V_ASN1_T61STRING:
  case V_ASN1_IA5STRING:
  case V_ASN1_VISIBLESTRING:
  case V_ASN1_NUMERICSTRING:
  case V_ASN1_UNIVERSALSTRING:
  case V_ASN1_BMPSTRING: break;
  case V_ASN1_UTCTIME:
  case V_ASN1_GENERALIZEDTIME:
    *out = arena_str(a, str_n((const char *)ASN1_STRING_get0_data(t->value.asn1_string),
                              (size_t)ASN1_STRING_length(t->value.asn1_string)));
    return true;
  default: return false;
  }
  int n = ASN1_STRING_to_UTF8(&utf8, t->value.asn1_string);
  ERR_clear_error();
  if (n < 0) return false;
  *out = arena_str(a, str_n((const char *)utf8, (size_t)n));
  OPENSSL_free(utf8);
  return true;
}

str pki_extension_text(struct arena *a, const X509_EXTENSION *e)
{
  const ASN1_OCTET_STRING *data = X509_EXTENSION_get_data((X509_EXTENSION *)e);
  const unsigned char *p = ASN1_STRING_get0_data(data);
  size_t n = (size_t)ASN1_STRING_length(data);
  const unsigned char *at = p;
  ASN1_TYPE *t = d2i_ASN1_TYPE(NULL, &at, (long)n);
  ERR_clear_error();
  str text;
  /* Old versions of Puppet wrote the text itself, without ASN.1. */
  if (t == NULL || at != p + n || !asn1_text(a, t, &text)) text = arena_str(a, str_n((const char *)p, n));
  ASN1_TYPE_free(t);
  return text;
}

static void put_extension(struct arena *a, const struct pki_oids *o, struct hash *to, const X509_EXTENSION *e,
                          str number)
{
  str name = pki_oid_name(o, number);
  if (hash_get_str(to, name) == NULL) hash_put_str(to, a, name, value_str(pki_extension_text(a, e)));
}

const struct hash *pki_extensions(struct arena *a, const struct pki_oids *o,
                                  const STACK_OF(X509_EXTENSION) * extensions, const char *arc)
{
  struct hash *found = hash_new(a, 4);
  for (int i = 0; i < sk_X509_EXTENSION_num(extensions); i++) {
    X509_EXTENSION *e = sk_X509_EXTENSION_value(extensions, i);
    str number = pki_object_number(a, X509_EXTENSION_get_object(e));
    if (pki_oid_below(number, arc, false)) put_extension(a, o, found, e, number);
  }
  return found;
}

const struct hash *pki_trusted_extensions(struct arena *a, const struct pki_oids *o, const X509 *c)
{
  const STACK_OF(X509_EXTENSION) *extensions = X509_get0_extensions(c);
  struct hash *found = hash_new(a, 4);
  for (int i = 0; i < sk_X509_EXTENSION_num(extensions); i++) {
    X509_EXTENSION *e = sk_X509_EXTENSION_value(extensions, i);
    str number = pki_object_number(a, X509_EXTENSION_get_object(e));
    if (pki_oid_below(number, PKI_OID_REGISTERED, true) || pki_oid_below(number, PKI_OID_PRIVATE, true) ||
        pki_oid_below(number, PKI_OID_AUTHORIZATION, true))
      put_extension(a, o, found, e, number);
  }
  return found;
}

static void release_extensions(void *p) { sk_X509_EXTENSION_pop_free(p, X509_EXTENSION_free); }

bool pki_request_extensions(struct arena *a, X509_REQ *r, STACK_OF(X509_EXTENSION) * *out, str *error)
{
  ERR_clear_error();
  *out = X509_REQ_get_extensions(r);
  /* No extensions, or invalid ones. */
  bool failed = *out == NULL && ERR_peek_error() != 0;
  if (failed) *error = pki_openssl_error(a);
  if (*out != NULL) arena_defer(a, release_extensions, *out);
  return !failed;
}
