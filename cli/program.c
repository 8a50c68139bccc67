/* Subcommands that are separate programs: `ficelle NAME` runs `ficelle-NAME`. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/program.h"
#include "indirector/core/program.h"

bool subcommand_name_is_good(const char *name)
{
  return ascii_is_alpha(name[0]) &&
         name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")] == '\0';
}

void subcommand_add(struct arena *a, struct ptrvec *names, const char *name, size_t n)
{
  const char *own = arena_strz(a, str_n(name, n));
  uint32_t at = 0;
  for (const struct cli_command *c = cli_commands; c->name != NULL; c++) {
    if (strcmp(c->name, own) == 0) return;
  }
  while (at < names->n && strcmp(names->items[at], own) < 0) at++;
  if (at < names->n && strcmp(names->items[at], own) == 0) return;
  ptrvec_push(names, a, NULL);
  memmove(&names->items[at + 1], &names->items[at], (names->n - 1 - at) * sizeof *names->items);
  names->items[at] = (void *)own;
}

static void add_programs_of(struct arena *a, struct ptrvec *names, const char *folder, size_t n)
{
  static const char prefix[] = "ficelle-";
  DIR *d = opendir(arena_strz(a, str_n(folder, n)));
  for (const struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) {
    if (strncmp(e->d_name, prefix, sizeof prefix - 1) != 0) continue;
    const char *name = e->d_name + sizeof prefix - 1;
    if (!subcommand_name_is_good(name) || faccessat(dirfd(d), e->d_name, X_OK, 0) != 0) continue;
    subcommand_add(a, names, name, strlen(name));
  }
  if (d != NULL) closedir(d);
}

void subcommand_programs(struct arena *a, struct ptrvec *names)
{
  for (const char *at = getenv("PATH"); at != NULL && *at != '\0';) {
    const size_t length = strcspn(at, ":");
    if (length > 0) add_programs_of(a, names, at, length);
    at += length + (at[length] == ':');
  }
}

bool subcommand_run(char **argv)
{
  struct arena *a = arena_new();
  str path;
  const bool found = subcommand_name_is_good(argv[0]) &&
                     program_find(a, arena_printf(a, "ficelle-%s", argv[0]).p, &path);
  if (found) {
    char *const name = argv[0];
    argv[0] = arena_strz(a, path);
    execv(argv[0], argv);
    cli_error("Could not run %s: %s", argv[0], strerror(errno));
    argv[0] = name;
  }
  arena_free(a);
  return found;
}

/* The package with the program of a subcommand in commands.def. */
static const char *package_of(const char *name)
{
  static const char *const packages[][2] = {
#define COMMAND(name, function, summary)
#define PROGRAM(name, package, summary) {#name, package},
#include "cli/commands.def"
#undef COMMAND
#undef PROGRAM
  };
  size_t i = 0;
  while (strcmp(packages[i][0], name) != 0) i++;
  return packages[i][1];
}

int cmd_program(struct cli *cli, int argc, char **argv)
{
  (void)cli, (void)argc;
  const char *name = argv[0];
  if (!subcommand_run(argv)) {
    cli_error("ficelle-%s is not installed: it is in the package %s", name, package_of(name));
  }
  return cli_finish(1);
}
