/* Contents from a web server or a Puppet server: requests the metadata of a file, and its contents. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "agent/types/file/file.h"
#include "base/file.h"
#include "base/http.h"

static bool is_http(str source) { return str_starts(source, STR("http:")) || str_starts(source, STR("https:")); }

/* "puppet://host/…", but not "puppet:///…". */
static bool has_host(str source) { return str_starts(source, STR("puppet://")) && source.n > 9 && source.p[9] != '/'; }

bool remote_is(const struct ral *ral, str source)
{
  if (is_http(source)) return true;
  return ral->server != NULL && str_starts(source, STR("puppet:")) && (!ral->own_modules || has_host(source));
}

static struct http_request request_of(struct ral *ral, const char *method, str url)
{
  return (struct http_request){
    .arena = ral->arena, .settings = ral->settings, .method = method, .url = url, .system_store = true};
}

/* --- response headers --- */

/* Converts the digest of Content-MD5 to hexadecimal digits; empty: invalid. */
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

/* "2026-11-23 08:12:31 UTC". Without the header it is the present time, so the file is copied in each run. */
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

/* The checksum without its type; empty: the server does not return it. */
static str sum_of(struct arena *a, const struct http_answer *answer, const char *kind)
{
  static const struct {
    const char *type, *header;
  } rows[] = {{"md5", "X-Checksum-Md5"}, {"sha1", "X-Checksum-Sha1"}, {"sha256", "X-Checksum-Sha256"}};
  if (strcmp(kind, "mtime") == 0) return modified(a, answer);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const str *header = strcmp(kind, rows[i].type) == 0 ? http_header(answer, rows[i].header) : NULL;
    if (header != NULL) return *header;
  }
  const str *md5 = strcmp(kind, "md5") == 0 ? http_header(answer, "Content-MD5") : NULL;
  return md5 != NULL ? hex_of_base64(a, *md5) : STR_EMPTY;
}

/* Prefers the type of checksum that the resource uses. */
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

/* Presigned URLs do not allow HEAD; requesting the first byte returns the same headers. */
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

/* --- metadata of a Puppet server --- */

static bool take_kind(struct ral *ral, str kind, struct file_source *s)
{
  static const struct {
    const char *name;
    mode_t mode;
  } kinds[] = {{"file", S_IFREG}, {"directory", S_IFDIR}, {"link", S_IFLNK}, {"fifo", S_IFIFO}, {"socket", S_IFSOCK}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (str_eqz(kind, kinds[i].name)) s->st.st_mode = kinds[i].mode;
  }
  return s->st.st_mode != 0 || ral_fail(ral, "The server sent a file of unknown type '%.*s'", STR_FMT(kind));
}

/* Checksums of directories are times, which are ignored. */
static void take_sum(struct ral *ral, value checksum, struct file_source *s)
{
  const value kind = checksum.kind == V_HASH ? hash_member(checksum.hash, "type") : VALUE_UNDEF;
  const value sum = checksum.kind == V_HASH ? hash_member(checksum.hash, "value") : VALUE_UNDEF;
  if (kind.kind != V_STRING || sum.kind != V_STRING || !S_ISREG(s->st.st_mode)) return;
  s->checksum_type = arena_strz(ral->arena, value_text(kind));
  s->checksum = value_text(sum);
}

bool remote_record(struct ral *ral, value record, struct file_source *s)
{
  if (record.kind != V_HASH) return ral_fail(ral, "The server returns nothing about the file");
  const struct hash *h = record.hash;
  const value mode = hash_member(h, "mode"), owner = hash_member(h, "owner"), group = hash_member(h, "group"),
              to = hash_member(h, "destination");
  if (!take_kind(ral, ral_text(hash_member(h, "type")), s)) return false;
  s->remote = s->recorded = true;
  s->content_uri = ral_text(hash_member(h, "content_uri"));
  if (mode.kind == V_INT) s->st.st_mode |= (mode_t)mode.integer & 07777;
  if (owner.kind == V_INT) s->st.st_uid = (uid_t)owner.integer;
  if (group.kind == V_INT) s->st.st_gid = (gid_t)group.integer;
  take_sum(ral, hash_member(h, "checksum"), s);
  if (!S_ISLNK(s->st.st_mode)) return true;
  s->link = ral_text(to);
  return s->link.n > 0 || ral_fail(ral, "The server sent a link without a destination");
}

static const char *word_of(struct ral_resource *r, const char *name)
{
  return arena_strz(r->ral->arena, ral_to_s(r->ral->arena, ral_value(r, name)));
}

static struct file_query query_of(struct ral_resource *r, str source)
{
  struct arena *a = r->ral->arena;
  const value limit = ral_value(r, "recurselimit"), ignore = ral_value(r, "ignore");
  struct file_query q = {.source = source,
                         .links = word_of(r, "links"),
                         .permissions = word_of(r, "source_permissions"),
                         .checksum_type = arena_strz(a, checksum_algorithm(r)),
                         .max_files = atoll(word_of(r, "max_files")),
                         .recurselimit = limit.kind == V_INT ? limit.integer : -1,
                         .ignore = &array_empty};
  if (ignore.kind != V_UNDEF) q.ignore = ignore.kind == V_ARRAY ? ignore.array : array_of(a, &ignore, 1).array;
  return q;
}

/* The metadata of the resource in a static catalog. */
static value inlined(struct ral_resource *r, const char *part)
{
  const struct catalog_doc *doc = r->ral->catalog;
  const value all = doc != NULL && doc->whole.kind == V_HASH ? hash_member(doc->whole.hash, part) : VALUE_UNDEF;
  const value *own = all.kind == V_HASH ? hash_get_str(all.hash, r->title) : NULL;
  return own != NULL ? *own : VALUE_UNDEF;
}

static enum remote_found look_at_server(struct ral_resource *r, struct file_source *s)
{
  value record = inlined(r, "metadata");
  if (record.kind != V_HASH) {
    const struct file_query q = query_of(r, s->given);
    const enum remote_found found = r->ral->server->find(r->ral, &q, &record);
    if (found != REMOTE_THERE) return found;
  } else {
    const str source = ral_text(hash_member(record.hash, "source"));
    if (source.n > 0) s->given = source;
  }
  return remote_record(r->ral, record, s) ? REMOTE_THERE : REMOTE_FAILED;
}

enum remote_found remote_tree(struct ral_resource *r, str source, value *records)
{
  const value all = inlined(r, "recursive_metadata");
  if (all.kind == V_HASH) {
    const value *own = hash_get_str(all.hash, source);
    if (own == NULL || own->kind != V_ARRAY) return REMOTE_MISSING;
    *records = *own;
    return REMOTE_THERE;
  }
  const struct file_query q = query_of(r, source);
  const enum remote_found found = r->ral->server->search(r->ral, &q, records);
  if (found == REMOTE_THERE && records->kind != V_ARRAY) {
    ral_fail(r->ral, "The server returns nothing about the directory");
    return REMOTE_FAILED;
  }
  return found;
}

/* --- web servers --- */

enum remote_found remote_look(struct ral_resource *r, struct file_source *s)
{
  if (!is_http(s->given)) return look_at_server(r, s);
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

/* --- copying contents --- */

struct sink {
  int fd;
  int why; /* errno; 0: everything was written */
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
  if (!is_http(s->given)) {
    if (ral->server->fetch(ral, s->given, s->content_uri, put_part, &sink)) return true;
    return sink.why == 0 ? false : ral_fail_system(ral, "%s @ io_write", strerror(sink.why));
  }
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
