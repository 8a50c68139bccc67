/* Creates, maps and checks the statistics file, and replaces a file that cannot be used. */
#include "collectors/store_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"

#define HINT_ACCESS "Give the user who compiles write access to the file and its directory, or set statsfile."

static uint64_t random_word(void)
{
  uint64_t word = 0;
  if (getrandom(&word, sizeof word, GRND_NONBLOCK) != (ssize_t)sizeof word) {
    word = clock_us(CLOCK_REALTIME) * 0x9e3779b97f4a7c15ull ^ (uint64_t)getpid();
  }
  return word | 1;
}

/* --- creation --------------------------------------------------------------------------------------------- */

/* Creates missing parent directories of `path`; they get the file's permissions, plus search where it has read. */
static bool make_directories(const char *path, uint32_t mode)
{
  char *copy = strdup(path);
  if (copy == NULL) {
    errno = ENOMEM;
    return false;
  }
  mode_t directory_mode = (mode_t)(0700 | mode | (mode & 0444) >> 2);
  bool ok = true;
  for (char *p = strchr(copy + 1, '/'); ok && p != NULL; p = strchr(p + 1, '/')) {
    *p = '\0';
    ok = mkdir(copy, directory_mode) == 0 || errno == EEXIST;
    *p = '/';
  }
  free(copy);
  return ok;
}

static void init_segment(const struct stats_store *s, char *p, const struct seg_layout *layout, uint64_t created_us)
{
  struct seg_header *h = (struct seg_header *)(void *)p;
  uint64_t *core = (uint64_t *)(void *)(p + layout->containers[0].at);
  uint64_t *directory = (uint64_t *)(void *)(p + layout->directory);
  h->magic = SEG_MAGIC;
  h->version = SEG_VERSION;
  h->byte_order = SEG_BYTE_ORDER;
  h->instance = random_word();
  h->created_us = created_us;
  h->file_bytes = layout->bytes;
  seg_write_directory(layout, directory);
  h->directory_words = layout->directory_words;
  h->directory_sum = seg_checksum(h->instance, directory, h->directory_words);
  h->checksum = seg_header_checksum(h);
  for (size_t w = 0; w < s->list->window_count; w++) {
    const struct seg_container *c = seg_find(layout, SEG_WINDOW, s->list->windows[w].number);
    if (c != NULL) { /* other segments have none */
      core[c->state[1]] = store_window_s(s, w);
    }
  }
  seg_core_seal(h->instance, layout, core);
}

static bool write_all(int fd, const char *p, size_t n, off_t at)
{
  while (n > 0) {
    ssize_t done = pwrite(fd, p, n, at);
    if (done < 0 && errno != EINTR) {
      return false;
    }
    if (done > 0) {
      p += done;
      at += done;
      n -= (size_t)done;
    }
  }
  return true;
}

enum { PIECE = 4096 };

/* Writes what is not zero to a new file. One large write would put the file into large units of the page cache, which
 * are mapped as a whole: 1 MiB more in a process that touches one page. */
static bool write_used(int fd, const char *p, size_t n)
{
  static const char zeros[PIECE];
  for (size_t at = 0; at < n; at += PIECE) {
    const size_t piece = n - at < PIECE ? n - at : PIECE;
    if (memcmp(p + at, zeros, piece) != 0 && !write_all(fd, p + at, piece, (off_t)at)) {
      return false;
    }
  }
  return true;
}

/* Writes a whole segment to a new file without a name in the directory of `path`, or, if the file system does not
 * support that, to one named `temporary` (otherwise empty). Allocates all its blocks, so that writing to the mapping
 * later cannot run out of space. */
