/* ficelle-collector: the command line. */
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "collectors/daemon/collector.h"
#include "collectors/daemon/dropin.h"
#include "collectors/setting_options.h"

static const struct setting_option setting_options[COLLECTOR_SETTINGS] = {
#define COLLECTOR_SETTING(name_, letter_, syntax, default_, min, max, argument_, help) \
  {#name_, letter_, argument_, default_, help},
#include "collectors/sources/collector.def"
};

static const struct option other_options[] = {
  {"config", required_argument, NULL, 'c'}, {"foreground", no_argument, NULL, 'f'},
  {"check", no_argument, NULL, 'C'},        {"once", no_argument, NULL, 'O'},
  {"describe", no_argument, NULL, 'D'},     {"help", no_argument, NULL, 'h'},
  {"version", no_argument, NULL, 'V'},      {NULL, 0, NULL, 0},
};

static void print_help(void)
{
  printf("Usage: ficelle-collector [OPTION]...\n"
         "  or:  ficelle-collector --once [OPTION]... [SOURCE]\n"
         "Poll other programs (foreign sources) for their statistics at intervals, and store them where\n"
         "ficelle-subagent and `ficelle stats` read them.\n\n"
         "  -f, --foreground            stay in the foreground\n"
         "  -c, --config NAME.conf      read NAME.conf and NAME.d/*.conf; default " COLLECTOR_DEFAULT_FILE
         " and collector.d/*.conf\n"
         "      --check                 check the configuration and exit\n"
         "      --once                  poll each source once, or SOURCE only, print their states and exit\n"
         "      --describe              print all settings of sources, and exit\n"
         "  -h, --help                  print this and exit\n"
         "  -V, --version               print the version and exit\n"
         "\n"
         "Each of the following can also be in the section [collector] of the configuration file, as\n"
         "name = value with underscores for hyphens:\n"
         "\n");
  setting_options_print(setting_options, COLLECTOR_SETTINGS);
  printf("\n"
         "SIGHUP reads the configuration again, SIGUSR1 logs numbers of the running daemon.\n"
         "Exit status: 0, or 1 if it could not start, or 2 for a usage error; of --check 1 if there are errors;\n"
         "of --once 1 if a source is not ok, 2 if nothing could be polled.\n");
}

static void describe_settings(const struct source_setting *settings)
{
  static const char *const syntaxes[] = {
    [SOURCE_TEXT] = "text", [SOURCE_NUMBER] = "number", [SOURCE_FLAG] = "true or false", [SOURCE_SECONDS] = "time"};
  for (const struct source_setting *s = settings; s->name != NULL; s++) {
    printf("%s =%s%s\n  %s (%s", s->name, *s->initial == '\0' ? "" : " ", s->initial, s->help, syntaxes[s->syntax]);
    if (s->max > 0) printf(" from %llu to %llu", (unsigned long long)s->min, (unsigned long long)s->max);
    puts(")");
  }
}

/* The build generates the manual page collector.conf.5 from this. */
static void describe(void)
{
  puts("[collector]");
  describe_settings(collector_settings);
  puts("\n[NAME]");
  describe_settings(source_common_settings);
  for (size_t i = 0; i < source_kind_count; i++) {
    const struct source_kind *kind = source_kinds[i];
    printf("\n[kind %s]\nThis is %s. Defaults: interval %u s, timeout %u s, stale_after %u s", kind->name, kind->title,
           kind->interval_s, kind->timeout_s, kind->stale_s);
    if (kind->root != NULL) printf(", oid %s", kind->root);
    puts(".");
    describe_settings(kind->settings);
  }
}

static int check_only(const struct collector_options *options)
{
  struct buf why = BUF_HEAP;
  bool usable;
  struct source_set *set = collector_configure(options, &usable, &why);
  const bool good = usable && set->mistake_count == 0;
  fprintf(stderr, "%s", usable ? set->mistakes.n > 0 ? set->mistakes.p : "" : why.p);
  for (size_t i = 0; good && i < set->count; i++) {
    const struct source_entry *e = set->entries[i];
    printf("%s: %s, every %u s%s\n", e->config.name, e->config.kind->title, e->config.interval_s,
           e->enabled ? "" : ", not enabled");
  }
  if (good && set->count == 0) printf("no sources are configured in %s\n", options->config_file);
  buf_clear(&why);
  source_set_clashes(set, &why);
  if (why.n > 0) fprintf(stderr, "%s", why.p);
  source_set_free(set);
  buf_free(&why);
  return good ? 0 : 1;
}

static int run(const struct collector_options *options, bool once, const char *only)
{
  struct buf why = BUF_HEAP;
  bool usable;
  struct source_set *set = collector_configure(options, &usable, &why);
  if (!usable) {
    fprintf(stderr, "ficelle-collector: %s", why.p);
    source_set_free(set);
  }
  buf_free(&why);
  if (!usable) return once ? 2 : 1;
  return once ? collector_once(options, set, only) : collector_run(options, set);
}

enum action { RUN, CHECK, ONCE, LEAVE, USAGE };

static enum action take_option(struct collector_options *options, const struct setting_options *given, int option,
                               char *config_file)
{
  const int setting = setting_options_find(given, option);
  if (setting >= 0) {
    options->given[setting] = optarg;
    return RUN;
  }
  switch (option) {
  case 'c':
    /* absolute, because the working directory changes in the background */
    options->config_file = realpath(optarg, config_file) == NULL ? optarg : config_file;
    options->config_must_exist = true;
    return RUN;
  case 'f': options->foreground = true; return RUN;
  case 'C': return CHECK;
  case 'O': return ONCE;
  case 'D': describe(); return LEAVE;
  case 'h': print_help(); return LEAVE;
  case 'V': printf("ficelle-collector " FICELLE_VERSION "\n"); return LEAVE;
  default: return USAGE;
  }
}

int main(int argc, char **argv)
{
  const struct dropin *dropin = dropin_find(argv[0]);
  if (dropin != NULL) return dropin_main(dropin, argc, argv);
  struct collector_options options = {
    .config_file = COLLECTOR_DEFAULT_FILE, .kinds = source_kinds, .kind_count = source_kind_count};
  char config_file[PATH_MAX];
  struct setting_options given;
  setting_options_make(&given, setting_options, COLLECTOR_SETTINGS, other_options, "c:fhV");
  enum action action = RUN;
  int option, status;
  while (action != LEAVE && action != USAGE &&
         (option = getopt_long(argc, argv, given.letters, given.all, NULL)) != -1) {
    const enum action wanted = take_option(&options, &given, option, config_file);
    if (wanted != RUN) action = wanted;
  }
  const int arguments = action == LEAVE || action == USAGE ? 0 : argc - optind;
  if (arguments > (action == ONCE ? 1 : 0)) {
    fprintf(stderr, "ficelle-collector: unexpected argument \"%s\"\n", argv[argc - 1]);
    action = USAGE;
  }
  if (action == ONCE) options.foreground = true;
  switch (action) {
  case CHECK: status = check_only(&options); break;
  case ONCE: status = run(&options, true, arguments > 0 ? argv[optind] : NULL); break;
  case RUN: status = run(&options, false, NULL); break;
  case LEAVE: status = 0; break;
  default: fprintf(stderr, "Try 'ficelle-collector --help'.\n"); status = 2;
  }
  setting_options_free(&given);
  return status;
}
