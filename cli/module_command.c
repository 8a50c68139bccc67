#include "cli/module_command.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/log.h"
#include "cli/module_call.h"
#include "cli/program.h"
#include "compiler/environment/environment.h"
#include "compiler/ruby/ruby.h"

struct calling {
  struct module_call call;
  const char *name, *entry;
  value arguments;
  bool has_application;
  str file;
};

/* --- functions that its Ruby code calls --- */

static value set_log_level(const struct ruby_args *a)
{
  const str name = ruby_arg_text(a, 0);
  enum log_level level;
  if (!log_level_parse(name.p, name.n, &level)) ruby_fail(a->c, "Invalid loglevel %.*s", STR_FMT(name));
  log_set_level(level);
  return VALUE_UNDEF;
}

/* The description of a setting. */
static value setting_text(const struct ruby_args *a)
{
  enum setting_id id;
  return settings_find(ruby_arg_text(a, 0), &id) ? value_str(str_of(setting_defs[id].description))
                                                 : value_str(STR_EMPTY);
}

static const struct ruby_row rows[] = {{"set_log_level", set_log_level}, {"setting_text", setting_text}, {0}};

/* --- arguments: settings are parsed here, the rest by the subcommand --- */

static bool is_setting(const char *word, bool *with_value)
{
  const char *name = word + 2;
  const size_t n = strcspn(name, "=");
  enum setting_id id;
  *with_value = false;
  if (strncmp(word, "--", 2) != 0 || n == 0) return false;
  if (settings_find(str_n(name, n), &id)) {
    *with_value = setting_defs[id].type != SETTING_TYPE_BOOLEAN && name[n] != '=';
    return true;
  }
  return n > 3 && (strncmp(name, "no-", 3) == 0 || strncmp(name, "no_", 3) == 0) &&
         settings_find(str_n(name + 3, n - 3), &id) && setting_defs[id].type == SETTING_TYPE_BOOLEAN;
}

/* These must be known before the subcommand parses its options, since the log is set up first. */
static bool is_verbosity(const char *word)
{
  static const char *const words[] = {"-d", "--debug", "-v", "--verbose"};
  for (size_t i = 0; i < CLI_COUNT(words); i++) {
    if (strcmp(word, words[i]) == 0) return true;
  }
  return false;
}

/* Moves settings from argv to `own`, which has room for all; argv keeps the subcommand's arguments. */
static void part_arguments(int *argc, char **argv, int *nown, char **own)
{
  int left = 1;
  *nown = 1;
  own[0] = argv[0];
  for (int i = 1; i < *argc; i++) {
    bool with_value;
    if (strcmp(argv[i], "--") == 0) {
      while (i < *argc) argv[left++] = argv[i++];
    } else if (is_setting(argv[i], &with_value)) {
      own[(*nown)++] = argv[i];
      if (with_value && i + 1 < *argc) own[(*nown)++] = argv[++i];
    } else {
      if (is_verbosity(argv[i])) own[(*nown)++] = argv[i];
      argv[left++] = argv[i];
    }
  }
  *argc = left;
  argv[left] = own[*nown] = NULL;
}

/* --- finding the subcommand --- */

static bool has_file(struct calling *x, str lib, const char *kind)
{
  struct stat st;
  const str path = arena_printf(x->call.job.arena, "%.*s/puppet/%s/%s.rb", STR_FMT(lib), kind, x->name);
  if (stat(path.p, &st) != 0 || !S_ISREG(st.st_mode)) return false;
  x->file = path;
  return true;
}

static bool find(struct calling *x)
{
  const value libs = environment_ruby_path(&x->call.c);
  bool found = false;
  for (uint32_t i = 0; i < libs.array->n; i++) {
    const str lib = value_text(libs.array->items[i]);
    x->has_application = x->has_application || has_file(x, lib, "application");
    found = found || x->has_application || has_file(x, lib, "face");
  }
  return found;
}

static void add_names(struct arena *a, str lib, const char *kind, struct ptrvec *names)
{
  DIR *d = opendir(arena_printf(a, "%.*s/puppet/%s", STR_FMT(lib), kind).p);
  for (const struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) {
    const str file = str_of(e->d_name);
    if (!str_ends(file, STR(".rb"))) continue;
    const char *name = arena_strz(a, str_sub(file, 0, file.n - 3));
    if (subcommand_name_is_good(name)) subcommand_add(a, names, name, file.n - 3);
  }
  if (d != NULL) closedir(d);
}

/* --- running the subcommand --- */

static int run(struct calling *x)
{
  const value args[] = {value_str(str_of(x->name)), x->arguments, value_bool(x->has_application)};
  const str what = arena_printf(x->call.job.arena, "the subcommand %s", x->name);
  const bool ok = module_call_ruby(&x->call, x->entry, args, 3, what, x->file, rows);
  return cli_finish(ok ? x->call.status : cli_error("%.*s", STR_FMT(x->call.error)));
}

static value words_of(struct arena *a, int argc, char **argv)
{
  struct valuevec words = {0};
  for (int i = 1; i < argc; i++) valuevec_push(&words, a, value_str(str_of(argv[i])));
  return valuevec_array(&words, a);
}

/* Runs it with the arguments in argv, which are without settings. False: no module has the subcommand. */
static bool run_found(struct calling *x, struct cli *cli, int argc, char **argv, int *status)
{
  bool found = false;
  if (!compile_cli_begin(&x->call.job, cli, NULL)) return false;
  if (module_call_prepare(&x->call, cli)) {
    found = find(x);
    x->arguments = words_of(x->call.job.arena, argc, argv);
    if (found) *status = run(x);
    module_call_end(&x->call);
  }
  compile_cli_end(&x->call.job);
  return found;
}

static bool part_and_run(struct cli *cli, const char *entry, int argc, char **argv, int *status)
{
  static const struct cli_usage usage = {.mode = SETTINGS_USER};
  struct calling x = {.name = argv[0], .entry = entry};
  int nown;
  if (!subcommand_name_is_good(argv[0])) return false;
  char **own = xcalloc((size_t)argc + 2, sizeof *own);
  part_arguments(&argc, argv, &nown, own);
  *status = cli_begin(cli, &usage, &nown, own);
  free(own);
  return *status != CLI_GO || run_found(&x, cli, argc, argv, status);
}

bool module_command_run(struct cli *cli, int argc, char **argv, int *status)
{
  return part_and_run(cli, "run_subcommand", argc, argv, status);
}

bool module_command_help(struct cli *cli, int argc, char **argv, int *status)
{
  return part_and_run(cli, "help_subcommand", argc, argv, status);
}

void module_command_names(struct cli *cli, struct arena *a, struct ptrvec *names)
{
  struct calling x = {.name = "", .entry = ""};
  if (!compile_cli_begin(&x.call.job, cli, NULL)) return;
  if (module_call_prepare(&x.call, cli)) {
    const value libs = environment_ruby_path(&x.call.c);
    for (uint32_t i = 0; i < libs.array->n; i++) {
      add_names(a, value_text(libs.array->items[i]), "application", names);
      add_names(a, value_text(libs.array->items[i]), "face", names);
    }
    module_call_end(&x.call);
  }
  compile_cli_end(&x.call.job);
}
