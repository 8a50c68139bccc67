/* Answers: their head, compression, files. */
#include <errno.h>
#include <libdeflate.h>
#include <time.h>
#include <unistd.h>

#include "server/http/internal.h"

enum {
  FILE_PIECE = 128 * 1024,
  LEAST_GZIP = 32,  /* shorter bodies do not shrink */
  GZIP_LEVEL = 1,   /* docs/dependencies.md has the figures */
  SMALL = 16 * 1024 /* a body up to this size is sent together with the head */
};

const char *status_phrase(int status)
{
  switch (status) {
  case 200: return "OK";
  case 201: return "Created";
  case 202: return "Accepted";
  case 204: return "No Content";
  case 304: return "Not Modified";
  case 400: return "Bad Request";
  case 401: return "Unauthorized";
  case 403: return "Forbidden";
  case 404: return "Not Found";
  case 405: return "Method Not Allowed";
  case 406: return "Not Acceptable";
  case 408: return "Request Timeout";
  case 409: return "Conflict";
  case 411: return "Length Required";
  case 413: return "Payload Too Large";
  case 414: return "URI Too Long";
  case 415: return "Unsupported Media Type";
  case 417: return "Expectation Failed";
  case 429: return "Too Many Requests";
  case 431: return "Request Header Fields Too Large";
  case 500: return "Server Error"; /* as Jetty calls it */
  case 501: return "Not Implemented";
  case 503: return "Service Unavailable";
  case 505: return "HTTP Version Not Supported";
  default: return "Unknown";
  }
}

