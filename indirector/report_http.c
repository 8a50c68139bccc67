/* Reports posted over HTTP, with Puppet's headers and in its words when that fails. */
#include <fnmatch.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "indirector/curl_library.h"
#include "indirector/internal.h"

enum { MOST_REDIRECTS = 10, MAX_PASSWORD = 4096 };

struct post {
  struct ind_request *r;
  const struct curl_library *lib;
  CURL *curl;
  struct curl_slist *headers;
  const char *url, *scheme_end;      /* behind "://" */
  char host[256];
  int port;
  bool tls;
  str reason;                        /* of the answer's first line */
  double began;
};

#define SET(p, option, x) (p)->lib->curl_easy_setopt((p)->curl, option, x)

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

static bool take_scheme(struct post *p)
{
  p->tls = strncasecmp(p->url, "https://", 8) == 0;
  if (!p->tls && strncasecmp(p->url, "http://", 7) != 0) return false;
  p->scheme_end = p->url + (p->tls ? 8 : 7);
  return true;
}

/* Host and port, for the proxy's exceptions and for messages. */
static bool take_address(struct post *p)
{
  const size_t n = strcspn(p->scheme_end, "/?#");
  const char *at = memrchr(p->scheme_end, '@', n);
  const char *from = at != NULL ? at + 1 : p->scheme_end, *end = p->scheme_end + n;
  const char *colon = memrchr(from, ':', (size_t)(end - from));
  if (colon != NULL && memchr(colon, ']', (size_t)(end - colon)) != NULL) colon = NULL;
  const size_t length = (size_t)((colon != NULL ? colon : end) - from);
  if (length == 0 || length >= sizeof p->host) return false;
  memcpy(p->host, from, length);
  p->host[length] = '\0';
  p->port = colon != NULL ? atoi(colon + 1) : p->tls ? 443 : 80;
  return true;
}

/* --- proxies --- */

