/* One easy handle of libcurl, with a deadline that all requests of a poll share. Every failure becomes a state of
 * the source and one line with the reason. */
#include "collectors/sources/http_json.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/curl_library.h"
#include "base/json_nesting.h"

struct http_json {
  const struct source_config *config;
  const struct curl_library *lib;
  CURL *curl;
  struct curl_slist *headers;
  uint64_t deadline_ms; /* of the monotonic clock */
  uint64_t most;
  struct buf body;
  bool too_much;
  char trouble[CURL_ERROR_SIZE];
};

#define SET(h, option, to) (h)->lib->curl_easy_setopt((h)->curl, option, to)

/* --- settings --- */

static bool is_https(const char *url) { return strncmp(url, "https://", 8) == 0; }

bool http_json_check(const struct source_config *config, struct buf *why)
{
  const char *url = source_text(config, "url");
  const bool certificate = source_text(config, "certificate")[0] != '\0', key = source_text(config, "key")[0] != '\0';
  if (!is_https(url) && strncmp(url, "http://", 7) != 0) {
    buf_printf(why, "url: expected an address beginning with http:// or https://; got \"%s\"", url);
  } else if (certificate != key) {
    buf_printf(why, "%s: expected together with %s", certificate ? "certificate" : "key",
               certificate ? "key" : "certificate");
  } else if (certificate && !is_https(url)) {
    buf_z(why, "certificate: expected with an address beginning with https://");
  } else {
    return true;
  }
  return false;
}

/* --- the answer --- */

static size_t take_body(char *text, size_t size, size_t n, void *ctx)
{
  struct http_json *h = ctx;
  const size_t all = size * n;
  h->too_much = h->body.n + all > h->most;
  if (h->too_much) return 0;
  buf_append(&h->body, text, all);
  return all;
}

static bool looks_like_html(str text)
{
  text = str_trim(text);
  return text.n > 0 && text.p[0] == '<';
}

json_t *http_json_read(str text, struct buf *why)
{
  json_error_t error;
  json_t *root = NULL;
  if (str_trim(text).n == 0) {
    buf_z(why, "an empty answer");
  } else if (looks_like_html(text)) {
    buf_z(why, "HTML or XML, not JSON; is the address correct?");
  } else if (!json_fits_stack(text)) {
    buf_z(why, "JSON that is nested too deep");
  } else {
    root = json_loadb(text.p, text.n, 0, &error);
    if (root == NULL) buf_printf(why, "no JSON: %s (line %d)", error.text, error.line);
  }
  return root;
}

/* --- the connection --- */

static void *fail(struct source_outcome *outcome, uint32_t state, const char *format, ...)
  __attribute__((format(printf, 3, 4)));
static void *fail(struct source_outcome *outcome, uint32_t state, const char *format, ...)
{
  va_list ap;
  va_start(ap, format);
  outcome->state = state;
  buf_vprintf(outcome->reason, format, ap);
  va_end(ap);
  return NULL;
}

static void set_tls(struct http_json *h)
{
  const struct source_config *c = h->config;
  const long verify = source_flag(c, "verify") ? 1 : 0;
  SET(h, CURLOPT_SSL_VERIFYPEER, verify);
  SET(h, CURLOPT_SSL_VERIFYHOST, verify * 2);
  if (source_text(c, "ca")[0] != '\0') {
    SET(h, CURLOPT_CAPATH, NULL);
    SET(h, CURLOPT_CAINFO, source_text(c, "ca"));
  }
  if (source_text(c, "revocation")[0] != '\0') SET(h, CURLOPT_CRLFILE, source_text(c, "revocation"));
  if (source_text(c, "certificate")[0] == '\0') return;
  SET(h, CURLOPT_SSLCERT, source_text(c, "certificate"));
  SET(h, CURLOPT_SSLKEY, source_text(c, "key"));
}

