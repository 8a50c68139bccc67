/* The requests below /puppet-ca/v1: reads them and answers. */
#include <inttypes.h>
#include <openssl/err.h>
#include <sys/stat.h>

#include "base/base64.h"
#include "base/json_write.h"
#include "compiler/values/ruby_json.h"
#include "server/ca/internal.h"
#include "server/ca/link.h"

/* One request while it is answered. */
struct call {
  struct ca *ca;
  struct arena *arena;
  const struct ca_request *q;
  struct ca_answer *out;
  str name; /* behind the route's prefix */
};

static void text(struct call *c, int status, str body)
{
  *c->out = (struct ca_answer){status, STR("text/plain"), body, STR_EMPTY};
}

/* For the answers that puppetserver sends with a charset. */
static void plain(struct call *c, int status, str body)
{
  *c->out = (struct ca_answer){status, STR("text/plain;charset=utf-8"), body, STR_EMPTY};
}

static void json(struct call *c, int status, str body)
{
  *c->out = (struct ca_answer){status, STR("application/json"), body, STR_EMPTY};
}

/* Internal errors are also logged. */
static void failed(struct call *c, str why)
{
  log_error(&log_server_ca, "CA_FAILED", NULL, "%.*s", STR_FMT(why));
  plain(c, 500, arena_printf(c->arena, "Internal Server Error: %.*s", STR_FMT(why)));
}

static void not_found(struct call *c)
{
  *c->out = (struct ca_answer){404, STR("text/html;charset=utf-8"), STR("Not Found"), STR_EMPTY};
}

/* --- files --- */
/* Whether a file has not changed since the date of the header; an invalid date is ignored. */
static bool unchanged(struct call *c, str path)
{
  struct tm tm = {0};
  struct stat st;
  if (c->q->modified_since.n == 0 || stat(arena_strz(c->arena, path), &st) != 0) return false;
  const char *date = arena_strz(c->arena, c->q->modified_since);
  if (strptime(date, "%a, %d %b %Y %H:%M:%S", &tm) == NULL && strptime(date, "%d %b %Y %H:%M:%S", &tm) == NULL)
    return false;
  /* As puppetserver's: to the millisecond, so a file changed later in the same second counts as newer. */
  struct timespec at = st.st_mtim;
  time_t since = timegm(&tm);
  return at.tv_sec < since || (at.tv_sec == since && at.tv_nsec < 1000000);
}

static void send_file(struct call *c, str path, str missing)
{
  str body, error;
  if (unchanged(c, path)) text(c, 304, STR_EMPTY);
  else if (ca_read(c->arena, path, &body, &error)) text(c, 200, body);
  else if (error.n > 0) failed(c, error);
  else text(c, 404, missing);
}

static void get_certificate(struct call *c)
{
  bool bundle = str_eqz(c->name, "ca");
  str missing = arena_printf(c->arena, "Could not find certificate %.*s", STR_FMT(c->name));
  if (!ca_name_is_safe(c->name)) text(c, 404, missing);
  else send_file(c, bundle ? c->ca->cacert : ca_certificate_path(c->ca, c->arena, c->name), missing);
}

static void get_crl(struct call *c)
{
  send_file(c, c->ca->options.enable_infra_crl ? c->ca->infra_crl : c->ca->cacrl,
            STR("Could not find the revocation list"));
}

static void put_crl(struct call *c)
{
  str message;
  enum ca_outcome o = ca_crls_update(c->ca, c->arena, c->q->body, &message);
  if (o == CA_FAILED) failed(c, message);
  else plain(c, o == CA_DONE ? 200 : 400, message);
}

/* --- requests --- */
static void get_request(struct call *c)
{
  str body, error = STR_EMPTY;
  bool found = ca_name_is_safe(c->name) && ca_read(c->arena, ca_request_path(c->ca, c->arena, c->name), &body, &error);
  if (found) text(c, 200, body);
  else if (error.n > 0) failed(c, error);
  else text(c, 404, arena_printf(c->arena, "Could not find certificate_request %.*s", STR_FMT(c->name)));
}

