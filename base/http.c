/* One request after the other on one easy handle of libcurl, which keeps the connections. Each exchange sets all
 * options again. On failure libcurl's code, the status of a proxy and OpenSSL's verification are translated to Puppet's
 * message. */
#include "base/http.h"
#include "base/check.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/http_internal.h"
#include "base/log.h"
#include "base/puppet_version.h"

enum { MOST_REDIRECTS = 10, MOST_RETRIES = 100, MAX_FAILED_BODY = 64 * 1024 };

struct http_client {
  struct settings *settings;
  const struct curl_library *lib;
  CURL *curl; /* owns the connections */
};

/* --- clients --- */

struct http_client *http_client_new(struct settings *settings)
{
  const char *missing;
  const struct curl_library *lib = curl_library(&missing);
  CURL *curl = lib != NULL ? lib->curl_easy_init() : NULL;
  if (curl == NULL) return NULL;
  struct http_client *client = xcalloc(1, sizeof *client);
  *client = (struct http_client){settings, lib, curl};
  return client;
}

void http_client_close(struct http_client *client)
{
  if (client->curl != NULL) client->lib->curl_easy_cleanup(client->curl);
  client->curl = client->lib->curl_easy_init();
}

void http_client_free(struct http_client *client)
{
  if (client == NULL) return;
  if (client->curl != NULL) client->lib->curl_easy_cleanup(client->curl);
  free(client);
}

/* --- the address --- */

void http_escape(struct buf *out, str text, const char *also)
{
  for (size_t i = 0; i < text.n; i++) {
    const unsigned char c = (unsigned char)text.p[i];
    const bool plain = ascii_is_alpha(c) || ascii_is_digit(c) ||
                       (c != '\0' && (strchr("-._~", c) != NULL || strchr(also, c) != NULL));
    if (plain) buf_char(out, (char)c);
    else buf_printf(out, "%%%02X", c);
  }
}

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

bool exchange_address(const char *text, char *host, int *port)
{
  const size_t n = strcspn(text, "/?#");
  const char *at = memrchr(text, '@', n);
  const char *from = at != NULL ? at + 1 : text, *end = text + n;
  const char *colon = memrchr(from, ':', (size_t)(end - from));
  if (colon != NULL && memchr(colon, ']', (size_t)(end - colon)) != NULL) colon = NULL;
  const size_t length = (size_t)((colon != NULL ? colon : end) - from);
  if (length == 0 || length >= HTTP_HOST_SIZE) return false;
  memcpy(host, from, length);
  host[length] = '\0';
  if (colon != NULL) *port = atoi(colon + 1);
  return true;
}

/* Reads host and port, for the exceptions of a proxy and for messages. */
static bool take_address(struct exchange *x)
{
  x->port = x->tls ? 443 : 80;
  return exchange_address(x->scheme_end, x->host, &x->port);
}

/* --- the answer --- */

static void take_status(struct exchange *x, str line)
{
  const size_t code = str_index(line, ' ', 0);
  const size_t reason = code != SIZE_MAX ? str_index(line, ' ', code + 1) : SIZE_MAX;
  x->answer->reason = reason != SIZE_MAX ? arena_str(x->request->arena, str_trim(str_from(line, reason))) : STR_EMPTY;
  x->answer->status = code != SIZE_MAX ? atol(arena_strz(x->request->arena, str_sub(line, code + 1, 3))) : 0;
  x->answer->headers = NULL; /* drops those of a redirection */
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
  const struct http_request *r = x->request;
  const size_t all = size * n;
  if (x->answer->status / 100 != 2) {
    if (x->body.n < MAX_FAILED_BODY) buf_append(&x->body, text, all);
    return all;
  }
  if (r->take != NULL) return r->take(r->ctx, str_n(text, all)) ? all : 0;
  if (r->keep == 0) return all;
  x->too_long = all > r->keep - x->body.n;
  if (x->too_long) return 0;
  buf_append(&x->body, text, all);
  return all;
}

/* Whether this request had a connection, new or kept from an earlier one. With TLS that is after the handshake,
 * although with TLS 1.3 a server may reject a client's certificate only later. */
