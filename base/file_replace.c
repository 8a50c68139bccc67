/* Files that are replaced as a whole. */
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

/* All directories above a path. */
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

/* A file that is there keeps its mode. */
static bool fill(int fd, const char *path, str bytes, unsigned mode)
{
  struct stat st;
  if (stat(path, &st) == 0) mode = st.st_mode & 07777;
  return fchmod(fd, (mode_t)mode) == 0 && file_write_all(fd, bytes) && fsync(fd) == 0;
}

bool file_replace(struct arena *a, str path, str bytes, unsigned mode, str *error)
{
  char *to = arena_strz(a, path);
  char *temporary = arena_strz(a, arena_printf(a, "%s.XXXXXX", to));
  int fd = mkostemp(temporary, O_CLOEXEC);
  if (fd < 0 && errno == ENOENT) {
    if (!file_make_parents(to)) return fail(a, error, to);
    strcpy(temporary + strlen(temporary) - 6, "XXXXXX");
    fd = mkostemp(temporary, O_CLOEXEC);
  }
  if (fd < 0) return fail(a, error, to);
  bool ok = fill(fd, to, bytes, mode);
  int why = errno;
  if (close(fd) != 0 && ok) {
    ok = false;
    why = errno;
  }
  if (ok && rename(temporary, to) == 0) return true;
  if (ok) why = errno;
  unlink(temporary);
  errno = why;
  return fail(a, error, to);
}
