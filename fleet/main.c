/* ficelle-agent, also called ficelle-ssl. */
#include <signal.h>
#include <string.h>

#include "base/log.h"
#include "fleet/commands.h"

static void nothing(int number) { (void)number; }

int main(int argc, char **argv)
{
  const char *slash = strrchr(argv[0], '/'), *name = slash != NULL ? slash + 1 : argv[0];
  const bool ssl = strcmp(name, "ficelle-ssl") == 0;
  struct cli cli = {.program = "ficelle", .command = ssl ? "ssl" : "agent"};
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, nothing); /* see cli/main.c */
  const int status = (ssl ? cmd_ssl : cmd_agent)(&cli, argc, argv);
  settings_free(cli.settings);
  log_close();
  return status;
}