static bool was_connected(struct exchange *x)
{
  double shaken = 0, ready = 0; /* a kept connection only sets the second */
  x->lib->curl_easy_getinfo(x->curl, x->tls ? CURLINFO_APPCONNECT_TIME : CURLINFO_CONNECT_TIME, &shaken);
  x->lib->curl_easy_getinfo(x->curl, CURLINFO_PRETRANSFER_TIME, &ready);
  return shaken > 0 || ready > 0;
}

/* libcurl calls this at least once a second. It implements the read timeout: libcurl's own limit is an average over
 * five seconds, which would be too late. */
static int may_stop(void *ctx, curl_off_t expected, curl_off_t received, curl_off_t to_send, curl_off_t sent)
{
  struct exchange *x = ctx;
  (void)expected, (void)to_send;
  const double t = clock_seconds(CLOCK_MONOTONIC);
  if (received + sent != x->moved || !was_connected(x)) {
    x->moved = received + sent;
    x->moved_at = t;
  }
  x->idle = x->read_timeout > 0 && t - x->moved_at >= (double)x->read_timeout;
  return x->idle || (x->request->stop != NULL && *x->request->stop);
}

/* --- the request --- */

static void add_header(struct exchange *x, const char *line)
{
  struct curl_slist *longer = x->lib->curl_slist_append(x->headers, line);
  if (longer != NULL) x->headers = longer;
}

static bool has_header(const struct exchange *x, str name)
{
  for (const struct curl_slist *h = x->headers; h != NULL; h = h->next) {
    const str line = str_of(h->data);
    if (line.n > name.n && line.p[name.n] == ':' && str_caseeq(str_sub(line, 0, name.n), name)) return true;
  }
  return false;
}

static void add_extra_headers(struct exchange *x)
{
  struct arena *a = x->request->arena;
  str entry;
  for (size_t i = 0; settings_item(x->request->settings, SETTING_http_extra_headers, i, &entry); i++) {
    const size_t colon = str_index(entry, ':', 0);
    const str name = str_trim(str_sub(entry, 0, colon));
    const str text = colon == SIZE_MAX ? STR_EMPTY : str_trim(str_from(entry, colon + 1));
    if (has_header(x, name))
      log_warning(&log_http, "Ignoring extra header \"%.*s\" as it was previously set.", STR_FMT(name));
    else if (text.n == 0) log_warning(&log_http, "Ignoring extra header \"%.*s\" as it has no value.", STR_FMT(name));
    else add_header(x, arena_printf(a, "%.*s: %.*s", STR_FMT(name), STR_FMT(text)).p);
  }
}

static void set_headers(struct exchange *x)
{
  const struct http_request *r = x->request;
  for (const char *const *h = r->headers; h != NULL && *h != NULL; h++) add_header(x, *h);
  if (!has_header(x, STR("X-Puppet-Version"))) add_header(x, "X-Puppet-Version: " PUPPET_VERSION);
  add_header(x, arena_printf(r->arena, "User-Agent: %s", settings_strz(r->settings, SETTING_http_user_agent)).p);
  add_header(x, "Expect:");
  if (r->service && settings_bool(r->settings, SETTING_profile)) add_header(x, "X-Puppet-Profiling: true");
  if (r->service) add_extra_headers(x);
  EXCHANGE_SET(x, CURLOPT_HTTPHEADER, x->headers);
}

static void set_method(struct exchange *x)
{
  const struct http_request *r = x->request;
  const bool post = strcmp(r->method, "POST") == 0, put = strcmp(r->method, "PUT") == 0;
  EXCHANGE_SET(x, CURLOPT_URL, x->url);
  if (strcmp(r->method, "HEAD") == 0) EXCHANGE_SET(x, CURLOPT_NOBODY, 1L);
  if (strcmp(r->method, "DELETE") == 0 || put) EXCHANGE_SET(x, CURLOPT_CUSTOMREQUEST, r->method);
  if (!post && !put) return;
  EXCHANGE_SET(x, CURLOPT_POST, 1L);
  EXCHANGE_SET(x, CURLOPT_POSTFIELDS, r->body.p);
  EXCHANGE_SET(x, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)r->body.n);
  EXCHANGE_SET(x, CURLOPT_POSTREDIR, (long)CURL_REDIR_POST_ALL);
}

