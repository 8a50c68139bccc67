/* `ficelle top`: a live view of compilations and runs, on this host, or on another host over SNMP. */
#include <stdlib.h>

#include "cli/cli.h"
#include "monitor/top/top.h"

cli_fn cmd_top;

/* Texts that are checked after the options were parsed. */
struct texts {
  const char *interval, *frames, *sort, *timeout, *retries;
};

static bool whole(const char *text, long least, long most, long *n)
{
  char *end;
  *n = strtol(text, &end, 10);
  return end != text && *end == '\0' && *n >= least && *n <= most;
}

static bool find_sort(const char *name, enum screen_sort *sort)
{
  for (int i = 0; i < SCREEN_SORTS; i++)
    if (strcmp(name, screen_sort_names[i]) == 0) return *sort = (enum screen_sort)i, true;
  return false;
}

/* Returns CLI_GO, or the exit status after an error message. */
static int read_texts(struct top_options *o, const struct texts *texts)
{
  long n;
  if (texts->interval != NULL) {
    char *end;
    o->interval_s = strtod(texts->interval, &end);
    if (end == texts->interval || *end != '\0' || !(o->interval_s >= 0.2 && o->interval_s <= 3600))
      return cli_error("top: --interval is seconds from 0.2 to 3600, not '%s'", texts->interval);
  }
  if (texts->frames != NULL) {
    if (!whole(texts->frames, 1, 1000000000, &n))
      return cli_error("top: --frames is a number, not '%s'", texts->frames);
    o->frames = (uint32_t)n;
  }
  if (texts->sort != NULL && !find_sort(texts->sort, &o->sort))
    return cli_error("top: --sort is state, time, 'run time', age or name, not '%s'", texts->sort);
  if (texts->timeout != NULL) {
    if (!whole(texts->timeout, 1, 3600, &n))
      return cli_error("top: --timeout is seconds from 1 to 3600, not '%s'", texts->timeout);
    o->target.timeout_ms = (uint32_t)n * 1000;
  }
  if (texts->retries != NULL) {
    if (!whole(texts->retries, 0, 100, &n))
      return cli_error("top: --retries is a number up to 100, not '%s'", texts->retries);
    o->target.retries = (int)n;
  }
  return CLI_GO;
}

int cmd_top(struct cli *cli, int argc, char **argv)
{
  struct top_options o = {.interval_s = 2, .target.retries = -1};
  struct texts texts = {NULL};
  bool once = false;
  struct monitor_target *t = &o.target;
  const struct cli_option options[] = {
    {"interval", 'i', CLI_STRING, &texts.interval, "SECONDS", "read the numbers every SECONDS (default 2)"},
    {"once", 0, CLI_FLAG, &once, NULL, "print one frame as text and exit"},
    {"batch", 'b', CLI_FLAG, &o.batch, NULL, "print frames as text, also on a terminal"},
    {"frames", 'n', CLI_STRING, &texts.frames, "N", "exit after N frames"},
    {"sort", 's', CLI_STRING, &texts.sort, "KEY", "sort nodes by state (default), time, 'run time', age or name"},
    {"alarms-file", 0, CLI_STRING, &t->alarms_file, "FILE", "definitions of alarms (default /etc/ficelle/alarms.conf)"},
    {"alarms-dir", 0, CLI_STRING, &t->alarms_dir, "DIR", "states of alarms (default /var/lib/ficelle-subagent)"},
    {"sources-dir", 0, CLI_STRING, &t->sources_dir, "DIR",
     "directory of ficelle-collector's files (default " STATS_SOURCES_FOLDER ")"},
    {"host", 'H', CLI_STRING, &t->host, "HOST",
     "query HOST or HOST:PORT over SNMP instead of reading this host's files"},
    {"snmp-version", 'v', CLI_STRING, &t->version, "1|2c|3", "SNMP version (default 3 with a user, else 2c)"},
    {"community", 'c', CLI_STRING, &t->community, "NAME", "community (default that of snmp.conf)"},
    {"user", 'u', CLI_STRING, &t->user, "NAME", "SNMPv3 user"},
    {"level", 'l', CLI_STRING, &t->level, "LEVEL", "noAuthNoPriv, authNoPriv or authPriv"},
    {"auth-protocol", 'a', CLI_STRING, &t->auth_protocol, "NAME", "MD5, SHA, SHA-224 to SHA-512 (default SHA)"},
    {"auth-password", 'A', CLI_STRING, &t->auth_password, "TEXT", "password for authentication"},
    {"priv-protocol", 'x', CLI_STRING, &t->priv_protocol, "NAME", "DES or AES (default AES)"},
    {"priv-password", 'X', CLI_STRING, &t->priv_password, "TEXT", "password for privacy"},
    {"context", 0, CLI_STRING, &t->context, "NAME", "SNMPv3 context"},
    {"timeout", 't', CLI_STRING, &texts.timeout, "SECONDS", "timeout in seconds (default 1)"},
    {"retries", 'r', CLI_STRING, &texts.retries, "N", "number of retries (default 1)"},
    {"oid-root", 0, CLI_STRING, &t->oid_root, "OID", "root OID of FICELLE-MIB on that host"},
  };
  const struct cli_usage usage = {"ficelle top [--interval SECONDS] [--once | --batch] [--statsfile FILE]\n"
                                  "       ficelle top --host HOST [--community NAME | --user NAME ...]",
                                  "Shows compilations and runs on the terminal, and updates them: rate, percentiles\n"
                                  "and the last hour of compilations, nodes that fail or are slow, phases, alarms,\n"
                                  "agent runs, foreign sources. The numbers are those of this host's statistics, or\n"
                                  "come over SNMP from a host with ficelle-subagent. Key h lists the keys. If\n"
                                  "standard output is not a terminal, frames are printed as text.\n"
                                  "\n"
                                  "Exits with 1 if nothing could be read.",
                                  options, CLI_COUNT(options), SETTINGS_USER};
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status == CLI_GO) status = read_texts(&o, &texts);
  if (status != CLI_GO) return status;
  if (argc > 1) return cli_error("top: unexpected argument '%s'", argv[1]);
  t->statsfile = settings_strz(cli->settings, SETTING_statsfile);
  if (t->host == NULL && t->statsfile[0] == '\0')
    return cli_error("top: the setting statsfile is empty, so nothing is counted");
  if (once) {
    o.batch = true;
    o.frames = 1;
  }
  struct buf why = BUF_HEAP;
  status = top_run(&o, &why);
  if (why.n > 0) status = cli_error("top: %.*s", STR_FMT(buf_view(&why)));
  buf_free(&why);
  return cli_finish(status);
}
