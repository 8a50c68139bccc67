#include "server/routes/routes.h"

#include "compiler/types/value_json.h"
#include "server/routes/msgpack.h"
#include "compiler/values/ruby_json.h"

/* --- formats --- */

static const struct {
  const char *type, *name, *answer; /* `name`: of the format, which Accept may have, too */
} media_types[MEDIA_COUNT] = {
  [MEDIA_RICH_JSON] = {"application/vnd.puppet.rich+json", "rich_data_json",
                       "application/vnd.puppet.rich+json; charset=utf-8"},
  [MEDIA_JSON] = {"application/json", "json", "application/json;charset=utf-8"},
  [MEDIA_RICH_MSGPACK] = {"application/vnd.puppet.rich+msgpack", "rich_data_msgpack",
                          "application/vnd.puppet.rich+msgpack"},
  [MEDIA_MSGPACK] = {"application/x-msgpack", "msgpack", "application/x-msgpack"},
  [MEDIA_BINARY] = {"application/octet-stream", "binary", "application/octet-stream"},
  [MEDIA_TEXT] = {"text/plain", "s", "text/plain;charset=utf-8"},
};

const enum media offered_data[2] = {MEDIA_JSON, MEDIA_MSGPACK};

static enum media media_named(str name)
{
  for (int i = 0; i < MEDIA_COUNT; i++) {
    if (str_caseeq(name, str_of(media_types[i].type))) return (enum media)i;
  }
  return MEDIA_COUNT;
}

static bool is_offered(const enum media *offered, size_t n, enum media media)
{
  for (size_t i = 0; i < n; i++) {
    if (offered[i] == media) return true;
  }
  return false;
}

bool route_accept(struct request *r, struct answer *a, const enum media *offered, size_t n, enum media fallback,
                  enum media *out)
{
  const str accept = request_header(r, "Accept");
  *out = fallback;
  if (accept.n == 0 && fallback != NO_FALLBACK) return true;
  if (accept.n == 0) {
    answer_error(r, a, 400, "MISSING_HEADER_FIELD", "Bad Request: Missing required Accept header");
    return false;
  }
  for (size_t at = 0; at <= accept.n;) {
    const size_t comma = str_index(accept, ',', at);
    str one = str_trim(str_sub(accept, at, comma == SIZE_MAX ? accept.n : comma - at));
    const size_t q = str_find(one, STR(";q="), 0);
    if (q != SIZE_MAX) one = str_sub(one, 0, q);
    *out = str_eqz(one, "*/*") ? offered[0] : media_named(one);
    for (int i = 0; *out == MEDIA_COUNT && i < MEDIA_COUNT; i++)
      if (str_eqz(one, media_types[i].name)) *out = (enum media)i;
    if (is_offered(offered, n, *out)) return true;
    if (comma == SIZE_MAX) break;
    at = comma + 1;
  }
  answer_error(r, a, 406, "UNSUPPORTED_FORMAT", "Not Acceptable: No supported formats are acceptable (Accept: %.*s)",
               STR_FMT(accept));
  return false;
}

bool route_content_type(struct request *r, struct answer *a, const enum media *offered, size_t n, enum media *out)
{
  str header = request_header(r, "Content-Type");
  if (header.n == 0) {
    answer_error(r, a, 400, "MISSING_HEADER_FIELD",
                 "Bad Request: No Content-Type header was received, it isn't possible to unserialize the request");
    return false;
  }
  const size_t semicolon = str_index(header, ';', 0);
  if (semicolon != SIZE_MAX) header = str_trim(str_sub(header, 0, semicolon));
  *out = media_named(header);
  if (is_offered(offered, n, *out)) return true;
  answer_error(r, a, 415, "UNSUPPORTED_MEDIA_TYPE",
               "Unsupported Media Type: Client sent a mime-type (%.*s) that doesn't correspond to a format we support",
               STR_FMT(header));
  return false;
}

bool route_read_json(struct arena *a, str text, value *out, str *error)
{
  str why = STR_EMPTY;
  if (value_read_json(a, text, out, &why)) return true;
  if (ruby_json_read(a, text, out, error)) *error = why;
  return false;
}

