/* Sets the certificates of a request, and finds out why OpenSSL rejects the certificate of a server. OpenSSL calls
 * verify() for each certificate of the chain; what it stores (refused, names) becomes Puppet's message. */
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/http_internal.h"
#include "base/protect.h"

enum { MAX_PASSWORD = 4096, CRL_GRACE_SECONDS = 5 * 60 };

/* --- the files --- */

static bool has_file(struct exchange *x, enum setting_id id, const char *what, const char *verb)
{
  const char *path = settings_strz(x->request->settings, id);
  if (access(path, R_OK) == 0 || protect_kept(path).n > 0) return true;
  x->failure->cause = arena_printf(x->request->arena, "The %s %s missing from '%s'", what, verb, path);
  return false;
}

/* The files that Puppet requires before it connects. With the authorities of the system it requires none. */
static bool has_files(struct exchange *x, bool revocation)
{
  return has_file(x, SETTING_localcacert, "CA certificates", "are") &&
         (!revocation || has_file(x, SETTING_hostcrl, "CRL", "is")) &&
         has_file(x, SETTING_hostprivkey, "private key", "is") &&
         has_file(x, SETTING_hostcert, "client certificate", "is");
}

/* The password of the key: the content of the file in the setting passfile. */
static const char *password_of(struct exchange *x)
{
  struct buf text = BUF_HEAP;
  const char *password = NULL;
  if (file_read(settings_strz(x->request->settings, SETTING_passfile), MAX_PASSWORD, &text) == 0) {
    password = arena_strz(x->request->arena, str_trim(buf_view(&text)));
  }
  buf_free(&text);
  return password;
}

/* The files according to the settings. */
static bool tls_of_settings(struct exchange *x, struct http_tls *tls)
{
  struct settings *s = x->request->settings;
  const bool system = x->request->system_store;
  const char *how = settings_strz(s, SETTING_certificate_revocation);
  const bool revocation = strcmp(how, "false") != 0;
  const char *authorities = settings_strz(s, SETTING_localcacert), *own = settings_strz(s, SETTING_hostcert);
  if (!system && !has_files(x, revocation)) return false;
  *tls = (struct http_tls){.authorities = access(authorities, R_OK) == 0 ? authorities : NULL,
                           .leaf_only = strcmp(how, "leaf") == 0};
  if (revocation && !system) tls->revocations = settings_strz(s, SETTING_hostcrl);
  if (access(own, R_OK) != 0) return true;
  tls->certificate = own;
  tls->key = settings_strz(s, SETTING_hostprivkey);
  tls->password = password_of(x);
  return true;
}

/* --- why a certificate is rejected --- */

/* The callback gets no pointer; a process has one request at a time. */
static struct exchange *verifying;
static bool verifying_leaf_only, verifying_own;
static bool ended; /* the server has said that the connection ends, during the present request */

static str text_of(struct exchange *x, BIO *bio)
{
  char *text = NULL;
  const long n = x->lib->BIO_ctrl(bio, BIO_CTRL_INFO, 0, &text);
  return n > 0 ? arena_str(x->request->arena, str_n(text, (size_t)n)) : STR_EMPTY;
}

/* "CN=srv.lab" */
static str subject_of(struct exchange *x, X509 *certificate)
{
  BIO *bio = x->lib->BIO_new(x->lib->BIO_s_mem());
  if (bio == NULL) return STR_EMPTY;
  x->lib->X509_NAME_print_ex(bio, x->lib->X509_get_subject_name(certificate), 0,
                             XN_FLAG_RFC2253 & ~(unsigned long)ASN1_STRFLGS_ESC_MSB);
  const str text = text_of(x, bio);
  x->lib->BIO_free(bio);
  return text;
}

