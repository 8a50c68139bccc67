/* Reads the keys of eyaml and decrypts PKCS #7 data with them. OpenSSL is called through crypto_library(), which loads
 * it only when it is needed. */
#include "compiler/lookup/eyaml_key.h"
#include "base/check.h"

#include <limits.h>

#include "base/crypto_library.h"

struct eyaml_key {
  EVP_PKEY *private;
  X509 *public;
};

static void release(void *ptr)
{
  const struct crypto_library *const ssl = crypto_library();
  struct eyaml_key *key = ptr;
  ssl->EVP_PKEY_free(key->private);
  ssl->X509_free(key->public);
}

/* The message "what: reason" with OpenSSL's last error. */
static str reason(struct arena *a, const char *what)
{
  const struct crypto_library *const ssl = crypto_library();
  char text[160] = "";
  const unsigned long code = ssl->ERR_peek_last_error();
  const char *why = code != 0 ? ssl->ERR_reason_error_string(code) : NULL;
  if (why == NULL && code != 0) ssl->ERR_error_string_n(code, text, sizeof text);
  else if (why != NULL) snprintf(text, sizeof text, "%s", why);
  ssl->ERR_clear_error();
  return text[0] != '\0' ? arena_printf(a, "%s: %s", what, text) : arena_str(a, str_of(what));
}

/* Prevents that OpenSSL asks for a passphrase on the terminal. */
static int no_passphrase(char *buffer, int size, int writing, void *ctx)
{
  (void)buffer, (void)size, (void)writing, (void)ctx;
  return -1;
}

const struct eyaml_key *eyaml_key_read(struct arena *a, str private_pem, str public_pem, str *error)
{
  assert(error != NULL);
  const struct crypto_library *const ssl = crypto_library();
  struct eyaml_key *key = ARENA_NEW(a, struct eyaml_key);
  arena_defer(a, release, key);
  if (private_pem.n > INT_MAX || public_pem.n > INT_MAX) {
    *error = STR("The key is too large");
    return NULL;
  }
  BIO *in = ssl->BIO_new_mem_buf(private_pem.p, (int)private_pem.n);
  key->private = in != NULL ? ssl->PEM_read_bio_PrivateKey(in, NULL, no_passphrase, NULL) : NULL;
  ssl->BIO_free(in);
  if (key->private == NULL) {
    *error = reason(a, "Neither PUB key nor PRIV key");
    return NULL;
  }
  in = ssl->BIO_new_mem_buf(public_pem.p, (int)public_pem.n);
  key->public = in != NULL ? ssl->PEM_read_bio_X509(in, NULL, no_passphrase, NULL) : NULL;
  ssl->BIO_free(in);
  if (key->public == NULL) {
    *error = reason(a, "PEM_read_bio_X509");
    return NULL;
  }
  return key;
}

bool eyaml_decrypt(struct arena *a, const struct eyaml_key *key, str der, str *out, str *error)
{
  assert(key != NULL && out != NULL && error != NULL);
  const struct crypto_library *const ssl = crypto_library();
  const unsigned char *at = (const unsigned char *)der.p;
  PKCS7 *message = der.n <= LONG_MAX ? ssl->d2i_PKCS7(NULL, &at, (long)der.n) : NULL;
  BIO *plain = ssl->BIO_new(ssl->BIO_s_mem());
  bool ok = false;
  if (message == NULL) {
    *error = reason(a, "Could not parse the PKCS7");
  } else if (plain == NULL || ssl->PKCS7_decrypt(message, key->private, key->public, plain, 0) != 1) {
    *error = reason(a, "PKCS7_decrypt");
  } else {
    char *bytes;
    const long n = ssl->BIO_ctrl(plain, BIO_CTRL_INFO, 0, &bytes);
    *out = arena_str(a, str_n(bytes, n > 0 ? (size_t)n : 0));
    ok = true;
  }
  ssl->BIO_free(plain);
  ssl->PKCS7_free(message);
  return ok;
}
