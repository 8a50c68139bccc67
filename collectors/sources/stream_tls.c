/* TLS of a stream. libssl is loaded when the first source with TLS is polled, because it would cost every other
 * process 2 MiB. */
#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/library.h"
#include "collectors/sources/stream_internal.h"

/* clang-format off */
#define SSL_NAMES(X)                                                                                                    \
  X(TLS_client_method) X(SSL_CTX_new) X(SSL_CTX_free) X(SSL_CTX_ctrl) X(SSL_CTX_set_verify)                             \
  X(SSL_CTX_load_verify_file) X(SSL_CTX_set_default_verify_paths) X(SSL_CTX_use_certificate_chain_file)                 \
  X(SSL_CTX_use_PrivateKey_file) X(SSL_new) X(SSL_free) X(SSL_ctrl) X(SSL_set1_host) X(SSL_get0_param) X(SSL_set_fd)    \
  X(SSL_connect) X(SSL_read) X(SSL_write) X(SSL_shutdown) X(SSL_get_error) X(SSL_get_verify_result)
/* clang-format on */
/* clang-format off */
#define CRYPTO_NAMES(X)                                                                                                 \
  X(ERR_get_error) X(ERR_clear_error) X(ERR_reason_error_string) X(X509_VERIFY_PARAM_set1_ip_asc)                       \
  X(X509_verify_cert_error_string)
/* clang-format on */

static struct ssl_library {
#define X(name) __typeof__(name) *name;
  SSL_NAMES(X)
  CRYPTO_NAMES(X)
#undef X
} lib;

struct tls {
  SSL_CTX *context;
  SSL *ssl;
};

static bool load(void)
{
  if (lib.SSL_new != NULL) return true;
  if (!library_is_there("libssl.so.3") || !library_is_there("libcrypto.so.3")) return false;
  library_load("libssl.so.3", SSL_NAMES(LIBRARY_NAME), &lib);
  library_load("libcrypto.so.3", CRYPTO_NAMES(LIBRARY_NAME), &lib.ERR_get_error);
  return true;
}

/* The library's reason for the last failure. */
static const char *reason_of_library(void)
{
  const unsigned long code = lib.ERR_get_error();
  const char *reason = ERR_SYSTEM_ERROR(code) ? strerror(ERR_GET_REASON(code)) : lib.ERR_reason_error_string(code);
  lib.ERR_clear_error();
  return reason != NULL ? reason : "the connection was closed";
}

static bool fail_file(const struct stream *stream, struct source_outcome *outcome, const char *path)
{
  return stream_fail(stream, outcome, STATS_SOURCESTATE_REFUSED, "%s: %s", path, reason_of_library());
}

static bool use_files(const struct stream *stream, SSL_CTX *context, const struct stream_options *o,
                      struct source_outcome *outcome)
{
  if (*o->ca_file == '\0') lib.SSL_CTX_set_default_verify_paths(context);
  else if (lib.SSL_CTX_load_verify_file(context, o->ca_file) != 1) return fail_file(stream, outcome, o->ca_file);
  if (*o->cert_file == '\0') return true;
  if (lib.SSL_CTX_use_certificate_chain_file(context, o->cert_file) != 1)
    return fail_file(stream, outcome, o->cert_file);
  const char *key = *o->key_file != '\0' ? o->key_file : o->cert_file;
  if (lib.SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1) return fail_file(stream, outcome, key);
  return true;
}

/* Waits for what an operation of the library needs; false with the outcome when it failed. */
static bool wait_for(struct stream *stream, int result, uint64_t deadline_us, struct source_outcome *outcome)
{
  const int system_reason = errno;
  const int error = lib.SSL_get_error(stream->tls->ssl, result);
  if (error == SSL_ERROR_WANT_READ) return stream_wait(stream, POLLIN, deadline_us, outcome);
  if (error == SSL_ERROR_WANT_WRITE) return stream_wait(stream, POLLOUT, deadline_us, outcome);
  const long verified = lib.SSL_get_verify_result(stream->tls->ssl);
  const char *reason = error == SSL_ERROR_SYSCALL && system_reason != 0 ? strerror(system_reason) : reason_of_library();
  if (verified != X509_V_OK) reason = lib.X509_verify_cert_error_string(verified);
  return stream_fail(stream, outcome, STATS_SOURCESTATE_REFUSED, "TLS: %s", reason);
}