/* "DNS:srv.lab, DNS:localhost, IP Address:127.0.0.1" */
static str alternatives_of(struct exchange *x, X509 *certificate)
{
  const int at = x->lib->X509_get_ext_by_NID(certificate, NID_subject_alt_name, -1);
  BIO *bio = at >= 0 ? x->lib->BIO_new(x->lib->BIO_s_mem()) : NULL;
  if (bio == NULL) return STR_EMPTY;
  x->lib->X509V3_EXT_print(bio, x->lib->X509_get_ext(certificate, at), 0, 0);
  const str text = text_of(x, bio);
  x->lib->BIO_free(bio);
  return text;
}

/* Collects the names that a message shows: the common name, then the alternative names, each once: "a", "a,
 * DNS:a". */
static void take_names(struct exchange *x, X509 *certificate)
{
  struct buf names = BUF_IN(x->request->arena);
  str subject = subject_of(x, certificate);
  str others = alternatives_of(x, certificate);
  const char *equals = memrchr(subject.p, '=', subject.n);
  if (equals != NULL) subject = str_from(subject, (size_t)(equals + 1 - subject.p));
  buf_str(&names, subject);
  while (others.n > 0) {
    const str one = arena_printf(x->request->arena, ", %.*s", STR_FMT(str_trim(str_cut(&others, ','))));
    const size_t known = str_find(buf_view(&names), one, 0);
    if (known == SIZE_MAX || (known + one.n < names.n && names.p[known + one.n] != ',')) buf_str(&names, one);
  }
  x->names = buf_view(&names);
}

/* Clocks differ a little, so a revocation list may begin up to five minutes in the future. */
static bool is_nearly_valid(struct exchange *x, X509_STORE_CTX *store)
{
  time_t limit = time(NULL) + CRL_GRACE_SECONDS;
  X509_CRL *crl = x->lib->X509_STORE_CTX_get0_current_crl(store);
  return crl != NULL && x->lib->X509_cmp_time(x->lib->X509_CRL_get0_lastUpdate(crl), &limit) < 0;
}

static int verify(int good, X509_STORE_CTX *store)
{
  struct exchange *x = verifying;
  X509 *certificate = x->lib->X509_STORE_CTX_get_current_cert(store);
  if (x->lib->X509_STORE_CTX_get_error_depth(store) == 0 && certificate != NULL) take_names(x, certificate);
  if (good) return 1;
  const int error = x->lib->X509_STORE_CTX_get_error(store);
  if (error == X509_V_ERR_CRL_NOT_YET_VALID && is_nearly_valid(x, store)) return 1;
  const str subject = certificate != NULL ? subject_of(x, certificate) : STR_EMPTY;
  x->refused = arena_printf(x->request->arena, "certificate verify failed [%s for %.*s]",
                            x->lib->X509_verify_cert_error_string(error), STR_FMT(subject));
  return 0;
}

static void watch(const SSL *connection, int where, int what)
{
  (void)connection;
  if (where == SSL_CB_READ_ALERT && (what & 0xff) == SSL_AD_CLOSE_NOTIFY) ended = true;
}

/* By default libcurl trusts an authority that is not a root, and checks the whole chain against revocation lists.
 * Puppet requires the root, and the setting certificate_revocation may limit the check to the server's
 * certificate. */
static CURLcode set_up(CURL *curl, void *context, void *ctx)
{
  struct exchange *x = ctx;
  (void)curl;
  X509_STORE *store = x->lib->SSL_CTX_get_cert_store(context);
  X509_VERIFY_PARAM *parameters = x->lib->X509_STORE_get0_param(store);
  verifying = x;
  x->lib->SSL_CTX_set_verify(context, SSL_VERIFY_PEER, verify);
  x->lib->SSL_CTX_set_info_callback(context, watch);
  if (verifying_own) {
    x->lib->X509_VERIFY_PARAM_clear_flags(parameters, X509_V_FLAG_PARTIAL_CHAIN);
    x->lib->X509_STORE_set_flags(store, X509_V_FLAG_CHECK_SS_SIGNATURE);
  }
  if (verifying_leaf_only) x->lib->X509_VERIFY_PARAM_clear_flags(parameters, X509_V_FLAG_CRL_CHECK_ALL);
  return CURLE_OK;
}