static void put_request(struct call *c)
{
  str message = STR_EMPTY;
  enum ca_outcome o = ca_submit(c->ca, c->arena, c->name, c->q->body, &message);
  if (o == CA_DONE) {
    text(c, 200, STR_EMPTY);
    return;
  }
  if (o == CA_FAILED) {
    failed(c, message);
    return;
  }
  log_error(&log_server_ca, "CA_REFUSED", NULL, "%.*s", STR_FMT(message));
  plain(c, 400, message);
}

static void delete_request(struct call *c)
{
  str message = STR_EMPTY, path = ca_request_path(c->ca, c->arena, c->name);
  enum ca_outcome o = ca_delete_files(c->ca, c->arena, c->name, false, true, &message);
  if (o == CA_DONE) text(c, 204, STR_EMPTY);
  else if (o == CA_FAILED) failed(c, message);
  else
    text(
      c, 404,
      arena_printf(c->arena, "No certificate request for %.*s at expected path %.*s", STR_FMT(c->name), STR_FMT(path)));
}

/* --- status --- */
/* The first known format in the header, whatever its weight. False: the header has none. */
static bool negotiate(struct call *c, str *type)
{
  static const struct {
    const char *asked, *given;
  } rows[] = {{"application/json", "application/json"},
              {"*/*", "application/json"},
              {"application/*", "application/json"},
              {"text/pson", "text/pson"},
              {"text/*", "text/pson"},
              {"pson", "pson"}};
  str accept = c->q->accept;
  *type = STR("application/json");
  if (accept.n == 0) return true;
  for (size_t at = 0; at <= accept.n;) {
    size_t comma = str_index(accept, ',', at);
    str item = str_sub(accept, at, (comma == SIZE_MAX ? accept.n : comma) - at);
    size_t semicolon = str_index(item, ';', 0);
    item = str_trim(semicolon == SIZE_MAX ? item : str_sub(item, 0, semicolon));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
      if (str_eqz(item, rows[i].asked)) {
        *type = str_of(rows[i].given);
        return true;
      }
    at = comma == SIZE_MAX ? accept.n + 1 : comma + 1;
  }
  return false;
}

static void send_status(struct call *c, str type, const struct buf *body)
{
  *c->out = (struct ca_answer){200, arena_printf(c->arena, "%.*s;charset=UTF-8", STR_FMT(type)), buf_view(body),
                               STR_EMPTY};
}

static void status_text(struct call *c, int status, str body)
{
  *c->out = (struct ca_answer){status, STR("text/plain;charset=UTF-8"), body, STR_EMPTY};
}

static void get_status(struct call *c, str type)
{
  struct buf body = BUF_IN(c->arena);
  str error;
  enum ca_outcome o = ca_status(c->ca, c->arena, c->name, &body, &error);
  if (o == CA_DONE) send_status(c, type, &body);
  else if (o == CA_FAILED) failed(c, error);
  else status_text(c, 404, STR("Resource not found."));
}

static void delete_status(struct call *c)
{
  str message = STR_EMPTY;
  enum ca_outcome o = ca_delete_files(c->ca, c->arena, c->name, true, true, &message);
  if (o == CA_DONE) text(c, 204, STR_EMPTY);
  else if (o == CA_FAILED) failed(c, message);
  else status_text(c, 404, STR("Resource not found."));
}

/* The body, which must be a JSON object. Otherwise answers with an error and returns NULL. */
static const struct hash *read_object(struct call *c)
{
  value v;
  str error;
  if (!ruby_json_read(c->arena, c->q->body, &v, &error) || !value_truthy(v)) return NULL;
  return v.kind == V_HASH ? v.hash : &hash_empty;
}

struct wish {
  bool sign;
  int64_t ttl;
};

