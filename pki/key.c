/* Keys. */
#include "pki/pki.h"

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

#include "pki/internal.h"

static void release_key(void *key) { EVP_PKEY_free(key); }

static EVP_PKEY *keep_key(struct arena *a, EVP_PKEY *key)
{
  if (key != NULL) arena_defer(a, release_key, key);
  return key;
}

static EVP_PKEY *make_ec(struct arena *a, const char *curve, str *error)
{
  if (OBJ_sn2nid(curve) == NID_undef && EC_curve_nist2nid(curve) == NID_undef) {
    *error = STR("invalid curve name");
    return NULL;
  }
  EVP_PKEY *key = EVP_EC_gen(curve);
  if (key == NULL) *error = pki_openssl_error(a);
  return key;
}

EVP_PKEY *pki_key_make(struct arena *a, enum pki_key_type type, unsigned bits, const char *curve, str *error)
{
  if (type == PKI_KEY_EC) return keep_key(a, make_ec(a, curve, error));
  EVP_PKEY *key = bits < OPENSSL_RSA_MAX_MODULUS_BITS ? EVP_RSA_gen(bits) : NULL;
  if (key == NULL)
    *error = arena_printf(a, "EVP_PKEY_CTX_ctrl_str(ctx, \"rsa_keygen_bits\", \"%u\"): %.*s", bits,
                          STR_FMT(pki_openssl_error(a)));
  return keep_key(a, key);
}

EVP_PKEY *pki_key_for(struct arena *a, struct settings *s, str *error)
{
  int64_t bits = settings_int(s, SETTING_keylength);
  bool ec = str_eqz(settings_str(s, SETTING_key_type), "ec");
  if (bits < 0 || bits > OPENSSL_RSA_MAX_MODULUS_BITS) bits = OPENSSL_RSA_MAX_MODULUS_BITS;
  return pki_key_make(a, ec ? PKI_KEY_EC : PKI_KEY_RSA, (unsigned)bits, settings_strz(s, SETTING_named_curve), error);
}

/* Without this callback OpenSSL would prompt on the terminal. */
static int give_password(char *to, int room, int writing, void *ctx)
{
  const str *password = ctx;
  (void)writing;
  if (password == NULL || password->n > (size_t)room) return -1;
  memcpy(to, password->p, password->n);
  return (int)password->n;
}

EVP_PKEY *pki_key_read(struct arena *a, str pem, const str *password, str *error)
{
  BIO *in = pki__bio(pem);
  EVP_PKEY *key = PEM_read_bio_PrivateKey(in, NULL, give_password, (void *)password);
  BIO_free(in);
  if (key == NULL) *error = pki_openssl_error(a);
  ERR_clear_error();
  return keep_key(a, key);
}

str pki_key_pem(struct arena *a, EVP_PKEY *key, const str *password)
{
  BIO *out = pki__bio_out();
  const EVP_CIPHER *cipher = password != NULL ? EVP_aes_128_cbc() : NULL;
  unsigned char *pass = password != NULL ? (unsigned char *)arena_strz(a, *password) : NULL;
  const int npass = password != NULL ? (int)password->n : 0;
  if (PEM_write_bio_PrivateKey_traditional(out, key, cipher, pass, npass, NULL, NULL) != 1) {
    ERR_clear_error();
    if (PEM_write_bio_PKCS8PrivateKey(out, key, cipher, (char *)pass, npass, NULL, NULL) != 1) pki__out_of_memory();
  }
  return pki__bio_text(a, out);
}

const EVP_MD *pki_key_digest(EVP_PKEY *key)
{
  char name[64];
  const bool own = EVP_PKEY_get_default_digest_name(key, name, sizeof name) == 2 && strcmp(name, "UNDEF") == 0;
  return own ? NULL : EVP_sha256();
}

str pki_key_public_pem(struct arena *a, EVP_PKEY *key)
{
  BIO *out = pki__bio_out();
  if (PEM_write_bio_PUBKEY(out, key) != 1) pki__out_of_memory();
  return pki__bio_text(a, out);
}

bool pki_key_fits(X509 *certificate, EVP_PKEY *key)
{
  EVP_PKEY *public = X509_get0_pubkey(certificate);
  bool fits = public != NULL && EVP_PKEY_eq(public, key) == 1;
  ERR_clear_error();
  return fits;
}
