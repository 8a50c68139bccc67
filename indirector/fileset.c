#include "indirector/fileset.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/map.h"

enum { DEFAULT_MODE = 0644, SOFT_MAX_FILES = 1000, MAX_FILES = 1000000, MAX_LINK = 4096 };

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
  if (o->later != NULL) *o->later = 0;
  if (S_ISREG(mode)) {
    m->type = "file";
    if (checksum_or_later(a, o->checksum_type, z, st, o->later, &m->checksum)) return FILE_FOUND;
    return o->later != NULL && *o->later > 0 ? FILE_LATER : failed(a, error, "rb_sysopen", z);
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
    (void)!checksum_or_later(a, o->checksum_type, z, NULL, o->later, &m->checksum);
    return o->later != NULL && *o->later > 0 ? FILE_LATER : FILE_FOUND;
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
    if (found == FILE_FAULT || found == FILE_LATER) return found;
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
