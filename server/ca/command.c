/* `ficelle ca`: finds the action, reads its flags, runs it. */
#include "server/ca/command.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/file.h"
#include "base/log.h"
#include "cli/cli_stats.h"
#include "server/ca/count.h"

/* --- the flags; the table of actions tells which flags an action has --- */
static const struct flag {
  const char *name, *value, *help; /* value NULL: the flag takes none */
  size_t offset;
} flags[] = {
#define TEXT(name, field, value, help)                      \
  {                                                         \
    name, value, help, offsetof(struct ca_arguments, field) \
  }
#define FLAG(name, field, help)                            \
  {                                                        \
    name, NULL, help, offsetof(struct ca_arguments, field) \
  }
  FLAG("help", help, "Display this command-specific help output"),
  TEXT("config", config, "CONF", "Path to puppet.conf"),
  FLAG("verbose", verbose, "Display low-level information"),
  FLAG("all", all, "Operate on all certnames"),
  TEXT("certname", certname, "NAME[,NAME]", "One or more comma separated certnames"),
  TEXT("subject-alt-names", subject_alt_names, "NAME[,NAME]", "Subject alternative names for the generated cert"),
  TEXT("ca-name", ca_name, "NAME", "Common name to use for the CA signing cert"),
  TEXT("root-ca-name", root_ca_name, "NAME", "Common name to use for the self-signed root cert"),
  TEXT("private-key", private_key, "KEY", "Path to PEM encoded key"),
  TEXT("cert-bundle", cert_bundle, "BUNDLE", "Path to PEM encoded bundle"),
  TEXT("crl-chain", crl_chain, "CHAIN", "Path to PEM encoded chain"),
  TEXT("format", format, "FORMAT", "Valid formats are: 'text' (default), 'json'"),
  TEXT("ttl", ttl, "TTL", "The time-to-live for each cert signed"),
  FLAG("ca-client", ca_client,
       "Whether this cert will be used to request CA actions. Causes the cert to be generated offline."),
  FLAG("force", force, "Suppress errors when signing cert offline. To be used with '--ca-client'"),
  FLAG("infracrl", infracrl, "Create auxiliary files for the infrastructure-only CRL."),
  FLAG("expired", expired, "Delete expired signed certificates"),
  FLAG("revoked", revoked, "Delete signed certificates that have already been revoked"),
  FLAG("remove-duplicates", remove_duplicates, "Remove duplicate entries from CRL (default)"),
  FLAG("remove-expired", remove_expired, "Remove expired entries from CRL"),
  FLAG("remove-entries", remove_entries, "Remove entries from CRL"),
  TEXT("serial", serial, "NUMBER[,NUMBER]", "Serial number(s) in HEX to be removed from CRL"),
#undef TEXT
#undef FLAG
};
enum { FLAG_COUNT = sizeof flags / sizeof *flags, GENERAL_FLAGS = 3 };