static const char *date(struct http *h)
{
  const time_t now = time(NULL);
  struct tm tm;
  if (now != h->date_s) {
    h->date_s = now;
    strftime(h->date, sizeof h->date, "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&now, &tm));
  }
  return h->date;
}

/* --- compression --- */

static bool is_text(const char *type)
{
  return type != NULL &&
         (strncmp(type, "text/", 5) == 0 || strstr(type, "json") != NULL || strstr(type, "pson") != NULL);
}

/* Whether a word like "gzip;q=1.0" of Accept-Encoding allows gzip. */
static bool allows_gzip(str word)
{
  const size_t semicolon = str_index(word, ';', 0);
  const str name = str_trim(str_sub(word, 0, semicolon == SIZE_MAX ? word.n : semicolon));
  if (!str_caseeq(name, STR("gzip")) && !str_caseeq(name, STR("x-gzip"))) return false;
  if (semicolon == SIZE_MAX) return true;
  const str q = str_trim(str_from(word, semicolon + 1));
  if (!str_starts(q, STR("q=")) && !str_starts(q, STR("Q="))) return true;
  for (size_t i = 2; i < q.n; i++)
    if (q.p[i] >= '1' && q.p[i] <= '9') return true;
  return false;
}

static bool wants_gzip(const struct request *r)
{
  const str list = r->head == NULL ? STR_EMPTY : head_field(r->head, "Accept-Encoding");
  for (size_t at = 0; at < list.n;) {
    size_t comma = str_index(list, ',', at);
    if (comma == SIZE_MAX) comma = list.n;
    if (allows_gzip(str_sub(list, at, comma - at))) return true;
    at = comma + 1;
  }
  return false;
}

/* Compresses the body. False when that failed or saved nothing. */
static bool compress_body(struct arena *a, str body, str *out)
{
  /* One for the process, which compresses one body at a time. */
  static struct libdeflate_compressor *compressor;
  if (compressor == NULL && (compressor = libdeflate_alloc_compressor(GZIP_LEVEL)) == NULL) return false;
  /* Much larger than what comes out, and not to be kept until that is sent. */
  const size_t room = libdeflate_gzip_compress_bound(compressor, body.n);
  char *p = xmalloc(room);
  const size_t n = libdeflate_gzip_compress(compressor, body.p, body.n, p, room);
  const bool good = n > 0 && n < body.n;
  if (good) *out = arena_str(a, str_n(p, n));
  free(p);
  return good;
}

/* --- the head --- */

static void add_line(struct buf *out, const char *name, str value)
{
  buf_z(out, name);
  buf_append(out, ": ", 2);
  /* A line break in a value would let others add headers. */
  for (size_t i = 0; i < value.n; i++) buf_char(out, value.p[i] == '\r' || value.p[i] == '\n' ? ' ' : value.p[i]);
  buf_append(out, "\r\n", 2);
}

static bool has_body(const struct request *r, int status)
{
  return status != 204 && status != 304 && r->method != METHOD_HEAD;
}

static void put_head(struct connection *c, struct buf *out, uint64_t length, bool compressible, bool compressed)
{
  const struct answer *a = &c->answer;
  const struct request *r = c->request;
  buf_printf(out, "HTTP/1.1 %d %s\r\n", a->status, status_phrase(a->status));
  add_line(out, "Date", str_of(date(c->http)));
  for (size_t i = 0; i < a->nheaders; i++) add_line(out, a->headers[i].name, a->headers[i].value);
  if (a->content_type != NULL) add_line(out, "Content-Type", str_of(a->content_type));
  if (compressible) add_line(out, "Vary", STR("Accept-Encoding, User-Agent"));
  if (compressed) add_line(out, "Content-Encoding", STR("gzip"));
  if (a->status != 204 && a->status != 304) buf_printf(out, "Content-Length: %llu\r\n", (unsigned long long)length);
  if (c->close_after) add_line(out, "Connection", STR("close"));
  else if (r->head != NULL && r->head->http10) add_line(out, "Connection", STR("keep-alive"));
  buf_append(out, "\r\n", 2);
}

bool send_more(struct connection *c)
{
  struct answer *a = &c->answer;
  struct evbuffer *out = bufferevent_get_output(c->stream);
  if (a->file <= 0 || c->file_at >= a->length) return true;
  if (evbuffer_get_length(out) > FILE_PIECE) return true;
  /* Reads the file in place of mapping it, as evbuffer_add_file would with TLS: a mapped file that is truncated
   * meanwhile would end the process (SIGBUS). */
  struct evbuffer_iovec room;
  const uint64_t left = a->length - c->file_at;
  const size_t want = left < FILE_PIECE ? (size_t)left : FILE_PIECE;
  if (evbuffer_reserve_space(out, (ev_ssize_t)want, &room, 1) != 1) return false;
  ssize_t n;
  do n = pread(a->file, room.iov_base, want, (off_t)c->file_at);
  while (n < 0 && errno == EINTR);
  if (n <= 0) return false;
  room.iov_len = (size_t)n;
  c->file_at += (uint64_t)n;
  return evbuffer_commit_space(out, &room, 1) == 0;
}

void send_answer(struct connection *c)
{
  struct answer *a = &c->answer;
  struct request *r = c->request;
  struct evbuffer *out = bufferevent_get_output(c->stream);
  const bool compressible = c->http->options->gzip && a->file <= 0 && !a->plain && is_text(a->content_type) &&
                            a->body.n >= LEAST_GZIP;
  str body = a->body;
  const bool compressed = compressible && has_body(r, a->status) && wants_gzip(r) &&
                          compress_body(c->arena, a->body, &body);
  if (compressed) {
    a->body = body;
    free(r->bulk);
    r->bulk = NULL;
  }
  struct buf head = BUF_IN(c->arena);
  const uint64_t length = a->file > 0 ? a->length : body.n;
  put_head(c, &head, length, compressible, compressed);
  const bool sends = has_body(r, a->status);
  c->body_bytes = sends ? length : 0;
  c->file_at = sends ? 0 : a->length;
  if (sends && a->file <= 0 && body.n <= SMALL) {
    buf_str(&head, body);
    body = STR_EMPTY;
  }
  evbuffer_add(out, head.p, head.n);
  if (sends && a->file <= 0 && body.n > 0) evbuffer_add_reference(out, body.p, body.n, NULL, NULL);
  send_more(c); /* if it fails, it fails again in a call that checks */
}
