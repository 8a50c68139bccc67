#include "indirector/fileset.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "base/digest.h"
#include "base/map.h"
#include "base/protect.h"

enum { DEFAULT_MODE = 0644, LITE_BYTES = 512, SOFT_MAX_FILES = 1000, MAX_FILES = 1000000, MAX_LINK = 4096 };

/* --- checksums --- */

/* Checksums of contents; the second name is for the first 512 bytes only. */
static const struct {
  const char *name, *algorithm;
  bool lite;
} digests[] = {{"sha256", "sha256", false}, {"sha256lite", "sha256", true}, {"md5", "md5", false},
               {"md5lite", "md5", true},    {"sha1", "sha1", false},        {"sha1lite", "sha1", true},
               {"sha512", "sha512", false}, {"sha384", "sha384", false},    {"sha224", "sha224", false}};
enum { DIGESTS = sizeof digests / sizeof *digests };
static const char *const times[] = {"mtime", "ctime", "none"};

static int digest_number(const char *type)
{
  for (int i = 0; i < DIGESTS; i++) {
    if (strcmp(digests[i].name, type) == 0) return i;
  }
  return -1;
}

const char *checksum_type_named(str name)
{
  for (size_t i = 0; i < DIGESTS; i++) {
    if (str_eqz(name, digests[i].name)) return digests[i].name;
  }
  for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
    if (str_eqz(name, times[i])) return times[i];
  }
  return NULL;
}

/* A set-associative cache: a new entry replaces the least recently used one of its set. */
enum { SETS = 4096, WAYS = 4, MOST_HEX = 128 };
struct remembered {
  uint64_t device, inode, size, used;
  int64_t mtime_ns, ctime_ns;
  uint8_t digest, length;
  char hex[MOST_HEX];
};
static struct remembered *memory; /* SETS * WAYS */
static uint64_t uses;

static int64_t ns_of(struct timespec t) { return t.tv_sec * INT64_C(1000000000) + t.tv_nsec; }

static struct remembered *set_of(const struct stat *st, int digest)
{
  if (memory == NULL) memory = xcalloc((size_t)SETS * WAYS, sizeof *memory);
  uint64_t h = (uint64_t)st->st_ino * UINT64_C(0x9E3779B97F4A7C15) ^ (uint64_t)st->st_dev ^ (uint64_t)digest << 7;
  h ^= h >> 29;
  return memory + (h % SETS) * WAYS;
}

static bool is_it(const struct remembered *r, const struct stat *st, int digest)
{
  return r->length > 0 && r->digest == digest && r->inode == st->st_ino && r->device == st->st_dev &&
         r->size == (uint64_t)st->st_size && r->mtime_ns == ns_of(st->st_mtim) && r->ctime_ns == ns_of(st->st_ctim);
}

static bool recall(struct arena *a, const struct stat *st, int digest, str *hex)
{
  struct remembered *set = set_of(st, digest);
  for (int i = 0; i < WAYS; i++) {
    if (!is_it(&set[i], st, digest)) continue;
    set[i].used = ++uses;
    *hex = arena_str(a, str_n(set[i].hex, set[i].length));
    return true;
  }
  return false;
}

static void remember(const struct stat *st, int digest, str hex)
{
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  const int64_t last = ns_of(st->st_ctim) > ns_of(st->st_mtim) ? ns_of(st->st_ctim) : ns_of(st->st_mtim);
  if (ns_of(now) - last < INT64_C(1000000000)) return;
  struct remembered *set = set_of(st, digest), *to = set;
  for (int i = 1; i < WAYS; i++) {
    if (set[i].used < to->used) to = &set[i];
  }
  *to = (struct remembered){.device = st->st_dev,
                            .inode = st->st_ino,
                            .size = (uint64_t)st->st_size,
                            .used = ++uses,
                            .mtime_ns = ns_of(st->st_mtim),
                            .ctime_ns = ns_of(st->st_ctim),
                            .digest = (uint8_t)digest,
                            .length = (uint8_t)hex.n};
  memcpy(to->hex, hex.p, hex.n);
}

/* The digest of the first bytes only. */
static bool digest_of_head(struct arena *a, const char *algorithm, int fd, str *hex)
{
  char head[LITE_BYTES];
  size_t n = 0;
  for (ssize_t more; n < sizeof head; n += (size_t)more) {
    more = read(fd, head + n, sizeof head - n);
    if (more < 0) return false;
    if (more == 0) break;
  }
  return digest_hex(a, algorithm, str_n(head, n), hex);
}