/* Reads the body of a change of status. Returns false with the reason. */
static bool read_wish(struct call *c, struct wish *w, str *why)
{
  const struct hash *body = read_object(c);
  if (body == NULL) {
    *why = STR("Request body is not JSON.");
    return false;
  }
  const value *state = hash_get_str(body, STR("desired_state")), *ttl = hash_get_str(body, STR("cert_ttl"));
  if (state == NULL || state->kind != V_STRING) {
    *why = STR("Missing required parameter \"desired_state\"");
    return false;
  }
  w->sign = str_eqz(value_text(*state), "signed");
  if (!w->sign && !str_eqz(value_text(*state), "revoked")) {
    *why = arena_printf(c->arena,
                        "State %.*s invalid; Must specify desired state of 'signed' or 'revoked' for host %.*s.",
                        STR_FMT(value_text(*state)), STR_FMT(c->name));
    return false;
  }
  if (ttl == NULL || !value_truthy(*ttl)) return true;
  if (ttl->kind != V_INT) {
    *why = arena_printf(c->arena, "cert_ttl specified for host %.*s must be an integer, not \"%.*s\"", STR_FMT(c->name),
                        STR_FMT(value_to_str(c->arena, *ttl)));
    return false;
  }
  w->ttl = ttl->integer;
  if (w->ttl > 0 && w->ttl <= CA_MAX_TTL) return true;
  *why = arena_printf(c->arena, "cert_ttl specified for host %.*s must be between 1 and %" PRId64 ", not %" PRId64,
                      STR_FMT(c->name), (int64_t)CA_MAX_TTL, w->ttl);
  return false;
}

static bool is_issued(struct call *c, str name)
{
  return (ca_name_is_safe(name) && ca_exists(c->arena, ca_certificate_path(c->ca, c->arena, name))) ||
         ca_inventory_has(c->ca, c->arena, name);
}

static enum ca_outcome revoke_one(struct call *c, str name, str *message)
{
  struct ptrvec names = {0};
  ptrvec_push(&names, c->arena, &name);
  return ca_revoke(c->ca, c->arena, &names, message);
}

static void change_status(struct call *c, const struct wish *w)
{
  str message = STR_EMPTY;
  bool requested = ca_name_is_safe(c->name) && ca_exists(c->arena, ca_request_path(c->ca, c->arena, c->name));
  if (!requested && !is_issued(c, c->name)) {
    status_text(c, 404, STR("Invalid certificate subject."));
    return;
  }
  enum ca_outcome o = w->sign ? ca_sign(c->ca, c->arena, c->name, w->ttl, &message) : revoke_one(c, c->name, &message);
  if (o == CA_DONE) text(c, 204, STR_EMPTY);
  else if (o == CA_FAILED) failed(c, message);
  else *c->out = (struct ca_answer){409, STR("text/plain; charset=UTF-8"), message, STR_EMPTY};
}

static bool content_type_is_good(str type)
{
  size_t semicolon = str_index(type, ';', 0);
  if (semicolon != SIZE_MAX) type = str_sub(type, 0, semicolon);
  type = str_trim(type);
  return type.n == 0 || str_eqz(type, "application/json") || str_eqz(type, "text/pson") || str_eqz(type, "pson");
}

static void any_status(struct call *c)
{
  struct wish w = {false, 0};
  str why, type;
  bool put = c->q->method == CA_PUT;
  if (!put && c->q->method != CA_GET && c->q->method != CA_DELETE) {
    status_text(c, 405, STR("Method not allowed."));
    c->out->allow = STR("GET, PUT, DELETE");
  } else if (put && !read_wish(c, &w, &why)) {
    status_text(c, 400, why);
  } else if (put && !content_type_is_good(c->q->content_type)) {
    status_text(c, 415, STR("Unsupported media type."));
  } else if (!negotiate(c, &type)) {
    status_text(c, 406, STR("No acceptable resource available."));
  } else if (put) {
    change_status(c, &w);
  } else if (c->q->method == CA_GET) {
    get_status(c, type);
  } else {
    delete_status(c);
  }
}

