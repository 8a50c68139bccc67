#include "base/http.h"

#include <assert.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/curl_library.h"
#include "base/file.h"

enum { MOST_REDIRECTS = 10, MAX_PASSWORD = 4096, MAX_FAILED_BODY = 64 * 1024 };

struct exchange {
  const struct http_request *request;
  struct http_answer *answer;
  struct http_failure *failure;
  const struct curl_library *lib;
  CURL *curl;
  struct curl_slist *headers;
  const char *url, *scheme_end;      /* behind "://" */
  char host[256];
  int port;
  bool tls;
  struct buf failed_body;
  double began;
};

#define SET(x, option, to) (x)->lib->curl_easy_setopt((x)->curl, option, to)

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* --- the address --- */

static bool is_uri(str url)
{
  for (size_t i = 0; i < url.n; i++) {
    const unsigned char c = (unsigned char)url.p[i];
    if (c <= ' ' || c >= 127 || strchr("\"<>\\^`{|}", c) != NULL) return false;
  }
  return true;
}

static bool take_scheme(struct exchange *x)
{
  x->tls = strncasecmp(x->url, "https://", 8) == 0;
  if (!x->tls && strncasecmp(x->url, "http://", 7) != 0) return false;
  x->scheme_end = x->url + (x->tls ? 8 : 7);
  return true;
}

/* Host and port, for the proxy's exceptions and for messages. */
static bool take_address(struct exchange *x)
{
  const size_t n = strcspn(x->scheme_end, "/?#");
  const char *at = memrchr(x->scheme_end, '@', n);
  const char *from = at != NULL ? at + 1 : x->scheme_end, *end = x->scheme_end + n;
  const char *colon = memrchr(from, ':', (size_t)(end - from));
  if (colon != NULL && memchr(colon, ']', (size_t)(end - colon)) != NULL) colon = NULL;
  const size_t length = (size_t)((colon != NULL ? colon : end) - from);
  if (length == 0 || length >= sizeof x->host) return false;
  memcpy(x->host, from, length);
  x->host[length] = '\0';
  x->port = colon != NULL ? atoi(colon + 1) : x->tls ? 443 : 80;
  return true;
}

/* --- proxies --- */

/* Entries are ends of names, with * and a port where they like; Puppet splits at commas. */
static bool is_excepted(const struct exchange *x, const char *list)
{
  const str all = str_of(list);
  for (size_t at = 0; at < all.n;) {
    size_t end = str_index(all, ',', at);
    if (end == SIZE_MAX) end = all.n;
    const char *entry = arena_strz(x->request->arena, str_trim(str_sub(all, at, end - at)));
    const bool with_port = strchr(entry, ':') != NULL;
    const char *pattern = arena_printf(x->request->arena, "*%s", entry).p;
    const char *there = with_port ? arena_printf(x->request->arena, "%s:%d", x->host, x->port).p : x->host;
    if (fnmatch(pattern, there, FNM_CASEFOLD) == 0) return true;
    at = end + 1;
  }
  return false;
}

static const char *variable(const char *lower, const char *upper)
{
  const char *found = getenv(lower);
  return found != NULL ? found : getenv(upper);
}

static void set_credentials(struct exchange *x)
{
  struct settings *s = x->request->settings;
  const char *user = settings_strz(s, SETTING_http_proxy_user);
  if (strcmp(user, "none") == 0) return;
  SET(x, CURLOPT_PROXYUSERNAME, user);
  const char *password = settings_strz(s, SETTING_http_proxy_password);
  if (strcmp(password, "none") != 0) SET(x, CURLOPT_PROXYPASSWORD, password);
}

/* The environment goes before the settings. */
static void set_proxy(struct exchange *x)
{
  struct settings *s = x->request->settings;
  const char *given = variable("http_proxy", "HTTP_PROXY"), *except = variable("no_proxy", "NO_PROXY");
  const char *host = settings_strz(s, SETTING_http_proxy_host);
  if (except == NULL) except = settings_strz(s, SETTING_no_proxy);
  const bool configured = strcmp(host, "none") != 0;
  SET(x, CURLOPT_NOPROXY, "");
  if ((given == NULL && !configured) || (strcmp(except, "none") != 0 && is_excepted(x, except))) {
    SET(x, CURLOPT_PROXY, "");
    return;
  }
  SET(x, CURLOPT_PROXY, given != NULL ? given : host);
  if (given != NULL) return;
  SET(x, CURLOPT_PROXYPORT, (long)settings_int(s, SETTING_http_proxy_port));
  set_credentials(x);
}

/* --- TLS --- */

static bool has_file(struct exchange *x, enum setting_id id, const char *what, const char *verb)
{
  const char *path = settings_strz(x->request->settings, id);
  if (access(path, R_OK) == 0) return true;
  x->failure->cause = arena_printf(x->request->arena, "The %s %s missing from '%s'", what, verb, path);
  return false;
}

/* What Puppet wants to have before it connects: with the system's authorities none of it. */
static bool has_files(struct exchange *x, bool revocation)
{
  return has_file(x, SETTING_localcacert, "CA certificates", "are") &&
         (!revocation || has_file(x, SETTING_hostcrl, "CRL", "is")) &&
         has_file(x, SETTING_hostprivkey, "private key", "is") &&
         has_file(x, SETTING_hostcert, "client certificate", "is");
}