/* Entries are ends of names, with * and a port where they like; Puppet splits at commas. */
static bool is_excepted(const struct post *p, const char *list)
{
  const str all = str_of(list);
  for (size_t at = 0; at < all.n;) {
    size_t end = str_index(all, ',', at);
    if (end == SIZE_MAX) end = all.n;
    const char *entry = arena_strz(p->r->arena, str_trim(str_sub(all, at, end - at)));
    const bool with_port = strchr(entry, ':') != NULL;
    const char *pattern = arena_printf(p->r->arena, "*%s", entry).p;
    const char *there = with_port ? arena_printf(p->r->arena, "%s:%d", p->host, p->port).p : p->host;
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

static void set_credentials(struct post *p)
{
  struct settings *s = p->r->in->settings;
  const char *user = settings_strz(s, SETTING_http_proxy_user);
  if (strcmp(user, "none") == 0) return;
  SET(p, CURLOPT_PROXYUSERNAME, user);
  const char *password = settings_strz(s, SETTING_http_proxy_password);
  if (strcmp(password, "none") != 0) SET(p, CURLOPT_PROXYPASSWORD, password);
}

/* The environment goes before the settings. */
static void set_proxy(struct post *p)
{
  struct settings *s = p->r->in->settings;
  const char *given = variable("http_proxy", "HTTP_PROXY"), *except = variable("no_proxy", "NO_PROXY");
  const char *host = settings_strz(s, SETTING_http_proxy_host);
  if (except == NULL) except = settings_strz(s, SETTING_no_proxy);
  const bool configured = strcmp(host, "none") != 0;
  SET(p, CURLOPT_NOPROXY, "");
  if ((given == NULL && !configured) || (strcmp(except, "none") != 0 && is_excepted(p, except))) {
    SET(p, CURLOPT_PROXY, "");
    return;
  }
  SET(p, CURLOPT_PROXY, given != NULL ? given : host);
  if (given != NULL) return;
  SET(p, CURLOPT_PROXYPORT, (long)settings_int(s, SETTING_http_proxy_port));
  set_credentials(p);
}

/* --- TLS --- */

static bool has_file(struct post *p, enum setting_id id, const char *what, const char *verb)
{
  const char *path = settings_strz(p->r->in->settings, id);
  if (access(path, R_OK) == 0) return true;
  ind_fail(p->r, "The %s %s missing from '%s'", what, verb, path);
  return false;
}

/* What Puppet wants to have before it connects: with the system's authorities none of it. */
static bool has_files(struct post *p, bool revocation)
{
  return has_file(p, SETTING_localcacert, "CA certificates", "are") &&
         (!revocation || has_file(p, SETTING_hostcrl, "CRL", "is")) &&
         has_file(p, SETTING_hostprivkey, "private key", "is") &&
         has_file(p, SETTING_hostcert, "client certificate", "is");
}

/* The key's password is in a file. */
static void set_key(struct post *p)
{
  struct settings *s = p->r->in->settings;
  struct buf password = BUF_HEAP;
  SET(p, CURLOPT_SSLKEY, settings_strz(s, SETTING_hostprivkey));
  SET(p, CURLOPT_SSLCERT, settings_strz(s, SETTING_hostcert));
  if (file_read(settings_strz(s, SETTING_passfile), MAX_PASSWORD, &password) == 0) {
    SET(p, CURLOPT_KEYPASSWD, arena_strz(p->r->arena, str_trim(buf_view(&password))));
  }
  buf_free(&password);
}

static bool set_tls(struct post *p)
{
  struct settings *s = p->r->in->settings;
  const bool system = settings_bool(s, SETTING_report_include_system_store);
  const bool revocation = strcmp(settings_strz(s, SETTING_certificate_revocation), "false") != 0;
  const char *authorities = settings_strz(s, SETTING_localcacert);
  if (!system && !has_files(p, revocation)) return false;
  if (!system) SET(p, CURLOPT_CAPATH, NULL);
  if (access(authorities, R_OK) == 0) SET(p, CURLOPT_CAINFO, authorities);
  if (revocation && !system) SET(p, CURLOPT_CRLFILE, settings_strz(s, SETTING_hostcrl));
  if (access(settings_strz(s, SETTING_hostcert), R_OK) == 0) set_key(p);
  return true;
}

/* --- the request --- */

static size_t take_header(char *line, size_t size, size_t n, void *ctx)
{
  struct post *p = ctx;
  const str text = str_n(line, size * n);
  if (!str_starts(text, STR("HTTP/"))) return size * n;
  const size_t code = str_index(text, ' ', 0);
  const size_t reason = code != SIZE_MAX ? str_index(text, ' ', code + 1) : SIZE_MAX;
  p->reason = reason != SIZE_MAX ? arena_str(p->r->arena, str_trim(str_from(text, reason))) : STR_EMPTY;
  return size * n;
}

static size_t take_body(char *text, size_t size, size_t n, void *ctx)
{
  (void)text;
  (void)ctx;
  return size * n;
}

static void add_header(struct post *p, const char *line)
{
  struct curl_slist *longer = p->lib->curl_slist_append(p->headers, line);
  if (longer != NULL) p->headers = longer;
}

static void set_request(struct post *p, str yaml, str version)
{
  struct settings *s = p->r->in->settings;
  add_header(p, arena_printf(p->r->arena, "X-Puppet-Version: %.*s", STR_FMT(version)).p);
  add_header(p, arena_printf(p->r->arena, "User-Agent: %s", settings_strz(s, SETTING_http_user_agent)).p);
  add_header(p, "Content-Type: application/x-yaml");
  add_header(p, "Accept-Encoding: gzip;q=1.0,deflate;q=0.6,identity;q=0.3");
  add_header(p, "Expect:");
  SET(p, CURLOPT_URL, p->url);
  SET(p, CURLOPT_POST, 1L);
  SET(p, CURLOPT_POSTFIELDS, yaml.p);
  SET(p, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)yaml.n);
  SET(p, CURLOPT_HTTPHEADER, p->headers);
  SET(p, CURLOPT_NOSIGNAL, 1L);
  SET(p, CURLOPT_FOLLOWLOCATION, 1L);
  SET(p, CURLOPT_MAXREDIRS, (long)MOST_REDIRECTS);
  SET(p, CURLOPT_POSTREDIR, (long)CURL_REDIR_POST_ALL);
  SET(p, CURLOPT_PROTOCOLS_STR, "http,https");
  SET(p, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
  SET(p, CURLOPT_CONNECTTIMEOUT, (long)settings_int(s, SETTING_http_connect_timeout));
  SET(p, CURLOPT_LOW_SPEED_LIMIT, 1L);
  SET(p, CURLOPT_LOW_SPEED_TIME, (long)settings_int(s, SETTING_http_read_timeout));
  SET(p, CURLOPT_HEADERFUNCTION, take_header);
  SET(p, CURLOPT_HEADERDATA, p);
  SET(p, CURLOPT_WRITEFUNCTION, take_body);
}

/* --- what went wrong --- */

/* Puppet rounds to milliseconds. */
static str elapsed(const struct post *p)
{
  str text = arena_printf(p->r->arena, "%.3f", now() - p->began);
  while (text.n > 3 && text.p[text.n - 1] == '0' && text.p[text.n - 2] != '.') text.n--;
  return text;
}

/* The cause stands in the message, and once more below it. */
static enum ind_result fail_request(struct post *p, const char *how, bool say, str why)
{
  const str after = elapsed(p);
  return ind_fail(p->r, "Request to %s %s after %.*s seconds%s%.*s\nWrapped exception:\n%.*s", p->url, how, STR_FMT(after),
                  say ? ": " : "", STR_FMT(say ? why : STR_EMPTY), STR_FMT(why));
}

static str refused(struct post *p, CURLcode code)
{
  struct arena *a = p->r->arena;
  long number = 0;
  p->lib->curl_easy_getinfo(p->curl, CURLINFO_OS_ERRNO, &number);
  if (code == CURLE_COULDNT_RESOLVE_HOST) {
    return arena_printf(a, "Failed to open TCP connection to %s:%d (getaddrinfo: Name or service not known)", p->host,
                        p->port);
  }
  return arena_printf(a, "Failed to open TCP connection to %s:%d (%s - connect(2) for \"%s\" port %d)", p->host, p->port,
                      number != 0 ? strerror((int)number) : p->lib->curl_easy_strerror(code), p->host, p->port);
}

static enum ind_result explain(struct post *p, CURLcode code)
{
  double connected = 0;
  p->lib->curl_easy_getinfo(p->curl, CURLINFO_PRETRANSFER_TIME, &connected);
  switch (code) {
  case CURLE_OPERATION_TIMEDOUT:
    if (connected <= 0) return fail_request(p, "timed out connect operation", false, STR("execution expired"));
    return fail_request(p, "timed out read operation", false, STR("Net::ReadTimeout with #<TCPSocket:(closed)>"));
  case CURLE_GOT_NOTHING:
  case CURLE_RECV_ERROR: return fail_request(p, "interrupted", false, STR("end of file reached"));
  case CURLE_TOO_MANY_REDIRECTS: return ind_fail(p->r, "Too many HTTP redirections for %s", p->url);
  case CURLE_COULDNT_RESOLVE_HOST:
  case CURLE_COULDNT_CONNECT: return fail_request(p, "failed", true, refused(p, code));
  default: return fail_request(p, "failed", true, str_of(p->lib->curl_easy_strerror(code)));
  }
}

static enum ind_result perform(struct post *p)
{
  long status = 0;
  const CURLcode code = p->lib->curl_easy_perform(p->curl);
  if (code != CURLE_OK) return explain(p, code);
  p->lib->curl_easy_getinfo(p->curl, CURLINFO_RESPONSE_CODE, &status);
  if (status / 100 == 2) return IND_OK;
  ind_log(p->r->in, CLOG_ERR, arena_printf(p->r->arena, "Unable to submit report to %s [%ld] %.*s", p->url, status,
                                           STR_FMT(p->reason)));
  return IND_OK;
}

static enum ind_result prepare_and_send(struct post *p, str yaml, str version)
{
  set_request(p, yaml, version);
  set_proxy(p);
  if (!p->tls || set_tls(p)) return perform(p);
  const str why = p->r->error;
  ind_log(p->r->in, CLOG_ERR, arena_printf(p->r->arena, "Failed to initialize SSL: %.*s", STR_FMT(why)));
  ind_log(p->r->in, CLOG_ERR, STR("Run `puppet agent -t`"));
  return fail_request(p, "failed", true, why);
}

enum ind_result report_post(struct ind_request *r, str yaml, str version)
{
  const str url = arena_str(r->arena, settings_str(r->in->settings, SETTING_reporturl));
  struct post p = {.r = r, .url = arena_strz(r->arena, url), .reason = STR_EMPTY, .began = now()};
  const char *missing;
  if (!is_uri(url)) return ind_fail(r, "bad URI(is not URI?): \"%.*s\"", STR_FMT(url));
  if (!take_scheme(&p)) return ind_fail(r, "not an HTTP URI");
  if (!take_address(&p)) return ind_fail(r, "no host component for URI");
  p.lib = curl_library(&missing);
  if (p.lib == NULL) return ind_fail(r, "%s", missing);
  p.curl = p.lib->curl_easy_init();
  if (p.curl == NULL) return ind_fail(r, "libcurl has no memory");
  const enum ind_result result = prepare_and_send(&p, yaml, version);
  p.lib->curl_easy_cleanup(p.curl);
  p.lib->curl_slist_free_all(p.headers);
  return result;
}
