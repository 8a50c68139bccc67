/* Certificate requests, with the attributes of csr_attributes.yaml. */
#include <errno.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <stdlib.h>

#include "base/file.h"
#include "compiler/values/ruby_text.h"
#include "compiler/values/value.h"
#include "pki/internal.h"

/* --- csr_attributes.yaml --- */
static bool take_section(struct arena *a, str path, const struct hash *file, str name, const struct hash **out,
                         str *error)
{
  const value *v = hash_get_str(file, name);
  if (v == NULL || value_is_undef(*v)) return true;
  if (v->kind != V_HASH) {
    *error = arena_printf(a, "invalid CSR attributes in \"%.*s\": %.*s must be a Hash", STR_FMT(path), STR_FMT(name));
    return false;
  }
  *out = v->hash;
  return true;
}

static bool only_sections(struct arena *a, str path, const struct hash *file, str *error)
{
  struct buf others = BUF_IN(a);
  for (uint32_t i = 0; i < file->n; i++) {
    value key = file->entries[i].key;
    str name = value_text_or_empty(key);
    if (str_eqz(name, "custom_attributes") || str_eqz(name, "extension_requests")) continue;
    if (others.n > 0) buf_z(&others, ", ");
    ruby_inspect(&others, key);
  }
  if (others.n == 0) return true;
  *error = arena_printf(a, "unexpected attributes [%.*s] in \"%.*s\"", STR_FMT(buf_view(&others)), STR_FMT(path));
  return false;
}

bool pki_attributes_read(struct arena *a, str path, struct pki_attributes *out, str *error)
{
  *out = (struct pki_attributes){0};
  struct buf text = BUF_IN(a);
  int reason = file_read(arena_strz(a, path), DATA_MAX_BYTES, &text);
  if (reason == ENOENT || reason == ENOTDIR) return true;
  if (reason != 0) {
    *error = arena_printf(a, "%s: %.*s", file_reason(reason), STR_FMT(path));
    return false;
  }
  value data;
  if (!value_read_yaml_safely(a, buf_view(&text), path, &data, error)) return false;
  if (!value_truthy(data)) return true;
  if (data.kind != V_HASH) {
    *error = arena_printf(a, "invalid CSR attributes, expected instance of Hash, received instance of %s",
                          ruby_class(data));
    return false;
  }
  return take_section(a, path, data.hash, STR("custom_attributes"), &out->custom_attributes, error) &&
         take_section(a, path, data.hash, STR("extension_requests"), &out->extension_requests, error) &&
         only_sections(a, path, data.hash, error);
}

/* --- the request --- */
static str text_of(struct arena *a, value v)
{
  struct buf text = BUF_IN(a);
  ruby_to_s(&text, v);
  return buf_finish(&text);
}

static bool is_one_of(str name, const char *const *words)
{
  for (; *words != NULL; words++)
    if (str_eqz(name, *words)) return true;
  return false;
}

static ASN1_OBJECT *object_of(struct arena *a, const struct pki_oids *o, str name)
{
  str number = pki_oid_number(a, o, name);
  ASN1_OBJECT *object = number.n > 0 ? OBJ_txt2obj(arena_strz(a, number), 1) : NULL;
  ERR_clear_error();
  return object;
}

static bool add_attribute(struct arena *a, X509_REQ *r, const struct pki_oids *o, const struct hash_entry *e,
                          str *error)
{
  static const char *const private[] = {"extReq", "1.2.840.113549.1.9.14", "msExtReq", "1.3.6.1.4.1.311.2.1.14", NULL};
  str name = text_of(a, e->key), text = text_of(a, e->value);
  if (is_one_of(name, private)) {
    *error = arena_printf(a, "Cannot specify CSR attribute %.*s: conflicts with internally used CSR attribute",
                          STR_FMT(name));
    return false;
  }
  ASN1_OBJECT *object = object_of(a, o, name);
  if (object == NULL) {
    *error = arena_printf(a, "Cannot create CSR with attribute %.*s: unknown object name", STR_FMT(name));
    return false;
  }
  bool added = X509_REQ_add1_attr_by_OBJ(r, object, V_ASN1_PRINTABLESTRING, (const unsigned char *)text.p,
                                         (int)text.n) == 1;
  ASN1_OBJECT_free(object);
  if (!added)
    *error = arena_printf(a, "Cannot create CSR with attribute %.*s: %.*s", STR_FMT(name),
                          STR_FMT(pki_openssl_error(a)));
  return added;
}

