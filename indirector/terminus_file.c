/* Files and what is known of them. `file`: the key is an absolute path. `file_server`: the key begins with a
 * mount, of which there is `modules` ("modules/nginx/nginx.conf" is the file files/nginx.conf of the module
 * nginx). `selector` takes the one that fits the key, which may also be a puppet: or file: URL. */
#include <errno.h>
#include <stdint.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/digest.h"
#include "compiler/environment/environment.h"
#include "indirector/internal.h"

enum { DEFAULT_MODE = 0644, MAX_FILES = 100000, MAX_LINK = 4096 };

static bool has_parent_step(str path)
{
  for (size_t at = 0; at <= path.n;) {
    const size_t slash = str_index(path, '/', at);
    if (str_eqz(str_sub(path, at, slash == SIZE_MAX ? path.n : slash - at), "..")) return true;
    if (slash == SIZE_MAX) break;
    at = slash + 1;
  }
  return false;
}

/* --- where it is --- */

static enum ind_result module_file(struct ind_request *r, str rest, str *path)
{
  struct environment_options environment;
  const size_t slash = str_index(rest, '/', 0);
  const str module = str_sub(rest, 0, slash),
            inner = slash == SIZE_MAX ? STR_EMPTY : str_from(rest, slash + 1);
  if (module.n == 0) return ind_fail(r, "No module specified");
  if (has_parent_step(rest))
    return ind_fail(r, "Cannot find file: Invalid relative path '%.*s'", STR_FMT(rest));
  if (!environment_read_conf(r->arena, r->in->host, r->in->settings, r->environment, &environment,
                             &r->error)) {
    return IND_FAILED;
  }
  for (uint32_t i = 0; i < environment.nmodulepath; i++) {
    const str directory =
        arena_printf(r->arena, "%.*s/%.*s", STR_FMT(environment.modulepath[i]), STR_FMT(module));
    if (r->in->host->stat(r->in->host->ctx, directory).kind != HOST_DIRECTORY) continue;
    *path = arena_printf(r->arena, "%.*s/files%s%.*s", STR_FMT(directory), inner.n > 0 ? "/" : "",
                         STR_FMT(inner));
    return IND_OK;
  }
  return IND_NOTHING;
}

static enum ind_result mounted(struct ind_request *r, str key, str *path)
{
  const size_t slash = str_index(key, '/', 0);
  const str mount = str_sub(key, 0, slash);
  if (str_eqz(mount, "modules"))
    return module_file(r, slash == SIZE_MAX ? STR_EMPTY : str_from(key, slash + 1), path);
  return ind_not_supported(r,
                           arena_printf(r->arena, "the mount '%.*s' of the file server", STR_FMT(mount)).p);
}

/* What comes after "puppet://HOST/" or "file://"; the key itself when it is no URL. */
static str without_scheme(str key)
{
  if (str_starts(key, STR("file://"))) return str_from(key, 7);
  if (!str_starts(key, STR("puppet://"))) return key;
  const size_t slash = str_index(key, '/', 9);
  return slash == SIZE_MAX ? STR_EMPTY : str_from(key, slash + 1);
}

static enum ind_result locate(struct ind_request *r, bool local, bool served, str *path)
{
  const str key = without_scheme(r->key);
  if (key.n > 0 && key.p[0] == '/') {
    if (!local) return ind_fail(r, "Cannot find file: Invalid mount ''");
    *path = key;
    return IND_OK;
  }
  if (served) return mounted(r, key, path);
  return ind_fail(r, "Fileset paths must be fully qualified: %.*s", STR_FMT(key));
}

/* --- metadata --- */

static bool checksum(struct ind_request *r, const char *algorithm, str path, str *out)
{
  str text, why, hex;
  if (!r->in->host->read_file(r->in->host->ctx, r->arena, path, &text, &why) ||
      !digest_hex(r->arena, algorithm, text, &hex)) {
    return false;
  }
  *out = arena_printf(r->arena, "{%s}%.*s", algorithm, STR_FMT(hex));
  return true;
}

static str changed_at(struct ind_request *r, time_t at)
{
  char text[64];
  struct tm tm;
  localtime_r(&at, &tm);
  strftime(text, sizeof text, "{ctime}%Y-%m-%d %H:%M:%S %z", &tm);
  return arena_str(r->arena, str_of(text));
}

static void put_text(struct hash *h, struct arena *a, const char *name, str text)
{
  hash_put_str(h, a, str_of(name), text.n > 0 ? value_str(text) : VALUE_UNDEF);
}

/* What kind it is, and by which checksum it is known. */
static enum ind_result describe(struct ind_request *r, str path, const struct stat *st, struct hash *h)
{
  struct arena *a = r->arena;
  const char *kind = S_ISREG(st->st_mode)   ? "file"
                     : S_ISDIR(st->st_mode) ? "directory"
                     : S_ISLNK(st->st_mode) ? "link"
                                            : NULL;
  const char *algorithm = r->checksum_type.n > 0 ? arena_strz(a, r->checksum_type)
                                                 : settings_strz(r->in->settings, SETTING_digest_algorithm);
  str sum = STR_EMPTY, destination = STR_EMPTY;
  char to[MAX_LINK];
  if (kind == NULL) return ind_fail(r, "Cannot manage files of that type: %.*s", STR_FMT(path));
  if (S_ISDIR(st->st_mode)) {
    algorithm = "ctime";
    sum = changed_at(r, st->st_ctime);
  } else if (!checksum(r, algorithm, path, &sum) && S_ISREG(st->st_mode)) {
    return ind_fail(r, "Could not make the %s checksum of %.*s", algorithm, STR_FMT(path));
  }
  if (S_ISLNK(st->st_mode)) {
    const ssize_t n = readlink(arena_strz(a, path), to, sizeof to);
    if (n > 0) destination = arena_str(a, str_n(to, (size_t)n));
  }
  struct hash *sums = hash_new(a, 2);
  put_text(sums, a, "type", arena_str(a, str_of(algorithm)));
  put_text(sums, a, "value", sum);
  hash_put_str(h, a, STR("checksum"), value_hash(sums));
  put_text(h, a, "type", str_of(kind));
  put_text(h, a, "destination", destination);
  return IND_OK;
}

