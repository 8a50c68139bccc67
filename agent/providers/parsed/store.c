/* Writing a managed file. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/providers/parsed/parsed.h"
#include "base/file.h"

/* Everything is right before the file gets its name. */
static bool fill(int fd, const char *path, str text, unsigned mode)
{
  struct stat st;
  const bool there = stat(path, &st) == 0;
  if (!file_write_all(fd, text)) return false;
  if (there && fchown(fd, st.st_uid, st.st_gid) != 0 && (st.st_uid != geteuid() || errno != EPERM)) return false;
  if (there) file_copy_attributes(path, fd);
  return fchmod(fd, there ? st.st_mode & 07777 : (mode_t)mode) == 0 && fsync(fd) == 0;
}

/* Where no other file can take its place: a mount point, or a directory that only lets us write the file. */
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

/* Puppet logs it, and then fails with it. */
static bool cannot_write(struct ral *ral, const char *path, const char *why)
{
  ral_fail(ral, "Puppet::Util::FileType::FileTypeFlat could not write %s: %s", path, why);
  ral_log_run(ral, LOG_LEVEL_ERR, "%.*s", STR_FMT(ral->error));
  return false;
}

bool parsed_store_file(struct ral *ral, const char *path, str text, unsigned mode)
{
  char real[PATH_MAX];
  const char *to = realpath(path, real) != NULL ? real : path;
  struct stat st;
  if (stat(to, &st) == 0 && !S_ISREG(st.st_mode)) return cannot_write(ral, path, "Not a regular file");
  char *temporary = arena_strz(ral->arena, arena_printf(ral->arena, "%s.XXXXXX", to));
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
  if (ok) return true;
  const str reason = arena_printf(ral->arena, "%s @ rb_sysopen - %s", strerror(why == EPERM ? EACCES : why), path);
  return cannot_write(ral, path, arena_strz(ral->arena, reason));
}
