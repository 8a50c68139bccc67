/* Removing files and directories, and checking names. */
#include <errno.h>
#include <unistd.h>

#include "indirector/core/internal.h"

static bool fail(struct arena *a, str *error, const char *path)
{
  *error = arena_printf(a, "%s: %s", path, strerror(errno));
  return false;
}

bool file_remove(struct arena *a, str path, bool *missing, str *error)
{
  const char *z = arena_strz(a, path);
  *missing = false;
  if (unlink(z) == 0) return true;
  *missing = errno == ENOENT || errno == ENOTDIR;
  return fail(a, error, z);
}

bool name_is_safe(str name)
{
  const bool drive = name.n > 1 && ascii_is_alpha(name.p[0]) && name.p[1] == ':';
  return !drive && !str_starts(name, STR("..")) && str_index(name, '/', 0) == SIZE_MAX &&
         str_index(name, '\\', 0) == SIZE_MAX && str_index(name, '\0', 0) == SIZE_MAX;
}

void directory_remove(str path)
{
  char z[4096];
  if (path.n >= sizeof z) return;
  memcpy(z, path.p, path.n);
  z[path.n] = '\0';
  rmdir(z);
}
