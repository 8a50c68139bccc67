/* Certificates, requests and revocation lists: reading and writing them. */
#include <limits.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <stdlib.h>

#include "pki/internal.h"

static void release_certificate(void *c) { X509_free(c); }

static void release_request(void *r) { X509_REQ_free(r); }

static void release_crl(void *c) { X509_CRL_free(c); }

X509 *pki__keep_certificate(struct arena *a, X509 *c)
{
  if (c != NULL) arena_defer(a, release_certificate, c);
  return c;
}

X509_REQ *pki__keep_request(struct arena *a, X509_REQ *r)
{
  if (r != NULL) arena_defer(a, release_request, r);
  return r;
}

static X509_CRL *keep_crl(struct arena *a, X509_CRL *c)
{
  if (c != NULL) arena_defer(a, release_crl, c);
  return c;
}

_Noreturn void pki__out_of_memory(void)
{
  xmalloc(SIZE_MAX);
  abort();
}

BIO *pki__bio(str bytes)
{
  BIO *b = bytes.n <= INT_MAX ? BIO_new_mem_buf(bytes.p, (int)bytes.n) : NULL;
  if (b == NULL) pki__out_of_memory();
  return b;
}

BIO *pki__bio_out(void)
{
  BIO *b = BIO_new(BIO_s_mem());
  if (b == NULL) pki__out_of_memory();
  return b;
}

str pki__bio_text(struct arena *a, BIO *out)
{
  char *p;
  long n = BIO_get_mem_data(out, &p);
  str text = n > 0 ? arena_str(a, str_n(p, (size_t)n)) : STR_EMPTY;
  BIO_free(out);
  return text;
}

str pki_openssl_error(struct arena *a)
{
  unsigned long code = ERR_peek_last_error();
  const char *reason = code != 0 ? ERR_reason_error_string(code) : NULL;
  str text = arena_str(a, str_of(reason != NULL ? reason : "OpenSSL gives no reason"));
  ERR_clear_error();
  return text;
}

/* --- reading --- */
static bool too_large(struct arena *a, str text, str *error)
{
  if (text.n <= PKI_MAX_BYTES) return false;
  *error = arena_printf(a, "it has more than %d bytes", PKI_MAX_BYTES);
  return true;
}

X509 *pki_certificate_read(struct arena *a, str pem, str *error)
{
  if (too_large(a, pem, error)) return NULL;
  if (pem.n > 0 && (unsigned char)pem.p[0] == 0x30) return pki_certificate_der(a, pem, error);
  BIO *in = pki__bio(pem);
  X509 *c = PEM_read_bio_X509(in, NULL, NULL, NULL);
  BIO_free(in);
  if (c == NULL) *error = pki_openssl_error(a);
  return pki__keep_certificate(a, c);
}

X509 *pki_certificate_der(struct arena *a, str der, str *error)
{
  const unsigned char *p = (const unsigned char *)der.p;
  X509 *c = der.n <= LONG_MAX ? d2i_X509(NULL, &p, (long)der.n) : NULL;
  if (c == NULL) *error = pki_openssl_error(a);
  return pki__keep_certificate(a, c);
}

X509_REQ *pki_request_read(struct arena *a, str pem, str *error)
{
  if (too_large(a, pem, error)) return NULL;
  BIO *in = pki__bio(pem);
  X509_REQ *r = PEM_read_bio_X509_REQ(in, NULL, NULL, NULL);
  BIO_free(in);
  if (r == NULL) *error = pki_openssl_error(a);
  return pki__keep_request(a, r);
}

/* The next part of the text between its BEGIN and END lines, of any label when `label` is empty; then *at is after it.
 * */
static bool next_part(str text, size_t *at, str label, str *part, str *found)
{
  for (;;) {
    size_t begin = str_find(text, STR("-----BEGIN "), *at);
    if (begin == SIZE_MAX) return false;
    str rest = str_from(text, begin + 11);
    size_t n = str_find(rest, STR("-----"), 0);
    if (n == SIZE_MAX) return false;
    *found = str_sub(rest, 0, n);
    *at = begin + 11 + n;
    if (label.n > 0 && !str_eq(*found, label)) continue;
    for (size_t end = str_find(text, STR("-----END "), *at); end != SIZE_MAX;
         end = str_find(text, STR("-----END "), end + 9)) {
      str tail = str_from(text, end + 9);
      if (!str_starts(tail, *found) || !str_starts(str_from(tail, found->n), STR("-----"))) continue;
      *part = str_sub(text, begin, end + 9 + found->n + 5 - begin);
      *at = end + 9 + found->n + 5;
      return true;
    }
    if (label.n > 0) return false;
  }
}

