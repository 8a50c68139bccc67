/* The state of a path: saved before it is changed, and examined afterwards. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "agent/journal/journal.h"
#include "agent/types/file/file.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/utf8.h"

enum { MOST_ENTRIES = 10000, MOST_DEPTH = 64 };

static void put(struct hash *h, struct arena *a, const char *key, value v) { hash_put_str(h, a, str_of(key), v); }

static void put_text(struct hash *h, struct arena *a, const char *key, str text)
{
  put(h, a, key, value_str(arena_str(a, text)));
}

/* --- contents --- */

static bool copy_bytes(int from, int to, int64_t *room)
{
  char block[65536];
  ssize_t n;
  while ((n = read(from, block, sizeof block)) > 0) {
    if (n > *room) errno = EFBIG;
    if (n > *room || !file_write_all(to, str_n(block, (size_t)n))) return false;
    *room -= n;
  }
  return n == 0;
}

/* Saves the contents; returns the name of the copy. Empty with the reason in *lost. */
static str keep_contents(struct journal_keep *k, int from, str *lost)
{
  const str name = arena_printf(k->arena, "%u", k->objects + 1);
  const int fd = openat(k->directory, name.p, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  int64_t room = k->room;
  bool ok = fd >= 0 && copy_bytes(from, fd, &room) && fsync(fd) == 0;
  int why = errno;
  if (fd >= 0 && close(fd) != 0 && ok) {
    ok = false;
    why = errno;
  }
  if (ok) {
    k->objects++;
    k->room = room;
    return name;
  }
  if (fd >= 0) unlinkat(k->directory, name.p, 0);
  *lost = why == EFBIG ? STR("its contents exceed the size limit of the journal")
                       : arena_str(k->arena, str_of(strerror(why)));
  return STR_EMPTY;
}

/* Without a new access time, by which tidy chooses files. Only root and the owner may open a file so. */
static int open_quietly(const char *path)
{
  const int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  const int fd = open(path, flags | O_NOATIME);
  return fd < 0 && errno == EPERM ? open(path, flags) : fd;
}

/* Copies a regular file, and detects if it is replaced meanwhile. */
static void put_contents(struct journal_keep *k, struct arena *a, const char *path, bool contents, struct hash *out)
{
  struct stat st;
  str sum = STR_EMPTY, lost = STR_EMPTY;
  const int fd = open_quietly(path);
  bool ok = fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && digest_fd(a, "sha256", fd, SIZE_MAX, &sum) &&
            lseek(fd, 0, SEEK_SET) == 0;
  if (!ok) lost = arena_str(a, str_of(fd >= 0 ? "its contents cannot be read" : strerror(errno)));
  if (ok && contents) {
    const str object = st.st_size > k->room ? STR_EMPTY : keep_contents(k, fd, &lost);
    if (st.st_size > k->room) lost = STR("its contents exceed the size limit of the journal");
    if (object.n > 0) put_text(out, a, "object", object);
  }
  if (fd >= 0) close(fd);
  if (sum.n > 0) put_text(out, a, "sum", sum);
  if (lost.n > 0) put_text(out, a, "lost", lost);
}

/* --- one file --- */

static bool put_target(struct arena *a, const char *path, struct hash *out)
{
  char target[4096];
  const ssize_t n = readlink(path, target, sizeof target);
  if (n < 0 || n == (ssize_t)sizeof target) return false;
  if (utf8_invalid_at(str_n(target, (size_t)n)) != SIZE_MAX) return false;
  put_text(out, a, "target", str_n(target, (size_t)n));
  return true;
}

static struct hash *one_thing(struct journal_keep *k, struct arena *a, const char *path, bool contents, struct stat *st)
{
  struct hash *out = hash_new(a, 10);
  put_text(out, a, "path", str_of(path));
  if (lstat(path, st) != 0) {
    put_text(out, a, "kind", STR("absent"));
    if (errno != ENOENT && errno != ENOTDIR) put_text(out, a, "lost", str_of(strerror(errno)));
    st->st_mode = 0;
    return out;
  }
  put_text(out, a, "kind", str_of(file_kind(st->st_mode)));
  put(out, a, "mode", value_str(arena_printf(a, "%04o", st->st_mode & 07777u)));
  put(out, a, "uid", value_int(st->st_uid));
  put(out, a, "gid", value_int(st->st_gid));
  if (S_ISREG(st->st_mode)) put_contents(k, a, path, contents, out);
  else if (S_ISLNK(st->st_mode) && !put_target(a, path, out))
    put_text(out, a, "lost", STR("its target cannot be saved"));
  else if (!S_ISDIR(st->st_mode) && !S_ISLNK(st->st_mode))
    put_text(out, a, "lost", STR("it is not a file, link or directory"));
  return out;
}

/* --- the contents of a directory --- */

static const char *keep_below(struct journal_keep *k, const char *path, unsigned depth, struct valuevec *list)
{
  DIR *d = depth < MOST_DEPTH ? opendir(path) : NULL;
  const struct dirent *e;
  const char *lost = depth >= MOST_DEPTH ? "its directories are nested too deeply"
                     : d == NULL         ? "it cannot be read"
                                         : NULL;
  while (lost == NULL && (e = readdir(d)) != NULL) {
    struct stat st;
    if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
    if (list->n >= MOST_ENTRIES) lost = "it contains too many files";
    if (utf8_invalid_at(str_of(e->d_name)) != SIZE_MAX) lost = "it contains a name that is not UTF-8";
    if (lost != NULL) break;
    const char *child = arena_printf(k->arena, "%s/%s", path, e->d_name).p;
    struct hash *one = one_thing(k, k->arena, child, true, &st);
    valuevec_push(list, k->arena, value_hash(one));
    if (hash_get_str(one, STR("lost")) != NULL) lost = "the contents of a file in it could not be saved";
    else if (S_ISDIR(st.st_mode)) lost = keep_below(k, child, depth + 1, list);
  }
  if (d != NULL) closedir(d);
  return lost;
}

value journal_file(struct journal_keep *k, const char *path, bool contents)
{
  struct stat st;
  struct valuevec list = {0};
  struct hash *out = one_thing(k, k->arena, path, contents, &st);
  if (!contents || !S_ISDIR(st.st_mode)) return value_hash(out);
  const char *lost = keep_below(k, path, 0, &list);
  if (lost != NULL) put_text(out, k->arena, "lost", str_of(lost));
  else put(out, k->arena, "below", valuevec_array(&list, k->arena));
  return value_hash(out);
}

value journal_file_now(struct arena *a, const char *path)
{
  struct stat st;
  return value_hash(one_thing(NULL, a, path, false, &st));
}
