/* Replaces files atomically: writes a temporary file next to the old one, syncs it and renames it. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
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

bool file_make_parents_as(char *path, unsigned mode)
{
  for (char *at = strchr(path + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
    *at = '\0';
    const bool made = mkdir(path, (mode_t)mode) == 0 || errno == EEXIST;
    *at = '/';
    if (!made) return false;
  }
  return true;
}

void file_give_to_owner_of_directory(int fd, const char *path)
{
  char directory[PATH_MAX];
  const char *slash = strrchr(path, '/');
  const size_t n = slash == NULL ? 0 : (size_t)(slash - path) + 1;
  struct stat st;
  if (geteuid() != 0 || n >= sizeof directory) return;
  memcpy(directory, path, n);
  directory[n] = '\0';
  if (stat(n == 0 ? "." : directory, &st) == 0 && st.st_uid != 0) (void)!fchown(fd, st.st_uid, (gid_t)-1);
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

/* Copies mode and owner of an existing file; the owner only as root. */
static bool fill(int fd, const char *path, str bytes, unsigned mode)
{
  struct stat st;
  if (stat(path, &st) == 0) {
    mode = st.st_mode & 07777;
    if (geteuid() == 0 && fchown(fd, st.st_uid, st.st_gid) != 0) return false;
  }
  return fchmod(fd, (mode_t)mode) == 0 && file_write_all(fd, bytes);
}

/* A temporary file next to the one that it replaces. */
struct replacement {
  int fd;  /* -1: failed, and `temporary` is removed */
  int old; /* of a batch: the replaced file, -1 without one. Its blocks are freed when this is closed. */
  char *to, *temporary;
  pthread_t thread;
  bool has_thread;
  int why; /* errno of fsync(), 0 on success */
  sem_t *synced, *renamed;
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

static void sync_now(struct replacement *r) { r->why = fsync(r->fd) == 0 ? 0 : errno; }

static struct replacement *nth(const struct file_batch *batch, uint32_t i) { return batch->begun.items[i]; }

static void close_old(struct replacement *r)
{
  if (r->old >= 0) close(r->old);
  r->old = -1;
}

static void wait_for(sem_t *s)
{
  while (sem_wait(s) != 0) assert(errno == EINTR);
}

static void *sync_and_free(void *replacement)
{
  struct replacement *r = replacement;
  sync_now(r);
  sem_post(r->synced);
  wait_for(r->renamed);
  close_old(r);
  return NULL;
}

bool file_start_thread(pthread_t *thread, void *(*run)(void *), void *arg)
{
  enum { STACK = 64 * 1024 }; /* small, since it must be mapped and unmapped */
  sigset_t all, before;
  pthread_attr_t attr;
  sigfillset(&all);
  pthread_attr_init(&attr);
  pthread_attr_setstacksize(&attr, STACK);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const bool started = pthread_create(thread, &attr, run, arg) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attr);
  return started;
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
  r->old = -1;
  if (!begin(batch->arena, r, path, bytes, mode, error)) return false;
  r->old = open(r->to, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  /* Only starts writing. An error is reported again by fsync(). */
  (void)!sync_file_range(r->fd, 0, 0, SYNC_FILE_RANGE_WRITE);
  ptrvec_push(&batch->begun, batch->arena, r);
  return true;
}

/* First all contents are synced, then all files are renamed: a rename between two calls of fsync() would make the
 * second wait for the journal of the file system again. False with the first failure. */
static bool rename_all(struct file_batch *batch, str *error)
{
  bool ok = true;
  str why;
  for (uint32_t i = 0; i < batch->begun.n; i++) {
    struct replacement *r = nth(batch, i);
    if (r->why == 0 ? take_place(batch->arena, r, &why) : give_up(batch->arena, r, r->why, &why)) continue;
    if (ok) *error = why;
    ok = false;
  }
  return ok;
}

/* Syncs all at the same time: they share one commit of the file system's journal, and the disk flushes its cache once,
 * whereas sequential calls wait for each. The same applies to the blocks of the old files, which a disk may have to
 * discard. This thread syncs those for which there is no thread, for example at a limit of processes. */
bool file_batch_end(struct file_batch *batch, str *error)
{
  const uint32_t n = batch->begun.n;
  sem_t synced, renamed;
  if (n == 0) return true;
  sem_init(&synced, 0, 0);
  sem_init(&renamed, 0, 0);
  for (uint32_t i = 0; i < n; i++) {
    nth(batch, i)->synced = &synced;
    nth(batch, i)->renamed = &renamed;
  }
  for (uint32_t i = 1; i < n; i++) {
    nth(batch, i)->has_thread = file_start_thread(&nth(batch, i)->thread, sync_and_free, nth(batch, i));
  }
  for (uint32_t i = 0; i < n; i++) {
    if (!nth(batch, i)->has_thread) sync_now(nth(batch, i));
  }
  for (uint32_t i = 0; i < n; i++) {
    if (nth(batch, i)->has_thread) wait_for(&synced);
  }
  const bool ok = rename_all(batch, error);
  for (uint32_t i = 0; i < n; i++) {
    if (nth(batch, i)->has_thread) sem_post(&renamed);
  }
  for (uint32_t i = 0; i < n; i++) {
    if (!nth(batch, i)->has_thread) close_old(nth(batch, i));
    else pthread_join(nth(batch, i)->thread, NULL);
  }
  sem_destroy(&synced);
  sem_destroy(&renamed);
  batch->begun.n = 0;
  return ok;
}