static int write_new_file(const char *path, uint32_t mode, const char *segment, size_t bytes, char *temporary,
                          size_t size)
{
  const char *slash = strrchr(path, '/');
  char *directory = slash == NULL ? strdup(".") : strndup(path, slash == path ? 1 : (size_t)(slash - path));
  if (directory == NULL) {
    errno = ENOMEM;
    return -1;
  }
  temporary[0] = '\0';
  int fd = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, (mode_t)mode);
  free(directory);
  if (fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
    if ((size_t)snprintf(temporary, size, "%s.new-%016llx", path, (unsigned long long)random_word()) >= size) {
      errno = ENAMETOOLONG;
      return -1;
    }
    fd = open(temporary, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, (mode_t)mode);
  }
  if (fd < 0) {
    return -1;
  }
  int problem = posix_fallocate(fd, 0, (off_t)bytes);
  if (problem == 0 && (fchmod(fd, (mode_t)mode) != 0 || !write_used(fd, segment, bytes))) {
    problem = errno;
  }
  if (problem != 0) {
    if (temporary[0] != '\0') {
      unlink(temporary);
    }
    close(fd);
    errno = problem;
    return -1;
  }
  return fd;
}

/* Gives the new file the name `to`, which must not exist. */
static bool link_new_file(int fd, const char *temporary, const char *to)
{
  if (temporary[0] != '\0') {
    bool ok = link(temporary, to) == 0;
    int problem = errno;
    unlink(temporary);
    errno = problem;
    return ok;
  }
  char self[64];
  snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
  return linkat(AT_FDCWD, self, AT_FDCWD, to, AT_SYMLINK_FOLLOW) == 0;
}

static bool create_file(struct stats_store *s)
{
  const struct seg_layout *layout = &s->wanted;
  char temporary[4096 + 32];
  char *segment = calloc(1, layout->bytes);
  if (segment == NULL) {
    errno = ENOMEM;
    return false;
  }
  init_segment(s, segment, layout, clock_us(CLOCK_REALTIME));
  int fd = write_new_file(s->path, s->config.mode, segment, layout->bytes, temporary, sizeof temporary);
  free(segment);
  if (fd < 0) {
    return false;
  }
  file_give_to_owner_of_directory(fd, s->path);
  bool ok = link_new_file(fd, temporary, s->path);
  bool lost_race = !ok && errno == EEXIST;
  int problem = errno;
  close(fd);
  errno = problem;
  if (ok) {
    if (s->was_attached) {
      log_warning(&log_store, "statistics file %s is new; counting starts at zero", s->path);
    } else {
      log_debug(&log_store, "statistics file %s is new; counting starts at zero", s->path);
    }
  }
  return ok || lost_race;
}

/* --- setting aside -------------------------------------------------------------------------------------- */

static bool same_file(const struct stats_store *s)
{
  struct stat st;
  return stat(s->path, &st) == 0 && st.st_dev == s->dev && st.st_ino == s->ino;
}

enum store_result store_mark_retired(struct stats_store *s, void *arg)
{
  const uint64_t *how = arg;
  atomic_store_explicit(&s->header->retired, *how, memory_order_release);
  return STORE_OK;
}

void store_set_aside(struct stats_store *s)
{
  if (store_maintain(s)) {
    if (same_file(s)) {
      store_rename_bad(s, s->reason);
    }
    store_maintained(s);
  }
  store_detach(s);
}

/* --- attaching ------------------------------------------------------------------------------------------ */

void store_detach(struct stats_store *s)
{
  if (s->map != NULL) {
    munmap(s->map, s->layout.bytes);
    s->map = NULL;
    s->header = NULL;
    s->core = NULL;
    s->journal = NULL;
  }
  if (s->fd >= 0) {
    close(s->fd);
    s->fd = -1;
  }
  if (s->lock_fd >= 0) {
    close(s->lock_fd);
    s->lock_fd = -1;
  }
}

/* Keeps errno for the hint. */
static enum store_result cannot(struct stats_store *s, char *error, size_t size, const char *what)
{
  s->problem = errno;
  snprintf(error, size, "statistics file %s cannot be %s: %s", s->path, what,
           errno == EBUSY ? "another process has locked it for two seconds" : strerror(errno));
  return STORE_FAILED;
}