/* Text as a UTF8String in an extension. */
static X509_EXTENSION *text_extension(ASN1_OBJECT *object, str text)
{
  ASN1_UTF8STRING *utf8 = ASN1_UTF8STRING_new();
  ASN1_OCTET_STRING *data = ASN1_OCTET_STRING_new();
  unsigned char *der = NULL;
  if (utf8 == NULL || data == NULL || ASN1_STRING_set(utf8, text.p, (int)text.n) != 1) pki__out_of_memory();
  int n = i2d_ASN1_UTF8STRING(utf8, &der);
  if (n < 0 || ASN1_OCTET_STRING_set(data, der, n) != 1) pki__out_of_memory();
  X509_EXTENSION *e = X509_EXTENSION_create_by_OBJ(NULL, object, 0, data);
  if (e == NULL) pki__out_of_memory();
  OPENSSL_free(der);
  ASN1_OCTET_STRING_free(data);
  ASN1_UTF8STRING_free(utf8);
  return e;
}

static bool add_extension(struct arena *a, STACK_OF(X509_EXTENSION) * to, const struct pki_oids *o,
                          const struct hash_entry *e, str *error)
{
  static const char *const private[] = {"subjectAltName", PKI_OID_ALT_NAMES, NULL};
  str name = text_of(a, e->key);
  if (is_one_of(name, private)) {
    *error = arena_printf(
      a, "Cannot specify CSR extension request %.*s: conflicts with internally used extension request", STR_FMT(name));
    return false;
  }
  ASN1_OBJECT *object = object_of(a, o, name);
  if (object == NULL) {
    *error = arena_printf(a, "Cannot create CSR with extension request %.*s: OBJ_txt2obj: unknown object name",
                          STR_FMT(name));
    return false;
  }
  if (sk_X509_EXTENSION_push(to, text_extension(object, text_of(a, e->value))) <= 0) pki__out_of_memory();
  ASN1_OBJECT_free(object);
  return true;
}

static int compare_names(const void *x, const void *y) { return str_cmp(**(str *const *)x, **(str *const *)y); }

/* "DNS:a" and "IP:b" of a list separated by commas and the certname; sorted, without duplicates. */
static struct ptrvec split_alt_names(struct arena *a, str list, str certname)
{
  struct ptrvec names = {0};
  str all = arena_printf(a, "%.*s,%.*s", STR_FMT(list), STR_FMT(certname));
  for (size_t from = 0; from <= all.n;) {
    size_t comma = str_index(all, ',', from);
    size_t end = comma == SIZE_MAX ? all.n : comma;
    str *name = ARENA_NEW(a, str);
    *name = str_trim(str_sub(all, from, end - from));
    if (!str_starts(*name, STR("IP:")) && !str_starts(*name, STR("DNS:")))
      *name = arena_printf(a, "DNS:%.*s", STR_FMT(*name));
    if (name->n > 4) ptrvec_push(&names, a, name);
    from = end + 1;
  }
  qsort(names.items, names.n, sizeof *names.items, compare_names);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < names.n; i++)
    if (kept == 0 || !str_eq(*(str *)names.items[kept - 1], *(str *)names.items[i]))
      names.items[kept++] = names.items[i];
  names.n = kept;
  return names;
}

static str invalid_alt_names(struct arena *a, const struct ptrvec *names)
{
  struct buf out = BUF_IN(a);
  buf_z(&out, "subjectAltName = ");
  for (uint32_t i = 0; i < names->n; i++)
    buf_printf(&out, "%s%.*s", i > 0 ? ", " : "", STR_FMT(*(str *)names->items[i]));
  buf_printf(&out, ": %.*s", STR_FMT(pki_openssl_error(a)));
  return buf_view(&out);
}

