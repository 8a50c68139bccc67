/* `ficelle help [SUBCOMMAND [ACTION]]`, `ficelle version`. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/module_command.h"
#include "cli/program.h"

cli_fn cmd_help, cmd_version;

static void list_names(const char *title, const struct ptrvec *names)
{
  if (names->n == 0) return;
  printf("\n%s:\n", title);
  for (uint32_t i = 0; i < names->n; i++) printf("  %s\n", (const char *)names->items[i]);
}

static int list_commands(struct cli *cli, const struct cli_usage *usage, int argc, char **argv)
{
  struct ptrvec programs = {0}, modules = {0};
  const int status = cli_begin(cli, usage, &argc, argv);
  if (status == 0) return 0; /* --help was printed */
  struct arena *a = arena_new();
  printf("Usage: ficelle SUBCOMMAND [OPTION ...] [ARGUMENT ...]\n\nSubcommands:\n");
  for (const struct cli_command *c = cli_commands; c->name; c++) printf("  %-12s%s\n", c->name, c->summary);
  if (status == CLI_GO) module_command_names(cli, a, &modules);
  subcommand_programs(a, &programs);
  list_names("Programs on the path", &programs);
  list_names("Subcommands of modules", &modules);
  arena_free(a);
  printf("\n`ficelle help SUBCOMMAND` and `ficelle help SUBCOMMAND ACTION` print details.\n");
  return cli_finish(status == CLI_GO ? 0 : status);
}

int cmd_help(struct cli *cli, int argc, char **argv)
{
  const struct cli_usage usage = {"ficelle help [SUBCOMMAND [ACTION]]",
                                  "Prints the list of subcommands, or help on one of them.", NULL, 0, SETTINGS_USER};
  char *words[4] = {NULL};
  int n = 0;
  if (argc < 2 || argv[1][0] == '-') return list_commands(cli, &usage, argc, argv);
  for (const struct cli_command *c = cli_commands; c->name; c++) {
    if (strcmp(c->name, argv[1]) != 0) continue;
    words[n++] = argv[1];
    if (argc > 2) words[n++] = argv[2];
    words[n++] = (char *)"--help";
    cli->command = argv[1];
    return c->run(cli, n, words);
  }
  int status;
  char *program[] = {argv[1], (char *)"--help", NULL};
  cli->command = argv[1];
  if (subcommand_run(program)) return 1;
  if (module_command_help(cli, argc - 1, argv + 1, &status)) return status;
  return cli_error("Could not load help for the subcommand %s. `ficelle help` lists the subcommands.", argv[1]);
}

int cmd_version(struct cli *cli, int argc, char **argv)
{
  const struct cli_usage usage = {"ficelle version", "Prints the version.", NULL, 0, SETTINGS_USER};
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  printf("%s\n", FICELLE_VERSION);
  return cli_finish(0);
}
