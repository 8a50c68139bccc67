/* `ficelle parser validate|dump|tokens`. */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "base/map.h"
#include "cli/syntax_cli.h"
#include "compiler/syntax/tokens.h"

cli_fn cmd_parser;

/* -- validate -- */

struct failure {
  const char *name;
  const struct diag_list *diags;
  str text, full;
};

struct validation {
  struct cli *cli;
  struct arena *a;
  struct parse_options options;
  struct failure *failures;
  uint32_t nfailures;
};

static void add_failure(struct validation *v, const char *name, const struct diag_list *diags, str text)
{
  struct settings *s = v->cli->settings;
  const struct diagnostic *only = diags != NULL ? syntax_single_error(s, diags) : NULL;
  str full = arena_printf(v->a, "Could not parse for environment %s: %.*s", settings_strz(s, SETTING_environment),
                          STR_FMT(text));
  /* For the total of several errors, Puppet prints only the text. */
  if (diags != NULL && only == NULL) {
    size_t place = str_find(text, STR(" (file: "), 0);
    if (place != SIZE_MAX) text.n = place;
  } else {
    text = full;
  }
  v->failures = arena_regrow(v->a, v->failures, v->nfailures * sizeof *v->failures,
                             (v->nfailures + 1) * sizeof *v->failures);
  v->failures[v->nfailures++] = (struct failure){name, diags, text, full};
}

/* Makes the path absolute, as in Puppet's messages; does not resolve links. */
static str absolute(struct arena *a, const char *path)
{
  char cwd[PATH_MAX];
  if (path[0] == '/' || getcwd(cwd, sizeof cwd) == NULL) return arena_str(a, str_of(path));
  if (strncmp(path, "./", 2) == 0) path += 2;
  return arena_printf(a, "%s/%s", cwd, path);
}

static bool validate_text(struct validation *v, const char *name, str file, str text)
{
  struct diag_list *diags = ARENA_NEW(v->a, struct diag_list);
  diag_list_init(diags, v->a);
  struct ast_program *program = parse_text(v->a, file, text, &v->options, diags);
  syntax_tell(v->a, v->cli->settings, diags);
  if (program == NULL) add_failure(v, name, diags, syntax_error_text(v->a, v->cli->settings, diags));
  return program != NULL;
}

typedef bool read_fn(struct arena *a, const char *path, str *text, str *error);

static bool validate_file(struct validation *v, const char *name, const char *path, read_fn *read)
{
  str text, error;
  if (read(v->a, path, &text, &error)) return validate_text(v, name, absolute(v->a, path), text);
  add_failure(v, name, NULL, arena_printf(v->a, "%.*s (file: %s)", STR_FMT(error), path));
  return false;
}

static int by_name(const void *x, const void *y) { return strcmp(*(const char *const *)x, *(const char *const *)y); }

enum { MAX_DIRECTORY_DEPTH = 64 };

/* Collects all .pp files below a directory. Like Puppet's glob, it skips hidden directories and links to
 * directories. */
static void collect(struct validation *v, const char *directory, struct ptrvec *files, int depth)
{
  DIR *d = depth < MAX_DIRECTORY_DEPTH ? opendir(directory) : NULL;
  if (d == NULL) return;
  for (struct dirent *e; (e = readdir(d)) != NULL;) {
    if (e->d_name[0] == '.') continue;
    char *path = (char *)(uintptr_t)arena_printf(v->a, "%s/%s", directory, e->d_name).p;
    struct stat st;
    if (lstat(path, &st) != 0) continue;
    if (S_ISDIR(st.st_mode)) collect(v, path, files, depth + 1);
    else if (str_ends(str_of(path), STR(".pp"))) ptrvec_push(files, v->a, path);
  }
  closedir(d);
}

/* The files of a directory are one manifest: validation stops at the first invalid file. */
static void validate_directory(struct validation *v, const char *name)
{
  struct ptrvec files = {NULL, 0, 0};
  collect(v, absolute(v->a, name).p, &files, 0);
  if (files.n != 0) qsort(files.items, files.n, sizeof *files.items, by_name);
  for (uint32_t i = 0; i < files.n; i++)
    if (!validate_file(v, name, files.items[i], syntax_read)) return;
}

static void validate_path(struct validation *v, const char *path)
{
  struct stat st;
  v->options.initial_manifest = absolute(v->a, path);
  if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) validate_directory(v, path);
  else validate_file(v, path, path, syntax_read_named);
}