static void set_always(struct http_json *h)
{
  h->headers = h->lib->curl_slist_append(h->headers, "Accept: application/json");
  h->headers = h->lib->curl_slist_append(h->headers, "Content-Type: application/json");
  h->headers = h->lib->curl_slist_append(h->headers, "Expect:");
  SET(h, CURLOPT_HTTPHEADER, h->headers);
  SET(h, CURLOPT_USERAGENT, "ficelle-collector/" FICELLE_VERSION);
  SET(h, CURLOPT_NOSIGNAL, 1L);
  SET(h, CURLOPT_PROXY, "");
  SET(h, CURLOPT_PROTOCOLS_STR, "http,https");
  SET(h, CURLOPT_ACCEPT_ENCODING, "gzip");
  SET(h, CURLOPT_ERRORBUFFER, h->trouble);
  SET(h, CURLOPT_WRITEFUNCTION, take_body);
  SET(h, CURLOPT_WRITEDATA, h);
}

struct http_json *http_json_open(const struct source_config *config, struct source_outcome *outcome)
{
  const char *missing;
  const struct curl_library *lib = curl_library(&missing);
  if (lib == NULL) return fail(outcome, STATS_SOURCESTATE_MISSING, "%s", missing);
  struct http_json *h = xmalloc(sizeof *h);
  *h = (struct http_json){.config = config,
                          .lib = lib,
                          .curl = lib->curl_easy_init(),
                          .body = BUF_HEAP,
                          .most = source_number(config, "most_bytes")};
  if (h->curl == NULL) {
    free(h);
    return fail(outcome, STATS_SOURCESTATE_MISSING, "libcurl is out of memory");
  }
  set_always(h);
  set_tls(h);
  http_json_begin(h);
  return h;
}

void http_json_close(struct http_json *h)
{
  if (h == NULL) return;
  h->lib->curl_easy_cleanup(h->curl);
  h->lib->curl_slist_free_all(h->headers);
  buf_free(&h->body);
  free(h);
}

void http_json_begin(struct http_json *h)
{
  h->deadline_ms = clock_ms(CLOCK_MONOTONIC) + (uint64_t)h->config->timeout_s * 1000;
}

/* --- a request --- */

static uint32_t state_of(CURLcode code)
{
  switch (code) {
  case CURLE_OPERATION_TIMEDOUT: return STATS_SOURCESTATE_TIMEOUT;
  case CURLE_COULDNT_RESOLVE_HOST: return STATS_SOURCESTATE_MISSING;
  case CURLE_COULDNT_CONNECT:
  case CURLE_SSL_CONNECT_ERROR:
  case CURLE_SSL_CERTPROBLEM:
  case CURLE_SSL_CIPHER:
  case CURLE_SSL_CACERT_BADFILE:
  case CURLE_SSL_CRL_BADFILE:
  case CURLE_SSL_ISSUER_ERROR:
  case CURLE_PEER_FAILED_VERIFICATION: return STATS_SOURCESTATE_REFUSED;
  default: return STATS_SOURCESTATE_CORRUPT;
  }
}

/* What is probably wrong: most often the scheme of the address. */
static const char *likely_cause(const struct http_json *h, CURLcode code)
{
  const bool tls = str_starts(str_of(source_text(h->config, "url")), STR("https:"));
  if (tls && code == CURLE_SSL_CONNECT_ERROR && strstr(h->trouble, "wrong version number") != NULL)
    return "; does the server speak http at this port?";
  if (!tls && (code == CURLE_GOT_NOTHING || code == CURLE_RECV_ERROR || code == CURLE_UNSUPPORTED_PROTOCOL))
    return "; does the server speak https at this port?";
  return "";
}

/* Appends libcurl's message, which may be long and have several lines. */
static void put_trouble(const struct http_json *h, CURLcode code, struct buf *reason)
{
  const char *text = h->trouble[0] != '\0' ? h->trouble : h->lib->curl_easy_strerror(code);
  buf_append(reason, text, strcspn(text, "\r\n"));
  buf_z(reason, likely_cause(h, code));
}

static void *fail_request(struct http_json *h, const char *path, CURLcode code, struct source_outcome *outcome)
{
  if (h->too_much) return fail(outcome, STATS_SOURCESTATE_CORRUPT, "%s: more than %zu bytes", path, (size_t)h->most);
  outcome->state = state_of(code);
  put_trouble(h, code, outcome->reason);
  return NULL;
}

/* NULL: not an error message of puppetserver or PuppetDB. */
static const char *message_in(const json_t *root)
{
  const json_t *message = json_object_get(root, "msg");
  return json_string_value(message != NULL ? message : json_object_get(root, "message"));
}