static bool handshake(struct stream *stream, const struct stream_options *o, uint64_t deadline_us,
                      struct source_outcome *outcome)
{
  SSL *ssl = stream->tls->ssl;
  const bool named = *o->socket == '\0';
  if (o->verify && named && lib.X509_VERIFY_PARAM_set1_ip_asc(lib.SSL_get0_param(ssl), o->host) != 1)
    lib.SSL_set1_host(ssl, o->host);
  if (named) lib.SSL_ctrl(ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, (void *)o->host);
  lib.SSL_set_fd(ssl, stream->fd);
  for (;;) {
    lib.ERR_clear_error();
    errno = 0;
    const int result = lib.SSL_connect(ssl);
    if (result == 1) return true;
    if (wait_for(stream, result, deadline_us, outcome)) continue;
    if (outcome->state == STATS_SOURCESTATE_TIMEOUT)
      stream_fail(stream, outcome, STATS_SOURCESTATE_TIMEOUT, "TLS: no answer in time; does the server speak TLS?");
    return false;
  }
}

bool tls_open(struct stream *stream, const struct stream_options *o, uint64_t deadline_us,
              struct source_outcome *outcome)
{
  if (!load())
    return stream_fail(stream, outcome, STATS_SOURCESTATE_MISSING, "TLS needs libssl.so.3, which is not installed");
  struct tls *tls = stream->tls = xcalloc(1, sizeof *tls);
  tls->context = lib.SSL_CTX_new(lib.TLS_client_method());
  if (tls->context == NULL)
    return stream_fail(stream, outcome, STATS_SOURCESTATE_MISSING, "TLS: %s", reason_of_library());
  lib.SSL_CTX_ctrl(tls->context, SSL_CTRL_SET_MIN_PROTO_VERSION, TLS1_2_VERSION, NULL);
  lib.SSL_CTX_set_verify(tls->context, o->verify ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, NULL);
  if (!use_files(stream, tls->context, o, outcome)) return false;
  tls->ssl = lib.SSL_new(tls->context);
  if (tls->ssl == NULL) return stream_fail(stream, outcome, STATS_SOURCESTATE_MISSING, "TLS: %s", reason_of_library());
  return handshake(stream, o, deadline_us, outcome);
}

long tls_send(struct stream *stream, str bytes, uint64_t deadline_us, struct source_outcome *outcome)
{
  for (;;) {
    lib.ERR_clear_error();
    errno = 0;
    const int n = lib.SSL_write(stream->tls->ssl, bytes.p, bytes.n > 16384 ? 16384 : (int)bytes.n);
    if (n > 0) return n;
    if (!wait_for(stream, n, deadline_us, outcome)) return -1;
  }
}

long tls_receive(struct stream *stream, char *bytes, size_t size, uint64_t deadline_us, struct source_outcome *outcome)
{
  for (;;) {
    lib.ERR_clear_error();
    errno = 0;
    const int n = lib.SSL_read(stream->tls->ssl, bytes, size > 16384 ? 16384 : (int)size);
    if (n > 0) return n;
    if (lib.SSL_get_error(stream->tls->ssl, n) == SSL_ERROR_ZERO_RETURN) return 0;
    if (!wait_for(stream, n, deadline_us, outcome)) return -1;
    if ((uint64_t)clock_us(CLOCK_MONOTONIC) >= deadline_us) {
      stream_fail(stream, outcome, STATS_SOURCESTATE_TIMEOUT, "no answer in time");
      return -1;
    }
  }
}

void tls_close(struct tls *tls)
{
  if (tls->ssl != NULL) {
    lib.SSL_shutdown(tls->ssl);
    lib.SSL_free(tls->ssl);
  }
  if (tls->context != NULL) lib.SSL_CTX_free(tls->context);
  free(tls);
}
