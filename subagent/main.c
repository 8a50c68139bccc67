/* ficelle-subagent: the command line. */
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "subagent/address.h"
#include "subagent/daemon.h"
#include "subagent/oid_root.h"
#include "subagent/view.h"

enum { OPT_FIRST_CONFIG = 1000, OPTIONS_MAX = CONFIG_COUNT + 8 };

static const struct option other_options[] = {
  {"config", required_argument, NULL, 'c'}, {"foreground", no_argument, NULL, 'f'},
  {"check", no_argument, NULL, 'C'},        {"help", no_argument, NULL, 'h'},
  {"version", no_argument, NULL, 'V'},      {NULL, 0, NULL, 0},
};

/* agentx_socket -> agentx-socket */
static char *option_name(const char *name)
{
  char *option = xstrdup(name);
  for (char *p = option; *p != '\0'; p++) {
    if (*p == '_') *p = '-';
  }
  return option;
}

static void print_help(void)
{
  printf("Usage: ficelle-subagent [OPTION]...\n"
         "Publish ficelle's statistics (FICELLE-MIB) through the AgentX master agent of this host.\n\n"
         "  -f, --foreground            stay in the foreground\n"
         "  -c, --config FILE           read FILE, not " CONFIG_DEFAULT_FILE "\n"
         "      --check                 check the configuration and exit\n"
         "  -h, --help                  print this and exit\n"
         "  -V, --version               print the version and exit\n\n"
         "Each of the following can also stand in the configuration file, as name = value with\n"
         "underscores for hyphens:\n\n");
  for (size_t i = 0; i < CONFIG_COUNT; i++) {
    const struct config_info *info = &config_table[i];
    char *name = option_name(info->name);
    char letter[8] = "   ";
    if (info->letter != '\0') snprintf(letter, sizeof letter, "-%c,", info->letter);
    int used = printf("  %s --%s %s", letter, name, info->argument);
    printf("%*s%s\n", used < 30 ? 30 - used : 2, "", info->description);
    if (*info->default_value != '\0') printf("%30s(default %s)\n", "", info->default_value);
    free(name);
  }
  printf("\nSIGHUP reads the configuration again, SIGUSR1 logs figures of the running daemon.\n"
         "Exit status: 0, or 1 when it could not start, or 2 for a usage error.\n");
}

/* All long options, those of the configuration first; `letters` gets the short ones. */
static struct option *make_options(char *letters)
{
  struct option *options = xcalloc(OPTIONS_MAX, sizeof *options);
  size_t n = 0;
  for (; n < CONFIG_COUNT; n++) {
    options[n] = (struct option){option_name(config_table[n].name), required_argument, NULL,
                                 OPT_FIRST_CONFIG + (int)n};
    if (config_table[n].letter == '\0') continue;
    *letters++ = config_table[n].letter;
    *letters++ = ':';
  }
  for (const struct option *o = other_options; o->name != NULL; o++) options[n++] = *o;
  strcpy(letters, "c:fhV");
  return options;
}

static int config_of(int option)
{
  if (option >= OPT_FIRST_CONFIG) return option - OPT_FIRST_CONFIG;
  for (int i = 0; i < CONFIG_COUNT; i++) {
    if (config_table[i].letter == option) return i;
  }
  return -1;
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
  char letters[2 * OPTIONS_MAX], config_file[PATH_MAX];
  struct option *long_options = make_options(letters);
  bool check = false, leave = false;
  int status = 0, option;
  while (!leave && (option = getopt_long(argc, argv, letters, long_options, NULL)) != -1) {
    int id = config_of(option);
    if (id >= 0) {
      options.given[id] = optarg;
    } else if (option == 'c') {
      /* absolute, for in the background the working directory is another */
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
    fprintf(stderr, "ficelle-subagent: unexpected argument \"%s\"\nTry 'ficelle-subagent --help'.\n",
            argv[optind]);
    status = 2;
  } else if (!leave) {
    status = check ? check_only(&options) : run(&options);
  }
  for (size_t i = 0; i < CONFIG_COUNT; i++) free((char *)long_options[i].name);
  free(long_options);
  return status;
}
