/* Writes a managed file. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "agent/providers/parsed/parsed.h"
#include "agent/system/store.h"

/* Puppet first logs the error, and then fails with it. */
static bool cannot_write(struct ral *ral, const char *path, const char *why)
{
  ral_fail(ral, "Puppet::Util::FileType::FileTypeFlat could not write %s: %s", path, why);
  ral_log_run(ral, LOG_LEVEL_ERR, "%.*s", STR_FMT(ral->error));
  return false;
}

bool parsed_store_file(struct ral *ral, const char *path, str text, unsigned mode)
{
  struct stat st;
  if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) return cannot_write(ral, path, "Not a regular file");
  const int why = store_file(ral->arena, path, text, mode);
  if (why == 0) return true;
  const str reason = arena_printf(ral->arena, "%s @ rb_sysopen - %s", strerror(why == EPERM ? EACCES : why), path);
  return cannot_write(ral, path, arena_strz(ral->arena, reason));
}
