/* Subcommands that are programs of their own: `ficelle NAME` runs `ficelle-NAME`. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "cli/cli.h"
#include "cli/program.h"

bool subcommand_name_is_good(const char *name)
{
  return ascii_is_alpha(name[0]) && name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")] == '\0';
}

static bool executable(const struct buf *path)
{
  return access(path->p, X_OK) == 0;
}

/* Beside this program, where a build has it; else where the shell would look. */
static bool find_program(const char *name, struct buf *path)
{
  char self[4096];
  const ssize_t n = readlink("/proc/self/exe", self, sizeof self);
  const char *slash = n > 0 ? memrchr(self, '/', (size_t)n) : NULL;
  if (slash != NULL) {
    buf_printf(path, "%.*s/ficelle-%s", (int)(slash - self), self, name);
    if (executable(path)) return true;
  }
  const char *at = getenv("PATH");
  while (at != NULL && *at != '\0') {
    const size_t length = strcspn(at, ":");
    buf_clear(path);
    buf_printf(path, "%.*s/ficelle-%s", (int)length, at, name);
    if (length > 0 && executable(path)) return true;
    at += length + (at[length] == ':');
  }
  return false;
}

bool subcommand_run(char **argv)
{
  struct buf path = BUF_HEAP;
  bool found = subcommand_name_is_good(argv[0]) && find_program(argv[0], &path);
  if (found) {
    char *const name = argv[0];
    argv[0] = path.p;
    execv(path.p, argv);
    cli_error("Could not run %s: %s", path.p, strerror(errno));
    argv[0] = name;
  }
  buf_free(&path);
  return found;
}

int cmd_program(struct cli *cli, int argc, char **argv)
{
  (void)cli, (void)argc;
  const char *name = argv[0];
  if (!subcommand_run(argv)) cli_error("ficelle-%s is not installed", name);
  return cli_finish(1);
}