static void print_json(struct validation *v)
{
  struct buf out = BUF_HEAP;
  struct json_writer w;
  json_init(&w, &out, true);
  json_begin_object(&w);
  for (uint32_t i = 0; i < v->nfailures; i++) {
    const struct failure *f = &v->failures[i];
    const struct diagnostic *d = f->diags != NULL ? syntax_single_error(v->cli->settings, f->diags) : NULL;
    bool placed = d != NULL && d->place == PLACE_FULL;
    json_key(&w, str_of(f->name));
    json_begin_object(&w);
    json_key(&w, STR("issue_code"));
    if (d != NULL) json_str(&w, str_of(issue_code(d->issue)));
    else json_null(&w);
    json_kstr(&w, STR("message"), d != NULL ? d->message : f->text);
    json_kstr(&w, STR("full_message"), f->full);
    json_key(&w, STR("file"));
    if (f->diags != NULL && f->diags->n > 0 && f->diags->items[0].source->file.n != 0)
      json_str(&w, f->diags->items[0].source->file);
    else json_null(&w);
    json_key(&w, STR("line"));
    if (placed) json_uint(&w, source_line(d->source, d->offset));
    else json_null(&w);
    json_key(&w, STR("pos"));
    if (placed) json_uint(&w, source_column(d->source, d->offset));
    else json_null(&w);
    json_key(&w, STR("diagnostics"));
    json_begin_array(&w);
    for (uint32_t k = 0; f->diags != NULL && k < f->diags->n; k++) syntax_json(&w, &f->diags->items[k]);
    json_end_array(&w);
    json_end_object(&w);
  }
  json_end_object(&w);
  puts(out.p);
  buf_free(&out);
}

static int hint(const char *action) { return cli_error("Try 'ficelle help parser %s' for usage", action); }

/* False: a file does not exist. */
static bool validate_all(struct validation *v, int argc, char **argv)
{
  struct buf missing = BUF_HEAP;
  for (int i = 1; i < argc; i++) {
    if (syntax_exists(argv[i])) validate_path(v, argv[i]);
    else buf_printf(&missing, "\n   %s", argv[i]);
  }
  bool ok = missing.n == 0;
  if (!ok) cli_error("One or more file(s) specified did not exist:%.*s", STR_FMT(buf_view(&missing)));
  buf_free(&missing);
  return ok;
}

static void validate_default(struct validation *v)
{
  struct settings *s = v->cli->settings;
  str text, error, manifest = settings_str(s, SETTING_manifest);
  if (!isatty(STDIN_FILENO)) {
    if (syntax_read_named(v->a, "-", &text, &error)) validate_text(v, "STDIN", STR_EMPTY, text);
    else add_failure(v, "STDIN", NULL, error);
    return;
  }
  str path = manifest;
  if (path.n == 0) {
    str directory = STR("."), environment = settings_str(s, SETTING_environment);
    settings_item(s, SETTING_environmentpath, 0, &directory);
    path = arena_printf(v->a, "%.*s/%.*s/manifests", STR_FMT(directory), STR_FMT(environment));
  }
  log_notice(&log_parse, "No manifest specified. Validating the default manifest %.*s", STR_FMT(path));
  const char *z = arena_strz(v->a, path);
  if (syntax_exists(z)) validate_path(v, z);
}

/* Puppet's formats "s" and "yaml" would dump exceptions with their Ruby backtraces; they are not supported. */
static bool validate_render(const char *text, enum cli_render *render)
{
  static const char *const dumps[] = {"s", "yaml", "msgpack", "binary"};
  if (text == NULL || strcmp(text, "console") == 0) return true;
  for (size_t i = 0; i < CLI_COUNT(dumps); i++) {
    if (strcmp(text, dumps[i]) != 0) continue;
    cli_error("not supported: --render-as %s", text);
    return false;
  }
  if (cli_render_parse(text, render)) return true;
  cli_error("Invalid rendering format '%s'", text);
  return false;
}