/* The key's password is in a file. */
static void set_key(struct exchange *x)
{
  struct settings *s = x->request->settings;
  struct buf password = BUF_HEAP;
  SET(x, CURLOPT_SSLKEY, settings_strz(s, SETTING_hostprivkey));
  SET(x, CURLOPT_SSLCERT, settings_strz(s, SETTING_hostcert));
  if (file_read(settings_strz(s, SETTING_passfile), MAX_PASSWORD, &password) == 0) {
    SET(x, CURLOPT_KEYPASSWD, arena_strz(x->request->arena, str_trim(buf_view(&password))));
  }
  buf_free(&password);
}

static bool set_tls(struct exchange *x)
{
  struct settings *s = x->request->settings;
  const bool system = x->request->system_store;
  const bool revocation = strcmp(settings_strz(s, SETTING_certificate_revocation), "false") != 0;
  const char *authorities = settings_strz(s, SETTING_localcacert);
  if (!system && !has_files(x, revocation)) return false;
  if (!system) SET(x, CURLOPT_CAPATH, NULL);
  if (access(authorities, R_OK) == 0) SET(x, CURLOPT_CAINFO, authorities);
  if (revocation && !system) SET(x, CURLOPT_CRLFILE, settings_strz(s, SETTING_hostcrl));
  if (access(settings_strz(s, SETTING_hostcert), R_OK) == 0) set_key(x);
  return true;
}

/* --- the request --- */

static void take_status(struct exchange *x, str line)
{
  const size_t code = str_index(line, ' ', 0);
  const size_t reason = code != SIZE_MAX ? str_index(line, ' ', code + 1) : SIZE_MAX;
  x->answer->reason = reason != SIZE_MAX ? arena_str(x->request->arena, str_trim(str_from(line, reason))) : STR_EMPTY;
  x->answer->status = code != SIZE_MAX ? atol(arena_strz(x->request->arena, str_sub(line, code + 1, 3))) : 0;
  x->answer->headers = NULL;         /* those of a redirection do not count */
}

static size_t take_header(char *line, size_t size, size_t n, void *ctx)
{
  struct exchange *x = ctx;
  const str text = str_n(line, size * n);
  const size_t colon = str_index(text, ':', 0);
  if (str_starts(text, STR("HTTP/"))) {
    take_status(x, text);
  } else if (colon != SIZE_MAX) {
    struct http_header *h = ARENA_NEW(x->request->arena, struct http_header);
    h->name = arena_str(x->request->arena, str_sub(text, 0, colon));
    h->value = arena_str(x->request->arena, str_trim(str_from(text, colon + 1)));
    h->next = x->answer->headers;
    x->answer->headers = h;
  }
  return size * n;
}

static size_t take_body(char *text, size_t size, size_t n, void *ctx)
{
  struct exchange *x = ctx;
  const size_t all = size * n;
  if (x->answer->status / 100 == 2) {
    return x->request->take == NULL || x->request->take(x->request->ctx, str_n(text, all)) ? all : 0;
  }
  if (x->failed_body.n < MAX_FAILED_BODY) buf_append(&x->failed_body, text, all);
  return all;
}

static void add_header(struct exchange *x, const char *line)
{
  struct curl_slist *longer = x->lib->curl_slist_append(x->headers, line);
  if (longer != NULL) x->headers = longer;
}

static void set_method(struct exchange *x)
{
  const struct http_request *r = x->request;
  SET(x, CURLOPT_URL, x->url);
  if (strcmp(r->method, "HEAD") == 0) SET(x, CURLOPT_NOBODY, 1L);
  if (strcmp(r->method, "POST") != 0) return;
  SET(x, CURLOPT_POST, 1L);
  SET(x, CURLOPT_POSTFIELDS, r->body.p);
  SET(x, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)r->body.n);
  SET(x, CURLOPT_POSTREDIR, (long)CURL_REDIR_POST_ALL);
}

