/* Parses the command line of a subcommand: its own options, settings, help; then loads puppet.conf and sets up the
 * log. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/log.h"
#include "cli/abbreviation.h"
#include "cli/cli.h"

int cli_error(const char *fmt, ...)
{
  va_list ap;
  fflush(stdout);
  fprintf(stderr, "%sError: ", log_color_begin(LOG_LEVEL_ERR, 2));
  va_start(ap, fmt);
  vfprintf(stderr, fmt, ap);
  va_end(ap);
  fprintf(stderr, "%s\n", log_color_end(2));
  return 1;
}

void cli_print(const struct buf *text)
{
  if (text->n > 0) fwrite(text->p, 1, text->n, stdout);
}

int cli_finish(int status)
{
  bool failed = ferror(stdout) != 0;
  if (fflush(stdout) == 0 && !failed) return status;
  /* The reader of a pipe may close it when it has read enough; that is not an error. */
  if (errno != EPIPE) cli_error("Could not write to standard output: %s", strerror(errno));
  return 1;
}

bool cli_render_parse(const char *text, enum cli_render *render)
{
  if (strcmp(text, "json") == 0) *render = CLI_RENDER_JSON;
  else if (strcmp(text, "yaml") == 0) *render = CLI_RENDER_YAML;
  else return false;
  return true;
}

static int bad_option(const char *what, const char *option)
{
  return cli_error("Could not parse application options: %s: %s", what, option);
}

/* State of the walk over argv. */
struct walk {
  struct cli *cli;
  const struct cli_usage *usage;
  int argc;
  char **argv;
  int at;       /* index of the argument being parsed */
  int operands; /* how many arguments are kept, including argv[0] */
};

static bool same_name(const char *name, const char *typed, size_t len)
{
  if (strlen(name) != len) return false;
  for (size_t i = 0; i < len; i++)
    if (name[i] != typed[i] && !((name[i] == '-' || name[i] == '_') && (typed[i] == '-' || typed[i] == '_')))
      return false;
  return true;
}

static const struct cli_option *find_option(const struct cli_usage *usage, const char *typed, size_t len)
{
  for (size_t i = 0; i < usage->option_count; i++)
    if (same_name(usage->options[i].name, typed, len)) return &usage->options[i];
  return NULL;
}

static const struct cli_option *find_letter(const struct cli_usage *usage, char letter)
{
  for (size_t i = 0; i < usage->option_count; i++)
    if (usage->options[i].letter == letter) return &usage->options[i];
  return NULL;
}

static bool find_setting_letter(char letter, enum setting_id *id)
{
  for (int i = 0; i < SETTING_COUNT; i++) {
    if (setting_defs[i].letter == letter) {
      *id = (enum setting_id)i;
      return true;
    }
  }
  return false;
}

/* The argument of an option: the attached text, or the next word; NULL: missing. */
static const char *argument(struct walk *w, const char *attached)
{
  if (attached) return attached;
  return w->at + 1 < w->argc ? w->argv[++w->at] : NULL;
}

/* Whether the next word looks like an option, "-x" but not "-1". Puppet never uses such a word as the value of a
 * setting. */
static bool is_next_option(const struct walk *w)
{
  const char *next = w->at + 1 < w->argc ? w->argv[w->at + 1] : "";
  if (next[0] != '-' || next[1] == '\0') return false;
  return next[1] == '.' ? next[2] == '\0' : !ascii_is_digit((unsigned char)next[1]);
}

int cli_keep_pipe(const char *path)
{
  enum { PIPE_LIMIT = 256 << 20 };
  const int reason = file_keep(path, PIPE_LIMIT);
  return reason == 0 ? CLI_GO : cli_error("Could not read %s: %s", path, file_reason(reason));
}

/* Settings that name a file to read. */
static bool is_input(enum setting_id id)
{
  return id == SETTING_manifest || id == SETTING_hiera_config || id == SETTING_config || id == SETTING_route_file;
}

