/* Replaces files atomically: writes a temporary file beside the old one, syncs it and renames it. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/file.h"

static bool fail(struct arena *a, str *error, const char *path)
{
  *error = arena_printf(a, "%s: %s", path, strerror(errno));
  return false;
}

/* Makes all directories above a path. */
bool file_make_parents(char *path)
{
  for (char *at = strchr(path + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
    *at = '\0';
    const bool made = mkdir(path, 0750) == 0 || errno == EEXIST;
    *at = '/';
    if (!made) return false;
  }
  return true;
}

bool file_write_all(int fd, str bytes)
{
  while (bytes.n > 0) {
    const ssize_t n = write(fd, bytes.p, bytes.n);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    bytes = str_from(bytes, (size_t)n);
  }
  return true;
}

void file_copy_attributes(const char *from, int to)
{
  char names[4096], bytes[4096];
  const ssize_t n = listxattr(from, names, sizeof names);
  for (ssize_t at = 0; at < n; at += (ssize_t)strlen(names + at) + 1) {
    const ssize_t size = getxattr(from, names + at, bytes, sizeof bytes);
    if (size >= 0) (void)!fsetxattr(to, names + at, bytes, (size_t)size, 0);
  }
}

/* An existing file keeps its mode, and its owner too if this process is root and so can change it. */
static bool fill(int fd, const char *path, str bytes, unsigned mode)
{
  struct stat st;
  if (stat(path, &st) == 0) {
    mode = st.st_mode & 07777;
    if (geteuid() == 0 && fchown(fd, st.st_uid, st.st_gid) != 0) return false;
  }
  return fchmod(fd, (mode_t)mode) == 0 && file_write_all(fd, bytes);
}

/* A temporary file beside the one that it replaces. */
struct replacement {
  int fd; /* -1: given up, and `temporary` is gone */
  char *to, *temporary;
};

/* `why` is the errno of the first failure, which unlink() may overwrite. */
static bool give_up(struct arena *a, struct replacement *r, int why, str *error)
{
  if (r->fd >= 0) close(r->fd);
  r->fd = -1;
  unlink(r->temporary);
  errno = why;
  return fail(a, error, r->to);
}

static bool begin(struct arena *a, struct replacement *r, str path, str bytes, unsigned mode, str *error)
{
  r->to = arena_strz(a, path);
  r->temporary = arena_strz(a, arena_printf(a, "%s.XXXXXX", r->to));
  r->fd = mkostemp(r->temporary, O_CLOEXEC);
  if (r->fd < 0 && errno == ENOENT) {
    if (!file_make_parents(r->to)) return fail(a, error, r->to);
    strcpy(r->temporary + strlen(r->temporary) - 6, "XXXXXX");
    r->fd = mkostemp(r->temporary, O_CLOEXEC);
  }
  if (r->fd < 0) return fail(a, error, r->to);
  return fill(r->fd, r->to, bytes, mode) || give_up(a, r, errno, error);
}

/* The contents must be on the disk before the rename: otherwise a power failure could leave an empty file with the
 * name. */
static bool settle(struct arena *a, struct replacement *r, str *error)
{
  return fsync(r->fd) == 0 || give_up(a, r, errno, error);
}

static bool take_place(struct arena *a, struct replacement *r, str *error)
{
  const int closed = close(r->fd);
  r->fd = -1;
  if (closed == 0 && rename(r->temporary, r->to) == 0) return true;
  return give_up(a, r, errno, error);
}

bool file_replace(struct arena *a, str path, str bytes, unsigned mode, str *error)
{
  assert(error != NULL);
  struct replacement r;
  return begin(a, &r, path, bytes, mode, error) && settle(a, &r, error) && take_place(a, &r, error);
}

bool file_replace_in(struct file_batch *batch, struct arena *a, str path, str bytes, unsigned mode, str *error)
{
  if (batch == NULL) return file_replace(a, path, bytes, mode, error);
  struct replacement *r = ARENA_NEW(batch->arena, struct replacement);
  if (!begin(batch->arena, r, path, bytes, mode, error)) return false;
  /* Only asks for it. What fails here fails again in fsync(). */
  (void)!sync_file_range(r->fd, 0, 0, SYNC_FILE_RANGE_WRITE);
  ptrvec_push(&batch->begun, batch->arena, r);
  return true;
}

/* First all contents are synced, then all files are renamed: a rename between two calls of fsync() would make the
 * second wait for the journal of the file system again. */
bool file_batch_end(struct file_batch *batch, str *error)
{
  bool ok = true;
  str why;
  for (uint32_t step = 0; step < 2; step++) {
    for (uint32_t i = 0; i < batch->begun.n; i++) {
      struct replacement *r = batch->begun.items[i];
      if (r->fd < 0 || (step == 0 ? settle : take_place)(batch->arena, r, &why)) continue;
      if (ok) *error = why;
      ok = false;
    }
  }
  batch->begun.n = 0;
  return ok;
}