static void set_request(struct exchange *x)
{
  struct settings *s = x->request->settings;
  for (const char *const *h = x->request->headers; h != NULL && *h != NULL; h++) add_header(x, *h);
  add_header(x, arena_printf(x->request->arena, "User-Agent: %s", settings_strz(s, SETTING_http_user_agent)).p);
  add_header(x, "Expect:");
  set_method(x);
  SET(x, CURLOPT_ACCEPT_ENCODING, "gzip;q=1.0,deflate;q=0.6,identity;q=0.3");
  SET(x, CURLOPT_HTTPHEADER, x->headers);
  SET(x, CURLOPT_NOSIGNAL, 1L);
  SET(x, CURLOPT_FOLLOWLOCATION, 1L);
  SET(x, CURLOPT_MAXREDIRS, (long)MOST_REDIRECTS);
  SET(x, CURLOPT_PROTOCOLS_STR, "http,https");
  SET(x, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
  SET(x, CURLOPT_CONNECTTIMEOUT, (long)settings_int(s, SETTING_http_connect_timeout));
  SET(x, CURLOPT_LOW_SPEED_LIMIT, 1L);
  SET(x, CURLOPT_LOW_SPEED_TIME, (long)settings_int(s, SETTING_http_read_timeout));
  SET(x, CURLOPT_HEADERFUNCTION, take_header);
  SET(x, CURLOPT_HEADERDATA, x);
  SET(x, CURLOPT_WRITEFUNCTION, take_body);
  SET(x, CURLOPT_WRITEDATA, x);
}

/* --- what went wrong --- */

/* Puppet rounds to milliseconds. */
static str elapsed(const struct exchange *x)
{
  str text = arena_printf(x->request->arena, "%.3f", now() - x->began);
  while (text.n > 3 && text.p[text.n - 1] == '0' && text.p[text.n - 2] != '.') text.n--;
  return text;
}

static bool fail(struct exchange *x, str message)
{
  x->failure->message = message;
  return false;
}

static bool fail_request(struct exchange *x, const char *how, bool say, str why)
{
  const str after = elapsed(x);
  x->failure->cause = why;
  return fail(x, arena_printf(x->request->arena, "Request to %s %s after %.*s seconds%s%.*s", x->url, how, STR_FMT(after),
                              say ? ": " : "", STR_FMT(say ? why : STR_EMPTY)));
}

static str refused(struct exchange *x, CURLcode code)
{
  struct arena *a = x->request->arena;
  long number = 0;
  x->lib->curl_easy_getinfo(x->curl, CURLINFO_OS_ERRNO, &number);
  if (code == CURLE_COULDNT_RESOLVE_HOST) {
    return arena_printf(a, "Failed to open TCP connection to %s:%d (getaddrinfo: Name or service not known)", x->host,
                        x->port);
  }
  return arena_printf(a, "Failed to open TCP connection to %s:%d (%s - connect(2) for \"%s\" port %d)", x->host, x->port,
                      number != 0 ? strerror((int)number) : x->lib->curl_easy_strerror(code), x->host, x->port);
}

static bool explain(struct exchange *x, CURLcode code)
{
  double connected = 0;
  x->lib->curl_easy_getinfo(x->curl, CURLINFO_PRETRANSFER_TIME, &connected);
  switch (code) {
  case CURLE_OPERATION_TIMEDOUT:
    if (connected <= 0) return fail_request(x, "timed out connect operation", false, STR("execution expired"));
    return fail_request(x, "timed out read operation", false, STR("Net::ReadTimeout with #<TCPSocket:(closed)>"));
  case CURLE_GOT_NOTHING:
  case CURLE_RECV_ERROR: return fail_request(x, "interrupted", false, STR("end of file reached"));
  case CURLE_TOO_MANY_REDIRECTS:
    return fail(x, arena_printf(x->request->arena, "Too many HTTP redirections for %s", x->url));
  case CURLE_COULDNT_RESOLVE_HOST:
  case CURLE_COULDNT_CONNECT: return fail_request(x, "failed", true, refused(x, code));
  default: return fail_request(x, "failed", true, str_of(x->lib->curl_easy_strerror(code)));
  }
}

static bool perform(struct exchange *x)
{
  set_request(x);
  set_proxy(x);
  if (x->tls && !set_tls(x)) {
    x->failure->no_tls = true;
    return fail_request(x, "failed", true, x->failure->cause);
  }
  const CURLcode code = x->lib->curl_easy_perform(x->curl);
  if (code != CURLE_OK) return explain(x, code);
  x->answer->body = buf_view(&x->failed_body);
  return true;
}

bool http_perform(const struct http_request *request, struct http_answer *answer, struct http_failure *failure)
{
  struct exchange x = {.request = request, .answer = answer, .failure = failure, .url = arena_strz(request->arena, request->url),
                       .failed_body = BUF_IN(request->arena), .began = now()};
  const char *missing;
  assert(request->arena != NULL && request->settings != NULL && request->method != NULL);
  *answer = (struct http_answer){.reason = STR_EMPTY, .body = STR_EMPTY};
  *failure = (struct http_failure){.message = STR_EMPTY, .cause = STR_EMPTY};
  if (!is_uri(request->url)) {
    return fail(&x, arena_printf(request->arena, "bad URI(is not URI?): \"%.*s\"", STR_FMT(request->url)));
  }
  if (!take_scheme(&x)) return fail(&x, STR("not an HTTP URI"));
  if (!take_address(&x)) return fail(&x, STR("no host component for URI"));
  x.lib = curl_library(&missing);
  if (x.lib == NULL) return fail(&x, str_of(missing));
  x.curl = x.lib->curl_easy_init();
  if (x.curl == NULL) return fail(&x, STR("libcurl has no memory"));
  const bool ok = perform(&x);
  x.lib->curl_easy_cleanup(x.curl);
  x.lib->curl_slist_free_all(x.headers);
  return ok;
}

const str *http_header(const struct http_answer *answer, const char *name)
{
  for (const struct http_header *h = answer->headers; h != NULL; h = h->next) {
    if (str_caseeq(h->name, str_of(name))) return &h->value;
  }
  return NULL;
}