/* Sets the option's value; returns -1 to continue, else the exit status. */
static int store(struct walk *w, const struct cli_option *option, const char *typed, const char *attached, bool on)
{
  if (option->kind == CLI_FLAG) {
    if (attached) return bad_option("needless argument", typed);
    *(bool *)option->target = on;
    return CLI_GO;
  }
  const char *value = argument(w, attached);
  if (!value) return bad_option("missing argument", typed);
  if (option->kind == CLI_STRING || option->kind == CLI_FILE) {
    *(const char **)option->target = value;
    return option->kind == CLI_FILE ? cli_keep_pipe(value) : CLI_GO;
  }
  struct cli_list *list = option->target;
  if (list->count == CLI_COUNT(list->item)) return bad_option("too many of option", typed);
  list->item[list->count++] = value;
  return CLI_GO;
}

/* --logdest may be given more than once; all its values are used. */
static bool set_setting(struct settings *s, enum setting_id id, const char *value, struct buf *error)
{
  const str before = id == SETTING_logdest ? settings_str(s, id) : STR_EMPTY;
  if (before.n == 0) return settings_set(s, id, str_of(value), error);
  struct buf all = BUF_HEAP;
  buf_printf(&all, "%.*s,%s", STR_FMT(before), value);
  const bool ok = settings_set(s, id, buf_view(&all), error);
  buf_free(&all);
  return ok;
}

static int store_setting(struct walk *w, enum setting_id id, const char *typed, const char *attached, bool on)
{
  struct buf error = BUF_HEAP;
  const char *value = on ? "true" : "false";
  if (setting_defs[id].type == SETTING_TYPE_BOOLEAN) {
    if (attached) return bad_option("needless argument", typed);
  } else {
    value = attached != NULL || !is_next_option(w) ? argument(w, attached) : NULL;
    if (!value)
      return cli_error("Could not initialize global default settings: Error parsing arguments\nWrapped exception:\n"
                       "option '%s' needs a parameter",
                       typed);
  }
  int status = CLI_GO;
  if (!set_setting(w->cli->settings, id, value, &error))
    status = cli_error("Could not initialize global default settings: %.*s", STR_FMT(buf_view(&error)));
  buf_free(&error);
  return status == CLI_GO && is_input(id) ? cli_keep_pipe(value) : status;
}

static int set_run_mode(struct walk *w, const char *typed, const char *attached)
{
  enum settings_mode mode;
  const char *value = argument(w, attached);
  if (!value) return bad_option("missing argument", typed);
  if (!settings_mode_parse(str_of(value), &mode) || mode == SETTINGS_MAIN)
    return cli_error("Could not initialize global default settings: Invalid run mode '%s'", value);
  settings_set_mode(w->cli->settings, mode);
  return CLI_GO;
}

static void print_option(char letter, const char *name, const char *argument, const char *help)
{
  char left[80];
  snprintf(left, sizeof left, "%s%c%s--%s%s%s", letter ? "-" : " ", letter ? letter : ' ', letter ? ", " : "  ", name,
           argument ? " " : "", argument ? argument : "");
  printf("  %-28s%s%s\n", left, strlen(left) >= 28 ? " " : "", help);
}

/* An option of every command; the command's own options take its letter. */
static void print_common(const struct cli_usage *usage, const char *name, const char *help)
{
  char letter = name[0];
  for (size_t i = 0; i < usage->option_count; i++) {
    if (usage->options[i].letter == letter) letter = '\0';
  }
  print_option(letter, name, NULL, help);
}

static int print_help(const struct cli_usage *usage)
{
  printf("Usage: %s\n\n%s\n\nOptions:\n", usage->synopsis, usage->description);
  for (size_t i = 0; i < usage->option_count; i++) {
    const struct cli_option *o = &usage->options[i];
    print_option(o->letter, o->name, o->argument, o->help);
  }
  print_common(usage, "debug", "log everything");
  print_common(usage, "verbose", "log level info");
  print_common(usage, "help", "print this text");
  printf("\n"
         "Every setting is an option, too: --NAME VALUE, or --NAME and --no-NAME for\n"
         "booleans. `ficelle config describe` lists the settings.\n");
  return cli_finish(0);
}

static int print_version(void)
{
  printf("%s\n", FICELLE_VERSION);
  return cli_finish(0);
}