/* The first line of a text; of JSON its message. */
static str said(str text, struct buf *room)
{
  struct buf why = BUF_HEAP;
  json_t *root = http_json_read(text, &why);
  const char *message = message_in(root);
  if (message != NULL) buf_z(room, message);
  else if (root == NULL && !looks_like_html(text)) buf_str(room, str_trim(text));
  json_decref(root);
  buf_free(&why);
  size_t n = 0;
  while (n < room->n && n < 100 && (unsigned char)room->p[n] >= ' ') n++;
  return str_sub(buf_view(room), 0, n);
}

static void *fail_status(struct http_json *h, const char *path, long status, struct source_outcome *outcome)
{
  struct buf room = BUF_HEAP;
  const char *elsewhere = NULL;
  h->lib->curl_easy_getinfo(h->curl, CURLINFO_REDIRECT_URL, &elsewhere);
  const str text = elsewhere != NULL ? str_of(elsewhere) : said(buf_view(&h->body), &room);
  const uint32_t state = status == 401 || status == 403   ? STATS_SOURCESTATE_REFUSED
                         : status == 404 || status == 410 ? STATS_SOURCESTATE_MISSING
                                                          : STATS_SOURCESTATE_CORRUPT;
  fail(outcome, state, "%s: HTTP status %ld%s%.*s", path, status, text.n > 0 ? ": " : "", STR_FMT(text));
  buf_free(&room);
  return NULL;
}

static json_t *take_answer(struct http_json *h, const char *path, struct source_outcome *outcome)
{
  struct buf why = BUF_HEAP;
  json_t *root = NULL;
  long status = 0;
  h->lib->curl_easy_getinfo(h->curl, CURLINFO_RESPONSE_CODE, &status);
  /* A server whose services do not all run describes them with status 503. */
  if (status / 100 == 2 || status / 100 == 5) root = http_json_read(buf_view(&h->body), &why);
  if (status / 100 == 5 && message_in(root) != NULL) {
    json_decref(root);
    root = NULL;
  }
  if (root == NULL && status / 100 != 2) fail_status(h, path, status, outcome);
  else if (root == NULL) fail(outcome, STATS_SOURCESTATE_CORRUPT, "%s: %.*s", path, STR_FMT(buf_view(&why)));
  buf_free(&why);
  return root;
}

static void set_body(struct http_json *h, const char *body)
{
  if (body == NULL) {
    SET(h, CURLOPT_HTTPGET, 1L);
    return;
  }
  SET(h, CURLOPT_POST, 1L);
  SET(h, CURLOPT_POSTFIELDS, body);
  SET(h, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)strlen(body));
}

/* Opens the file, because access(2) ignores capabilities. */
static bool is_readable(const char *path)
{
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd >= 0) close(fd);
  return fd >= 0;
}

/* libcurl's message about a file that it cannot read does not contain the reason. */
static bool files_are_readable(const struct http_json *h, struct source_outcome *outcome)
{
  static const char *const keys[] = {"ca", "certificate", "key", "revocation"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    const char *path = source_text(h->config, keys[i]);
    if (path[0] == '\0' || is_readable(path)) continue;
    fail(outcome, STATS_SOURCESTATE_REFUSED, "%s = %s: %m", keys[i], path);
    return false;
  }
  return true;
}

json_t *http_json_ask(struct http_json *h, const char *path, const char *body, struct source_outcome *outcome)
{
  const uint64_t now = clock_ms(CLOCK_MONOTONIC);
  str base = str_of(source_text(h->config, "url"));
  while (base.n > 0 && base.p[base.n - 1] == '/') base.n--;
  if (!files_are_readable(h, outcome)) return NULL;
  if (now >= h->deadline_ms) return fail(outcome, STATS_SOURCESTATE_TIMEOUT, "%s: no time left", path);
  struct buf url = BUF_HEAP;
  buf_str(&url, base);
  buf_z(&url, path);
  buf_clear(&h->body);
  h->too_much = false;
  h->trouble[0] = '\0';
  SET(h, CURLOPT_URL, url.p);
  SET(h, CURLOPT_TIMEOUT_MS, (long)(h->deadline_ms - now));
  set_body(h, body);
  const CURLcode code = h->lib->curl_easy_perform(h->curl);
  buf_free(&url);
  if (code != CURLE_OK) return fail_request(h, path, code, outcome);
  return take_answer(h, path, outcome);
}