static void get_statuses(struct call *c)
{
  struct buf body = BUF_IN(c->arena);
  str type, error;
  if (c->name.n == 0) {
    plain(c, 400, STR("Missing URL Segment"));
  } else if (c->q->method != CA_GET) {
    status_text(c, 405, STR("Method not allowed."));
    c->out->allow = STR("GET");
  } else if (!negotiate(c, &type)) {
    status_text(c, 406, STR("No acceptable resource available."));
  } else if (!ca_statuses(c->ca, c->arena, c->q->state, &body, &error)) {
    failed(c, error);
  } else {
    send_status(c, type, &body);
  }
}

static void get_expirations(struct call *c)
{
  struct buf body = BUF_IN(c->arena);
  str error;
  if (ca_expirations(c->ca, c->arena, &body, &error)) json(c, 200, buf_view(&body));
  else failed(c, error);
}

/* --- many at once --- */
/* The names in the body, without duplicates. False if it is not a list of strings. */
static bool read_names(struct call *c, const struct hash *body, struct ptrvec *names)
{
  const value *v = hash_get_str(body, STR("certnames"));
  struct strmap seen;
  strmap_init(&seen, c->arena);
  if (v == NULL || v->kind != V_ARRAY) return false;
  for (uint32_t i = 0; i < v->array->n; i++) {
    bool first;
    if (v->array->items[i].kind != V_STRING) return false;
    str *name = ARENA_NEW(c->arena, str);
    *name = value_text(v->array->items[i]);
    strmap_slot(&seen, *name, &first);
    if (first) ptrvec_push(names, c->arena, name);
  }
  return true;
}

static void clean_names(struct call *c, const struct ptrvec *names)
{
  struct ptrvec there = {0};
  struct buf missing = BUF_IN(c->arena);
  str message = STR_EMPTY;
  for (uint32_t i = 0; i < names->n; i++) {
    str name = *(str *)names->items[i];
    if (is_issued(c, name)) ptrvec_push(&there, c->arena, names->items[i]);
    else {
      buf_z(&missing, missing.n > 0 ? " " : "");
      json_quote(&missing, name);
    }
  }
  enum ca_outcome o = ca_revoke(c->ca, c->arena, &there, &message);
  /* A name in the inventory without a file has expired: nothing is left to revoke. */
  for (uint32_t i = 0; (o == CA_DONE || o == CA_MISSING) && i < there.n; i++)
    if (ca_delete_files(c->ca, c->arena, *(str *)there.items[i], true, false, &message) == CA_FAILED) o = CA_FAILED;
  if (o == CA_FAILED) {
    log_error(&log_server_ca, "CA_FAILED", NULL, "%.*s", STR_FMT(message));
    text(c, 500, arena_printf(c->arena, "Error while cleaning certs: %.*s", STR_FMT(message)));
  } else if (missing.n > 0) {
    text(c, 200,
         arena_printf(c->arena, "The following certs do not exist and cannot be revoked: [%.*s]",
                      STR_FMT(buf_view(&missing))));
  } else {
    text(c, 200, STR("Successfully cleaned all certs."));
  }
}

static void put_clean(struct call *c)
{
  struct ptrvec names = {0};
  const struct hash *body = read_object(c);
  const value *async = body != NULL ? hash_get_str(body, STR("async")) : NULL;
  if (body == NULL) text(c, 400, STR("Request body is not JSON."));
  else if (value_is_true(value_or_undef(async))) text(c, 400, STR("Async mode is not currently supported."));
  else if (read_names(c, body, &names)) clean_names(c, &names);
  else text(c, 400, STR("Missing required key: 'certnames'. Please supply the list of certs you want to clean."));
}