size_t pki_pem_count(str pem, str *label)
{
  size_t n = 0, at = 0;
  str part, found;
  *label = STR_EMPTY;
  for (; next_part(pem, &at, STR_EMPTY, &part, &found); n++)
    if (n == 0) *label = found;
  return n;
}

static void *read_certificate_part(struct arena *a, BIO *in)
{
  return pki__keep_certificate(a, PEM_read_bio_X509(in, NULL, NULL, NULL));
}

static void *read_crl_part(struct arena *a, BIO *in)
{
  return keep_crl(a, PEM_read_bio_X509_CRL(in, NULL, NULL, NULL));
}

static bool read_parts(struct arena *a, str pem, str label, void *(*read)(struct arena *, BIO *), struct ptrvec *out,
                       str *error)
{
  if (too_large(a, pem, error)) return false;
  size_t at = 0;
  str part, found;
  uint32_t before = out->n;
  while (next_part(pem, &at, label, &part, &found)) {
    BIO *in = pki__bio(part);
    void *object = read(a, in);
    BIO_free(in);
    if (object == NULL) {
      *error = pki_openssl_error(a);
      return false;
    }
    ptrvec_push(out, a, object);
  }
  return out->n > before;
}

bool pki_certificates_read(struct arena *a, str pem, struct ptrvec *out, str *error)
{
  *error = STR("Failed to parse CA certificates as PEM");
  return read_parts(a, pem, STR("CERTIFICATE"), read_certificate_part, out, error);
}

bool pki_crls_read(struct arena *a, str pem, struct ptrvec *out, str *error)
{
  *error = STR("Failed to parse CRLs as PEM");
  return read_parts(a, pem, STR("X509 CRL"), read_crl_part, out, error);
}

/* --- writing --- */
str pki_certificate_pem(struct arena *a, const X509 *c)
{
  BIO *out = pki__bio_out();
  if (PEM_write_bio_X509(out, c) != 1) pki__out_of_memory();
  return pki__bio_text(a, out);
}

str pki_crl_pem(struct arena *a, const X509_CRL *c)
{
  BIO *out = pki__bio_out();
  if (PEM_write_bio_X509_CRL(out, c) != 1) pki__out_of_memory();
  return pki__bio_text(a, out);
}

str pki_request_pem(struct arena *a, const X509_REQ *r)
{
  BIO *out = pki__bio_out();
  if (PEM_write_bio_X509_REQ(out, r) != 1) pki__out_of_memory();
  return pki__bio_text(a, out);
}

static str take_bytes(struct arena *a, unsigned char *der, int n)
{
  if (n < 0) pki__out_of_memory();
  str bytes = arena_str(a, str_n((const char *)der, (size_t)n));
  OPENSSL_free(der);
  return bytes;
}

str pki_certificate_bytes(struct arena *a, const X509 *c)
{
  unsigned char *der = NULL;
  int n = i2d_X509(c, &der);
  return take_bytes(a, der, n);
}

str pki_request_bytes(struct arena *a, const X509_REQ *r)
{
  unsigned char *der = NULL;
  int n = i2d_X509_REQ(r, &der);
  return take_bytes(a, der, n);
}

str pki_certificates_pem(struct arena *a, const struct ptrvec *certificates)
{
  struct buf text = BUF_IN(a);
  for (uint32_t i = 0; i < certificates->n; i++) buf_str(&text, pki_certificate_pem(a, certificates->items[i]));
  return buf_view(&text);
}

str pki_crls_pem(struct arena *a, const struct ptrvec *crls)
{
  struct buf text = BUF_IN(a);
  for (uint32_t i = 0; i < crls->n; i++) buf_str(&text, pki_crl_pem(a, crls->items[i]));
  return buf_view(&text);
}