const struct ca_action ca_actions[] = {
  {"clean", " certname ", check_clean, run_clean, "Revoke cert(s) and remove related files from CA",
   "  ficelle ca clean [--config PATH] --certname NAME[,NAME]\n",
   "  Given one or more valid certnames, instructs the CA to revoke the certificates\n"
   "  of these names, if there are any, and then to remove certificate and request.\n"},
  {"delete", " certname expired revoked all ", check_delete, run_delete, "Delete signed certificate(s) from disk",
   "  ficelle ca delete [--config PATH] [--expired] [--revoked]\n"
   "                    [--certname NAME[,NAME]] [--all]\n",
   "  Deletes signed certificates from disk. A certificate that was given to its node\n"
   "  need not stay here. Nothing is revoked. The server must not run.\n"},
  {"enable", " infracrl ", NULL, run_enable, "Setup infrastructure CRL based on a node inventory.",
   "  ficelle ca enable [--config PATH] [--infracrl]\n",
   "  Creates the files of the revocation list for infrastructure nodes, whose names\n"
   "  are in infra_inventory.txt of the CA directory.\n"},
  {"generate", " certname subject-alt-names ca-client force ttl ", check_generate, run_generate,
   "Generate a new certificate signed by the CA",
   "  ficelle ca generate --certname NAME[,NAME] [--config PATH]\n"
   "                      [--subject-alt-names NAME[,NAME]] [--ttl TTL]\n"
   "                      [--ca-client [--force]]\n",
   "  Generates keys, has the CA sign their certificates, and stores both on disk.\n"
   "\n"
   "  With `--ca-client` the certificate is signed here, without the server, and may\n"
   "  use the CA's API. Do not give it to a node that must not administer the CA.\n"},
  {"import", " private-key cert-bundle crl-chain certname subject-alt-names ", check_import, run_import,
   "Import an external CA chain and generate server PKI",
   "  ficelle ca import [--config PATH] [--certname NAME]\n"
   "                    [--subject-alt-names NAME[,NAME]]\n"
   "                    --private-key PATH --cert-bundle PATH --crl-chain PATH\n",
   "  Checks a private key, a bundle of certificates and a chain of revocation lists,\n"
   "  and uses them as this server's CA. The CA must not have issued or revoked any\n"
   "  certificate yet.\n"},
  {"list", " all format certname ", NULL, run_list, "List certificates and CSRs",
   "  ficelle ca list [--config PATH] [--all] [--format FORMAT]\n"
   "  ficelle ca list [--config PATH] --certname NAME[,NAME]\n",
   "  Lists waiting certificate requests; with --all signed and revoked certificates\n"
   "  as well.\n"},
  {"migrate", " ", NULL, run_migrate, "Migrate the existing CA directory to the place of newer versions",
   "  ficelle ca migrate [--config PATH]\n",
   "  Moves the CA directory from ssldir to where puppetserver 7 has it, and leaves a\n"
   "  symbolic link. The server must not run.\n"},
  {"prune", " remove-duplicates remove-expired remove-entries serial certname ", check_prune, run_prune,
   "Prune the local CRL on disk to remove certificate entries",
   "  ficelle ca prune [--config PATH] [--remove-duplicates] [--remove-expired]\n"
   "                   [--remove-entries [--serial NUMBER[,NUMBER]]\n"
   "                                     [--certname NAME[,NAME]]]\n",
   "  Removes entries of the CA's revocation list: duplicates, those\n"
   "  of expired certificates, or the named ones. The server must not run.\n"},
  {"revoke", " certname ", check_revoke, run_revoke, "Revoke certificate(s)",
   "  ficelle ca revoke [--config PATH] --certname NAME[,NAME]\n",
   "  Instructs the CA to revoke the certificates of these names.\n"},
  {"setup", " subject-alt-names ca-name root-ca-name certname ", check_setup, run_setup,
   "Setup a self-signed CA chain for Puppet Server",
   "  ficelle ca setup [--config PATH] [--subject-alt-names NAME[,NAME]]\n"
   "                   [--certname NAME] [--ca-name NAME] [--root-ca-name NAME]\n",
   "  Creates a root CA, an intermediate CA that signs, and the server's certificate.\n"
   "\n"
   "  Alternative names are DNS names or IP addresses, distinguished by prefixes:\n"
   "  `DNS:foo.bar.com,IP:192.0.2.1`. Names without one are DNS names.\n"},
  {"sign", " ttl certname all ", check_sign, run_sign, "Sign certificate request(s)",
   "  ficelle ca sign [--config PATH] [--ttl TTL] --certname NAME[,NAME]\n"
   "  ficelle ca sign [--config PATH] [--ttl TTL] --all\n",
   "  Instructs the CA to sign the requests of these names, or all waiting ones.\n"},
  {NULL, NULL, NULL, NULL, NULL, NULL, NULL},
};

/* --- messages --- */
void command_say(const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  vprintf(fmt, ap);
  va_end(ap);
  putchar('\n');
}

void command_warn(const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  vfprintf(stderr, fmt, ap);
  va_end(ap);
  fputc('\n', stderr);
}

static bool is_flag_of(const struct ca_action *action, size_t i)
{
  char wanted[64];
  snprintf(wanted, sizeof wanted, " %s ", flags[i].name);
  return i < GENERAL_FLAGS || strstr(action->flags, wanted) != NULL;
}

static void print_action_help(FILE *to, const struct ca_action *action)
{
  fprintf(to, "Usage:\n  ficelle ca %s [--help]\n%s\nDescription:\n%s\nOptions:\n", action->name, action->usage,
          action->about);
  for (size_t i = 0; i < FLAG_COUNT; i++) {
    char shown[64];
    if (!is_flag_of(action, i)) continue;
    snprintf(shown, sizeof shown, "--%s%s%s", flags[i].name, flags[i].value != NULL ? " " : "",
             flags[i].value != NULL ? flags[i].value : "");
    fprintf(to, "    %-32s %s\n", shown, flags[i].help);
  }
}

static void print_help(FILE *to)
{
  fprintf(to, "Usage: ficelle ca <action> [options]\n\nManages the certificate authority of a Puppet "
              "server.\n\nAvailable Actions:\n\n");
  for (const struct ca_action *a = ca_actions; a->name != NULL; a++) fprintf(to, "    %-10s%s\n", a->name, a->summary);
  fprintf(to,
          "\n"
          "clean, generate, list, revoke and sign send requests to the running server, with this host's\n"
          "certificate, which needs the extension pp_cli_auth. The others work on the files, and delete, migrate and\n"
          "prune only while the server does not run.\n"
          "\n"
          "General Options:\n"
          "    --help                           Display this general help output\n"
          "    --version                        Display the version\n"
          "    --verbose                        Display low-level information\n"
          "\n"
          "Exit status: 0, 1 when something failed, 24 when there was nothing to do or part of it could not be done.\n"
          "\n"
          "See `ficelle ca <action> --help` for detailed info\n");
}

