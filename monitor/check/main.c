/* check_ficelle: command line and time limit of the plug-in. */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/log.h"
#include "base/settings.h"
#include "monitor/check/check.h"

enum kind { TEXT, NUMBER, FLAG, COUNT, WARNING_RANGES, CRITICAL_RANGES, PERCENTILE, SEVERE, HELP, VERSION };

struct option_row {
  char letter; /* 0: none */
  const char *name;
  const char *argument; /* NULL: none */
  enum kind kind;
  size_t offset; /* in struct check_options */
  const char *help;
};

#define AT(member) offsetof(struct check_options, member)
static const struct option_row rows[] = {
  {'w', "warning", "RANGES", WARNING_RANGES, 0, "warning when a value is outside of its range"},
  {'c', "critical", "RANGES", CRITICAL_RANGES, 0, "critical when a value is outside of its range"},
  {0, "percentile", "P", PERCENTILE, 0, "compile: 50, 90, 95, 99 or max; default 95"},
  {0, "severity", "NAME", SEVERE, 0, "alarms: critical from this severity on, else warning; default major"},
  {0, "rate", NULL, FLAG, AT(rate), "object: the growth of a counter per second since the last call"},
  {0, "rate-dir", "DIR", TEXT, AT(rate_dir),
   "directory for values of the last call; default MP_STATE_PATH, or /var/tmp"},
  {0, "statsfile", "FILE", TEXT, AT(target.statsfile), "read FILE; default the setting of that name, as ficelle stats"},
  {0, "stale-after", "SECONDS", NUMBER, AT(target.stale_s),
   "the statistics are stale when nothing was recorded for this time"},
  {0, "sources-dir", "DIR", TEXT, AT(target.sources_dir), "folder of ficelle-collector; default " STATS_SOURCES_FOLDER},
  {0, "alarms-file", "FILE", TEXT, AT(target.alarms_file), "definitions of alarms; default /etc/ficelle/alarms.conf"},
  {0, "alarms-dir", "DIR", TEXT, AT(target.alarms_dir), "states of alarms; default /var/lib/ficelle-subagent"},
  {'H', "hostname", "HOST", TEXT, AT(target.host), "query HOST or HOST:PORT over SNMP, not this host's files"},
  {'p', "port", "PORT", TEXT, AT(target.port), "port of its SNMP agent; default 161"},
  {'P', "protocol", "VERSION", TEXT, AT(target.version), "1, 2c or 3; default 3 with a user, else 2c"},
  {'C', "community", "NAME", TEXT, AT(target.community), "community; default that of snmp.conf"},
  {'U', "secname", "USER", TEXT, AT(target.user), "user of SNMPv3"},
  {'L', "seclevel", "LEVEL", TEXT, AT(target.level),
   "noAuthNoPriv, authNoPriv or authPriv; by default depends on the given passwords"},
  {'a', "authproto", "NAME", TEXT, AT(target.auth_protocol), "MD5, SHA, SHA-224 to SHA-512; default SHA"},
  {'A', "authpasswd", "TEXT", TEXT, AT(target.auth_password), "password for authentication"},
  {'x', "privproto", "NAME", TEXT, AT(target.priv_protocol), "DES, AES; default AES"},
  {'X', "privpasswd", "TEXT", TEXT, AT(target.priv_password), "password for privacy"},
  {'N', "context", "NAME", TEXT, AT(target.context), "context of SNMPv3"},
  {'e', "retries", "N", NUMBER, AT(target.retries), "number of retries of a request; default 1"},
  {0, "oid-root", "OID", TEXT, AT(target.oid_root), "root of FICELLE-MIB; default " FICELLE_OID_ROOT},
  {'t', "timeout", "SECONDS", NUMBER, AT(timeout_s), "time limit; default 10"},
  {'v', "verbose", NULL, COUNT, AT(verbose), "print further lines"},
  {'V', "version", NULL, VERSION, 0, "print the version"},
  {'h', "help", NULL, HELP, 0, "print this text"},
};
enum { ROWS = sizeof rows / sizeof rows[0], FIRST_LONG = 256 };

