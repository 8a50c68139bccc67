/* libcrypto, loaded when a digest or a key is needed, since it would cost other processes 1.5 MiB. */
#ifndef FICELLE_BASE_CRYPTO_LIBRARY_H
#define FICELLE_BASE_CRYPTO_LIBRARY_H

#define OPENSSL_SUPPRESS_DEPRECATED /* the reason is in base/digest.c */
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/md5.h>
#include <openssl/pem.h>
#include <openssl/pkcs7.h>
#include <openssl/sha.h>
#include <openssl/x509.h>

/* clang-format off */
#define CRYPTO_NAMES(X)                                                                                                 \
  X(EVP_PKEY_free) X(X509_free) X(ERR_peek_last_error) X(ERR_reason_error_string) X(ERR_error_string_n)                 \
  X(ERR_clear_error) X(BIO_new_mem_buf) X(BIO_new) X(BIO_s_mem) X(BIO_ctrl) X(BIO_free) X(PEM_read_bio_PrivateKey)      \
  X(PEM_read_bio_X509) X(d2i_PKCS7) X(PKCS7_decrypt) X(PKCS7_free) X(PKCS5_PBKDF2_HMAC) X(EVP_sha512)                   \
  X(MD5_Init) X(MD5_Update) X(MD5_Final) X(SHA1_Init) X(SHA1_Update) X(SHA1_Final)                                      \
  X(SHA224_Init) X(SHA224_Update) X(SHA224_Final) X(SHA256_Init) X(SHA256_Update) X(SHA256_Final)                       \
  X(SHA384_Init) X(SHA384_Update) X(SHA384_Final) X(SHA512_Init) X(SHA512_Update) X(SHA512_Final)
/* clang-format on */

struct crypto_library {
#define X(name) __typeof__(name) *name;
  CRYPTO_NAMES(X)
#undef X
};

/* Never NULL: the process ends with a message if the library is missing. */
const struct crypto_library *crypto_library(void);

#endif
