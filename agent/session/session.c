/* Requests to a Puppet server: which server is asked, and what its answers mean. */
#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>

#include "agent/session/session.h"
#include "base/log.h"

enum { MAX_ANSWER = 1 << 30 };

static const struct {
  const char *name, *root;
  enum setting_id server, port;
} services[SESSION_SERVICES] = {
  [SESSION_CA] = {"ca", "/puppet-ca/v1", SETTING_ca_server, SETTING_ca_port},
  [SESSION_PUPPET] = {"puppet", "/puppet/v3", SETTING_server, SETTING_serverport},
  [SESSION_FILESERVER] = {"fileserver", "/puppet/v3", SETTING_server, SETTING_serverport},
  [SESSION_REPORT] = {"report", "/puppet/v3", SETTING_report_server, SETTING_report_port},
};

/* --- errors --- */

str session_error_text(struct arena *a, const struct session_error *error)
{
  if (error->wrapped.n == 0) return error->message;
  return arena_printf(a, "%.*s\nWrapped exception:\n%.*s", STR_FMT(error->message), STR_FMT(error->wrapped));
}

void session_log_error(const struct session_error *error, const char *fmt, ...)
{
  struct buf text = BUF_HEAP;
  va_list ap;
  va_start(ap, fmt);
  buf_vprintf(&text, fmt, ap);
  va_end(ap);
  if (error->wrapped.n > 0) buf_printf(&text, "\nWrapped exception:\n%.*s", STR_FMT(error->wrapped));
  log_error(&log_agent, NULL, NULL, "%s", text.p);
  buf_free(&text);
}

static bool fail(struct session_error *error, str message, str wrapped)
{
  *error = (struct session_error){message, wrapped};
  return false;
}

/* --- the session --- */

void session_begin(struct session *f, struct settings *settings, const volatile sig_atomic_t *stop)
{
  assert(settings != NULL);
  *f = (struct session){.settings = settings, .stop = stop, .arena = arena_new(), .server_version = STR_EMPTY};
}

void session_end(struct session *f)
{
  http_client_free(f->client);
  arena_free(f->arena);
  f->client = NULL;
  f->arena = NULL;
}

void session_again(struct session *f)
{
  if (f->client != NULL) http_client_close(f->client);
  for (size_t i = 0; i < SESSION_SERVICES; i++) f->servers[i].host = STR_EMPTY;
  f->listed.host = STR_EMPTY;
}

static str url_of(struct arena *a, enum session_service service, const struct session_server *s)
{
  const bool six = str_index(s->host, ':', 0) != SIZE_MAX; /* an IPv6 address */
  return arena_printf(a, "https://%s%.*s%s:%lld%s", six ? "[" : "", STR_FMT(s->host), six ? "]" : "",
                      (long long)s->port, services[service].root);
}

str session_url(struct session *f, struct arena *a, enum session_service service)
{
  assert(service < SESSION_SERVICES && f->servers[service].host.n > 0);
  return url_of(a, service, &f->servers[service]);
}

/* The common part of all requests of this session. */
static struct http_request request_of(struct session *f, struct arena *a)
{
  if (f->client == NULL) f->client = http_client_new(f->settings);
  return (struct http_request){.arena = a,
                               .settings = f->settings,
                               .client = f->client,
                               .service = true,
                               .tls = f->tls_of_settings ? NULL : &f->tls,
                               .stop = f->stop};
}

/* --- one request to one server --- */

static void lines_of(const struct session_request *r, const char **lines)
{
  size_t n = 0;
  lines[n++] = arena_printf(r->arena, "Accept: %s", r->accept != NULL ? r->accept : "*/*").p;
  if (r->content_type != NULL) lines[n++] = arena_printf(r->arena, "Content-Type: %s", r->content_type).p;
  if (r->header != NULL) lines[n++] = r->header;
  lines[n] = NULL;
}

/* Connection errors give the service's address, since Puppet connects before it sends the request. */
/* False for a redirection without a destination; others have been followed. */
static bool goes_on(const struct http_answer *answer)
{
  const bool redirects = answer->status == 301 || answer->status == 302 || answer->status == 307;
  return !redirects || http_header(answer, "Location") != NULL;
}

