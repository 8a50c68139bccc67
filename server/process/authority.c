/* The process that has the key of the certificate authority. The supervisor starts it where a key exists, and again
 * when it died. */
#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/log.h"
#include "cli/cli_stats.h"
#include "server/ca/ca.h"
#include "server/process/process.h"

bool authority_is_here(struct settings *s) { return access(settings_strz(s, SETTING_cakey), R_OK) == 0; }

static _Noreturn void run(struct server *s)
{
  str error;
  struct buf why = BUF_HEAP;
  struct arena *a = arena_new();
  struct ca_options options;
  struct cli_stats store;
  /* No other process may read its memory. */
  prctl(PR_SET_DUMPABLE, 0);
  server_drop_capabilities();
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  server_close_sockets(s);
  log_after_fork();
  /* Its settings may have changed since the supervisor was started. */
  if (settings_load(s->settings, &why) != SETTINGS_OK || !settings_check(s->settings, &why) ||
      (s->config = config_read(settings_strz(s->settings, SETTING_server_confdir), &why)) == NULL) {
    log_error(&log_server, "SERVER_CONFIG", NULL, "%.*s", (int)why.n, why.n > 0 ? why.p : "");
    _exit(1);
  }
  config_apply(s->config, s->settings);
  if (!ca_options_of(a, s->config, &options, &error)) {
    log_error(&log_server, "SERVER_CONFIG", NULL, "%.*s", STR_FMT(error));
    _exit(1);
  }
  cli_stats_begin(&store, s->settings);
  struct server_stats *stats = server_stats_new(store.store);
  const int status = ca_process_run(s->link.authority, s->settings, &options, stats);
  server_stats_free(stats);
  cli_stats_end(&store);
  _exit(status);
}

pid_t authority_start(struct server *s)
{
  const pid_t parent = getpid(), pid = fork();
  if (pid == 0) {
    if (getppid() != parent) _exit(0);
    run(s);
  }
  if (pid < 0)
    log_error(&log_server, "AUTHORITY_FORK", NULL, "cannot start the certificate authority: %s", strerror(errno));
  return pid < 0 ? 0 : pid;
}
