/* `ficelle config print|set|delete|describe`. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/json_write.h"
#include "base/log.h"
#include "cli/compile_cli.h"
#include "cli/config_edit.h"

cli_fn cmd_config;

/* Sorts by name, like Puppet. */
static int compare_names(const void *a, const void *b)
{
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int hint(int status)
{
  cli_error("Try 'ficelle help config print' for usage");
  return status;
}

/* --- settings whose defaults depend on the environment --- */

/* The values for `production` if it has no directory: only the existing directories of the basemodulepath. */
static void without_directory(struct cli *cli, const struct host *host, enum setting_id id, struct buf *out)
{
  str item;
  if (id == SETTING_manifest) buf_z(out, "no_manifest");
  for (size_t i = 0; id == SETTING_modulepath && settings_item(cli->settings, SETTING_basemodulepath, i, &item); i++) {
    if (host->stat(host->ctx, item).kind == HOST_DIRECTORY)
      buf_printf(out, "%s%.*s", out->n > 0 ? ":" : "", STR_FMT(item));
  }
}

static void of_environment(struct cli *cli, enum setting_id id, struct buf *out)
{
  struct arena *a = arena_new();
  const struct host host = compile_cli_host();
  struct environment_options e;
  str error, name = arena_str(a, settings_str(cli->settings, SETTING_environment));
  struct buf text = BUF_IN(a);
  if (!environment_read_conf(a, &host, cli->settings, name, &e, &error))
    e = (struct environment_options){.path = STR_EMPTY};
  const bool there = e.path.n > 0 && host.stat(host.ctx, e.path).kind == HOST_DIRECTORY;
  if (!there && e.path.n > 0) without_directory(cli, &host, id, &text);
  if (there && id != SETTING_modulepath) buf_str(&text, id == SETTING_manifest ? e.manifest : e.config_version);
  for (uint32_t i = 0; there && id == SETTING_modulepath && i < e.nmodulepath; i++)
    buf_printf(&text, "%s%.*s", i > 0 ? ":" : "", STR_FMT(e.modulepath[i]));
  buf_str(out, buf_view(&text));
  arena_free(a);
}

/* Like settings_print, but manifest, modulepath and config_version come from the environment, unless a flag or
 * puppet.conf sets them. */
static bool print_setting(struct cli *cli, enum setting_id id, struct buf *out, bool *nil, struct buf *error)
{
  const bool environments = id == SETTING_manifest || id == SETTING_modulepath || id == SETTING_config_version;
  if (!environments || settings_is_set(cli->settings, id)) return settings_print(cli->settings, id, out, nil, error);
  of_environment(cli, id, out);
  if (nil != NULL) *nil = false;
  return true;
}

/* Appends the line of a setting; as in Puppet, an unknown name has no value. */
static bool append_setting(struct cli *cli, const char *name, bool alone, struct buf *out, struct buf *error)
{
  enum setting_id id;
  if (!alone) buf_printf(out, "%s = ", name);
  if (settings_find(str_of(name), &id) && !print_setting(cli, id, out, NULL, error)) return false;
  buf_char(out, '\n');
  return true;
}

static int print_names(struct cli *cli, const char **names, size_t count)
{
  struct buf out = BUF_HEAP, error = BUF_HEAP;
  int status = 0;
  qsort(names, count, sizeof *names, compare_names);
  for (size_t i = 0; i < count && status == 0; i++) {
    /* A name given twice is printed once. */
    if (i > 0 && strcmp(names[i - 1], names[i]) == 0) continue;
    bool alone = strcmp(names[0], names[count - 1]) == 0;
    if (!append_setting(cli, names[i], alone, &out, &error)) status = cli_error("%.*s", STR_FMT(buf_view(&error)));
  }
  if (status == 0) cli_print(&out);
  buf_free(&out);
  buf_free(&error);
  return status == 0 ? cli_finish(0) : hint(status);
}

static int print_json(struct cli *cli, const char **names, size_t count)
{
  struct buf out = BUF_HEAP, text = BUF_HEAP, error = BUF_HEAP;
  struct json_writer w;
  bool ok = true;
  qsort(names, count, sizeof *names, compare_names);
  json_init(&w, &out, true);
  json_begin_object(&w);
  for (size_t i = 0; i < count && ok; i++) {
    enum setting_id id;
    if (i > 0 && strcmp(names[i - 1], names[i]) == 0) continue;
    bool nil = true;
    buf_clear(&text);
    ok = !settings_find(str_of(names[i]), &id) || print_setting(cli, id, &text, &nil, &error);
    json_key(&w, str_of(names[i]));
    if (nil) json_null(&w);
    else json_str(&w, buf_view(&text));
  }
  json_end_object(&w);
  int status = 0;
  if (ok) printf("%.*s\n", STR_FMT(buf_view(&out)));
  else status = cli_error("%.*s", STR_FMT(buf_view(&error)));
  buf_free(&out);
  buf_free(&text);
  buf_free(&error);
  return ok ? cli_finish(0) : hint(status);
}

/* --- --configprint --- */

static size_t names_of(struct arena *a, str given, const char **names)
{
  size_t count = 0;
  if (str_eqz(given, "all")) {
    for (; count < SETTING_COUNT; count++) names[count] = setting_defs[count].name;
  } else {
    while (given.n > 0) names[count++] = arena_strz(a, str_trim(str_cut(&given, ',')));
  }
  qsort(names, count, sizeof *names, compare_names);
  return count;
}

/* One line each until an unknown name; a single value stands alone. False: there was such a name, or an error. */
static bool append_configs(struct cli *cli, const char **names, size_t count, bool all, struct buf *out,
                           struct buf *error)
{
  for (size_t i = 0; i < count; i++) {
    enum setting_id id;
    bool nil = true;
    if (!settings_find(str_of(names[i]), &id)) {
      buf_printf(out, "invalid setting: %s\n", names[i]);
      return false;
    }
    if (count > 1) buf_printf(out, "%s = ", names[i]);
    const size_t before = out->n;
    if (!print_setting(cli, id, out, &nil, error)) return false;
    if (all && out->n == before && !nil) buf_z(out, "\"\"");
    buf_char(out, '\n');
  }
  return true;
}

int cli_print_configs(struct cli *cli)
{
  const str given = settings_str(cli->settings, SETTING_configprint);
  struct arena *a;
  struct buf out = BUF_HEAP, error = BUF_HEAP;
  if (given.n == 0) {
    if (!settings_bool(cli->settings, SETTING_genconfig) && !settings_bool(cli->settings, SETTING_genmanifest))
      return CLI_GO;
    return cli_error("not supported: genconfig and genmanifest; `ficelle config print` prints the settings");
  }
  a = arena_new();
  const char **names = arena_array(a, SETTING_COUNT + given.n, sizeof *names);
  const size_t count = names_of(a, given, names);
  const bool ok = append_configs(cli, names, count, str_eqz(given, "all"), &out, &error);
  cli_print(&out);
  if (error.n > 0) cli_error("%.*s", STR_FMT(buf_view(&error)));
  buf_free(&out);
  buf_free(&error);
  arena_free(a);
  return cli_finish(ok ? 0 : 1);
}

static int config_print(struct cli *cli, int argc, char **argv)
{
  const char *section = "main", *render = NULL;
  enum cli_render form = CLI_RENDER_DEFAULT;
  const struct cli_option options[] = {
    {"section", 0, CLI_STRING, &section, "SECTION", "main, server, agent or user; main is the default"},
    {"render-as", 0, CLI_STRING, &render, "FORMAT", "json"},
  };
  const struct cli_usage usage = {"ficelle config print [--section SECTION] [all | NAME ...]",
                                  "Prints the value of a setting, or of several as NAME = VALUE. Without a name, or\n"
                                  "with the name all, prints every setting.",
                                  options, CLI_COUNT(options), SETTINGS_MAIN};
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  if (render && (!cli_render_parse(render, &form) || form == CLI_RENDER_YAML))
    return cli_error("I don't know how to render '%s'", render);
  enum settings_mode mode = SETTINGS_MAIN;
  /* Puppet treats an unknown section as empty. */
  settings_mode_parse(str_of(section), &mode);
  settings_set_mode(cli->settings, mode);
  bool all = argc == 1 || (argc == 2 && strcmp(argv[1], "all") == 0);
  size_t count = all ? SETTING_COUNT : (size_t)(argc - 1);
  const char **names = xcalloc(count, sizeof *names);
  for (size_t i = 0; i < count; i++) names[i] = all ? setting_defs[i].name : argv[i + 1];
  status = (form == CLI_RENDER_JSON ? print_json : print_names)(cli, names, count);
  free(names);
  return status;
}

/* --- set, delete --- */

/* A puppet.conf that is being edited. */
struct edited {
  struct cli *cli;
  struct arena *arena;
  str path, section;
  struct config_text text;
  struct buf said; /* printed after the file was written */
};

static bool is_word(str s)
{
  size_t i = 0;
  while (i < s.n && ascii_is_word((unsigned char)s.p[i])) i++;
  return s.n > 0 && i == s.n;
}

/* Reads puppet.conf; a missing file is empty. Returns 0, or the exit status after an error. */
static int edit_begin(struct edited *e, struct cli *cli, const char *section)
{
  struct buf bytes;
  *e = (struct edited){.cli = cli, .arena = arena_new(), .section = str_of(section)};
  e->path = arena_str(e->arena, settings_str(cli->settings, SETTING_config));
  e->said = (struct buf)BUF_IN(e->arena);
  if (!is_word(e->section)) return cli_error("Invalid section name '%s'", section);
  if (cli->verbose || cli->debug)
    fprintf(stderr, "Resolving settings from section '%s' in environment '%.*s'\n", section,
            STR_FMT(settings_str(cli->settings, SETTING_environment)));
  bytes = (struct buf)BUF_IN(e->arena);
  const int reason = file_read(arena_strz(e->arena, e->path), SIZE_MAX / 4, &bytes);
  if (reason != 0 && reason != ENOENT) return cli_error("%.*s: %s", STR_FMT(e->path), file_reason(reason));
  config_text_read(&e->text, e->arena, buf_view(&bytes));
  return 0;
}

static int edit_save(struct edited *e)
{
  struct buf out = BUF_IN(e->arena);
  str error;
  config_text_write(&e->text, &out);
  if (!file_replace(e->arena, e->path, buf_view(&out), 0644, &error)) return cli_error("%.*s", STR_FMT(error));
  cli_print(&e->said);
  return cli_finish(0);
}

/* Rejects an invalid value before the file is changed. */
static int check_value(struct cli *cli, str name, str given)
{
  enum setting_id id;
  struct buf error = BUF_HEAP, shown = BUF_HEAP;
  int status = 0;
  if (!is_word(name)) status = cli_error("Invalid name of a setting: '%.*s'", STR_FMT(name));
  else if (str_index(given, '\n', 0) != SIZE_MAX)
    status = cli_error("The value of %.*s contains a line break", STR_FMT(name));
  else if (settings_find(name, &id) && (!settings_set(cli->settings, id, given, &error) ||
                                        !settings_print(cli->settings, id, &shown, NULL, &error)))
    status = cli_error("%.*s", STR_FMT(buf_view(&error)));
  buf_free(&error);
  buf_free(&shown);
  return status;
}

static int set_in(struct edited *e, str name, str given)
{
  struct cli *cli = e->cli;
  if (str_eqz(name, "environment") && str_eqz(e->section, "main"))
    log_warning(
      &log_settings, "%s",
      "The environment should be set in either the `[user]`, `[agent]`, or `[server]`\nsection. Variables set in "
      "the `[agent]` section are used when running\n`puppet agent`. Variables set in the `[user]` section are "
      "used when running\nvarious other puppet subcommands, like `puppet apply` and `puppet module`; "
      "these\nrequire the defined environment directory to exist locally. Set the config\nsection by using the "
      "`--section` flag. For example,\n`puppet config --section user set environment foo`. For more information, "
      "see\nhttps://puppet.com/docs/puppet/latest/configuration.html#environment");
  int status = check_value(cli, name, given);
  if (status != 0) return status;
  str old;
  if (str_eqz(e->section, "master")) { /* the old name of the section "server" */
    if (config_text_delete(&e->text, e->section, name, &old))
      buf_printf(&e->said, "Deleted setting from 'master': '%.*s', and adding it to 'server' section\n", STR_FMT(old));
    e->section = STR("server");
  }
  config_text_set(&e->text, e->section, name, given);
  return edit_save(e);
}

static int delete_in(struct edited *e, str name)
{
  static const char *const both[] = {"master", "server"};
  str line;
  if (access(arena_strz(e->arena, e->path), F_OK) != 0) {
    log_warning(&log_settings, "The puppet.conf file does not exist %.*s", STR_FMT(e->path));
    return cli_finish(0);
  }
  bool deleted = false;
  const bool server = str_eqz(e->section, both[0]) || str_eqz(e->section, both[1]);
  for (size_t i = 0; server && i < 2; i++) {
    if (!config_text_delete(&e->text, str_of(both[i]), name, &line)) continue;
    buf_printf(&e->said, "Deleted setting from '%s': '%.*s'\n", both[i],
               STR_FMT(str_sub(line, 0, str_index(line, '=', 0))));
    deleted = true;
  }
  if (!server && config_text_delete(&e->text, e->section, name, &line)) {
    buf_printf(&e->said, "Deleted setting from '%.*s': '%.*s'\n", STR_FMT(e->section), STR_FMT(line));
    deleted = true;
  } else if (!server) {
    log_warning(&log_settings, "No setting found in configuration file for section '%.*s' setting name '%.*s'",
                STR_FMT(e->section), STR_FMT(name));
  }
  return deleted ? edit_save(e) : cli_finish(0);
}

static int edit(struct cli *cli, int argc, char **argv, bool set)
{
  const char *section = "main";
  const struct cli_option options[] = {
    {"section", 0, CLI_STRING, &section, "SECTION", "main, server, agent or user; main is the default"}};
  const struct cli_usage usage = {set ? "ficelle config set [--section SECTION] NAME VALUE"
                                      : "ficelle config delete [--section SECTION] NAME",
                                  set ? "Sets a value in puppet.conf. Comments and other settings stay as they are."
                                      : "Deletes a setting from puppet.conf.",
                                  options, CLI_COUNT(options), SETTINGS_MAIN};
  const char *action = argv[0];
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  const int wanted = set ? 2 : 1;
  struct edited e = {0};
  if (argc - 1 != wanted)
    status = cli_error("puppet config %s takes %d argument%s, but you gave %d", action, wanted, set ? "s" : "",
                       argc - 1);
  else status = edit_begin(&e, cli, section);
  if (status == 0) status = set ? set_in(&e, str_of(argv[1]), str_of(argv[2])) : delete_in(&e, str_of(argv[1]));
  if (status != 0) cli_error("Try 'ficelle help config %s' for usage", action);
  if (e.arena != NULL) arena_free(e.arena);
  return status;
}

static int config_set_value(struct cli *cli, int argc, char **argv) { return edit(cli, argc, argv, true); }
static int config_delete(struct cli *cli, int argc, char **argv) { return edit(cli, argc, argv, false); }

/* --- describe --- */

static const char *const type_names[] = {
  [SETTING_TYPE_STRING] = "text",
  [SETTING_TYPE_BOOLEAN] = "boolean",
  [SETTING_TYPE_INTEGER] = "integer",
  [SETTING_TYPE_PORT] = "port",
  [SETTING_TYPE_DURATION] = "duration",
  [SETTING_TYPE_TTL] = "duration or unlimited",
  [SETTING_TYPE_ENUM] = "one of",
  [SETTING_TYPE_ARRAY] = "list, with commas",
  [SETTING_TYPE_PATH] = "directories, with colons",
  [SETTING_TYPE_FILE] = "file",
  [SETTING_TYPE_DIRECTORY] = "directory",
  [SETTING_TYPE_FILE_OR_DIRECTORY] = "file or directory",
  [SETTING_TYPE_TERMINUS] = "terminus",
  [SETTING_TYPE_PRIORITY] = "integer, or high, normal, low, idle",
  [SETTING_TYPE_AUTOSIGN] = "true, false or file",
  [SETTING_TYPE_REVOCATION] = "chain, leaf or false",
  [SETTING_TYPE_SERVER_LIST] = "list of host:port",
  [SETTING_TYPE_HEADERS] = "list of name:value",
};

/* Prints a row of docs/settings.md. A vertical bar would end the cell, so it is escaped. */
static void describe(const struct setting_def *def)
{
  printf("| `%s` | %s", def->name, type_names[def->type]);
  for (str rest = str_of(def->values ? def->values : ""), word; rest.n > 0; rest = str_from(rest, word.n + 1)) {
    word = str_sub(rest, 0, str_index(rest, '|', 0));
    printf(" %.*s", STR_FMT(word));
  }
  printf(" | ");
  if (def->default_value && def->default_value[0] == '@') printf("computed");
  else if (def->default_value && def->default_value[0]) printf("`%s`", def->default_value);
  printf(" | %s | %s |\n", def->use == SETTING_USED ? "yes" : "no", def->description);
}

static int config_describe(struct cli *cli, int argc, char **argv)
{
  const struct cli_usage usage = {"ficelle config describe",
                                  "Prints the table of all settings in Markdown: name, type, default, whether\n"
                                  "ficelle acts on it, description.",
                                  NULL, 0, SETTINGS_MAIN};
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  printf("| Name | Type | Default | Used | Meaning |\n|---|---|---|---|---|\n");
  for (int i = 0; i < SETTING_COUNT; i++) describe(&setting_defs[i]);
  return cli_finish(0);
}

int cmd_config(struct cli *cli, int argc, char **argv)
{
  static const struct cli_command actions[] = {
    {"delete", config_delete, "Delete a setting from puppet.conf."},
    {"describe", config_describe, "Print the table of all settings."},
    {"print", config_print, "Print the settings in force."},
    {"set", config_set_value, "Set a value in puppet.conf."},
    {NULL, NULL, NULL},
  };
  return cli_action(cli, actions, argc, argv);
}
