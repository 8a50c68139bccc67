/* `ficelle epp validate|dump`; epp_render.c has `render`. */
#include <stdio.h>
#include <unistd.h>

#include "base/log.h"
#include "cli/epp_render.h"
#include "cli/syntax_cli.h"

cli_fn cmd_epp;

/* -- validate -- */

static bool validate(struct cli *cli, const char *path)
{
  struct arena *a = arena_new();
  struct diag_list diags;
  str text, error;
  bool ok = syntax_read_named(a, path, &text, &error);
  diag_list_init(&diags, a);
  if (!ok) {
    cli_error("Could not read %s: %.*s", path, STR_FMT(error));
  } else {
    struct parse_options o = syntax_options(a, cli->settings);
    o.epp = true;
    ok = parse_text(a, strcmp(path, "-") == 0 ? STR("<stdin>") : str_of(path), text, &o, &diags) != NULL;
    syntax_tell(a, cli->settings, &diags);
    if (!ok) syntax_tell_error(a, &diags, syntax_error_text(a, cli->settings, &diags));
  }
  arena_free(a);
  return ok;
}

/* "module/file.epp" is first searched in the modules. Returns `name` itself if it is a path. */
static const char *find_template(struct arena *a, struct cli *cli, const char *name)
{
  struct parse_options o = syntax_options(a, cli->settings);
  const char *slash = strchr(name, '/');
  for (uint32_t i = 0; name[0] != '/' && slash != NULL && i < o.nmodule_directories; i++) {
    str path = arena_printf(a, "%.*s/%.*s/templates%s", STR_FMT(o.module_directories[i]), (int)(slash - name), name,
                            slash);
    if (syntax_exists(path.p)) return path.p;
  }
  return syntax_exists(name) ? name : NULL;
}

static int hint(const char *action) { return cli_error("Try 'ficelle help epp %s' for usage", action); }

static int validate_all(struct cli *cli, int argc, char **argv, bool go_on)
{
  struct arena *a = arena_new();
  struct buf missing = BUF_HEAP;
  bool ok = true;
  for (int i = 1; i < argc && (ok || go_on); i++) {
    const char *path = find_template(a, cli, argv[i]);
    if (path == NULL) buf_printf(&missing, "\n   %s", argv[i]);
    else ok = validate(cli, path) && ok;
  }
  if (missing.n != 0) cli_error("One or more file(s) specified did not exist:%.*s", STR_FMT(buf_view(&missing)));
  else if (!ok) cli_error("Errors while validating epp");
  ok = ok && missing.n == 0;
  buf_free(&missing);
  arena_free(a);
  return ok ? 0 : hint("validate");
}

static int epp_validate(struct cli *cli, int argc, char **argv)
{
  bool go_on = false;
  const struct cli_option options[] = {
    {"continue_on_error", 0, CLI_FLAG, &go_on, NULL, "check all templates; do not stop at the first invalid one"},
  };
  const struct cli_usage usage = {
    "ficelle epp validate [--continue_on_error] [TEMPLATE ...]",
    "Checks the syntax of EPP templates, or of standard input if none is given. A template is\n"
    "MODULE/FILE, searched in the modules, or a path. Exits with 1 if there is an error.",
    options, CLI_COUNT(options), SETTINGS_USER};
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  if (argc > 1) return cli_finish(validate_all(cli, argc, argv, go_on));
  if (isatty(STDIN_FILENO)) {
    log_notice(&log_parse, "No template specified. No action taken");
    return cli_finish(0);
  }
  if (validate(cli, "-")) return cli_finish(0);
  cli_error("Errors while validating epp");
  return cli_finish(hint("validate"));
}

/* -- dump -- */

static int epp_dump(struct cli *cli, int argc, char **argv)
{
  struct syntax_dump o = {.epp = true, .header = true, .validate = true, .format = "pn"};
  const struct cli_option options[] = {
    {"format", 0, CLI_STRING, &o.format, "FORMAT", "pn (default) or json"},
    {"pretty", 0, CLI_FLAG, &o.pretty, NULL, "print several indented lines"},
    {"validate", 0, CLI_FLAG, &o.validate, NULL, "validate (default); --no-validate finds only syntax errors"},
    {"header", 0, CLI_FLAG, &o.header, NULL, "a heading for each of several templates (default)"},
    {"e", 'e', CLI_STRING, &o.source, "SOURCE", "dump this text"},
  };
  const struct cli_usage usage = {
    "ficelle epp dump [--format pn|json] [--pretty] [--no-validate] [--no-header] [-e SOURCE] [TEMPLATE "
    "...]",
    "Prints the syntax tree of EPP templates, of a text, or of standard input, in\n"
    "Puppet Notation or the same as JSON.",
    options, CLI_COUNT(options), SETTINGS_USER};
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  struct arena *a = arena_new();
  for (int i = 1; i < argc; i++) {
    const char *path = find_template(a, cli, argv[i]);
    if (path != NULL) argv[i] = arena_strz(a, str_of(path));
  }
  status = syntax_dump_run(cli, &o, argc, argv);
  arena_free(a);
  return status;
}

int cmd_epp(struct cli *cli, int argc, char **argv)
{
  static const struct cli_command actions[] = {
    {"validate", epp_validate, "Check the syntax of EPP templates."},
    {"dump", epp_dump, "Print the syntax tree."},
    {"render", epp_render, "Render EPP templates."},
    {NULL, NULL, NULL},
  };
  return cli_action(cli, actions, argc, argv);
}