static void write_list(struct json_writer *w, str key, const struct ptrvec *names)
{
  json_key(w, key);
  json_begin_array(w);
  for (uint32_t i = 0; i < names->n; i++) json_str(w, *(str *)names->items[i]);
  json_end_array(w);
}

static void sign_names(struct call *c, const struct ptrvec *names)
{
  struct ptrvec lists[3] = {{0}}; /* signed, no-csr, signing-errors */
  for (uint32_t i = 0; i < names->n; i++) {
    struct arena *own = arena_new();
    str message = STR_EMPTY, name = *(str *)names->items[i];
    enum ca_outcome o = ca_sign(c->ca, own, name, 0, &message);
    if (o != CA_DONE && o != CA_MISSING)
      log_error(&log_server_ca, "CA_REFUSED", NULL, "Failed in bulk signing for entry %.*s: %.*s", STR_FMT(name),
                STR_FMT(message));
    ptrvec_push(&lists[o == CA_DONE ? 0 : o == CA_MISSING ? 1 : 2], c->arena, names->items[i]);
    arena_free(own);
  }
  struct buf body = BUF_IN(c->arena);
  struct json_writer w;
  json_init(&w, &body, false);
  json_begin_object(&w);
  write_list(&w, STR("signed"), &lists[0]);
  write_list(&w, STR("no-csr"), &lists[1]);
  write_list(&w, STR("signing-errors"), &lists[2]);
  json_end_object(&w);
  json(c, 200, buf_view(&body));
}

static void post_sign(struct call *c)
{
  struct ptrvec names = {0};
  const struct hash *body = read_object(c);
  if (body != NULL && read_names(c, body, &names)) sign_names(c, &names);
  else json(c, 422, STR("{\"kind\":\"schema-violation\",\"error\":\"certnames must be a list of names\"}"));
}

static void post_sign_all(struct call *c)
{
  struct ptrvec names = {0};
  str error;
  if (ca_names(c->arena, c->ca->csrdir, &names, &error)) sign_names(c, &names);
  else failed(c, error);
}

/* --- renewal --- */
static int hex_digit(int c)
{
  return ascii_is_digit(c) ? c - '0' : ascii_lower(c) >= 'a' && ascii_lower(c) <= 'f' ? ascii_lower(c) - 'a' + 10 : -1;
}

static str percent_decode(struct arena *a, str s)
{
  struct buf out = BUF_IN(a);
  for (size_t i = 0; i < s.n; i++) {
    int high = s.p[i] == '%' && i + 2 < s.n ? hex_digit(s.p[i + 1]) : -1, low = high >= 0 ? hex_digit(s.p[i + 2]) : -1;
    buf_char(&out, low >= 0 ? (char)(high * 16 + low) : s.p[i]);
    if (low >= 0) i += 2;
  }
  return buf_view(&out);
}

/* The client's certificate: that of the connection, or, behind a proxy, that of the header. The header is trusted when
 * the setting says so or when a host of the infrastructure sends it. NULL: no certificate. */
static X509 *asking_certificate(struct call *c)
{
  str error, header = c->q->header_certificate;
  X509 *peer = c->q->peer_certificate.n > 0 ? pki_certificate_der(c->arena, c->q->peer_certificate, &error) : NULL;
  bool from_header = c->ca->options.allow_header_cert_info;
  if (!from_header && header.n > 0) {
    if (peer == NULL || !ca__is_infra(c->ca, c->arena, pki_common_name(c->arena, X509_get_subject_name(peer)))) {
      log_warning(&log_server_ca,
                  "Rejecting certificate request because the x-client-cert header was specified, but the client making "
                  "the request was not in the allow list.");
      return NULL;
    }
    from_header = true;
  }
  if (!from_header) return peer;
  X509 *sent = header.n > 0 ? pki_certificate_read(c->arena, percent_decode(c->arena, header), &error) : NULL;
  if (sent == NULL || !ca__is_revoked(c->ca, c->arena, sent)) return sent;
  log_warning(&log_server_ca, "Rejecting certificate request because the x-client-cert was specified and the "
                              "certificate is revoked.");
  return NULL;
}