static int parser_validate(struct cli *cli, int argc, char **argv)
{
  const char *render = NULL;
  const struct cli_option options[] = {
    {"render-as", 0, CLI_STRING, &render, "FORMAT",
     "json: errors as JSON on standard output, no output without errors; or console"},
  };
  const struct cli_usage usage = {
    "ficelle parser validate [--render-as json] [MANIFEST ...]",
    "Checks the syntax of manifests; if none is given, of standard input, or of the default manifest if\n"
    "standard input is a terminal. A directory means all .pp files below it. Exits with 1 if there is\n"
    "an error.",
    options, CLI_COUNT(options), SETTINGS_USER};
  int status = cli_begin(cli, &usage, &argc, argv);
  enum cli_render as = CLI_RENDER_DEFAULT;
  if (status != CLI_GO) return status;
  if (!validate_render(render, &as)) return 1;
  struct validation v = {.cli = cli, .a = arena_new()};
  v.options = syntax_options(v.a, cli->settings);
  if (argc < 2) validate_default(&v);
  if (!validate_all(&v, argc, argv)) {
    arena_free(v.a);
    return hint("validate");
  }
  status = v.nfailures > 0;
  if (as == CLI_RENDER_JSON && v.nfailures > 0) print_json(&v);
  for (uint32_t i = 0; as != CLI_RENDER_JSON && i < v.nfailures; i++)
    syntax_tell_error(v.a, v.failures[i].diags, v.failures[i].text);
  arena_free(v.a);
  return cli_finish(status);
}

/* -- dump -- */

static int parser_dump(struct cli *cli, int argc, char **argv)
{
  struct syntax_dump o = {.header = true, .format = "pn"};
  const struct cli_option options[] = {
    {"format", 0, CLI_STRING, &o.format, "FORMAT", "pn (default) or json"},
    {"pretty", 0, CLI_FLAG, &o.pretty, NULL, "print several indented lines"},
    {"validate", 0, CLI_FLAG, &o.validate, NULL, "also validate; without it only syntax errors are found"},
    {"e", 'e', CLI_STRING, &o.source, "SOURCE", "dump this text"},
  };
  const struct cli_usage usage = {
    "ficelle parser dump [--format pn|json] [--pretty] [--validate] [-e SOURCE] [MANIFEST ...]",
    "Prints the syntax tree of manifests, of a text, or of standard input, in Puppet\n"
    "Notation or the same as JSON. With several files each has a heading.",
    options, CLI_COUNT(options), SETTINGS_USER};
  int status = cli_begin(cli, &usage, &argc, argv);
  return status != CLI_GO ? status : syntax_dump_run(cli, &o, argc, argv);
}

/* -- tokens -- */

static void print_token(void *out, const struct token_view *t)
{
  buf_printf(out, "%u:%u\t%s\t", t->line, t->column, t->kind);
  json_quote(out, t->value);
  buf_char(out, '\n');
}

static int tokens_of(struct cli *cli, const char *path, bool epp)
{
  struct arena *a = arena_new();
  struct buf out = BUF_HEAP;
  struct diag_list diags;
  str text, error;
  int status = 0;
  diag_list_init(&diags, a);
  if (!syntax_read_named(a, path, &text, &error)) {
    status = cli_error("Could not read %s: %.*s", path, STR_FMT(error));
  } else {
    struct parse_options o = syntax_options(a, cli->settings);
    o.epp = epp;
    bool ok = tokens_each(a, str_of(path), text, &o, &diags, print_token, &out);
    cli_print(&out);
    fflush(stdout);
    syntax_tell(a, cli->settings, &diags);
    if (!ok) {
      syntax_tell_error(a, &diags, syntax_error_text(a, cli->settings, &diags));
      status = 1;
    }
  }
  buf_free(&out);
  arena_free(a);
  return status;
}

static int parser_tokens(struct cli *cli, int argc, char **argv)
{
  bool epp = false;
  const struct cli_option options[] = {{"epp", 0, CLI_FLAG, &epp, NULL, "parse an EPP template"}};
  const struct cli_usage usage = {"ficelle parser tokens [--epp] FILE",
                                  "Prints the tokens of a file, one a line: line:column, kind, value in quotes.\n"
                                  "\"-\" is standard input.",
                                  options, CLI_COUNT(options), SETTINGS_USER};
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  if (argc != 2) return cli_error("parser tokens takes one file");
  return cli_finish(tokens_of(cli, argv[1], epp));
}

int cmd_parser(struct cli *cli, int argc, char **argv)
{
  static const struct cli_command actions[] = {
    {"validate", parser_validate, "Check the syntax of manifests."},
    {"dump", parser_dump, "Print the syntax tree."},
    {"tokens", parser_tokens, "Print the tokens."},
    {NULL, NULL, NULL},
  };
  return cli_action(cli, actions, argc, argv);
}