static bool ask_server(struct session *f, const struct session_request *r, const struct session_server *server,
                       struct http_answer *answer, struct session_error *error, bool *unreachable)
{
  const char *lines[4];
  const str root = url_of(r->arena, r->service, server);
  struct buf url = BUF_IN(r->arena);
  struct http_failure failure;
  lines_of(r, lines);
  buf_str(&url, root);
  http_escape(&url, r->path, "/:@!$&'()*+,;=");
  if (r->query.n > 0) buf_printf(&url, "?%.*s", STR_FMT(r->query));
  struct http_request request = request_of(f, r->arena);
  request.method = r->method;
  request.url = buf_view(&url);
  request.body = r->body;
  request.headers = lines;
  request.take = r->take;
  request.connected = r->connected;
  request.ctx = r->ctx;
  request.keep = r->take != NULL ? 0 : MAX_ANSWER;
  *unreachable = false;
  f->asked = server;
  if (http_perform(&request, answer, &failure)) {
    const str *version = http_header(answer, "X-Puppet-Version");
    if (version != NULL) f->server_version = arena_str(f->arena, *version);
    return goes_on(answer) || fail(error, STR("Location response header is missing"), STR_EMPTY);
  }
  const bool no_files = failure.kind == HTTP_FAILED_TLS_FILES;
  *unreachable = no_files || failure.kind == HTTP_FAILED_CONNECT || failure.kind == HTTP_FAILED_CONNECT_TIME;
  if (no_files) {
    log_error(&log_agent, NULL, NULL, "Failed to initialize SSL: %.*s", STR_FMT(failure.cause));
    log_error(&log_agent, NULL, NULL, "Run `puppet agent -t`");
  }
  return fail(error, *unreachable ? http_failure_for(r->arena, &request, &failure, root) : failure.message,
              failure.cause);
}

/* --- server_list --- */

/* Parses "host" or "host:port". */
static struct session_server listed_server(struct session *f, str item)
{
  const size_t colon = str_index(item, ':', 0);
  struct session_server s = {.host = arena_str(f->arena, str_sub(item, 0, colon)),
                             .port = settings_int(f->settings, SETTING_serverport)};
  if (colon != SIZE_MAX) s.port = atoll(arena_strz(f->arena, str_from(item, colon + 1)));
  return s;
}

static bool is_well(struct session *f, struct arena *a, const struct session_server *s, bool last)
{
  struct session_error error;
  struct http_answer answer;
  struct http_failure failure;
  static const char *const paths[] = {"server", "master"};
  const char *const next = last ? "" : " Trying with next server from server_list.";
  for (size_t i = 0; i < 2; i++) {
    struct http_request request = request_of(f, a);
    request.method = "GET";
    request.url = arena_printf(a, "https://%.*s:%lld/status/v1/simple/%s", STR_FMT(s->host), (long long)s->port,
                               paths[i]);
    request.keep = 65536;
    if (!http_perform(&request, &answer, &failure)) {
      error = (struct session_error){failure.message, failure.cause};
      if (last)
        session_log_error(&error, "Unable to connect to server from server_list setting: %.*s", STR_FMT(error.message));
      else
        log_warning(&log_agent, "Unable to connect to server from server_list setting: %.*s%s", STR_FMT(error.message),
                    next);
      return false;
    }
    if (answer.status / 100 == 2) return true;
    if (answer.status != 404) break;
  }
  error = (struct session_error){answer.reason, STR_EMPTY};
  if (last)
    session_log_error(&error, "Puppet server %.*s:%lld is unavailable: %ld %.*s", STR_FMT(s->host), (long long)s->port,
                      answer.status, STR_FMT(answer.reason));
  else
    log_warning(&log_agent, "Puppet server %.*s:%lld is unavailable: %ld %.*s%s", STR_FMT(s->host), (long long)s->port,
                answer.status, STR_FMT(answer.reason), next);
  return false;
}

bool session_find_server(struct session *f)
{
  str item, after;
  if (f->listed.host.n > 0) return true;
  for (size_t i = 0; settings_item(f->settings, SETTING_server_list, i, &item); i++) {
    const struct session_server s = listed_server(f, item);
    if (!is_well(f, f->arena, &s, !settings_item(f->settings, SETTING_server_list, i + 1, &after))) continue;
    f->listed = s;
    return true;
  }
  return false;
}

/* --- routes --- */

/* Whether server_list applies to the service: ca_server and report_server take precedence if they are set. */
static bool is_listed(const struct session *f, enum session_service service)
{
  str item;
  if (!settings_item(f->settings, SETTING_server_list, 0, &item)) return false;
  return (service != SESSION_CA || !settings_is_set(f->settings, SETTING_ca_server)) &&
         (service != SESSION_REPORT || !settings_is_set(f->settings, SETTING_report_server));
}

static bool no_more_routes(struct session_error *error, struct arena *a, enum session_service service)
{
  return fail(error, arena_printf(a, "No more routes to %s", services[service].name), STR_EMPTY);
}