/* `relative`: below which base path it was found; empty: it is the base. */
static enum ind_result metadata_of(struct ind_request *r, str base, str relative, struct ind_object *out)
{
  struct arena *a = r->arena;
  struct stat st;
  const str path = relative.n == 0 || str_eqz(relative, ".")
                       ? base
                       : arena_printf(a, "%.*s/%.*s", STR_FMT(base), STR_FMT(relative));
  const char *z = arena_strz(a, path);
  if ((r->follow_links ? stat(z, &st) : lstat(z, &st)) != 0) {
    return errno == ENOENT || errno == ENOTDIR ? IND_NOTHING : ind_fail(r, "%s: %s", z, strerror(errno));
  }
  struct hash *h = hash_new(a, 9);
  put_text(h, a, "path", base);
  put_text(h, a, "relative_path", relative);
  put_text(h, a, "links", r->follow_links ? STR("follow") : STR("manage"));
  hash_put_str(h, a, STR("owner"), value_int(r->use_permissions ? (int64_t)st.st_uid : (int64_t)geteuid()));
  hash_put_str(h, a, STR("group"), value_int(r->use_permissions ? (int64_t)st.st_gid : (int64_t)getegid()));
  hash_put_str(h, a, STR("mode"),
               value_int(r->use_permissions ? (int64_t)(st.st_mode & 07777) : DEFAULT_MODE));
  *out = (struct ind_object){.data = value_hash(h)};
  return describe(r, path, &st, h);
}

/* --- finding and searching --- */

static enum ind_result read_content(struct ind_request *r, str path)
{
  const struct host *host = r->in->host;
  const struct host_stat st = host->stat(host->ctx, path);
  str why;
  if (st.kind == HOST_NOTHING) return IND_NOTHING;
  r->result = (struct ind_object){.data = VALUE_UNDEF};
  if (st.kind == HOST_DIRECTORY) return IND_OK;
  return host->read_file(host->ctx, r->arena, path, &r->result.bytes, &why)
             ? IND_OK
             : ind_fail(r, "%.*s: %.*s", STR_FMT(path), STR_FMT(why));
}

static enum ind_result find_at(struct ind_request *r, bool local, bool served)
{
  str path;
  const enum ind_result found = locate(r, local, served, &path);
  if (found != IND_OK) return found;
  if (r->indirection == IND_FILE_CONTENT) return read_content(r, path);
  return metadata_of(r, path, STR_EMPTY, &r->result);
}

/* All paths below the base, breadth first, "." among them; the base alone without `recurse`. */
static enum ind_result search_at(struct ind_request *r, bool local, bool served)
{
  const struct host *host = r->in->host;
  str base;
  struct ptrvec queue = {0};
  const enum ind_result found = locate(r, local, served, &base);
  if (found != IND_OK) return found;
  str *first = ARENA_NEW(r->arena, str);
  *first = STR(".");
  ptrvec_push(&queue, r->arena, first);
  for (uint32_t i = 0; i < queue.n; i++) {
    const str relative = *(str *)queue.items[i];
    const str path = i == 0 ? base : arena_printf(r->arena, "%.*s/%.*s", STR_FMT(base), STR_FMT(relative));
    struct ind_object *o = ARENA_NEW(r->arena, struct ind_object);
    const enum ind_result one = metadata_of(r, base, relative, o);
    if (one == IND_FAILED || (one == IND_NOTHING && i == 0)) return one;
    if (one == IND_OK) ptrvec_push(&r->results, r->arena, o);
    str *names;
    uint32_t n;
    const bool enter = r->recurse && host->stat(host->ctx, path).kind == HOST_DIRECTORY &&
                       (i == 0 || r->follow_links || !host->is_link(host->ctx, path));
    if (!enter || !host->list_directory(host->ctx, r->arena, path, &names, &n)) continue;
    if (queue.n + n > MAX_FILES) return ind_fail(r, "The directory %.*s has too many files", STR_FMT(base));
    for (uint32_t k = 0; k < n; k++) {
      str *child = ARENA_NEW(r->arena, str);
      *child = i == 0 ? names[k] : arena_printf(r->arena, "%.*s/%.*s", STR_FMT(relative), STR_FMT(names[k]));
      ptrvec_push(&queue, r->arena, child);
    }
  }
  return IND_OK;
}

static enum ind_result local_find(struct ind_request *r) { return find_at(r, true, false); }
static enum ind_result local_search(struct ind_request *r) { return search_at(r, true, false); }
static enum ind_result served_find(struct ind_request *r) { return find_at(r, false, true); }
static enum ind_result served_search(struct ind_request *r) { return search_at(r, false, true); }
static enum ind_result any_find(struct ind_request *r) { return find_at(r, true, true); }
static enum ind_result any_search(struct ind_request *r) { return search_at(r, true, true); }

const struct terminus terminus_file = {"file", local_find, local_search, NULL, NULL};
const struct terminus terminus_file_server = {"file_server", served_find, served_search, NULL, NULL};
const struct terminus terminus_selector = {"selector", any_find, any_search, NULL, NULL};
