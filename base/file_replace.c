/* Replaces files atomically: writes a temporary file beside the old one, syncs it and renames it. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
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
  pthread_t syncing;
  bool is_syncing;
  int why; /* errno of fsync(), 0 when it was done */
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

static void *sync_now(void *replacement)
{
  struct replacement *r = replacement;
  r->why = fsync(r->fd) == 0 ? 0 : errno;
  return NULL;
}

/* In a thread that gets no signals: their handlers run in the main thread, as they expect. Without a thread (a limit of
 * processes, say) it is done at once. */
static void sync_begin(struct replacement *r)
{
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  r->is_syncing = pthread_create(&r->syncing, NULL, sync_now, r) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!r->is_syncing) sync_now(r);
}

static bool sync_end(struct arena *a, struct replacement *r, str *error)
{
  if (r->is_syncing) pthread_join(r->syncing, NULL);
  r->is_syncing = false;
  return r->why == 0 || give_up(a, r, r->why, error);
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

/* All at the same time: they share one commit of the file system's journal, and the disk empties its cache once. Of
 * one call after the other each waits for both. */
static bool sync_all(struct file_batch *batch, str *error)
{
  bool ok = true;
  str why;
  for (uint32_t i = 1; i < batch->begun.n; i++) sync_begin(batch->begun.items[i]);
  if (batch->begun.n > 0) sync_now(batch->begun.items[0]);
  for (uint32_t i = 0; i < batch->begun.n; i++) {
    if (sync_end(batch->arena, batch->begun.items[i], &why)) continue;
    if (ok) *error = why;
    ok = false;
  }
  return ok;
}

/* First all contents are synced, then all files are renamed: a rename between two calls of fsync() would make the
 * second wait for the journal of the file system again. */
bool file_batch_end(struct file_batch *batch, str *error)
{
  bool ok = sync_all(batch, error);
  str why;
  for (uint32_t i = 0; i < batch->begun.n; i++) {
    struct replacement *r = batch->begun.items[i];
    if (r->fd < 0 || take_place(batch->arena, r, &why)) continue;
    if (ok) *error = why;
    ok = false;
  }
  batch->begun.n = 0;
  return ok;
}