static void post_renewal(struct call *c)
{
  str result;
  if (!c->ca->options.allow_auto_renewal) {
    text(c, 404, STR("Not Found"));
    return;
  }
  X509 *old = asking_certificate(c);
  if (old == NULL) {
    text(c, 400, STR("No valid certificate found in renewal request"));
    return;
  }
  enum ca_outcome o = ca_renew(c->ca, c->arena, old, &result);
  if (o == CA_FAILED) failed(c, result);
  else text(c, o == CA_DONE ? 200 : 403, result);
}

/* --- OCSP --- */
static void send_ocsp(struct call *c, str request)
{
  *c->out = (struct ca_answer){200, STR("application/ocsp-response"), ca_ocsp_answer(c->ca, c->arena, request),
                               STR_EMPTY};
}

static void any_ocsp(struct call *c)
{
  str request;
  if (c->q->method == CA_POST && c->name.n == 0) {
    if (str_starts(c->q->content_type, STR("application/ocsp-request"))) send_ocsp(c, c->q->body);
    else status_text(c, 415, STR("Unsupported media type."));
  } else if (c->q->method == CA_GET && base64_decode_strictly(c->arena, c->name, &request)) {
    send_ocsp(c, request);
  } else if (c->q->method == CA_GET) {
    plain(c, 400, STR("The path does not end with an OCSP request in base 64"));
  } else {
    not_found(c);
  }
}

/* --- routes --- */
/* The characters that puppetserver's routes accept: letters, digits, ".", "_", "-". */
static bool is_segment(str s)
{
  for (size_t i = 0; i < s.n; i++)
    if (!ascii_is_word(s.p[i]) && s.p[i] != '-' && s.p[i] != '.') return false;
  return s.n > 0;
}

enum rest { REST_NONE, REST_SEGMENT, REST_ANY };
static const struct route_row {
  const char *prefix;
  int method; /* -1: any */
  enum rest rest;
  void (*answer)(struct call *c);
} rows[] = {
  {"certificate/", CA_GET, REST_SEGMENT, get_certificate},
  {"certificate_request/", CA_GET, REST_SEGMENT, get_request},
  {"certificate_request/", CA_PUT, REST_SEGMENT, put_request},
  {"certificate_request/", CA_DELETE, REST_SEGMENT, delete_request},
  {"certificate_revocation_list/", CA_GET, REST_SEGMENT, get_crl},
  {"certificate_revocation_list", CA_PUT, REST_NONE, put_crl},
  {"certificate_status/", -1, REST_SEGMENT, any_status},
  {"certificate_statuses/", -1, REST_ANY, get_statuses},
  {"expirations", CA_GET, REST_NONE, get_expirations},
  {"clean", CA_PUT, REST_NONE, put_clean},
  {"sign/all", CA_POST, REST_NONE, post_sign_all},
  {"sign", CA_POST, REST_NONE, post_sign},
  {"certificate_renewal", CA_POST, REST_NONE, post_renewal},
  {"ocsp/", CA_GET, REST_ANY, any_ocsp},
  {"ocsp", CA_POST, REST_NONE, any_ocsp},
};

static bool fits(const struct route_row *r, const struct ca_request *q, str *rest)
{
  if (r->method >= 0 && (int)q->method != r->method) return false;
  if (!str_starts(q->path, str_of(r->prefix))) return false;
  *rest = str_from(q->path, strlen(r->prefix));
  return r->rest == REST_NONE ? rest->n == 0 : r->rest == REST_ANY || is_segment(*rest);
}

void ca_answer_request(struct ca *ca, struct arena *a, const struct ca_request *q, struct ca_answer *out)
{
  struct call c = {.ca = ca, .arena = a, .q = q, .out = out};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (fits(&rows[i], q, &c.name)) {
      rows[i].answer(&c);
      return;
    }
  not_found(&c);
}
