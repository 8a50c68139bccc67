/* The `ficelle` command: finds the subcommand and runs it. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "cli/cli.h"
#include "cli/module_command.h"
#include "cli/program.h"

#define COMMAND(name, function, summary) cli_fn function;
#define PROGRAM(name, package, summary)
#include "cli/commands.def"
#undef COMMAND
#undef PROGRAM

const struct cli_command cli_commands[] = {
#define COMMAND(name, function, summary) {#name, function, summary},
#define PROGRAM(name, package, summary) COMMAND(name, cmd_program, summary)
#include "cli/commands.def"
#undef COMMAND
#undef PROGRAM
  {NULL, NULL, NULL},
};

static const struct cli_command *find_command(const char *name)
{
  for (const struct cli_command *c = cli_commands; c->name; c++)
    if (strcmp(c->name, name) == 0) return c;
  return NULL;
}

/* Like Puppet, prints these messages on standard output and returns 1. */
static int unknown_command(const char *name)
{
  printf("%sError: Unknown Puppet subcommand '%s'%s\n", log_color_begin(LOG_LEVEL_ERR, 1), name, log_color_end(1));
  printf("See 'ficelle help' for help on available ficelle subcommands\n");
  return cli_finish(1);
}

static int no_command(int argc, char **argv)
{
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--version") == 0 || strcmp(argv[i], "-V") == 0) {
      printf("%s\n", FICELLE_VERSION);
      return cli_finish(0);
    }
  }
  if (argc > 1) {
    printf("%sError: Could not parse application options: invalid option: %s%s\n", log_color_begin(LOG_LEVEL_ERR, 1),
           argv[1], log_color_end(1));
    return cli_finish(1);
  }
  printf("See 'ficelle help' for help on available ficelle subcommands\n");
  return cli_finish(0);
}

static bool asks_for_help(int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return true;
  return false;
}

static void nothing(int signal_number) { (void)signal_number; }

int main(int argc, char **argv)
{
  struct cli cli = {.program = "ficelle"};
  /* A closed pipe must be an error of write(), which cli_finish reports; it must not kill the process before. The same
   * holds for a file that exceeds the size limit of the process (ulimit -f), in the log or the statistics. That signal
   * is caught, not ignored, since programs that we start would inherit an ignored signal. */
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, nothing);
  int status;
  if (argc < 2 || argv[1][0] == '-') {
    char *help[] = {(char *)"help", NULL};
    status = asks_for_help(argc, argv) ? find_command("help")->run(&cli, 1, help) : no_command(argc, argv);
  } else {
    const struct cli_command *command = find_command(argv[1]);
    cli.command = argv[1];
    if (command != NULL) status = command->run(&cli, argc - 1, argv + 1);
    else if (subcommand_run(argv + 1)) status = 1;
    else if (!module_command_run(&cli, argc - 1, argv + 1, &status)) status = unknown_command(argv[1]);
  }
  settings_free(cli.settings);
  log_close();
  return status;
}
