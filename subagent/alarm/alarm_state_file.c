/* alarms.state as a file: locked, read, replaced. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "subagent/alarm/alarm_state.h"

#define TEMPORARY ALARM_STATE_FILE ".new"
#define SET_ASIDE ALARM_STATE_FILE ".bad"
enum { STATE_FILE_MAX = 32 * 1024 * 1024 };

int alarm_state_lock(const char *dir, bool wait)
{
  const int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return -1;
  int got;
  do got = flock(fd, LOCK_EX | (wait ? 0 : LOCK_NB));
  while (got < 0 && errno == EINTR);
  if (got == 0) return fd;
  const int reason = errno;
  close(fd);
  errno = reason;
  return -1;
}

void alarm_state_mark(const char *dir, struct alarm_state_mark *mark)
{
  char path[4096];
  struct stat st;
  *mark = (struct alarm_state_mark){0};
  snprintf(path, sizeof path, "%s/" ALARM_STATE_FILE, dir);
  if (lstat(path, &st) != 0) return;
  *mark = (struct alarm_state_mark){(uint64_t)st.st_dev, (uint64_t)st.st_ino, (uint64_t)st.st_size,
                                    (uint64_t)st.st_mtim.tv_sec * 1000000000u + (uint64_t)st.st_mtim.tv_nsec};
}

bool alarm_state_same(const struct alarm_state_mark *a, const struct alarm_state_mark *b)
{
  return a->device == b->device && a->inode == b->inode && a->size == b->size && a->mtime_ns == b->mtime_ns;
}

/* Does not follow links, because the directory may belong to another user than the one who runs `ficelle alarms`. */
static enum alarm_state_result read_in(int dirfd, struct alarm_saved *s, struct buf *why)
{
  struct stat st;
  struct buf text = BUF_HEAP;
  const int fd = openat(dirfd, ALARM_STATE_FILE, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) {
    if (errno == ENOENT) return ALARM_STATE_NONE;
    if (errno != ELOOP) {
      buf_printf(why, ALARM_STATE_FILE ": %s", strerror(errno));
      return ALARM_STATE_FAILED;
    }
    buf_z(why, "it is a symbolic link");
    return ALARM_STATE_DAMAGED;
  }
  enum alarm_state_result result = ALARM_STATE_DAMAGED;
  const bool regular = fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
  const int reason = regular ? file_read_fd(fd, STATE_FILE_MAX, &text) : FILE_NOT_REGULAR;
  close(fd);
  if (reason == EFBIG || reason == FILE_NOT_REGULAR) {
    buf_z(why, reason == EFBIG ? "it is too long" : "it is not a regular file");
  } else if (reason != 0) {
    buf_printf(why, ALARM_STATE_FILE ": %s", file_reason(reason));
    result = ALARM_STATE_FAILED;
  } else if (alarm_saved_parse(s, buf_view(&text), why)) {
    result = ALARM_STATE_OK;
  }
  buf_free(&text);
  return result;
}

enum alarm_state_result alarm_state_read(int dirfd, struct alarm_saved *s, struct buf *why)
{
  const enum alarm_state_result result = read_in(dirfd, s, why);
  if (result == ALARM_STATE_DAMAGED) renameat(dirfd, ALARM_STATE_FILE, dirfd, SET_ASIDE);
  return result;
}

enum alarm_state_result alarm_state_look(const char *dir, struct alarm_saved *s, struct buf *why)
{
  const int dirfd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (dirfd < 0) {
    if (errno == ENOENT) return ALARM_STATE_NONE;
    buf_z(why, strerror(errno));
    return ALARM_STATE_FAILED;
  }
  const enum alarm_state_result result = read_in(dirfd, s, why);
  close(dirfd);
  return result;
}

void alarm_state_explain(enum alarm_state_result result, const char *dir, const char *why, struct buf *out)
{
  if (result == ALARM_STATE_DAMAGED) buf_printf(out, "%s/" ALARM_STATE_FILE " is damaged: %s", dir, why);
  else if (result == ALARM_STATE_FAILED) buf_printf(out, "%s: %s", dir, why);
}

static bool write_all(int fd, const char *p, size_t n)
{
  while (n > 0) {
    const ssize_t written = write(fd, p, n);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    p += written;
    n -= (size_t)written;
  }
  return true;
}

bool alarm_state_write(int dirfd, const struct alarm_saved *s, struct buf *why)
{
  struct stat dir;
  struct buf text = BUF_HEAP;
  unlinkat(dirfd, TEMPORARY, 0);
  const int fd = openat(dirfd, TEMPORARY, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0640);
  bool good = fd >= 0;
  alarm_saved_print(s, &text);
  /* If root writes it, the file belongs to the daemon's user, like the directory. */
  if (good && geteuid() == 0 && fstat(dirfd, &dir) == 0) good = fchown(fd, dir.st_uid, dir.st_gid) == 0;
  good = good && write_all(fd, text.p, text.n) && fsync(fd) == 0;
  int reason = errno;
  if (fd >= 0 && close(fd) < 0 && good) {
    good = false;
    reason = errno;
  }
  if (good && renameat(dirfd, TEMPORARY, dirfd, ALARM_STATE_FILE) < 0) {
    good = false;
    reason = errno;
  }
  if (good) fsync(dirfd); /* syncs the name, too; the file is complete even if that fails */
  else {
    unlinkat(dirfd, TEMPORARY, 0);
    buf_printf(why, ALARM_STATE_FILE ": %s", strerror(reason));
  }
  buf_free(&text);
  return good;
}