static bool digest_of_contents(struct arena *a, int number, const char *path, const struct stat *known, str *hex)
{
  struct stat st;
  if (known != NULL && S_ISREG(known->st_mode) && recall(a, known, number, hex)) return true;
  /* Opening a file that is not regular must not block. */
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return false;
  bool ok = fstat(fd, &st) == 0;
  const bool forbidden = protect_forbids(fd);
  if (ok && (forbidden || !S_ISREG(st.st_mode))) {
    errno = forbidden ? EACCES : S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
    ok = false;
  }
  if (ok && !recall(a, &st, number, hex)) {
    const char *algorithm = digests[number].algorithm;
    ok = digests[number].lite ? digest_of_head(a, algorithm, fd, hex) : digest_fd(a, algorithm, fd, SIZE_MAX, hex);
    struct stat after;
    const bool same = ok && fstat(fd, &after) == 0 && after.st_size == st.st_size &&
                      ns_of(after.st_mtim) == ns_of(st.st_mtim) && ns_of(after.st_ctim) == ns_of(st.st_ctim);
    if (same) remember(&st, number, *hex);
  }
  const int why = errno;
  close(fd);
  errno = why;
  return ok;
}

static str time_of(struct arena *a, const char *type, struct timespec at)
{
  char text[64];
  struct tm tm;
  localtime_r(&at.tv_sec, &tm);
  strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %z", &tm);
  return arena_printf(a, "{%s}%s", type, text);
}

/* `known`: the fresh result of stat(2) or lstat(2); NULL: not called yet. */
static bool checksum_of(struct arena *a, const char *type, const char *path, const struct stat *known, str *out)
{
  const int number = digest_number(type);
  struct stat st;
  str hex;
  if (number >= 0) {
    if (!digest_of_contents(a, number, path, known, &hex)) return false;
    *out = arena_printf(a, "{%s}%.*s", type, STR_FMT(hex));
    return true;
  }
  if (strcmp(type, "none") == 0) {
    *out = STR("{none}");
    return true;
  }
  if (stat(path, &st) != 0) return false;
  *out = time_of(a, type, strcmp(type, "mtime") == 0 ? st.st_mtim : st.st_ctim);
  return true;
}

bool checksum_of_file(struct arena *a, const char *type, const char *path, str *out)
{
  return checksum_of(a, type, path, NULL, out);
}

/* --- one file --- */

