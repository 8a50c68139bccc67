/* libcurl, loaded at the first HTTP request: with its own libraries it would cost every other command several MiB and
 * most of its start. */
#ifndef FICELLE_BASE_CURL_LIBRARY_H
#define FICELLE_BASE_CURL_LIBRARY_H

#include <curl/curl.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdbool.h>
#undef curl_easy_setopt
#undef curl_easy_getinfo

/* clang-format off */
#define CURL_FUNCTIONS(X)                                                                                              \
  X(curl_easy_cleanup) X(curl_easy_getinfo) X(curl_easy_init) X(curl_easy_perform) X(curl_easy_reset)                  \
      X(curl_easy_setopt) X(curl_easy_strerror) X(curl_global_init) X(curl_slist_append) X(curl_slist_free_all)
/* clang-format on */

/* Functions of the OpenSSL that libcurl is linked to: why a certificate is rejected, and which. */
/* clang-format off */
#define CURL_TLS_FUNCTIONS(X)                                                                                          \
  X(BIO_ctrl) X(BIO_free) X(BIO_new) X(BIO_s_mem) X(SSL_CTX_get_cert_store) X(SSL_CTX_set_verify) X(SSL_CTX_set_info_callback)        \
      X(X509_CRL_get0_lastUpdate) X(X509_NAME_print_ex) X(X509_STORE_CTX_get0_current_crl)                             \
      X(X509_STORE_CTX_get_current_cert) X(X509_STORE_CTX_get_error) X(X509_STORE_CTX_get_error_depth)                 \
      X(X509_STORE_get0_param) X(X509_STORE_set_flags) X(X509_VERIFY_PARAM_clear_flags) X(X509V3_EXT_print)            \
      X(X509_get_ext) X(X509_get_ext_by_NID) X(X509_get_subject_name) X(X509_cmp_time)                                 \
      X(X509_verify_cert_error_string)
/* clang-format on */

struct curl_library {
#define X(name) __typeof__(name) *name;
  CURL_FUNCTIONS(X)
  CURL_TLS_FUNCTIONS(X)
#undef X
  bool openssl; /* whether the second list is available; not with GnuTLS */
};

/* Loads it once per process. NULL with a reason in *error (static text) if it is not installed. */
const struct curl_library *curl_library(const char **error);

#endif
