/* `ficelle agent`: brings this host into the state that its server wants. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/service.h"
#include "cli/cli.h"
#include "compiler/values/value.h"
#include "fleet/commands.h"
#include "fleet/daemon.h"
#include "fleet/fleet.h"
#include "fleet/ssl_files.h"

struct options {
  bool test, enable, disable, fingerprint, detailed;
  const char *fqdn, *digest, *job_id, *waitforcert;
  struct cli_list logdest;
};

/* Removes the reason, an optional word after --disable, from the arguments. */
static const char *take_reason(int *argc, char **argv)
{
  for (int i = 1; i < *argc; i++) {
    const char *reason = NULL;
    int words = 1;
    if (strncmp(argv[i], "--disable=", 10) == 0) reason = argv[i] + 10;
    else if (strcmp(argv[i], "--disable") != 0) continue;
    else if (i + 1 < *argc && argv[i + 1][0] != '-') reason = argv[i + 1], words = 2;
    argv[i] = (char *)"--disable";
    if (words == 2) {
      memmove(&argv[i + 1], &argv[i + 2], (size_t)(*argc - i - 1) * sizeof *argv);
      (*argc)--;
    }
    return reason != NULL ? reason : "reason not specified";
  }
  return NULL;
}

static bool is_option(const char *word, const char *name)
{
  const size_t n = strlen(name);
  return strncmp(word, name, n) == 0 && (word[n] == '\0' || word[n] == '=');
}

static bool names_environment(int argc, char **argv)
{
  for (int i = 1; i < argc; i++) {
    if (is_option(argv[i], "--environment") || strncmp(argv[i], "-E", 2) == 0) return true;
  }
  return false;
}

static void set(struct cli *cli, enum setting_id id, const char *text)
{
  struct buf error = BUF_HEAP;
  settings_set(cli->settings, id, str_of(text), &error);
  buf_free(&error);
}

/* Like --onetime --verbose --no-daemonize --detailed-exitcodes --show_diff --no-splay --no-usecacheonfailure. */
static void take_test(struct cli *cli, struct options *o)
{
  static const struct {
    enum setting_id id;
    const char *text;
  } all[] = {{SETTING_usecacheonfailure, "false"},
             {SETTING_splay, "false"},
             {SETTING_show_diff, "true"},
             {SETTING_daemonize, "false"},
             {SETTING_onetime, "true"}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) set(cli, all[i].id, all[i].text);
  cli->verbose = o->detailed = true;
}

/* Without --logdest, messages go to syslog, and to the console on request. */
static int set_up_log(struct cli *cli)
{
  struct buf error = BUF_HEAP;
  const int level = cli->debug ? LOG_LEVEL_DEBUG : cli->verbose ? LOG_LEVEL_INFO : -1;
  log_set_ident("puppet-agent");
  if (!settings_is_set(cli->settings, SETTING_logdest)) {
    set(cli, SETTING_logdest, cli->debug || cli->verbose ? "console,syslog" : "syslog");
  }
  const int status = settings_apply_log(cli->settings, level, &error) ? CLI_GO : cli_error("%s", error.p);
  buf_free(&error);
  return status;
}

/* Prints the fingerprint of the certificate, else of the request. */
static int print_fingerprint(struct cli *cli, const char *algorithm)
{
  struct arena *a = arena_new();
  str pem, why, digest = STR_EMPTY, der = STR_EMPTY;
  if (ssl_load(a, cli->settings, SETTING_hostcert, &pem, &why)) {
    X509 *c = pki_certificate_read(a, pem, &why);
    if (c != NULL) der = pki_certificate_bytes(a, c);
  } else if (why.n == 0 && ssl_load(a, cli->settings, SETTING_hostcsr, &pem, &why)) {
    X509_REQ *r = pki_request_read(a, pem, &why);
    if (r != NULL) der = pki_request_bytes(a, r);
  } else if (why.n == 0) {
    fprintf(stderr, "Fingerprint asked but neither the certificate, nor the certificate request have been issued\n");
    arena_free(a);
    return 1;
  }
  if (der.n > 0 && !pki_fingerprint(a, algorithm, der, &digest)) {
    why = arena_printf(a, "Unsupported digest algorithm (%s).", algorithm);
  }
  int status = 0;
  if (digest.n == 0) {
    status = cli_error("Failed to generate fingerprint: %.*s", STR_FMT(why));
  } else {
    putchar('(');
    for (const char *p = algorithm; *p != '\0'; p++) putchar(toupper((unsigned char)*p));
    printf(") %.*s\n", STR_FMT(digest));
  }
  arena_free(a);
  return status;
}