/* Asks a server for the first time. *done: the request was answered, or failed for good. */
static bool try_server(struct session *f, const struct session_request *r, const struct session_server *s,
                       struct http_answer *answer, struct session_error *error, bool *done)
{
  bool unreachable;
  const bool ok = ask_server(f, r, s, answer, error, &unreachable);
  *done = !unreachable;
  if (!unreachable) f->servers[r->service] = (struct session_server){arena_str(f->arena, s->host), s->port};
  else
    session_log_error(error, "Connection to %.*s failed, trying next route: %.*s",
                      STR_FMT(url_of(r->arena, r->service, s)), STR_FMT(error->message));
  return ok;
}

static bool try_records(struct session *f, const struct session_request *r, struct http_answer *answer,
                        struct session_error *error, bool *done)
{
  struct srv_record *records;
  const size_t n = srv_find(r->arena, settings_strz(f->settings, SETTING_srv_domain), services[r->service].name,
                            &records);
  for (size_t i = 0; i < n; i++) {
    const struct session_server s = {records[i].host, records[i].port};
    if (try_server(f, r, &s, answer, error, done)) return true;
    if (*done) return false;
  }
  return false;
}

static bool ask_first(struct session *f, const struct session_request *r, struct http_answer *answer,
                      struct session_error *error)
{
  bool done = false;
  if (settings_bool(f->settings, SETTING_use_srv_records)) {
    if (try_records(f, r, answer, error, &done)) return true;
    if (done) return false;
  }
  if (is_listed(f, r->service)) {
    if (!session_find_server(f)) return no_more_routes(error, r->arena, r->service);
    f->servers[r->service] = f->listed;
    return ask_server(f, r, &f->listed, answer, error, &done);
  }
  const struct session_server s = {settings_str(f->settings, services[r->service].server),
                                   settings_int(f->settings, services[r->service].port)};
  if (try_server(f, r, &s, answer, error, &done)) return true;
  return done ? false : no_more_routes(error, r->arena, r->service);
}

bool session_ask(struct session *f, const struct session_request *r, struct http_answer *answer,
                 struct session_error *error)
{
  bool unreachable;
  assert(f->arena != NULL && r->arena != NULL && r->method != NULL && r->service < SESSION_SERVICES);
  assert(r->path.n > 0 && r->path.p[0] == '/');
  assert(r->body.n == 0 || r->content_type != NULL);
  *error = (struct session_error){STR_EMPTY, STR_EMPTY};
  if (r->host.n > 0) {
    const struct session_server s = {r->host,
                                     r->port > 0 ? r->port : settings_int(f->settings, services[r->service].port)};
    return ask_server(f, r, &s, answer, error, &unreachable);
  }
  if (f->servers[r->service].host.n == 0) return ask_first(f, r, answer, error);
  return ask_server(f, r, &f->servers[r->service], answer, error, &unreachable);
}

/* --- queries and answers --- */

void session_query(struct buf *query, const char *name, str text)
{
  buf_printf(query, "%s%s=", query->n > 0 ? "&" : "", name);
  http_escape(query, text, "");
}

static bool is_json(const struct http_answer *answer)
{
  const str *kind = http_header(answer, "Content-Type");
  return kind != NULL && (str_find(*kind, STR("json"), 0) != SIZE_MAX || str_find(*kind, STR("pson"), 0) != SIZE_MAX);
}

str session_answer_error(struct arena *a, const struct http_answer *answer)
{
  str text = answer->body.n > 0 ? answer->body : answer->reason, why;
  value data;
  if (answer->body.n > 0 && is_json(answer) && value_read_json(a, answer->body, &data, &why) && data.kind == V_HASH) {
    const value *message = hash_get_str(data.hash, STR("message"));
    text = value_text_or_empty(value_or_undef(message));
  }
  return arena_printf(a, "Error %ld on SERVER: %.*s", answer->status, STR_FMT(text));
}

bool session_answer_is_json(const struct http_answer *answer, struct session_error *error)
{
  if (http_header(answer, "Content-Type") == NULL)
    return fail(error, STR("No content type in http response; cannot parse"), STR_EMPTY);
  return is_json(answer) || fail(error, STR("Content-Type is unsupported"), STR_EMPTY);
}

bool session_answer_json(struct arena *a, const struct http_answer *answer, value *out, struct session_error *error)
{
  str why;
  if (!session_answer_is_json(answer, error)) return false;
  if (value_read_json(a, answer->body, out, &why)) return true;
  return fail(error, arena_printf(a, "Could not intern from json: %.*s", STR_FMT(why)), STR_EMPTY);
}
