/* libcrypto, loaded when a digest or a key is asked for: it would cost every other process 1.5 MiB. */
#ifndef FICELLE_BASE_CRYPTO_LIBRARY_H
#define FICELLE_BASE_CRYPTO_LIBRARY_H

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs7.h>
#include <openssl/x509.h>

#define CRYPTO_NAMES(X)                                                                                    \
  X(EVP_get_digestbyname) X(EVP_Digest) X(EVP_PKEY_free) X(X509_free) X(ERR_peek_last_error)               \
  X(ERR_reason_error_string) X(ERR_error_string_n) X(ERR_clear_error) X(BIO_new_mem_buf) X(BIO_new)        \
  X(BIO_s_mem) X(BIO_ctrl) X(BIO_free) X(PEM_read_bio_PrivateKey) X(PEM_read_bio_X509) X(d2i_PKCS7)        \
  X(PKCS7_decrypt) X(PKCS7_free) X(PKCS5_PBKDF2_HMAC) X(EVP_sha512) X(EVP_MD_CTX_new) X(EVP_MD_CTX_free)            \
  X(EVP_DigestInit_ex) X(EVP_DigestUpdate) X(EVP_DigestFinal_ex)

struct crypto_library {
#define X(name) __typeof__(name) *name;
  CRYPTO_NAMES(X)
#undef X
};

/* Never NULL: a process that cannot have it ends with a message. */
const struct crypto_library *crypto_library(void);

#endif