/* --- help --- */

static void print_help(void)
{
  printf("Usage: check_ficelle MODE [OPTION ...]\n"
         "\n"
         "Checks the measurements of the Puppet compiler ficelle and its agent, on this host\n"
         "or over SNMP on another one, as a plug-in for Nagios, Icinga and similar programs.\n"
         "\n"
         "Modes:\n");
  for (const struct check_mode *m = check_modes; m->name != NULL; m++) {
    char name[40];
    snprintf(name, sizeof name, "%s%s%s", m->name, m->operand != NULL ? " " : "", m->operand != NULL ? m->operand : "");
    printf("  %-20s %s\n", name, m->help);
  }
  printf("\nOptions:\n");
  for (size_t i = 0; i < ROWS; i++) {
    char left[60];
    const struct option_row *o = &rows[i];
    snprintf(left, sizeof left, "%c%c%s --%s%s%s", o->letter != 0 ? '-' : ' ', o->letter != 0 ? o->letter : ' ',
             o->letter != 0 ? "," : " ", o->name, o->argument != NULL ? " " : "",
             o->argument != NULL ? o->argument : "");
    printf("  %-26s%s%s\n", left, strlen(left) >= 26 ? " " : "", o->help);
  }
  printf("\nStates and their severities, which --WORD=ok|warning|critical|unknown changes:\n");
  for (size_t i = 0; i < CONDITIONS; i++)
    printf("  --%-18s %-9s %s: %s\n", condition_infos[i].option, severity_name(condition_infos[i].severity),
           condition_infos[i].words, condition_infos[i].help);
  printf("\nRanges: 10 alerts below 0 and above 10, 10: below 10, ~:10 above 10, 10:20 outside of both, @10:20\n"
         "inside. A comma separates the ranges of modes that have two. Exit status: 0 ok, 1 warning, 2 critical,\n"
         "3 unknown, also for --help and --version.\n");
}

/* --- the command line --- */

static int usage(const char *why)
{
  printf("FICELLE UNKNOWN: %s; check_ficelle --help lists the options\n", why);
  return SEVERITY_UNKNOWN;
}

static bool number(const char *text, uint32_t *value, struct buf *why)
{
  char *end;
  const unsigned long n = strtoul(text, &end, 10);
  if (ascii_is_digit(*text) && *end == '\0' && n <= 1000000000) return *value = (uint32_t)n, true;
  buf_printf(why, "'%s' is not a number", text);
  return false;
}

static bool percentile(const char *text, uint32_t *id, struct buf *why)
{
  static const struct {
    const char *name;
    uint32_t id;
  } names[] = {{"50", STAT_ficCmpP50},
               {"90", STAT_ficCmpP90},
               {"95", STAT_ficCmpP95},
               {"99", STAT_ficCmpP99},
               {"max", STAT_ficCmpMax}};
  const char *bare = *text == 'p' ? text + 1 : text;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strcmp(bare, names[i].name) == 0) return *id = names[i].id, true;
  buf_printf(why, "invalid percentile '%s': must be 50, 90, 95, 99 or max", text);
  return false;
}

static bool severe(const char *text, uint32_t *number_of, struct buf *why)
{
  const struct stats_enum_info *e = &stats_list.enums[STATS_ENUM_SEVERITY];
  for (size_t i = e->first; i < e->first + e->count; i++)
    if (strcmp(text, stats_list.labels[i].name) == 0) return *number_of = stats_list.labels[i].number, true;
  buf_printf(why, "unknown severity '%s': must be warning, minor, major or critical", text);
  return false;
}