int command_fail(struct ca_command *c, const struct ptrvec *errors)
{
  (void)c;
  command_warn("Error:");
  for (uint32_t i = 0; i < errors->n; i++) command_warn("%.*s", STR_FMT(*(str *)errors->items[i]));
  return EXIT_BAD;
}

int command_error(struct ca_command *c, const char *fmt, ...)
{
  (void)c;
  va_list ap;
  command_warn("Error:");
  va_start(ap, fmt);
  vfprintf(stderr, fmt, ap);
  va_end(ap);
  fputc('\n', stderr);
  return EXIT_BAD;
}

/* --- arguments --- */
struct ptrvec command_list(struct ca_command *c, const char *text)
{
  struct ptrvec names = {0};
  str list = str_of(text != NULL ? text : "");
  for (size_t at = 0; at < list.n;) {
    size_t comma = str_index(list, ',', at), end = comma == SIZE_MAX ? list.n : comma;
    str *name = ARENA_NEW(c->arena, str);
    *name = str_sub(list, at, end - at);
    if (name->n > 0) ptrvec_push(&names, c->arena, name);
    at = end + 1;
  }
  return names;
}

/* Flags can be abbreviated, and their case does not matter, as Ruby's OptionParser has it. */
static bool abbreviates(str name, const char *flag)
{
  const str whole = str_of(flag);
  return name.n > 0 && name.n <= whole.n && str_caseeq(name, str_sub(whole, 0, name.n));
}

/* NULL: unknown or ambiguous. */
static const struct flag *find_flag(const struct ca_action *action, str name)
{
  const struct flag *found = NULL;
  unsigned n = 0;
  for (size_t i = 0; i < FLAG_COUNT; i++) {
    if (!is_flag_of(action, i) || !abbreviates(name, flags[i].name)) continue;
    if (name.n == strlen(flags[i].name)) return &flags[i];
    found = &flags[i];
    n++;
  }
  return n == 1 ? found : NULL;
}

/* A repeated flag adds its names to the list. */
static void set_text(struct ca_command *c, const struct flag *f, const char *given)
{
  const char **field = (const char **)((char *)&c->args + f->offset);
  bool list = *field != NULL && f->value != NULL && strchr(f->value, ',') != NULL;
  *field = list ? arena_strz(c->arena, arena_printf(c->arena, "%s,%s", *field, given)) : given;
}

/* Handles one argument. Returns the number of arguments consumed. */
static int take_argument(struct ca_command *c, int left, char **argv, struct ptrvec *errors)
{
  str text = str_of(argv[0]);
  if (!str_starts(text, STR("-")) || text.n < 2) {
    ca_setup_error(errors, c->arena, "    Unknown input `%s`", argv[0]);
    return 1;
  }
  size_t equals = str_index(text, '=', 0);
  str name = str_from(equals == SIZE_MAX ? text : str_sub(text, 0, equals), str_starts(text, STR("--")) ? 2 : 1);
  const struct flag *f = str_starts(text, STR("--")) ? find_flag(c->action, name) : NULL;
  if (f == NULL || (f->value == NULL && equals != SIZE_MAX)) {
    bool value_follows = equals == SIZE_MAX && left > 1 && argv[1][0] != '-';
    ca_setup_error(errors, c->arena, "    Unknown flag or argument `%s`", argv[0]);
    if (value_follows) ca_setup_error(errors, c->arena, "    Unknown flag or argument `%s`", argv[1]);
    return value_follows ? 2 : 1;
  }
  if (f->value == NULL) {
    *(bool *)((char *)&c->args + f->offset) = true;
    return 1;
  }
  if (equals == SIZE_MAX && left < 2) {
    ca_setup_error(errors, c->arena, "    Missing argument to flag `%s`", argv[0]);
    return 1;
  }
  set_text(c, f, equals == SIZE_MAX ? argv[1] : argv[0] + equals + 1);
  return equals == SIZE_MAX ? 2 : 1;
}

/* False after a message. */
static bool read_arguments(struct ca_command *c, int argc, char **argv)
{
  struct ptrvec errors = {0};
  for (int i = 0; i < argc;) i += take_argument(c, argc - i, argv + i, &errors);
  if (c->args.help) return true;
  if (c->action->check != NULL) c->action->check(c, &errors);
  if (errors.n == 0) return true;
  command_fail(c, &errors);
  command_warn("%s", "");
  print_action_help(stderr, c->action);
  return false;
}

