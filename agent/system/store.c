/* Replaces a text file on the host. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/system/store.h"
#include "base/file.h"

/* Gives a file the owner and group of the one that it replaces. If we are root and only act as a user, this needs
 * root's rights for a moment: a user cannot give a file to a group that he is not in, although the old file had that
 * group. */
static bool give(int fd, const struct stat *old)
{
  const uid_t user = geteuid();
  if (fchown(fd, old->st_uid, old->st_gid) == 0) return true;
  if (errno != EPERM || old->st_uid != user) return false;
  if (getuid() != 0 || user == 0) return true;
  const bool ok = seteuid(0) == 0 && fchown(fd, old->st_uid, old->st_gid) == 0;
  if (geteuid() != user && seteuid(user) != 0) abort(); /* must never continue as root */
  return ok;
}

/* Completes the temporary file before it is renamed. */
static bool fill(int fd, const char *path, str text, unsigned mode)
{
  struct stat st;
  const bool there = stat(path, &st) == 0;
  if (!file_write_all(fd, text)) return false;
  if (there && !give(fd, &st)) return false;
  if (there) file_copy_attributes(path, fd);
  return fchmod(fd, there ? st.st_mode & 07777 : (mode_t)mode) == 0 && fsync(fd) == 0;
}

/* For files that cannot be replaced: a mount point, or a file in a directory that we cannot write. */
static bool write_in_place(const char *path, str text)
{
  const int fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
  if (fd < 0) return false;
  const bool ok = file_write_all(fd, text) && fsync(fd) == 0;
  const int why = errno;
  close(fd);
  errno = why;
  return ok;
}

int store_file(struct arena *a, const char *path, str text, unsigned mode)
{
  char real[PATH_MAX];
  const char *to = realpath(path, real) != NULL ? real : path;
  struct stat st;
  if (stat(to, &st) == 0 && !S_ISREG(st.st_mode)) return S_ISDIR(st.st_mode) ? EISDIR : ENXIO;
  char *temporary = arena_strz(a, arena_printf(a, "%s.XXXXXX", to));
  const int fd = mkostemp(temporary, O_CLOEXEC);
  bool ok = fd >= 0 && fill(fd, to, text, mode);
  int why = errno;
  if (fd >= 0) {
    if (close(fd) != 0 && ok) {
      ok = false;
      why = errno;
    }
    if (ok && rename(temporary, to) != 0) {
      ok = false;
      why = errno;
    }
    if (!ok) unlink(temporary);
  }
  if (!ok && (why == EBUSY || why == EXDEV || (fd < 0 && why == EACCES)) && access(to, W_OK) == 0) {
    ok = write_in_place(to, text);
    why = errno;
  }
  return ok ? 0 : why;
}

/* The mode that the umask gives to a new file. */
static unsigned store_new_mode(void)
{
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~(unsigned)mask;
}

bool store_lines(struct ral *ral, const char *path, str text)
{
  const int why = store_file(ral->arena, path, text, store_new_mode());
  return why == 0 || ral_fail_system(ral, "%s @ rb_sysopen - %s", strerror(why), path);
}

bool store_read(struct ral *ral, const char *path, struct buf *out)
{
  const int why = file_read(path, STORE_MOST_BYTES, out);
  if (why == 0) return true;
  return ral_fail_system(ral, "%s @ rb_sysopen - %s", file_reason(why), path);
}
