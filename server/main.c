/* ficelle-server: the command line. The same program is ficelle-ca by another name. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "base/file.h"
#include "base/log.h"
#include "base/service.h"
#include "cli/cli.h"
#include "server/ca/ca.h"
#include "server/process/process.h"

static const char description[] =
  "Serves agents over HTTPS, like puppetserver: compiles catalogs, serves files, accepts reports.\n"
  "\n"
  "Reads its settings from the section [server] of puppet.conf, and from puppetserver's files *.conf in the\n"
  "directory server_confdir. Listens at ssl-host and ssl-port of webserver.conf, or at the port\n"
  "serverport. SIGHUP reads everything again without losing a request. SIGTERM answers the requests that\n"
  "were received and ends the server.\n"
  "\n"
  "Exit status: 0, or 1 when it could not start.";

static void raise_limits(void)
{
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

static int fail(struct buf *why)
{
  while (why->n > 0 && why->p[why->n - 1] == '\n') why->n--;
  const int status = cli_error("%.*s", (int)why->n, why->p);
  buf_free(why);
  return status;
}

static int check(struct server *s)
{
  struct buf why = BUF_HEAP;
  s->sockets[s->nsockets++] = (struct listening){.fd = -1, .tls = true};
  const bool valid = generation_read(s, &why) && generation_read_environments(s, &why);
  generation_forget(s);
  if (!valid) return fail(&why);
  printf("The configuration is valid.\n");
  return cli_finish(0);
}

/* Goes to the background, opens the file for the process id, and then changes to the server's user, who may not be
 * allowed to create that file. */
static bool settle(struct server *s, struct buf *why)
{
  struct settings *settings = s->settings;
  if (settings_bool(settings, SETTING_daemonize) && !service_to_background(why)) return false;
  char *pid_file = xstrdup(settings_strz(settings, SETTING_pidfile));
  if (!file_make_parents(pid_file)) buf_printf(why, "pidfile: %s: %s", pid_file, strerror(errno));
  const int fd = why->n > 0 ? -1 : service_open_pid_file(pid_file, "ficelle-server", why);
  free(pid_file);
  if (fd < 0 || !server_drop_privileges(settings, why)) return false;
  if (!service_write_pid(fd)) buf_printf(why, "pidfile: %s", strerror(errno));
  return why->n == 0;
}

static int run(struct server *s)
{
  struct buf why = BUF_HEAP;
  raise_limits();
  if (!server_listen(s, &why)) return fail(&why);
  if (!settle(s, &why)) return fail(&why);
  s->board = board_new();
  if (s->board == NULL) {
    buf_printf(&why, "cannot create shared memory: %s", strerror(errno));
    return fail(&why);
  }
  buf_free(&why);
  return supervisor_run(s);
}

static int server_main(struct cli *cli, int argc, char **argv)
{
  bool check_only = false;
  const struct cli_option options[] = {
    {"check", 0, CLI_FLAG, &check_only, NULL, "read the configuration, print errors, and exit"},
  };
  const struct cli_usage usage = {"ficelle server [--no-daemonize] [--check]", description, options, CLI_COUNT(options),
                                  SETTINGS_SERVER};
  struct server s = {.cli = cli};
  struct buf why = BUF_HEAP;
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  if (argc > 1) return cli_error("unexpected argument \"%s\"", argv[1]);
  s.settings = cli->settings;
  s.config = config_read(settings_strz(s.settings, SETTING_server_confdir), &why);
  if (s.config == NULL) return fail(&why);
  config_apply(s.config, s.settings);
  status = check_only ? check(&s) : run(&s);
  config_free(s.config);
  return status;
}

int main(int argc, char **argv)
{
  struct cli cli = {.program = "ficelle", .command = "server"};
  const char *name = strrchr(argv[0], '/');
  name = name == NULL ? argv[0] : name + 1;
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  if (strcmp(name, "ficelle-ca") == 0) {
    const int done = ca_main(argc, argv);
    log_close();
    return done;
  }
  const int status = server_main(&cli, argc, argv);
  settings_free(cli.settings);
  log_close();
  return status;
}