static void set_limits(struct exchange *x)
{
  const struct http_request *r = x->request;
  struct settings *s = r->settings;
  const int64_t connect = r->connect_timeout > 0 ? r->connect_timeout : settings_int(s, SETTING_http_connect_timeout);
  x->read_timeout = r->read_timeout > 0 ? r->read_timeout : settings_int(s, SETTING_http_read_timeout);
  EXCHANGE_SET(x, CURLOPT_NOSIGNAL, 1L);
  EXCHANGE_SET(x, CURLOPT_FOLLOWLOCATION, 1L);
  EXCHANGE_SET(x, CURLOPT_MAXREDIRS, (long)MOST_REDIRECTS);
  EXCHANGE_SET(x, CURLOPT_UNRESTRICTED_AUTH, settings_bool(s, SETTING_location_trusted) ? 1L : 0L);
  EXCHANGE_SET(x, CURLOPT_PROTOCOLS_STR, "http,https");
  EXCHANGE_SET(x, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
  EXCHANGE_SET(x, CURLOPT_CONNECTTIMEOUT, (long)connect);
  EXCHANGE_SET(x, CURLOPT_MAXAGE_CONN, (long)settings_int(s, SETTING_http_keepalive_timeout));
}

static int connected(void *ctx, char *to, char *from, int to_port, int from_port)
{
  struct exchange *x = ctx;
  (void)to, (void)from, (void)to_port, (void)from_port;
  if (!x->was_told) x->request->connected(x->request->ctx);
  x->was_told = true;
  return CURL_PREREQFUNC_OK;
}

static void set_request(struct exchange *x)
{
  struct settings *s = x->request->settings;
  set_headers(x);
  set_method(x);
  set_limits(x);
  EXCHANGE_SET(x, CURLOPT_ACCEPT_ENCODING, "gzip;q=1.0,deflate;q=0.6,identity;q=0.3");
  EXCHANGE_SET(x, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  EXCHANGE_SET(x, CURLOPT_ERRORBUFFER, x->error);
  EXCHANGE_SET(x, CURLOPT_HEADERFUNCTION, take_header);
  EXCHANGE_SET(x, CURLOPT_HEADERDATA, x);
  EXCHANGE_SET(x, CURLOPT_WRITEFUNCTION, take_body);
  EXCHANGE_SET(x, CURLOPT_WRITEDATA, x);
  EXCHANGE_SET(x, CURLOPT_XFERINFOFUNCTION, may_stop);
  EXCHANGE_SET(x, CURLOPT_XFERINFODATA, x);
  EXCHANGE_SET(x, CURLOPT_NOPROGRESS, 0L);
  if (x->request->connected != NULL) {
    EXCHANGE_SET(x, CURLOPT_PREREQFUNCTION, connected);
    EXCHANGE_SET(x, CURLOPT_PREREQDATA, x);
  }
  if (settings_bool(s, SETTING_http_debug)) EXCHANGE_SET(x, CURLOPT_VERBOSE, 1L);
  if (settings_str(s, SETTING_sourceaddress).n == 0) return;
  x->source = settings_strz(s, SETTING_sourceaddress);
  EXCHANGE_SET(x, CURLOPT_INTERFACE, arena_printf(x->request->arena, "host!%s", x->source).p);
}

/* --- error messages --- */

/* Like Puppet, rounds to milliseconds and prints no trailing zeroes. */
static str elapsed(const struct exchange *x)
{
  str text = arena_printf(x->request->arena, "%.3f", clock_seconds(CLOCK_MONOTONIC) - x->began);
  while (text.n > 3 && text.p[text.n - 1] == '0' && text.p[text.n - 2] != '.') text.n--;
  return text;
}

static bool fail(struct exchange *x, enum http_failed kind, str message)
{
  x->failure->kind = kind;
  x->failure->message = message;
  return false;
}

static bool fail_request(struct exchange *x, enum http_failed kind, const char *how, bool say, str why)
{
  const str after = elapsed(x);
  x->failure->cause = why;
  return fail(x, kind,
              arena_printf(x->request->arena, "Request to %s %s after %.*s seconds%s%.*s", x->url, how, STR_FMT(after),
                           say ? ": " : "", STR_FMT(say ? why : STR_EMPTY)));
}

static bool is_address(const char *host)
{
  struct in6_addr address;
  return inet_pton(AF_INET, host, &address) == 1 || inet_pton(AF_INET6, host, &address) == 1;
}

/* Explains a failed connection: to the proxy if there is one, otherwise to the server. */
static str refused(struct exchange *x, CURLcode code)
{
  struct arena *a = x->request->arena;
  const bool proxied = x->proxy_host[0] != '\0';
  const char *host = proxied ? x->proxy_host : x->host;
  const int port = proxied ? x->proxy_port : x->port;
  long number = 0;
  x->lib->curl_easy_getinfo(x->curl, CURLINFO_OS_ERRNO, &number);
  if (code == CURLE_INTERFACE_FAILED && is_address(x->source))
    return arena_printf(a, "Failed to open TCP connection to %s:%d (%s - bind(2) for %s)", host, port,
                        strerror(number != 0 ? (int)number : EADDRNOTAVAIL), x->source);
  if (!proxied && code == CURLE_COULDNT_CONNECT) x->failure->refused = (int)number;
  if (code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_COULDNT_RESOLVE_PROXY || code == CURLE_INTERFACE_FAILED) {
    return arena_printf(a, "Failed to open TCP connection to %s:%d (getaddrinfo: Name or service not known)", host,
                        port);
  }
  return arena_printf(a, "Failed to open TCP connection to %s:%d (%s - connect(2) for \"%s\" port %d)", host, port,
                      number != 0 ? strerror((int)number) : x->lib->curl_easy_strerror(code), host, port);
}

/* The certificate is valid, but for another host: the message lists the names in it. */
static bool other_name(struct exchange *x)
{
  const bool several = str_find(x->names, STR(", "), 0) != SIZE_MAX;
  return fail(x, HTTP_FAILED_NAME,
              arena_printf(x->request->arena, "Server hostname '%s' did not match server certificate; expected %s%.*s",
                           x->host, several ? "one of " : "", STR_FMT(x->names)));
}

/* The reason from OpenSSL or libcurl, as Ruby words it. */
static str reason(struct exchange *x, CURLcode code)
{
  const str tls = exchange_tls_error(x);
  long number = 0;
  if (tls.n > 0) return tls;
  x->lib->curl_easy_getinfo(x->curl, CURLINFO_OS_ERRNO, &number);
  if (number != 0 && (code == CURLE_RECV_ERROR || code == CURLE_SEND_ERROR)) return str_of(strerror((int)number));
  return x->error[0] != '\0' ? arena_str(x->request->arena, str_of(x->error))
                             : str_of(x->lib->curl_easy_strerror(code));
}

static bool explain_write_error(struct exchange *x)
{
  if (!x->too_long) return fail_request(x, HTTP_FAILED_STOPPED, "failed", true, STR("the answer could not be written"));
  return fail_request(x, HTTP_FAILED_TRANSFER, "failed", true,
                      arena_printf(x->request->arena, "the answer has more than %zu bytes", x->request->keep));
}

/* The proxy rejected the tunnel. The only status so far is the proxy's. */
static bool no_tunnel(struct exchange *x)
{
  return fail_request(x, HTTP_FAILED_CONNECT, "failed", true,
                      arena_printf(x->request->arena, "%ld \"%.*s\"", x->answer->status, STR_FMT(x->answer->reason)));
}

/* The server closed the connection before its answer was complete. */
static bool interrupted(struct exchange *x, CURLcode code)
{
  long number = 0;
  x->lib->curl_easy_getinfo(x->curl, CURLINFO_OS_ERRNO, &number);
  if (exchange_tls_error(x).n > 0 || (code == CURLE_RECV_ERROR && number == ECONNRESET))
    return fail_request(x, HTTP_FAILED_TRANSFER, "failed", true, reason(x, code));
  if (exchange_is_cut(x))
    return fail_request(x, HTTP_FAILED_TRANSFER, "failed", true, STR("SSL_read: unexpected eof while reading"));
  return fail_request(x, HTTP_FAILED_INTERRUPTED, "interrupted", false, STR("end of file reached"));
}

static bool explain(struct exchange *x, CURLcode code)
{
  const bool connected = was_connected(x);
  long own_port = 0;
  if (x->refused.n > 0) return fail(x, HTTP_FAILED_VERIFY, x->refused);
  switch (code) {
  case CURLE_PEER_FAILED_VERIFICATION:
    if (x->names.n > 0) return other_name(x);
    return fail_request(x, HTTP_FAILED_VERIFY, "failed", true, reason(x, code));
  case CURLE_OPERATION_TIMEDOUT:
    /* Ruby has another exception when the time ends during the TLS handshake. */
    x->lib->curl_easy_getinfo(x->curl, CURLINFO_LOCAL_PORT, &own_port);
    return fail_request(x, HTTP_FAILED_CONNECT_TIME, "timed out connect operation", false,
                        own_port > 0 ? STR("Net::OpenTimeout") : STR("execution expired"));
  case CURLE_RECV_ERROR:
    if (!connected && x->proxy_host[0] != '\0' && x->answer->status > 0) return no_tunnel(x);
    return interrupted(x, code);
  case CURLE_GOT_NOTHING: return interrupted(x, code);
  case CURLE_TOO_MANY_REDIRECTS:
    return fail(x, HTTP_FAILED_REQUEST, arena_printf(x->request->arena, "Too many HTTP redirections for %s", x->url));
  case CURLE_COULDNT_RESOLVE_HOST:
  case CURLE_COULDNT_RESOLVE_PROXY:
  case CURLE_INTERFACE_FAILED:
  case CURLE_COULDNT_CONNECT: return fail_request(x, HTTP_FAILED_CONNECT, "failed", true, refused(x, code));
  case CURLE_ABORTED_BY_CALLBACK:
    if (x->idle)
      return fail_request(x, HTTP_FAILED_READ_TIME, "timed out read operation", false,
                          STR("Net::ReadTimeout with #<TCPSocket:(closed)>"));
    return fail_request(x, HTTP_FAILED_STOPPED, "failed", true, STR("the run was stopped"));
  case CURLE_WRITE_ERROR: return explain_write_error(x);
  default:
    return fail_request(x, connected ? HTTP_FAILED_TRANSFER : HTTP_FAILED_CONNECT, "failed", true, reason(x, code));
  }
}

/* --- retrying --- */

/* The header has a number of seconds or a date. False: it has neither. */
static bool read_retry_after(struct exchange *x, str text, int64_t *seconds)
{
  const char *z = arena_strz(x->request->arena, text);
  char *end;
  struct tm tm = {0};
  *seconds = strtoll(z, &end, 10);
  if (end != z && *end == '\0' && *seconds >= 0) return true;
  if (strptime(z, "%a, %d %b %Y %H:%M:%S", &tm) == NULL) return false;
  *seconds = timegm(&tm) - time(NULL);
  if (*seconds < 0) *seconds = 0;
  return true;
}

/* If the server requests it (status 429 or 503 with Retry-After), waits for at most runinterval and sets *again. False:
 * the header is invalid, or there were too many tries. */
static bool wait_to_retry(struct exchange *x, unsigned tries, bool *again)
{
  const str *header = x->answer->status == 429 || x->answer->status == 503 ? http_header(x->answer, "Retry-After")
                                                                           : NULL;
  const int64_t longest = settings_int(x->request->settings, SETTING_runinterval);
  int64_t seconds;
  *again = header != NULL;
  if (header == NULL) return true;
  if (tries >= MOST_RETRIES) {
    return fail(x, HTTP_FAILED_REQUEST, arena_printf(x->request->arena, "Too many HTTP retries for %s", x->url));
  }
  if (!read_retry_after(x, *header, &seconds)) {
    return fail(x, HTTP_FAILED_REQUEST,
                arena_printf(x->request->arena,
                             "Failed to parse Retry-After header '%.*s' as an integer or RFC 2822 date",
                             STR_FMT(*header)));
  }
  if (seconds > longest) seconds = longest;
  log_warning(&log_http, "Sleeping for %lld seconds before retrying the request", (long long)seconds);
  for (int64_t i = 0; i < seconds && (x->request->stop == NULL || !*x->request->stop); i++) sleep(1);
  buf_clear(&x->body);
  return true;
}

static bool perform(struct exchange *x)
{
  bool again = true;
  set_request(x);
  exchange_set_proxy(x);
  if (x->tls && !exchange_set_tls(x)) return fail_request(x, HTTP_FAILED_TLS_FILES, "failed", true, x->failure->cause);
  for (unsigned tries = 0; again; tries++) {
    x->moved = -1; /* the time limit starts again */
    const CURLcode code = x->lib->curl_easy_perform(x->curl);
    if (code != CURLE_OK) return explain(x, code);
    log_debug(&log_http, "HTTP %s %s returned %ld %.*s", x->request->method, x->url, x->answer->status,
              STR_FMT(x->answer->reason));
    if (!wait_to_retry(x, tries, &again)) return false;
  }
  x->answer->body = arena_str(x->request->arena, buf_view(&x->body));
  return true;
}

/* Uses the handle of the client, which keeps connections open, or makes one for this request. */
static bool begin(struct exchange *x)
{
  struct http_client *client = x->request->client;
  const char *missing;
  x->lib = curl_library(&missing);
  if (x->lib == NULL) return fail(x, HTTP_FAILED_REQUEST, str_of(missing));
  x->curl = client != NULL ? client->curl : x->lib->curl_easy_init();
  if (x->curl == NULL) return fail(x, HTTP_FAILED_REQUEST, STR("libcurl is out of memory"));
  if (client != NULL) x->lib->curl_easy_reset(x->curl);
  return true;
}

bool http_perform(const struct http_request *request, struct http_answer *answer, struct http_failure *failure)
{
  assert(request != NULL && answer != NULL && failure != NULL);
  struct exchange x = {.request = request,
                       .answer = answer,
                       .failure = failure,
                       .url = arena_strz(request->arena, request->url),
                       .body = BUF_HEAP,
                       .began = clock_seconds(CLOCK_MONOTONIC),
                       .refused = STR_EMPTY,
                       .names = STR_EMPTY};
  assert(request->arena != NULL && request->settings != NULL && request->method != NULL);
  *answer = (struct http_answer){.reason = STR_EMPTY, .body = STR_EMPTY};
  *failure = (struct http_failure){.message = STR_EMPTY, .cause = STR_EMPTY};
  if (!is_uri(request->url)) {
    return fail(&x, HTTP_FAILED_REQUEST,
                arena_printf(request->arena, "bad URI(is not URI?): \"%.*s\"", STR_FMT(request->url)));
  }
  if (!take_scheme(&x)) return fail(&x, HTTP_FAILED_REQUEST, STR("not an HTTP URI"));
  if (!take_address(&x)) return fail(&x, HTTP_FAILED_REQUEST, STR("no host component for URI"));
  if (!begin(&x)) return false;
  const bool ok = perform(&x);
  if (request->client == NULL) x.lib->curl_easy_cleanup(x.curl);
  x.lib->curl_slist_free_all(x.headers);
  buf_free(&x.body);
  return ok;
}

str http_failure_for(struct arena *a, const struct http_request *request, const struct http_failure *failure, str url)
{
  const str head = arena_printf(a, "Request to %.*s ", STR_FMT(request->url));
  if (!str_starts(failure->message, head)) return failure->message;
  return arena_printf(a, "Request to %.*s %.*s", STR_FMT(url), STR_FMT(str_from(failure->message, head.n)));
}

const str *http_header(const struct http_answer *answer, const char *name)
{
  for (const struct http_header *h = answer->headers; h != NULL; h = h->next) {
    if (str_caseeq(h->name, str_of(name))) return &h->value;
  }
  return NULL;
}