X509_EXTENSION *pki_alt_names_make(struct arena *a, str list, str certname, str *error)
{
  struct ptrvec names = split_alt_names(a, list, certname);
  GENERAL_NAMES *general = GENERAL_NAMES_new();
  if (general == NULL) pki__out_of_memory();
  for (uint32_t i = 0; i < names.n; i++) {
    str name = *(str *)names.items[i];
    bool address = str_starts(name, STR("IP:"));
    const char *text = arena_strz(a, str_from(name, address ? 3 : 4));
    GENERAL_NAME *g = a2i_GENERAL_NAME(NULL, NULL, NULL, address ? GEN_IPADD : GEN_DNS, text, 0);
    if (g == NULL) {
      *error = invalid_alt_names(a, &names);
      GENERAL_NAMES_free(general);
      return NULL;
    }
    if (sk_GENERAL_NAME_push(general, g) <= 0) pki__out_of_memory();
  }
  X509_EXTENSION *e = X509V3_EXT_i2d(NID_subject_alt_name, 0, general);
  if (e == NULL) pki__out_of_memory();
  GENERAL_NAMES_free(general);
  return e;
}

static bool add_extensions(struct arena *a, X509_REQ *r, const struct pki_request_wish *w, str *error)
{
  STACK_OF(X509_EXTENSION) *extensions = sk_X509_EXTENSION_new_null();
  if (extensions == NULL) pki__out_of_memory();
  const struct hash *wanted = w->attributes != NULL ? w->attributes->extension_requests : NULL;
  bool good = true;
  for (uint32_t i = 0; good && wanted != NULL && i < wanted->n; i++)
    good = add_extension(a, extensions, w->oids, &wanted->entries[i], error);
  if (good && w->alt_names.n > 0) {
    X509_EXTENSION *names = pki_alt_names_make(a, w->alt_names, w->certname, error);
    good = names != NULL;
    if (good && sk_X509_EXTENSION_push(extensions, names) <= 0) pki__out_of_memory();
  }
  if (good && sk_X509_EXTENSION_num(extensions) > 0 && X509_REQ_add_extensions(r, extensions) != 1)
    pki__out_of_memory();
  sk_X509_EXTENSION_pop_free(extensions, X509_EXTENSION_free);
  return good;
}

X509_REQ *pki_request_make(struct arena *a, const struct pki_request_wish *w, str *error)
{
  X509_REQ *r = pki__keep_request(a, X509_REQ_new());
  if (r == NULL) pki__out_of_memory();
  X509_NAME *subject = X509_REQ_get_subject_name(r);
  if (X509_NAME_add_entry_by_NID(subject, NID_commonName, MBSTRING_UTF8, (const unsigned char *)w->certname.p,
                                 (int)w->certname.n, -1, 0) != 1) {
    *error = arena_printf(a, "'%.*s' cannot be the name of a certificate: %.*s", STR_FMT(w->certname),
                          STR_FMT(pki_openssl_error(a)));
    return NULL;
  }
  const struct hash *attributes = w->attributes != NULL ? w->attributes->custom_attributes : NULL;
  for (uint32_t i = 0; attributes != NULL && i < attributes->n; i++)
    if (!add_attribute(a, r, w->oids, &attributes->entries[i], error)) return NULL;
  if (!add_extensions(a, r, w, error)) return NULL;
  if (X509_REQ_set_version(r, X509_REQ_VERSION_1) != 1 || X509_REQ_set_pubkey(r, w->key) != 1 ||
      X509_REQ_sign(r, w->key, pki_key_digest(w->key)) <= 0) {
    *error = pki_openssl_error(a);
    return NULL;
  }
  return r;
}

bool pki_request_verify(X509_REQ *r)
{
  EVP_PKEY *key = X509_REQ_get0_pubkey(r);
  bool good = key != NULL && X509_REQ_verify(r, key) == 1;
  ERR_clear_error();
  return good;
}