static int work(struct cli *cli, struct options *o, const char *reason, struct agent *agent)
{
  struct settings *s = cli->settings;
  struct buf why = BUF_HEAP;
  if (o->fingerprint) return print_fingerprint(cli, o->digest);
  if (o->enable) disabled_clear(s);
  else if (o->disable) disabled_set(s, str_of(reason));
  if (o->enable || o->disable) counts_host(s, disabled_is(s), ssl_valid_until(s));
  if (o->enable || o->disable) return 0;
  if (!settings_bool(s, SETTING_onetime)) return agent_daemon(agent);
  if (settings_bool(s, SETTING_daemonize) && !service_to_background(&why)) return cli_error("%s", why.p);
  const int status = agent_once(agent);
  return status < 0 ? 1 : o->detailed ? status : 0;
}

int cmd_agent(struct cli *cli, int argc, char **argv)
{
  struct options o = {.digest = "SHA256"};
  struct agent agent = {.cli = cli, .waitforcert = -1, .argv = argv};
  const struct cli_option options[] = {
    {"test", 't', CLI_FLAG, &o.test, NULL, "a single run in the foreground, see above"},
    {"detailed-exitcodes", 0, CLI_FLAG, &o.detailed, NULL, "exit status 2: changes, 4: failures, 6: both; 0 otherwise"},
    {"enable", 0, CLI_FLAG, &o.enable, NULL, "allow runs again after --disable"},
    {"disable", 0, CLI_FLAG, &o.disable, NULL, "forbid runs until --enable; the next word is the reason"},
    {"fingerprint", 0, CLI_FLAG, &o.fingerprint, NULL,
     "print the fingerprint of the certificate, or of the request for one"},
    {"digest", 0, CLI_STRING, &o.digest, "ALGORITHM", "digest of the fingerprint (SHA256)"},
    {"fqdn", 'f', CLI_STRING, &o.fqdn, "NAME", "the certificate's name, like --certname"},
    {"job-id", 0, CLI_STRING, &o.job_id, "ID", "sent with the request for the catalog, and in the report"},
    {"waitforcert", 'w', CLI_STRING, &o.waitforcert, "SECONDS",
     "interval of requests for a certificate that is not signed yet; 0: do not wait"},
  };
  const struct cli_usage usage = {
    "ficelle agent [--test] [--onetime] [--no-daemonize] [--noop] [--SETTING VALUE]\n"
    "       ficelle agent --disable [REASON] | --enable | --fingerprint [--digest ALGORITHM]",
    "Gets this host's catalog from its server and applies it, every half hour (setting runinterval) in\n"
    "the background, or once with --onetime. The first run requests the certificate that this needs.\n"
    "--test is a single run in the foreground, with --verbose, --detailed-exitcodes, --show_diff,\n"
    "--no-splay and --no-usecacheonfailure.",
    options, CLI_COUNT(options), SETTINGS_AGENT};
  agent.started = clock_time(CLOCK_REALTIME);
  if (cli->settings == NULL) cli->settings = settings_new();
  log_set_plain(true);
  settings_set_default(cli->settings, SETTING_catalog_cache_terminus, STR("json"));
  char **own = xcalloc((size_t)argc + 1, sizeof *own);
  for (int i = 0; i < argc; i++) own[i] = argv[i];
  agent.argv = own;
  agent.environment_given = names_environment(argc, argv);
  const char *reason = take_reason(&argc, argv);
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status == CLI_GO) status = cli_print_configs(cli);
  if (status == CLI_GO && argc > 1)
    status = cli_error("Could not prepare for execution: The puppet agent command does not take parameters");
  if (status == CLI_GO) {
    if (o.test) take_test(cli, &o);
    if (o.fqdn != NULL) set(cli, SETTING_certname, o.fqdn);
    if (o.waitforcert != NULL) agent.waitforcert = atoll(o.waitforcert) > 0 ? atoll(o.waitforcert) : 0;
    agent.job_id = o.job_id;
    status = set_up_log(cli);
  }
  if (status == CLI_GO) status = cli_finish(work(cli, &o, reason, &agent));
  free(own);
  return status;
}
