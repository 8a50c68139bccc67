/* GET, HEAD and PUT /puppet/v3/file_bucket_file/:algorithm/:sum[/path]. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bucket.h"
#include "base/digest.h"
#include "base/log.h"
#include "server/routes/routes.h"

static const enum media bytes_only[] = {MEDIA_BINARY};

static str inspected(struct request *r, str s)
{
  struct buf out = BUF_IN(r->arena);
  if (s.p == NULL) return STR("nil");
  json_quote(&out, s);
  return buf_view(&out);
}

/* The next part of the path; p NULL at the end. */
static str next_part(str *rest)
{
  if (rest->p == NULL) return *rest;
  const size_t slash = str_index(*rest, '/', 0);
  const str part = str_sub(*rest, 0, slash);
  *rest = slash == SIZE_MAX ? (str){0} : str_from(*rest, slash + 1);
  return part;
}

/* Reads the checksum and the optional path. False after an answer. */
static bool read_key(struct worker *w, struct request *r, struct answer *a, str *sum, str *path)
{
  str rest = r->rest;
  const str algorithm = next_part(&rest), wanted = settings_str(w->settings, SETTING_digest_algorithm);
  *sum = next_part(&rest);
  *path = rest.p != NULL ? rest : STR_EMPTY;
  str why;
  if (!str_eq(algorithm, wanted)) {
    why = arena_printf(r->arena, "Unsupported checksum type %.*s", STR_FMT(inspected(r, algorithm)));
  } else if (sum->p == NULL || !bucket_is_sum(algorithm, *sum)) {
    why = arena_printf(r->arena, "Invalid checksum %.*s", STR_FMT(inspected(r, *sum)));
  } else if (str_index(*path, '\n', 0) != SIZE_MAX) {
    why = STR("A path in the bucket cannot have a line break");
  } else {
    return true;
  }
  route_failed(r, a, why);
  return false;
}

/* --- finding --- */

static void send_contents(struct request *r, struct answer *a, const char *bucket, str sum)
{
  struct stat st;
  const str path = bucket_contents(r->arena, bucket, sum);
  const int fd = open(path.p, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || fstat(fd, &st) != 0) {
    route_failed(r, a, arena_printf(r->arena, "%s @ rb_sysopen - %s", strerror(errno), path.p));
    if (fd >= 0) close(fd);
    return;
  }
  log_info(&log_server_files, "FileBucket read %.*s", STR_FMT(sum));
  a->status = 200;
  a->content_type = "application/octet-stream";
  a->plain = true;
  a->body = STR_EMPTY;
  if (st.st_size > 0) {
    a->file = fd;
    a->length = (uint64_t)st.st_size;
  } else {
    close(fd);
  }
}

/* The program of the setting diff, searched in PATH, and the words of diff_args. */
static uint32_t diff_words(struct worker *w, struct arena *a, str argv[16])
{
  const str arguments = arena_str(a, settings_str(w->settings, SETTING_diff_args));
  uint32_t n = 0;
  argv[n++] = STR("/usr/bin/env");
  argv[n++] = arena_str(a, settings_str(w->settings, SETTING_diff));
  for (size_t at = 0; at < arguments.n && n < 13;) {
    size_t blank = str_index(arguments, ' ', at);
    if (blank == SIZE_MAX) blank = arguments.n;
    if (blank > at) argv[n++] = str_sub(arguments, at, blank - at);
    at = blank + 1;
  }
  return n;
}

static void send_difference(struct worker *w, struct request *r, struct answer *a, const char *bucket, str sum,
                            str other)
{
  const struct host host = compile_cli_host();
  str argv[16];
  if (!bucket_is_sum(settings_str(w->settings, SETTING_digest_algorithm), other) ||
      !bucket_has(r->arena, bucket, other)) {
    route_failed(r, a, arena_printf(r->arena, "could not find diff_with %.*s", STR_FMT(other)));
    return;
  }
  uint32_t n = diff_words(w, r->arena, argv);
  argv[n++] = bucket_contents(r->arena, bucket, sum);
  argv[n++] = bucket_contents(r->arena, bucket, other);
  struct host_program program = {.argv = argv, .n = n, .directory = STR_EMPTY};
  if (argv[1].n == 0) {
    route_failed(r, a, STR("Unable to diff on this platform"));
  } else if (!host.run_program(host.ctx, r->arena, &program) || program.status < 0 || program.status > 1) {
    route_failed(r, a,
                 arena_printf(r->arena, "Could not run %.*s: %.*s", STR_FMT(argv[1]),
                              STR_FMT(program.error.n > 0 ? program.error : program.output)));
  } else {
    a->status = 200;
    a->content_type = "application/octet-stream";
    a->body = program.output;
  }
}

static void find(struct worker *w, struct request *r, struct answer *a)
{
  const char *bucket = settings_strz(w->settings, SETTING_bucketdir);
  const str other = route_parameter(r, "diff_with"), list = route_parameter(r, "list_all");
  str sum, path;
  if (r->method != METHOD_HEAD && list.p != NULL && !str_eqz(list, "false")) {
    route_failed(r, a, STR("Listing remote file buckets is not allowed"));
    return;
  }
  if (!read_key(w, r, a, &sum, &path)) return;
  const bool there = bucket_has(r->arena, bucket, sum) && (path.n == 0 || bucket_has_path(r->arena, bucket, sum, path));
  if (!there) {
    route_not_found(r, a, "RESOURCE_NOT_FOUND", "Could not find file_bucket_file %.*s", STR_FMT(r->rest));
  } else if (r->method == METHOD_HEAD) {
    a->status = 200;
    a->body = STR_EMPTY;
  } else if (other.p != NULL) {
    send_difference(w, r, a, bucket, sum, other);
  } else {
    send_contents(r, a, bucket, sum);
  }
}

/* --- saving --- */

/* Saves under the checksum of the received contents, not the one in the request. */
static void save(struct worker *w, struct request *r, struct answer *a)
{
  const char *algorithm = settings_strz(w->settings, SETTING_digest_algorithm);
  enum media media;
  str sum, path, own, error;
  bool there;
  if (!route_content_type(r, a, bytes_only, 1, &media) || !read_key(w, r, a, &sum, &path)) return;
  if (!digest_hex(r->arena, algorithm, r->body, &own)) {
    route_failed(r, a, arena_printf(r->arena, "Unsupported checksum type \"%s\"", algorithm));
    return;
  }
  if (!bucket_put(r->arena, settings_strz(w->settings, SETTING_bucketdir), own, r->body, path, &there, &error)) {
    route_failed(r, a, error);
    return;
  }
  if (there) log_info(&log_server_files, "FileBucket got a duplicate file {%s}%.*s", algorithm, STR_FMT(own));
  a->status = 200;
  a->content_type = "application/octet-stream";
  a->body = STR_EMPTY;
}

void route_file_bucket(struct worker *w, struct request *r, struct answer *a)
{
  enum media media;
  if (r->rest.n == 0) {
    route_bad_request(r, a, "No request key specified in %.*s", STR_FMT(r->path));
    return;
  }
  struct site *site = route_site(w, r, a);
  if (site == NULL) return;
  environments_done(w->environments, site);
  if (r->method != METHOD_HEAD &&
      !route_accept(r, a, bytes_only, 1, r->method == METHOD_PUT ? MEDIA_BINARY : NO_FALLBACK, &media))
    return;
  if (r->method == METHOD_PUT) save(w, r, a);
  else find(w, r, a);
}