static bool read_settings(struct ca_command *c)
{
  struct buf error = BUF_HEAP;
  if (c->args.config != NULL && access(c->args.config, R_OK) != 0) {
    command_error(c, "Could not read file '%s'", c->args.config);
    return false;
  }
  c->settings = settings_new();
  settings_set_mode(c->settings, SETTINGS_SERVER);
  /* The default of puppetserver's command: an authority lives longer than a node's certificate. */
  settings_set_default(c->settings, SETTING_ca_ttl, STR("15y"));
  bool good = (c->args.config == NULL || settings_set(c->settings, SETTING_config, str_of(c->args.config), &error)) &&
              settings_load(c->settings, &error) == SETTINGS_OK;
  if (good && (c->action->run == run_setup || c->action->run == run_import)) {
    if (c->args.certname != NULL) good = settings_set(c->settings, SETTING_certname, str_of(c->args.certname), &error);
    if (good && c->args.ca_name != NULL)
      good = settings_set(c->settings, SETTING_ca_name, str_of(c->args.ca_name), &error);
  }
  good = good && settings_check(c->settings, &error) &&
         settings_apply_log(c->settings, c->args.verbose ? LOG_LEVEL_INFO : LOG_LEVEL_WARNING, &error);
  if (!good) command_error(c, "%.*s", STR_FMT(str_trim(buf_view(&error))));
  buf_free(&error);
  return good;
}

bool command_open(struct ca_command *c, bool load)
{
  str error = STR_EMPTY;
  struct ca_options options = CA_OPTIONS_DEFAULT;
  c->ca = ca_new(c->arena, c->settings, &options, &error);
  c->loaded = c->ca != NULL && load && ca_load(c->ca, &error);
  if (c->ca != NULL && (!load || c->loaded)) return true;
  command_error(c, "%.*s", STR_FMT(error));
  return false;
}

/* Counts what was done, as the server does for itself. The file of statistics belongs to the server's user, so this
 * command, which may run as root, does not create it. */
static void count(struct ca_command *c)
{
  struct cli_stats store;
  if (!c->loaded || access(settings_strz(c->settings, SETTING_statsfile), W_OK) != 0) return;
  cli_stats_begin(&store, c->settings);
  struct server_stats *stats = server_stats_new(store.store);
  ca_count(stats, c->ca);
  ca_count_gauges(stats, c->ca);
  server_stats_free(stats);
  cli_stats_end(&store);
}

static int run_action(const struct ca_action *action, int argc, char **argv)
{
  struct ca_command c = {.arena = arena_new(), .action = action};
  int status = EXIT_BAD;
  if (!read_arguments(&c, argc, argv)) status = EXIT_BAD;
  else if (c.args.help) print_action_help(stdout, action), status = EXIT_GOOD;
  else if (read_settings(&c)) status = action->run(&c);
  count(&c);
  http_client_free(c.client);
  settings_free(c.settings);
  arena_free(c.arena);
  return status;
}

static const struct ca_action *find_action(const char *name)
{
  for (const struct ca_action *a = ca_actions; a->name != NULL; a++)
    if (strcmp(a->name, name) == 0) return a;
  return NULL;
}

static int finish(int status)
{
  if (fflush(stdout) == 0 && !ferror(stdout)) return status;
  fprintf(stderr, "Error: Could not write to standard output: %s\n", strerror(errno));
  return EXIT_BAD;
}

/* Whether the flag is given, before or after the action. */
static bool is_given(int argc, char **argv, const char *flag)
{
  for (int i = 1; i < argc; i++)
    if (strcmp(argv[i], flag) == 0) return true;
  return false;
}

int ca_main(int argc, char **argv)
{
  int first = 1;
  while (first < argc && (strcmp(argv[first], "--verbose") == 0 || strcmp(argv[first], "--help") == 0)) first++;
  const char *name = first < argc ? argv[first] : "";
  const struct ca_action *action = find_action(name);
  if (is_given(argc, argv, "--version")) {
    command_say("%s", FICELLE_VERSION);
    return finish(EXIT_GOOD);
  }
  if (is_given(argc, argv, "--help") || is_given(argc, argv, "-h")) {
    if (action != NULL) print_action_help(stdout, action);
    else print_help(stdout);
    return finish(EXIT_GOOD);
  }
  if (action == NULL) {
    command_warn("Unknown action: %s", name);
    print_help(stderr);
    return finish(EXIT_BAD);
  }
  return finish(run_action(action, argc - first - 1, argv + first + 1));
}