static bool store(struct check *c, const struct option_row *o, const char *argument, struct buf *why)
{
  void *target = (char *)&c->o + o->offset;
  switch (o->kind) {
  case TEXT: *(const char **)target = argument; return true;
  case NUMBER: return number(argument, target, why);
  case FLAG: *(bool *)target = true; return true;
  case COUNT: ++*(unsigned *)target; return true;
  case WARNING_RANGES: return ranges_parse(argument, c->o.warning, RANGES, why);
  case CRITICAL_RANGES: return ranges_parse(argument, c->o.critical, RANGES, why);
  case PERCENTILE: return percentile(argument, &c->o.percentile, why);
  case SEVERE: return severe(argument, &c->o.severe, why);
  case HELP:
  case VERSION: break;
  }
  return true;
}

static bool store_condition(struct check *c, size_t condition, const char *argument, struct buf *why)
{
  if (severity_parse(argument, &c->r.of[condition])) return true;
  buf_printf(why, "--%s must be ok, warning, critical or unknown; got '%s'", condition_infos[condition].option,
             argument);
  return false;
}

/* getopt's tables, derived from ours; initially zero. */
struct getopt_tables {
  char letters[3 * ROWS + 2];
  struct option names[ROWS + CONDITIONS + 1];
};

static void make_tables(struct getopt_tables *t)
{
  char *to = t->letters;
  *to++ = ':'; /* to distinguish a missing argument */
  for (int i = 0; i < ROWS; i++) {
    t->names[i] = (struct option){rows[i].name, rows[i].argument != NULL, NULL, FIRST_LONG + i};
    if (rows[i].letter == 0) continue;
    *to++ = rows[i].letter;
    if (rows[i].argument != NULL) *to++ = ':';
  }
  for (int i = 0; i < CONDITIONS; i++)
    t->names[ROWS + i] = (struct option){condition_infos[i].option, required_argument, NULL, FIRST_LONG + ROWS + i};
}

static int row_of(int found)
{
  for (int i = 0; found < FIRST_LONG && i < ROWS; i++)
    if (rows[i].letter == found) return i;
  return found - FIRST_LONG;
}

/* -1: continue, else the exit status. */
static int read_options(struct check *c, int argc, char **argv, struct buf *why)
{
  struct getopt_tables t = {0};
  int found;
  make_tables(&t);
  opterr = 0;
  while ((found = getopt_long(argc, argv, t.letters, t.names, NULL)) != -1) {
    if (found == '?' || found == ':') {
      buf_printf(why, found == ':' ? "option '%s' needs a value" : "unknown option '%s'", argv[optind - 1]);
      return usage(why->p);
    }
    const int row = row_of(found);
    if (row < ROWS && (rows[row].kind == HELP || rows[row].kind == VERSION)) {
      if (rows[row].kind == HELP) print_help();
      else printf("check_ficelle %s\n", FICELLE_VERSION);
      return SEVERITY_UNKNOWN; /* as the guidelines for plug-ins want it: nothing was checked */
    }
    if (row < ROWS ? !store(c, &rows[row], optarg, why) : !store_condition(c, (size_t)(row - ROWS), optarg, why))
      return usage(why->p);
  }
  return -1;
}

static const struct check_mode *find_mode(const char *name)
{
  for (const struct check_mode *m = check_modes; m->name != NULL; m++)
    if (strcmp(m->name, name) == 0) return m;
  return NULL;
}

/* Reads the arguments after the options: the mode and its operand. NULL with a line in `why`. */
static const struct check_mode *read_operands(struct check *c, int argc, char **argv, struct buf *why)
{
  const struct check_mode *mode = optind < argc ? find_mode(argv[optind]) : NULL;
  const int operands = argc - optind - 1;
  if (optind == argc) {
    buf_z(why, "no mode was given");
  } else if (mode == NULL) {
    buf_printf(why, "unknown mode '%s'", argv[optind]);
  } else if (operands > 1 || (operands == 1 && mode->operand == NULL)) {
    buf_printf(why, "unexpected argument '%s'", argv[argc - 1]);
  } else if (mode->operand != NULL && mode->operand[0] != '[' && (operands == 0 || *argv[optind + 1] == '\0')) {
    buf_printf(why, "%s needs %s", mode->name, mode->operand);
  } else {
    c->operand = operands == 1 && *argv[optind + 1] != '\0' ? argv[optind + 1] : NULL;
    for (unsigned i = mode->ranges; i < RANGES; i++) {
      if (!c->o.warning[i].set && !c->o.critical[i].set) continue;
      buf_printf(why, "%s takes %u range", mode->name, mode->ranges);
      return NULL;
    }
    return mode;
  }
  return NULL;
}