bool route_body(struct request *r, enum media media, value *out, str *error)
{
  str why;
  const bool packed = media == MEDIA_MSGPACK || media == MEDIA_RICH_MSGPACK;
  if (packed ? msgpack_read(r->arena, r->body, out, &why) : route_read_json(r->arena, r->body, out, &why)) return true;
  *error = arena_printf(r->arena, "Could not intern from %s: %.*s", packed ? "msgpack" : "json", STR_FMT(why));
  return false;
}

void route_respond_value(struct request *r, struct answer *a, enum media media, value v)
{
  struct buf out = BUF_IN(r->arena);
  a->status = 200;
  a->content_type = media_types[media].answer;
  if (media == MEDIA_MSGPACK || media == MEDIA_RICH_MSGPACK) {
    msgpack_write(&out, v);
  } else {
    value_print_json(&out, v);
  }
  a->body = buf_view(&out);
}

void route_respond(struct request *r, struct answer *a, enum media media, str json)
{
  value v;
  str error;
  if (media == MEDIA_MSGPACK || media == MEDIA_RICH_MSGPACK) {
    if (value_read_json(r->arena, json, &v, &error)) route_respond_value(r, a, media, v);
    else route_failed(r, a, error);
    return;
  }
  a->status = 200;
  a->content_type = media_types[media].answer;
  a->body = json;
}

/* --- errors --- */

void route_failed(struct request *r, struct answer *a, str message)
{
  answer_error(r, a, 500, "RUNTIME_ERROR", "Server Error: %.*s", STR_FMT(message));
}

void route_bad_request(struct request *r, struct answer *a, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  const str text = buf_vformat(r->arena, fmt, ap);
  va_end(ap);
  answer_error(r, a, 400, "RUNTIME_ERROR", "Bad Request: %.*s", STR_FMT(text));
}

void route_not_found(struct request *r, struct answer *a, const char *issue_kind, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  const str text = buf_vformat(r->arena, fmt, ap);
  va_end(ap);
  answer_error(r, a, 404, issue_kind, "Not Found: %.*s", STR_FMT(text));
}

void route_plain(struct request *r, struct answer *a, int status, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  a->status = status;
  a->content_type = NULL;
  a->body = buf_vformat(r->arena, fmt, ap);
  va_end(ap);
}

/* --- parameters --- */

str route_parameter(const struct request *r, const char *name)
{
  const str *v = request_parameter(r, name);
  return v != NULL ? *v : (str){0};
}

bool route_flag(const struct request *r, const char *name) { return str_eqz(route_parameter(r, name), "true"); }

struct site *route_site(struct worker *w, struct request *r, struct answer *a)
{
  const str name = route_parameter(r, "environment");
  str error;
  bool missing;
  if (name.p == NULL) {
    route_bad_request(r, a, "An environment parameter must be specified");
    return NULL;
  }
  if (!str_is_word(name)) {
    route_bad_request(r, a, "The environment must be purely alphanumeric, not '%.*s'", STR_FMT(name));
    return NULL;
  }
  r->environment = name;
  struct site *site = environments_use(w->environments, r->arena, name, &missing, &error);
  if (site != NULL) return site;
  if (missing) route_not_found(r, a, "RUNTIME_ERROR", "Could not find environment '%.*s'", STR_FMT(name));
  else route_failed(r, a, error);
  return NULL;
}

bool route_key(struct request *r, struct answer *a, str *key)
{
  *key = r->rest;
  if (key->n == 0) {
    route_bad_request(r, a, "No request key specified in %.*s", STR_FMT(r->path));
    return false;
  }
  r->node = *key;
  route_context(r);
  return true;
}

struct node_identity route_identity(const struct request *r)
{
  if (!r->peer.authenticated) return (struct node_identity){.authenticated = STR_EMPTY};
  return (struct node_identity){
    .authenticated = STR("remote"), .certname = r->peer.certname, .extensions = r->peer.extensions};
}