/* Finds NAME, no-NAME or no_NAME, as typed or completed. CLI_UNKNOWN: there is no such option. */
enum { CLI_UNKNOWN = -2 };
static int named_option(struct walk *w, const char *typed, const char *name, size_t len, const char *attached)
{
  const struct cli_option *option = find_option(w->usage, name, len);
  enum setting_id id;
  if (option) return store(w, option, typed, attached, true);
  if (same_name("debug", name, len)) return w->cli->debug = true, CLI_GO;
  if (same_name("verbose", name, len)) return w->cli->verbose = true, CLI_GO;
  if (same_name("run_mode", name, len)) return set_run_mode(w, typed, attached);
  if (settings_find(str_n(name, len), &id)) return store_setting(w, id, typed, attached, true);
  if (len > 3 && (strncmp(name, "no-", 3) == 0 || strncmp(name, "no_", 3) == 0)) {
    option = find_option(w->usage, name + 3, len - 3);
    if (option && option->kind == CLI_FLAG) return store(w, option, typed, attached, false);
    if (settings_find(str_n(name + 3, len - 3), &id) && setting_defs[id].type == SETTING_TYPE_BOOLEAN)
      return store_setting(w, id, typed, attached, false);
  }
  return CLI_UNKNOWN;
}

/* Parses --name, --name=value, or an abbreviation. */
static int long_option(struct walk *w, const char *typed)
{
  const char *name = typed + 2;
  const size_t len = strcspn(name, "=");
  const char *attached = name[len] == '=' ? name + len + 1 : NULL;
  char full[CLI_OPTION_MAX];
  int status = named_option(w, typed, name, len, attached);
  if (status != CLI_UNKNOWN) return status;
  const enum abbreviation found = abbreviation_find(w->usage, str_n(name, len), full);
  if (found == ABBREVIATION_AMBIGUOUS) return bad_option("ambiguous option", typed);
  if (found == ABBREVIATION_NONE) return bad_option("invalid option", typed);
  if (strcmp(full, "help") == 0) return print_help(w->usage);
  if (strcmp(full, "version") == 0) return print_version();
  return named_option(w, typed, full, strlen(full), attached);
}

/* Parses -abc: the first letter that takes an argument takes the rest of the word, or the next word. */
static int short_options(struct walk *w, const char *typed)
{
  for (const char *p = typed + 1; *p; p++) {
    const struct cli_option *option = find_letter(w->usage, *p);
    char shown[3] = {'-', *p, '\0'};
    enum setting_id id;
    bool takes = option ? option->kind != CLI_FLAG : false;
    int status = CLI_GO;
    if (option) {
      status = store(w, option, shown, takes && p[1] ? p + 1 : NULL, true);
    } else if (*p == 'd') {
      w->cli->debug = true;
    } else if (*p == 'v') {
      w->cli->verbose = true;
    } else if (find_setting_letter(*p, &id)) {
      takes = setting_defs[id].type != SETTING_TYPE_BOOLEAN;
      status = store_setting(w, id, shown, takes && p[1] ? p + 1 : NULL, true);
    } else {
      return bad_option("invalid option", shown);
    }
    if (status != CLI_GO || takes) return status;
  }
  return CLI_GO;
}

static bool is_word_of(const char *text, const char *a, const char *b)
{
  return strcmp(text, a) == 0 || strcmp(text, b) == 0;
}

/* Parses one argument; moves operands to the front of argv. */
static int step(struct walk *w, bool *only_operands)
{
  char *typed = w->argv[w->at];
  if (*only_operands || typed[0] != '-' || typed[1] == '\0') {
    w->argv[w->operands++] = typed;
    return CLI_GO;
  }
  if (strcmp(typed, "--") == 0) {
    *only_operands = true;
    return CLI_GO;
  }
  if (is_word_of(typed, "--help", "-h")) return print_help(w->usage);
  if (is_word_of(typed, "--version", "-V")) return print_version();
  return typed[1] == '-' ? long_option(w, typed) : short_options(w, typed);
}

/* The error may have a second line with the reason. Like Puppet, prints the reason if it is a system error, then the
 * first line, then both. */