static enum file_found fault(struct arena *a, str *error, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
static enum file_found fault(struct arena *a, str *error, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  *error = buf_vformat(a, fmt, ap);
  va_end(ap);
  return FILE_FAULT;
}

/* Ruby's message for a failed call: "Permission denied @ rb_sysopen - /x". */
static enum file_found failed(struct arena *a, str *error, const char *call, const char *path)
{
  return fault(a, error, "%s @ %s - %s", strerror(errno), call, path);
}

static str full_path(struct arena *a, str path, str relative)
{
  if (relative.p == NULL || relative.n == 0 || str_eqz(relative, ".")) return arena_str(a, path);
  return arena_printf(a, "%.*s/%.*s", STR_FMT(path), STR_FMT(relative));
}

static enum file_found describe(struct arena *a, const struct fileset_options *o, const char *z, const struct stat *st,
                                struct file_metadata *m, str *error)
{
  const mode_t mode = st->st_mode;
  char to[MAX_LINK];
  m->checksum_type = o->checksum_type;
  if (S_ISREG(mode)) {
    m->type = "file";
    return checksum_of(a, o->checksum_type, z, st, &m->checksum) ? FILE_FOUND : failed(a, error, "rb_sysopen", z);
  }
  if (S_ISDIR(mode)) {
    m->type = "directory";
    m->checksum_type = "ctime";
    /* Puppet uses the ctime of the tree's root for each directory. */
    return checksum_of_file(a, "ctime", arena_strz(a, m->path), &m->checksum) ? FILE_FOUND
                                                                              : failed(a, error, "rb_file_s_stat", z);
  }
  if (S_ISLNK(mode)) {
    m->type = "link";
    const ssize_t n = readlink(z, to, sizeof to);
    if (n < 0) return failed(a, error, "rb_readlink", z);
    m->destination = arena_str(a, str_n(to, (size_t)n));
    (void)!checksum_of_file(a, o->checksum_type, z, &m->checksum);
    return FILE_FOUND;
  }
  if (!S_ISFIFO(mode) && !S_ISSOCK(mode))
    return fault(a, error, "Cannot manage files of type %s", S_ISCHR(mode) ? "characterSpecial" : "blockSpecial");
  m->type = S_ISFIFO(mode) ? "fifo" : "socket";
  m->checksum_type = "none";
  m->checksum = STR("{none}");
  return FILE_FOUND;
}

enum file_found file_metadata_read(struct arena *a, const struct fileset_options *o, str path, str relative,
                                   struct file_metadata *out, str *error)
{
  struct stat st;
  const char *z = full_path(a, path, relative).p;
  if ((o->follow ? stat(z, &st) : lstat(z, &st)) != 0) {
    return errno == ENOENT || errno == ENOTDIR ? FILE_MISSING : failed(a, error, "rb_file_s_stat", z);
  }
  *out = (struct file_metadata){.path = path,
                                .relative = relative,
                                .follow = o->follow,
                                .owner = o->use_permissions ? st.st_uid : geteuid(),
                                .group = o->use_permissions ? st.st_gid : getegid(),
                                .mode = o->use_permissions ? st.st_mode & 07777 : DEFAULT_MODE};
  return describe(a, o, z, &st, out, error);
}

/* --- a whole tree --- */

struct entry {
  str relative; /* empty: the root */
  int64_t depth;
};

struct walk {
  struct arena *arena;
  const struct fileset_options *options;
  str root;
  struct entry *entries; /* found entries, which are also the queue */
  uint32_t n, cap;
};

static bool add_entry(struct walk *w, str relative, int64_t depth)
{
  if (w->n >= MAX_FILES) return false;
  ARENA_ROOM(w->arena, w->entries, w->n, w->cap, 64);
  w->entries[w->n++] = (struct entry){relative, depth};
  return true;
}

static bool is_ignored(const struct fileset_options *o, struct arena *a, const char *name)
{
  for (uint32_t i = 0; i < o->nignore; i++) {
    if (fnmatch(arena_strz(a, o->ignore[i]), name, FNM_PERIOD) == 0) return true;
  }
  return false;
}

static int skip_dots(const struct dirent *d) { return strcmp(d->d_name, ".") != 0 && strcmp(d->d_name, "..") != 0; }

static bool enter(struct walk *w, struct entry at)
{
  struct dirent **names;
  struct stat st;
  const char *z = full_path(w->arena, w->root, at.relative).p;
  if ((w->options->follow ? stat(z, &st) : lstat(z, &st)) != 0 || !S_ISDIR(st.st_mode)) return true;
  const int n = scandir(z, &names, skip_dots, alphasort);
  bool ok = true;
  for (int i = 0; i < n; i++) {
    const char *name = names[i]->d_name;
    if (ok && !is_ignored(w->options, w->arena, name)) {
      const str relative = at.relative.n == 0 ? arena_str(w->arena, str_of(name))
                                              : arena_printf(w->arena, "%.*s/%s", STR_FMT(at.relative), name);
      ok = add_entry(w, relative, at.depth + 1);
    }
    free(names[i]);
  }
  if (n >= 0) free(names);
  return ok;
}

static void tell(const struct fileset_options *o, str message)
{
  if (o->say != NULL) o->say(o->ctx, LOG_LEVEL_WARNING, message);
}

static enum file_found check_count(struct walk *w, str *error)
{
  const struct fileset_options *o = w->options;
  const uint32_t found = w->n - 1;
  if (o->max_files > 0 && found > (uint64_t)o->max_files) {
    return fault(
      w->arena, error,
      "The directory '%.*s' contains %u entries, which exceeds the limit of %lld specified by the max_files "
      "parameter for this resource. The limit may be increased, but be aware that large number of file resources "
      "can result in excessive resource consumption and degraded performance. Consider using an alternate method "
      "to manage large directory trees",
      STR_FMT(w->root), found, (long long)o->max_files);
  }
  if (o->max_files == 0 && found > SOFT_MAX_FILES) {
    tell(o,
         arena_printf(w->arena,
                      "The directory '%.*s' contains %u entries, which exceeds the default soft limit %d and may cause "
                      "excessive resource consumption and degraded performance. To remove this warning set a value for "
                      "`max_files` parameter or consider using an alternate method to manage large directory trees",
                      STR_FMT(w->root), found, SOFT_MAX_FILES));
  }
  return FILE_FOUND;
}

static enum file_found walk(struct walk *w, str *error)
{
  struct stat st;
  const struct fileset_options *o = w->options;
  while (w->root.n > 1 && w->root.p[w->root.n - 1] == '/') w->root.n--;
  const char *z = arena_strz(w->arena, w->root);
  if ((o->follow ? stat(z, &st) : lstat(z, &st)) != 0) return fault(w->arena, error, "Fileset paths must exist");
  add_entry(w, STR_EMPTY, 0);
  for (uint32_t i = 0; i < w->n && o->recurse; i++) {
    const struct entry at = w->entries[i];
    if (o->recurselimit >= 0 && at.depth + 1 > o->recurselimit) continue;
    if (!enter(w, at)) return fault(w->arena, error, "not supported: more than %d files below '%s'", MAX_FILES, z);
  }
  return check_count(w, error);
}

enum file_found fileset_read(struct arena *a, const struct fileset_options *o, const str *paths, uint32_t npaths,
                             struct file_metadata **out, uint32_t *n, str *error)
{
  struct strmap files;
  strmap_init(&files, a);
  for (uint32_t i = 0; i < npaths; i++) {
    struct walk w = {.arena = a, .options = o, .root = paths[i]};
    const enum file_found found = walk(&w, error);
    if (found != FILE_FOUND) return found;
    str *root = ARENA_NEW(a, str);
    *root = w.root;
    for (uint32_t k = 0; k < w.n; k++) {
      bool made;
      void **slot = strmap_slot(&files, k == 0 ? STR(".") : w.entries[k].relative, &made);
      if (made) *slot = root;
    }
  }
  *out = arena_array(a, (size_t)files.n + 1, sizeof **out);
  *n = 0;
  for (uint32_t i = 0; i < files.n; i++) {
    const struct strmap_entry *e = &files.entries[i];
    const enum file_found found = file_metadata_read(a, o, *(const str *)e->value, e->key, &(*out)[*n], error);
    if (found == FILE_FAULT) return found;
    /* Leaves out a file that disappeared meanwhile, where Puppet fails; also a broken link when following links. */
    if (found == FILE_FOUND) ++*n;
  }
  return FILE_FOUND;
}

/* --- conversion to data --- */

static void write_text(struct json_writer *w, const char *key, str s)
{
  json_key(w, str_of(key));
  if (s.p == NULL) json_null(w);
  else json_str(w, s);
}

static void write_int(struct json_writer *w, const char *key, int64_t i)
{
  json_key(w, str_of(key));
  json_int(w, i);
}

void file_metadata_write(struct json_writer *w, const struct file_metadata *m)
{
  json_begin_object(w);
  write_text(w, "path", m->path);
  write_text(w, "relative_path", m->relative);
  write_text(w, "links", m->follow ? STR("follow") : STR("manage"));
  write_int(w, "owner", m->owner);
  write_int(w, "group", m->group);
  write_int(w, "mode", m->mode);
  json_key(w, STR("checksum"));
  json_begin_object(w);
  write_text(w, "type", str_of(m->checksum_type));
  write_text(w, "value", m->checksum);
  json_end_object(w);
  write_text(w, "type", str_of(m->type));
  write_text(w, "destination", m->destination);
  if (m->content_uri.p != NULL) write_text(w, "content_uri", m->content_uri);
  if (m->source.p != NULL) write_text(w, "source", m->source);
  json_end_object(w);
}

static void put_text(struct hash *h, struct arena *a, const char *name, str text)
{
  hash_put_str(h, a, str_of(name), text.p != NULL ? value_str(text) : VALUE_UNDEF);
}

const struct hash *file_metadata_hash(struct arena *a, const struct file_metadata *m)
{
  struct hash *h = hash_new(a, 9), *sums = hash_new(a, 2);
  put_text(h, a, "path", m->path);
  put_text(h, a, "relative_path", m->relative);
  put_text(h, a, "links", m->follow ? STR("follow") : STR("manage"));
  hash_put_str(h, a, STR("owner"), value_int(m->owner));
  hash_put_str(h, a, STR("group"), value_int(m->group));
  hash_put_str(h, a, STR("mode"), value_int(m->mode));
  put_text(sums, a, "type", str_of(m->checksum_type));
  put_text(sums, a, "value", m->checksum);
  hash_put_str(h, a, STR("checksum"), value_hash(sums));
  put_text(h, a, "type", str_of(m->type));
  put_text(h, a, "destination", m->destination);
  return h;
}
