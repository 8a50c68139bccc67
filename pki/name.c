/* Data in certificates: names, times, serial numbers, fingerprints. */
#include <arpa/inet.h>
#include <openssl/asn1.h>
#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <stdio.h>

#include "pki/internal.h"

str pki_name_text(struct arena *a, const X509_NAME *name)
{
  BIO *out = pki__bio_out();
  X509_NAME_print_ex(out, name, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
  ERR_clear_error();
  return pki__bio_text(a, out);
}

str pki_common_name(struct arena *a, const X509_NAME *name)
{
  const int at = X509_NAME_get_index_by_NID(name, NID_commonName, -1);
  if (at < 0) return STR_EMPTY;
  unsigned char *utf8 = NULL;
  int n = ASN1_STRING_to_UTF8(&utf8, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, at)));
  str text = n > 0 ? arena_str(a, str_n((const char *)utf8, (size_t)n)) : STR_EMPTY;
  OPENSSL_free(utf8);
  ERR_clear_error();
  return text;
}

static str address_text(struct arena *a, const ASN1_OCTET_STRING *ip)
{
  char text[INET6_ADDRSTRLEN];
  int n = ASN1_STRING_length(ip);
  if (n != 4 && n != 16) return STR_EMPTY;
  if (inet_ntop(n == 4 ? AF_INET : AF_INET6, ASN1_STRING_get0_data(ip), text, sizeof text) == NULL) return STR_EMPTY;
  return arena_str(a, str_of(text));
}

static str general_name_text(struct arena *a, const GENERAL_NAME *g)
{
  int kind;
  void *v = GENERAL_NAME_get0_value(g, &kind);
  if (kind == GEN_IPADD) return address_text(a, v);
  if (kind != GEN_DNS && kind != GEN_EMAIL && kind != GEN_URI) return STR_EMPTY;
  return arena_str(a, str_n((const char *)ASN1_STRING_get0_data(v), (size_t)ASN1_STRING_length(v)));
}

bool pki_alt_names(struct arena *a, const STACK_OF(X509_EXTENSION) * extensions, struct ptrvec *out)
{
  int at = X509v3_get_ext_by_NID(extensions, NID_subject_alt_name, -1);
  if (at < 0) return true;
  GENERAL_NAMES *names = X509V3_EXT_d2i(X509v3_get_ext(extensions, at));
  ERR_clear_error();
  if (names == NULL) return false;
  for (int i = 0; i < sk_GENERAL_NAME_num(names); i++) {
    const GENERAL_NAME *g = sk_GENERAL_NAME_value(names, i);
    struct pki_alt_name *n = ARENA_NEW(a, struct pki_alt_name);
    GENERAL_NAME_get0_value(g, &n->kind);
    n->text = general_name_text(a, g);
    ptrvec_push(out, a, n);
  }
  GENERAL_NAMES_free(names);
  return true;
}

bool pki_fingerprint(struct arena *a, const char *algorithm, str der, str *out)
{
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned n = 0;
  const EVP_MD *md = EVP_get_digestbyname(algorithm);
  bool good = md != NULL && EVP_Digest(der.p, der.n, digest, &n, md, NULL) == 1;
  ERR_clear_error();
  if (!good) return false;
  struct buf text = BUF_IN(a);
  for (unsigned i = 0; i < n; i++) buf_printf(&text, "%s%02X", i > 0 ? ":" : "", digest[i]);
  *out = buf_finish(&text);
  return true;
}

static void add_unique(struct ptrvec *names, struct arena *a, str name)
{
  for (uint32_t i = 0; i < names->n; i++)
    if (str_eq(*(str *)names->items[i], name)) return;
  str *kept = ARENA_NEW(a, str);
  *kept = name;
  ptrvec_push(names, a, kept);
}

/* In OpenSSL's format: "DNS:a, IP Address:10.0.0.1". */
static void add_printed_names(struct arena *a, const X509 *c, struct ptrvec *names)
{
  int at = X509_get_ext_by_NID(c, NID_subject_alt_name, -1);
  if (at < 0) return;
  BIO *out = pki__bio_out();
  X509V3_EXT_print(out, X509_get_ext(c, at), 0, 0);
  ERR_clear_error();
  str text = pki__bio_text(a, out);
  for (size_t from = 0; from <= text.n;) {
    size_t comma = str_index(text, ',', from);
    size_t end = comma == SIZE_MAX ? text.n : comma;
    add_unique(names, a, str_trim(str_sub(text, from, end - from)));
    from = end + 1;
  }
}

str pki_host_mismatch(struct arena *a, const X509 *c, str host)
{
  struct ptrvec names = {0};
  str subject = pki_name_text(a, X509_get_subject_name(c));
  while (str_index(subject, '=', 0) != SIZE_MAX) subject = str_from(subject, str_index(subject, '=', 0) + 1);
  add_unique(&names, a, subject);
  add_printed_names(a, c, &names);
  struct buf text = BUF_IN(a);
  buf_printf(&text, "Server hostname '%.*s' did not match server certificate; expected ", STR_FMT(host));
  if (names.n > 1) buf_z(&text, "one of ");
  for (uint32_t i = 0; i < names.n; i++) {
    if (i > 0) buf_z(&text, ", ");
    buf_str(&text, *(str *)names.items[i]);
  }
  return buf_finish(&text);
}

time_t pki_time(const ASN1_TIME *t)
{
  struct tm tm;
  if (t == NULL || ASN1_TIME_to_tm(t, &tm) != 1) {
    ERR_clear_error();
    return 0;
  }
  return timegm(&tm);
}

str pki_time_text(struct arena *a, const ASN1_TIME *t)
{
  time_t seconds = pki_time(t);
  struct tm tm;
  gmtime_r(&seconds, &tm);
  return arena_printf(a, "%04d-%02d-%02dT%02d:%02d:%02dUTC", tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour,
                      tm.tm_min, tm.tm_sec);
}

str pki_serial_hex(struct arena *a, const ASN1_INTEGER *serial)
{
  BIGNUM *n = ASN1_INTEGER_to_BN(serial, NULL);
  char *hex = n != NULL ? BN_bn2hex(n) : NULL;
  if (hex == NULL) pki__out_of_memory();
  str text = arena_str(a, str_of(hex));
  OPENSSL_free(hex);
  BN_free(n);
  return text;
}
