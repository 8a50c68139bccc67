/* Contents that come by HTTP: what a server says of a file before it is fetched, and fetching it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "agent/types/file/file.h"
#include "base/file.h"
#include "base/http.h"

bool remote_is(str source)
{
  return str_starts(source, STR("http:")) || str_starts(source, STR("https:"));
}

static struct http_request request_of(struct ral *ral, const char *method, str url)
{
  return (struct http_request){.arena = ral->arena, .settings = ral->settings, .method = method, .url = url, .system_store = true};
}

/* --- what the headers say --- */

/* The digest of Content-MD5 in hexadecimal digits; empty: it is none. */
static str hex_of_base64(struct arena *a, str text)
{
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  struct buf out = BUF_IN(a);
  unsigned bits = 0, have = 0;
  for (size_t i = 0; i < text.n && text.p[i] != '='; i++) {
    const char *at = text.p[i] != '\0' ? strchr(letters, text.p[i]) : NULL;
    if (at == NULL) continue;
    bits = bits << 6 | (unsigned)(at - letters);
    have += 6;
    if (have < 8) continue;
    have -= 8;
    buf_printf(&out, "%02x", bits >> have & 0xff);
  }
  return buf_view(&out);
}

/* "2026-11-23 08:12:31 UTC"; without the header the time is now, so the file is fetched at each run. */
static str modified(struct arena *a, const struct http_answer *answer)
{
  const str *header = http_header(answer, "Last-Modified");
  struct tm tm = {0};
  char text[64];
  if (header != NULL && strptime(arena_strz(a, *header), "%a, %d %b %Y %H:%M:%S GMT", &tm) != NULL) {
    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &tm);
  } else {
    const time_t now = time(NULL);
    localtime_r(&now, &tm);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %z", &tm);
  }
  return arena_str(a, str_of(text));
}

/* The sum of that type, without it; empty: the server does not tell. */
static str sum_of(struct arena *a, const struct http_answer *answer, const char *kind)
{
  static const struct { const char *type, *header; } rows[] = {
      {"md5", "X-Checksum-Md5"}, {"sha1", "X-Checksum-Sha1"}, {"sha256", "X-Checksum-Sha256"}};
  if (strcmp(kind, "mtime") == 0) return modified(a, answer);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const str *header = strcmp(kind, rows[i].type) == 0 ? http_header(answer, rows[i].header) : NULL;
    if (header != NULL) return *header;
  }
  const str *md5 = strcmp(kind, "md5") == 0 ? http_header(answer, "Content-MD5") : NULL;
  return md5 != NULL ? hex_of_base64(a, *md5) : STR_EMPTY;
}

/* The type that the resource wants goes before the others. */
static void take_checksum(struct ral_resource *r, const struct http_answer *answer, struct file_source *s)
{
  struct arena *a = r->ral->arena;
  const char *const types[] = {arena_strz(a, checksum_algorithm(r)), "sha256", "sha1", "md5", "mtime"};
  for (size_t i = 0; i < sizeof types / sizeof *types && s->checksum.n == 0; i++) {
    const str sum = sum_of(a, answer, types[i]);
    s->checksum_type = types[i];
    if (sum.n > 0) s->checksum = arena_printf(a, "{%s}%.*s", types[i], STR_FMT(sum));
  }
}

/* Presigned addresses allow no HEAD: the first byte has the same headers. */
static bool ask(struct ral *ral, str url, struct http_answer *answer, struct http_failure *failure)
{
  static const char *const first_byte[] = {"Range: bytes=0-0", NULL};
  struct http_request request = request_of(ral, "HEAD", url);
  if (!http_perform(&request, answer, failure)) return false;
  if (answer->status != 403 && answer->status != 405) return true;
  request = request_of(ral, "GET", url);
  request.headers = first_byte;
  return http_perform(&request, answer, failure);
}

enum remote_found remote_look(struct ral_resource *r, struct file_source *s)
{
  struct http_answer answer;
  struct http_failure failure;
  if (!ask(r->ral, s->given, &answer, &failure)) {
    ral_fail(r->ral, "%.*s", STR_FMT(failure.message));
    return REMOTE_FAILED;
  }
  if (answer.status / 100 != 2) return REMOTE_MISSING;
  s->remote = true;
  s->st.st_mode = S_IFREG;
  take_checksum(r, &answer, s);
  return REMOTE_THERE;
}

/* --- fetching --- */

struct sink {
  int fd;
  int why;                           /* errno; 0: all was written */
};

static bool put_part(void *ctx, str part)
{
  struct sink *sink = ctx;
  if (file_write_all(sink->fd, part)) return true;
  sink->why = errno;
  return false;
}

bool remote_put(struct ral *ral, const struct file_source *s, int fd)
{
  struct sink sink = {.fd = fd};
  struct http_request request = request_of(ral, "GET", s->given);
  struct http_answer answer;
  struct http_failure failure;
  request.take = put_part;
  request.ctx = &sink;
  if (!http_perform(&request, &answer, &failure)) {
    if (sink.why != 0) return ral_fail_system(ral, "%s @ io_write", strerror(sink.why));
    return ral_fail(ral, "%.*s", STR_FMT(failure.message));
  }
  if (answer.status / 100 == 2) return true;
  return ral_fail_system(ral, "Error %ld on SERVER: %.*s", answer.status,
                         STR_FMT(answer.body.n > 0 ? answer.body : answer.reason));
}
