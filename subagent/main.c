/* ficelle-subagent: the command line. */
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "collectors/setting_options.h"
#include "collectors/stats_reader.h"
#include "subagent/address.h"
#include "subagent/alarm/alarm_config.h"
#include "subagent/daemon.h"
#include "subagent/oid_root.h"
#include "subagent/view.h"

static const struct setting_option setting_options[CONFIG_COUNT] = {
#define CONFIG(name_, letter_, type_, default_, argument_, description_) \
  {#name_, letter_, argument_, default_, description_},
#include "subagent/config.def"
#undef CONFIG
};

static const struct option other_options[] = {
  {"config", required_argument, NULL, 'c'}, {"foreground", no_argument, NULL, 'f'}, {"check", no_argument, NULL, 'C'},
  {"help", no_argument, NULL, 'h'},         {"version", no_argument, NULL, 'V'},    {NULL, 0, NULL, 0},
};

static void print_help(void)
{
  printf("Usage: ficelle-subagent [OPTION]...\n"
         "Publish ficelle's statistics (FICELLE-MIB) through the AgentX master agent of this host.\n\n"
         "  -f, --foreground            stay in the foreground\n"
         "  -c, --config FILE           read FILE, not " CONFIG_DEFAULT_FILE "\n"
         "      --check                 check the configuration and exit\n"
         "  -h, --help                  print this and exit\n"
         "  -V, --version               print the version and exit\n\n"
         "Each of the following can also be in the configuration file, as name = value with\n"
         "underscores for hyphens:\n\n");
  setting_options_print(setting_options, CONFIG_COUNT);
  printf("\nSIGHUP reads the configuration again, SIGUSR1 logs numbers of the running daemon.\n"
         "Exit status: 0, or 1 when it could not start, or 2 for a usage error.\n");
}

static int check_only(const struct daemon_options *options)
{
  struct config c;
  struct buf why = BUF_HEAP;
  bool good = daemon_configure(options, &c, &why);
  if (!good) fprintf(stderr, "ficelle-subagent: %s\n", why.p);
  for (size_t i = 0; good && i < CONFIG_COUNT; i++) printf("%s = %s\n", config_table[i].name, c.value[i]);
  config_fini(&c);
  buf_free(&why);
  return good ? 0 : 1;
}

static int run(const struct daemon_options *options)
{
  struct config c;
  struct buf why = BUF_HEAP;
  if (daemon_configure(options, &c, &why)) {
    buf_free(&why);
    return daemon_run(options, &c);
  }
  fprintf(stderr, "ficelle-subagent: %s\n", why.p);
  config_fini(&c);
  buf_free(&why);
  return 1;
}

int main(int argc, char **argv)
{
  struct daemon_options options = {.config_file = CONFIG_DEFAULT_FILE};
  char config_file[PATH_MAX];
  struct setting_options given;
  bool check = false, leave = false;
  int status = 0, option;
  setting_options_make(&given, setting_options, CONFIG_COUNT, other_options, "c:fhV");
  while (!leave && (option = getopt_long(argc, argv, given.letters, given.all, NULL)) != -1) {
    int id = setting_options_find(&given, option);
    if (id >= 0) {
      options.given[id] = optarg;
    } else if (option == 'c') {
      /* absolute, because the working directory changes in the background */
      options.config_file = realpath(optarg, config_file) == NULL ? optarg : config_file;
      options.config_must_exist = true;
    } else if (option == 'f') {
      options.foreground = true;
    } else if (option == 'C') {
      check = true;
    } else if (option == 'h') {
      print_help();
      leave = true;
    } else if (option == 'V') {
      printf("ficelle-subagent " FICELLE_VERSION "\n");
      leave = true;
    } else {
      fprintf(stderr, "Try 'ficelle-subagent --help'.\n");
      status = 2;
      leave = true;
    }
  }
  if (!leave && optind < argc) {
    fprintf(stderr, "ficelle-subagent: unexpected argument \"%s\"\nTry 'ficelle-subagent --help'.\n", argv[optind]);
    status = 2;
  } else if (!leave) {
    status = check ? check_only(&options) : run(&options);
  }
  setting_options_free(&given);
  return status;
}