/* --- setting the options --- */

static void trust_nobody(struct exchange *x)
{
  EXCHANGE_SET(x, CURLOPT_SSL_VERIFYPEER, 0L);
  EXCHANGE_SET(x, CURLOPT_SSL_VERIFYHOST, 0L);
}

/* A key that protect_keep() has read may be hidden from this process, so it is passed from memory. */
static void set_key(struct exchange *x, const char *path)
{
  const str kept = path == NULL ? STR_EMPTY : protect_kept(path);
  struct curl_blob blob = {.data = (void *)kept.p, .len = kept.n, .flags = CURL_BLOB_NOCOPY};
  if (kept.n > 0) EXCHANGE_SET(x, CURLOPT_SSLKEY_BLOB, &blob);
  else EXCHANGE_SET(x, CURLOPT_SSLKEY, path);
}

bool exchange_set_tls(struct exchange *x)
{
  struct settings *s = x->request->settings;
  struct http_tls own;
  const struct http_tls *tls = x->request->tls;
  if (tls == NULL && !tls_of_settings(x, &own)) return false;
  if (tls == NULL) tls = &own;
  const bool any = x->request->tls != NULL && tls->authorities == NULL && !x->request->system_store;
  if (!x->request->system_store) EXCHANGE_SET(x, CURLOPT_CAPATH, NULL);
  if (tls->authorities != NULL) EXCHANGE_SET(x, CURLOPT_CAINFO, tls->authorities);
  if (tls->revocations != NULL) EXCHANGE_SET(x, CURLOPT_CRLFILE, tls->revocations);
  if (tls->certificate != NULL) {
    EXCHANGE_SET(x, CURLOPT_SSLCERT, tls->certificate);
    set_key(x, tls->key);
    if (tls->password != NULL) EXCHANGE_SET(x, CURLOPT_KEYPASSWD, tls->password);
  }
  if (settings_is_set(s, SETTING_ciphers)) EXCHANGE_SET(x, CURLOPT_SSL_CIPHER_LIST, settings_strz(s, SETTING_ciphers));
  if (any) trust_nobody(x);
  ended = any || !x->lib->openssl; /* then nobody watches */
  verifying_leaf_only = tls->leaf_only;
  verifying_own = !x->request->system_store;
  if (any || !x->lib->openssl) return true;
  EXCHANGE_SET(x, CURLOPT_SSL_CTX_FUNCTION, set_up);
  EXCHANGE_SET(x, CURLOPT_SSL_CTX_DATA, x);
  return true;
}

/* "OpenSSL SSL_read: error:0A000416:SSL routines::sslv3 alert certificate unknown, errno 0" -> "SSL_read: sslv3 alert
 * certificate unknown". */
bool exchange_is_cut(const struct exchange *x) { return x->tls && !ended; }

str exchange_tls_error(struct exchange *x)
{
  str text = str_of(x->error);
  if (!str_starts(text, STR("OpenSSL ")) && !str_starts(text, STR("error:"))) return STR_EMPTY;
  const size_t error = str_find(text, STR("error:"), 0);
  if (error == SIZE_MAX) return STR_EMPTY;
  str call = STR_EMPTY, reason = text;
  if (str_starts(text, STR("OpenSSL "))) call = str_sub(text, 8, str_index(text, ':', 8) - 7); /* "SSL_read:" */
  const char *colon = memrchr(reason.p, ':', reason.n);
  reason = str_from(reason, (size_t)(colon + 1 - reason.p));
  const size_t comma = str_find(reason, STR(", errno"), 0);
  if (comma != SIZE_MAX) reason.n = comma;
  call = str_trim(call);
  if (call.n > 0) return arena_printf(x->request->arena, "%.*s %.*s", STR_FMT(call), STR_FMT(reason));
  return arena_printf(x->request->arena, "SSL_connect returned=1 errno=0 state=error: %.*s", STR_FMT(reason));
}