/* Opens the path, creating the file if it is missing. */
static enum store_result open_file(struct stats_store *s, char *error, size_t size)
{
  struct stat st;
  s->fd = open(s->path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (s->fd < 0 && errno == ENOENT) {
    if (!make_directories(s->path, s->config.mode) || !create_file(s)) {
      return cannot(s, error, size, "made");
    }
    return STORE_GONE;
  }
  if (s->fd < 0) {
    return cannot(s, error, size, "opened");
  }
  if (fstat(s->fd, &st) != 0 || !S_ISREG(st.st_mode)) {
    snprintf(error, size, "statistics file %s is not a regular file", s->path);
    return STORE_FAILED;
  }
  s->dev = st.st_dev;
  s->ino = st.st_ino;
  store_open_locks(s);
  if (!store_maintain(s)) {
    return cannot(s, error, size, "locked");
  }
  return same_file(s) ? STORE_OK : STORE_GONE;
}

static enum store_result map_file(struct stats_store *s, char *error, size_t size)
{
  char head[SEG_HEAD_BYTES];
  struct stat st;
  ssize_t n = pread(s->fd, head, sizeof head, 0);
  if (n < 0 || fstat(s->fd, &st) != 0) {
    return cannot(s, error, size, "read");
  }
  if (!seg_check_header(head, (size_t)n, (uint64_t)st.st_size, &s->layout, &s->reason)) {
    return STORE_DAMAGED;
  }
  /* A copy of the file may have holes. Writing into one raises SIGBUS when the disk is full. */
  if ((uint64_t)st.st_blocks * 512 < s->layout.bytes &&
      fallocate(s->fd, FALLOC_FL_KEEP_SIZE, 0, (off_t)s->layout.bytes) != 0 && errno != EOPNOTSUPP) {
    return cannot(s, error, size, "given its space");
  }
  char *map = mmap(NULL, s->layout.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, s->fd, 0);
  if (map == MAP_FAILED) {
    return cannot(s, error, size, "mapped");
  }
  madvise(map, s->layout.bytes, MADV_RANDOM); /* records are far from each other */
  s->map = map;
  s->header = (struct seg_header *)(void *)map;
  s->core = (uint64_t *)(void *)(map + s->layout.containers[0].at);
  s->journal = (uint64_t *)(void *)(map + s->layout.journal);
  memcpy(&s->instance, head + offsetof(struct seg_header, instance), sizeof s->instance);
  return STORE_OK;
}

/* Logs the size of a new file. */
static void tell_sizes(const struct stats_store *s, const struct seg_layout *layout)
{
  char text[512];
  size_t n = 0;
  for (uint32_t i = 1; i < layout->count && n < sizeof text; i++) {
    const struct seg_container *c = &layout->containers[i];
    n += (size_t)snprintf(text + n, sizeof text - n, "%s%u %s of %s %u", i == 1 ? "" : ", ", c->items,
                          c->kind == SEG_TABLE ? "rows" : "samples", c->kind == SEG_TABLE ? "group" : "window",
                          c->number);
  }
  log_notice(&log_store, "statistics file %s has been converted; it now has %s", s->path, text);
}

/* Copies the counts into a file of the present version, with all objects that the file or this program knows, in the
 * configured sizes (unless it was opened before). Replaces this file while holding the lock word: the next owner sees
 * that the file is retired. */
static enum store_result convert(struct stats_store *s, char *error, size_t size)
{
  struct seg_layout layout;
  char temporary[4096 + 32];
  uint64_t how = SEG_RETIRED_REPLACED;
  char *segment = seg_merge(&s->layout, &s->wanted, !s->opened, &layout) ? calloc(1, layout.bytes) : NULL;
  if (segment == NULL) {
    snprintf(error, size, "statistics file %s cannot be converted: it would be too large", s->path);
    store_unlock(s);
    return STORE_FAILED;
  }
  init_segment(s, segment, &layout, s->header->created_us);
  store_convert(s->map, &s->layout, segment, &layout);
  char target[4096 + 32];
  snprintf(target, sizeof target, "%s.new-%016llx", s->path, (unsigned long long)random_word());
  struct stat old;
  bool ok = fstat(s->fd, &old) == 0;
  int fd = write_new_file(s->path, ok ? old.st_mode & 0666 : s->config.mode, segment, layout.bytes, temporary,
                          sizeof temporary);
  free(segment);
  if (ok && fd >= 0 && (old.st_uid != geteuid() || old.st_gid != getegid()) &&
      fchown(fd, old.st_uid, old.st_gid) != 0) {
    log_debug(&log_store, "the new %s keeps the owner of this process: %s", s->path, strerror(errno));
  }
  ok = fd >= 0 && link_new_file(fd, temporary, target);
  if (ok && rename(target, s->path) != 0) {
    ok = false;
    unlink(target);
  }
  if (!ok) {
    snprintf(error, size, "statistics file %s cannot be converted: %s", s->path, strerror(errno));
  }
  if (fd >= 0) {
    close(fd);
  }
  if (!ok) {
    store_unlock(s);
    return STORE_FAILED;
  }
  store_mark_retired(s, &how);
  store_unlock(s);
  tell_sizes(s, &layout);
  return STORE_GONE;
}

struct attach_error {
  char *text;
  size_t size;
};

/* Checks a newly mapped file, owning a slot: undoes an unfinished transaction of a dead process. */
static enum store_result enter(struct stats_store *s, void *arg)
{
  struct attach_error *error = arg;
  if (!store_claim_slot(s)) {
    snprintf(error->text, error->size, "statistics file %s: %u processes already use it", s->path, SEG_SLOTS);
    return STORE_FAILED;
  }
  enum store_result result = store_lock(s);
  if (result == STORE_FAILED) {
    s->problem = EBUSY;
    snprintf(error->text, error->size, "statistics file %s is locked by another process", s->path);
  }
  if (result != STORE_OK) {
    return result;
  }
  if (!seg_core_ok(s->instance, &s->layout, s->core)) {
    s->reason = "its totals are damaged";
    return STORE_DAMAGED;
  }
  if (!seg_suffices(&s->layout, &s->wanted, !s->opened)) {
    return convert(s, error->text, error->size);
  }
  if (!seg_bind(&s->bind, s->list, &s->layout)) {
    snprintf(error->text, error->size, "out of memory");
    store_unlock(s);
    return STORE_FAILED;
  }
  store_unlock(s);
  return STORE_OK;
}

static enum store_result attach_once(struct stats_store *s, char *error, size_t size)
{
  struct attach_error attach_error = {error, size};
  enum store_result result = open_file(s, error, size);
  if (result == STORE_OK) {
    result = map_file(s, error, size);
    if (result == STORE_OK) {
      result = store_guarded(s, enter, &attach_error);
    }
    if (result == STORE_DAMAGED && !store_rename_bad(s, s->reason)) {
      snprintf(error, size, "statistics file %s is unusable: %s", s->path, s->reason);
      result = STORE_FAILED;
    }
    if (s->fd >= 0) {
      store_maintained(s);
    }
  }
  if (result != STORE_OK) {
    store_detach(s);
  }
  return result;
}

static const char *hint(int problem)
{
  switch (problem) {
  case EACCES:
  case EPERM:
  case EROFS: return HINT_ACCESS;
  case ENOSPC:
  case EDQUOT:
  case EFBIG: return "Make room in the file system or raise the limit of file sizes (ulimit -f), or set statsfile.";
  case EBUSY: return "Look for a stopped or traced ficelle process that has the file open.";
  default: return "Check what is at that path, or set statsfile to another path.";
  }
}

enum store_result store_attach(struct stats_store *s, char *error, size_t size)
{
  enum store_result result = STORE_GONE;
  char text[PATH_MAX + 256];
  snprintf(text, sizeof text, "statistics file %s keeps being replaced", s->path);
  s->problem = 0;
  for (int attempt = 0; attempt < 16 && (result == STORE_GONE || result == STORE_DAMAGED); attempt++) {
    result = attach_once(s, text, sizeof text);
  }
  if (result != STORE_OK) {
    s->attach_failed_ms = store_clock_ms();
    /* A warning: compiling works without statistics. */
    log_problem(&log_store, LOG_LEVEL_WARNING, "STORE_UNUSABLE", hint(s->problem), "%s", text);
    snprintf(error, size, "%s", text);
    return STORE_FAILED;
  }
  s->attach_failed_ms = 0;
  s->path_checked_ms = store_clock_ms();
  s->was_attached = true;
  return STORE_OK;
}