static int bad_log(str error)
{
  const size_t end = str_index(error, '\n', 0);
  if (end == SIZE_MAX) return cli_error("%.*s", STR_FMT(error));
  const str why = str_from(error, end + 1);
  if (str_find(why, STR(" @ "), 0) != SIZE_MAX) cli_error("%.*s", STR_FMT(why));
  cli_error("%.*s", STR_FMT(str_sub(error, 0, end)));
  return cli_error("Could not parse application options: %.*s", STR_FMT(error));
}

/* Loads puppet.conf and applies the log settings. As in Puppet, a file with an invalid line is ignored. */
static int load(struct cli *cli)
{
  struct buf error = BUF_HEAP;
  int status = CLI_GO;
  enum settings_result result = settings_load(cli->settings, &error);
  if (result == SETTINGS_BROKEN) {
    cli_error("%.*s", STR_FMT(buf_view(&error)));
    buf_clear(&error);
  }
  int level = cli->debug ? LOG_LEVEL_DEBUG : cli->verbose ? LOG_LEVEL_INFO : -1;
  if (result == SETTINGS_REFUSED || !settings_check(cli->settings, &error))
    status = cli_error("Could not initialize global default settings: %.*s", STR_FMT(buf_view(&error)));
  else if (!settings_apply_log(cli->settings, level, &error)) status = bad_log(buf_view(&error));
  for (size_t n = 0; status == CLI_GO && settings_warning(cli->settings, n); n++)
    log_warning(&log_settings, "%s", settings_warning(cli->settings, n));
  buf_free(&error);
  return status;
}

int cli_begin(struct cli *cli, const struct cli_usage *usage, int *argc, char **argv)
{
  struct walk w = {.cli = cli, .usage = usage, .argc = *argc, .argv = argv, .at = 1, .operands = 1};
  bool only_operands = false;
  if (!cli->settings) cli->settings = settings_new();
  settings_set_mode(cli->settings, usage->mode);
  if (cli->command) settings_set_default(cli->settings, SETTING_name, str_of(cli->command));
  for (; w.at < w.argc; w.at++) {
    int status = step(&w, &only_operands);
    if (status != CLI_GO) return status;
  }
  argv[w.operands] = NULL;
  *argc = w.operands;
  return load(cli);
}

static const struct cli_command *find_action(const struct cli_command *actions, const char *name)
{
  for (; actions->name; actions++)
    if (strcmp(actions->name, name) == 0) return actions;
  return NULL;
}

static int list_actions(const struct cli *cli, const struct cli_command *actions)
{
  printf("Usage: ficelle %s ACTION [OPTION ...] [ARGUMENT ...]\n\nActions:\n", cli->command);
  for (; actions->name; actions++) printf("  %-12s%s\n", actions->name, actions->summary);
  printf("\n`ficelle %s ACTION --help` prints the options of an action.\n", cli->command);
  return cli_finish(0);
}

/* The index of the action: the first word that is neither an option nor the argument of an option. */
static int action_at(int argc, char **argv)
{
  for (int i = 1; i < argc; i++) {
    enum setting_id id;
    if (argv[i][0] != '-') return i;
    if (strncmp(argv[i], "--", 2) == 0 && settings_find(str_of(argv[i] + 2), &id) &&
        setting_defs[id].type != SETTING_TYPE_BOOLEAN)
      i++;
  }
  return argc;
}

int cli_action(struct cli *cli, const struct cli_command *actions, int argc, char **argv)
{
  int at = action_at(argc, argv);
  if (at == argc) {
    for (int i = 1; i < argc; i++)
      if (is_word_of(argv[i], "--help", "-h")) return list_actions(cli, actions);
    return cli_error("'%s' has no default action.  See `ficelle help %s`.", cli->command, cli->command);
  }
  const struct cli_command *action = find_action(actions, argv[at]);
  if (!action)
    return cli_error("'%s' has no '%s' action.  See `ficelle help %s`.", cli->command, argv[at], cli->command);
  /* The action is moved to the front; the options before it keep their order. */
  char *name = argv[at];
  memmove(&argv[2], &argv[1], (size_t)(at - 1) * sizeof *argv);
  argv[1] = name;
  cli->action = action->name;
  return action->run(cli, argc - 1, argv + 1);
}