/* --- the statistics file --- */

/* Finds the setting like `ficelle stats`. For a user without statistics, as plug-ins usually run, uses this host's. */
static void find_statsfile(struct check *c, struct settings *settings)
{
  static const char of_this_host[] = "/var/lib/ficelle/stats";
  struct buf error = BUF_HEAP;
  if (c->o.target.statsfile != NULL || c->o.target.host != NULL) return;
  settings_load(settings, &error);
  buf_free(&error);
  c->o.target.statsfile = settings_strz(settings, SETTING_statsfile);
  if (!settings_is_set(settings, SETTING_statsfile) && access(c->o.target.statsfile, F_OK) != 0)
    c->o.target.statsfile = of_this_host;
}

/* --- the time limit --- */

static char too_late[120];
static size_t too_late_n;
static int too_late_status;

static void on_alarm(int signal_number)
{
  (void)signal_number;
  (void)!write(STDOUT_FILENO, too_late, too_late_n);
  _exit(too_late_status);
}

static void set_time_limit(struct check *c, const struct check_mode *mode)
{
  struct result late;
  struct buf line = BUF_HEAP;
  const uint32_t seconds = c->o.timeout_s;
  const int tries = 1 + (c->o.target.retries < 0 ? 1 : c->o.target.retries);
  /* All retries of a request fit into the limit. */
  c->o.target.timeout_ms = (seconds * 1000 - 200) / (uint32_t)tries;
  result_init(&late);
  result_condition(&late, CONDITION_NO_ANSWER, "no result after %u s", seconds);
  late.severity = c->r.of[CONDITION_NO_ANSWER];
  result_print(&late, mode->name, false, &line);
  too_late_n = line.n < sizeof too_late ? line.n : sizeof too_late;
  memcpy(too_late, line.p, too_late_n);
  too_late_status = late.severity;
  buf_free(&line);
  result_free(&late);
  signal(SIGALRM, on_alarm);
  alarm(seconds);
}

static int run(struct check *c, int argc, char **argv, struct settings *settings, struct buf *why)
{
  const int status = read_options(c, argc, argv, why);
  if (status >= 0) return status;
  const struct check_mode *mode = read_operands(c, argc, argv, why);
  if (mode == NULL) return usage(why->p);
  if (c->o.timeout_s < 1 || c->o.timeout_s > 86400) return usage("--timeout must be 1 to 86400 seconds");
  if (c->o.target.retries > 100) return usage("--retries must be at most 100");
  set_time_limit(c, mode);
  find_statsfile(c, settings);
  if (!check_run(c, mode, why)) return usage(why->p);
  struct buf out = BUF_HEAP;
  result_print(&c->r, mode->name, c->o.verbose > 0, &out);
  const bool written = fwrite(out.p, 1, out.n, stdout) == out.n && fflush(stdout) == 0;
  buf_free(&out);
  return written ? (int)c->r.severity : SEVERITY_UNKNOWN;
}

int main(int argc, char **argv)
{
  struct check c = {
    .o = {.target.retries = -1, .timeout_s = 10, .percentile = STAT_ficCmpP95, .severe = STATS_SEVERITY_MAJOR}};
  struct buf why = BUF_HEAP;
  struct settings *settings = settings_new();
  char error[8];
  log_add_destination("/dev/null", error, sizeof error); /* the single line contains everything */
  result_init(&c.r);
  const int status = run(&c, argc, argv, settings, &why);
  monitor_close(c.source);
  snapshot_free(c.s);
  result_free(&c.r);
  settings_free(settings);
  buf_free(&why);
  log_close();
  return status;
}
