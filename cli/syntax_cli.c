#include "cli/syntax_cli.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/log.h"
#include "compiler/syntax/report.h"

/* -- sources -- */

static bool take(struct arena *a, struct buf *b, int reason, str *text, str *error)
{
  if (reason == EISDIR) *error = STR("it is a directory");
  else if (reason == EFBIG) *error = arena_printf(a, "it is larger than %d MiB", MAX_SOURCE_BYTES >> 20);
  else if (reason != 0) *error = arena_str(a, str_of(file_reason(reason)));
  *text = buf_finish(b);
  return reason == 0;
}

bool syntax_read(struct arena *a, const char *path, str *text, str *error)
{
  struct buf b = BUF_IN(a);
  return take(a, &b, file_read(path, MAX_SOURCE_BYTES, &b), text, error);
}

bool syntax_read_named(struct arena *a, const char *path, str *text, str *error)
{
  struct buf b = BUF_IN(a);
  if (strcmp(path, "-") == 0) return take(a, &b, file_read_fd(STDIN_FILENO, MAX_SOURCE_BYTES, &b), text, error);
  const int reason = file_keep(path, MAX_SOURCE_BYTES);
  return reason == 0 ? syntax_read(a, path, text, error) : take(a, &b, reason, text, error);
}

bool syntax_exists(const char *path)
{
  struct stat st;
  return stat(path, &st) == 0;
}

/* -- options -- */

static void add_directory(struct arena *a, str **list, uint32_t *n, str directory)
{
  *list = arena_regrow(a, *list, *n * sizeof **list, (*n + 1) * sizeof **list);
  (*list)[(*n)++] = arena_str(a, directory);
}

static void add_module_directories(struct arena *a, struct settings *s, struct parse_options *o)
{
  str *list = NULL, item;
  for (size_t i = 0; settings_item(s, SETTING_modulepath, i, &item); i++)
    add_directory(a, &list, &o->nmodule_directories, item);
  if (list == NULL) {
    str environment = settings_str(s, SETTING_environment);
    for (size_t i = 0; settings_item(s, SETTING_environmentpath, i, &item); i++)
      add_directory(a, &list, &o->nmodule_directories,
                    arena_printf(a, "%.*s/%.*s/modules", STR_FMT(item), STR_FMT(environment)));
    for (size_t i = 0; settings_item(s, SETTING_basemodulepath, i, &item); i++)
      add_directory(a, &list, &o->nmodule_directories, item);
  }
  o->module_directories = list;
}

struct parse_options syntax_options(struct arena *a, struct settings *settings)
{
  static const enum severity severities[] = {SEVERITY_IGNORE, SEVERITY_WARNING, SEVERITY_ERROR};
  struct parse_options o = {.tasks = settings_bool(settings, SETTING_tasks)};
  o.strict = severities[settings_enum(settings, SETTING_strict)];
  add_module_directories(a, settings, &o);
  return o;
}

/* -- printing diagnostics -- */

/* On a terminal: prints the source line and a caret below the column. */
static void show_caret(struct arena *a, const struct diagnostic *d)
{
  if (d->source == NULL || !isatty(STDERR_FILENO)) return;
  uint32_t line = source_line(d->source, d->offset), column = source_column(d->source, d->offset);
  str text = source_line_text(d->source, line);
  struct buf b = BUF_IN(a);
  for (size_t i = 0; i < text.n; i++)
    buf_char(&b, (unsigned char)text.p[i] < 0x20 && text.p[i] != '\t' ? '?' : text.p[i]);
  buf_char(&b, '\n');
  for (size_t i = 0, c = 1; i < text.n && c < column; i++) {
    bool continued = ((unsigned char)text.p[i] & 0xC0) == 0x80;
    if (!continued) buf_char(&b, text.p[i] == '\t' ? '\t' : ' ');
    c += i + 1 < text.n && ((unsigned char)text.p[i + 1] & 0xC0) != 0x80;
  }
  fprintf(stderr, "%.*s^\n", STR_FMT(buf_view(&b)));
}

static void tell(struct arena *a, enum log_level level, const struct diagnostic *d, str text)
{
  const char *code = NULL, *file = NULL;
  unsigned line = 0, pos = 0;
  if (d != NULL) {
    code = issue_code(d->issue);
    if (d->source != NULL && d->source->file.n != 0) file = arena_strz(a, d->source->file);
    if (d->source != NULL && d->place == PLACE_FULL) {
      line = source_line(d->source, d->offset);
      pos = source_column(d->source, d->offset);
    }
  }
  log_emit(&(struct log_event){.level = level,
                               .category = &log_parse,
                               .code = code,
                               .file = file,
                               .line = line,
                               .pos = pos,
                               .message = text.p,
                               .message_len = text.n});
  if (d != NULL) show_caret(a, d);
}

static int64_t limit(struct settings *s, enum setting_id id) { return settings_int(s, id); }

static bool deprecations_disabled(struct settings *s)
{
  str item;
  for (size_t i = 0; settings_item(s, SETTING_disable_warnings, i, &item); i++)
    if (str_eq(item, STR("deprecations"))) return true;
  return false;
}

const struct diagnostic *syntax_single_error(struct settings *settings, const struct diag_list *diags)
{
  if (diags->errors > 1 && limit(settings, SETTING_max_errors) > 1) return NULL;
  for (uint32_t i = 0; i < diags->n; i++)
    if (diags->items[i].severity == SEVERITY_ERROR) return &diags->items[i];
  return NULL;
}

void syntax_tell(struct arena *a, struct settings *settings, const struct diag_list *diags)
{
  int64_t left[] = {
    [SEVERITY_IGNORE] = 0,
    [SEVERITY_DEPRECATION] = limit(settings, SETTING_max_deprecations),
    [SEVERITY_WARNING] = limit(settings, SETTING_max_warnings),
    [SEVERITY_ERROR] = limit(settings, SETTING_max_errors),
  };
  if (deprecations_disabled(settings)) left[SEVERITY_DEPRECATION] = 0;
  if (diags->errors > 0 && syntax_single_error(settings, diags) != NULL) left[SEVERITY_ERROR] = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (uint32_t i = 0; i < diags->n; i++) {
      const struct diagnostic *d = &diags->items[i];
      bool error = d->severity == SEVERITY_ERROR;
      if (error != (pass == 1) || (!report_at_once(d) && left[d->severity]-- <= 0)) continue;
      tell(a, error ? LOG_LEVEL_ERR : LOG_LEVEL_WARNING, d, diag_text(a, d));
    }
  }
}

str syntax_error_text(struct arena *a, struct settings *settings, const struct diag_list *diags)
{
  return report_summary(a, diags, (uint32_t)limit(settings, SETTING_max_errors));
}

void syntax_tell_error(struct arena *a, const struct diag_list *diags, str text)
{
  const struct diagnostic *only = NULL;
  for (uint32_t i = 0; diags != NULL && diags->errors == 1 && i < diags->n; i++)
    if (diags->items[i].severity == SEVERITY_ERROR) only = &diags->items[i];
  tell(a, LOG_LEVEL_ERR, only, text);
}

void syntax_json(struct json_writer *w, const struct diagnostic *d)
{
  static const char *const names[] = {"ignore", "deprecation", "warning", "error"};
  json_begin_object(w);
  json_kstr(w, STR("issue_code"), str_of(issue_code(d->issue)));
  json_kstr(w, STR("severity"), str_of(names[d->severity]));
  json_kstr(w, STR("message"), d->message);
  json_key(w, STR("file"));
  if (d->source != NULL && d->source->file.n != 0) json_str(w, d->source->file);
  else json_null(w);
  if (d->source != NULL) {
    json_kuint(w, STR("line"), source_line(d->source, d->offset));
    json_kuint(w, STR("pos"), source_column(d->source, d->offset));
    json_kuint(w, STR("length"), d->length);
  }
  json_end_object(w);
}

/* -- dump -- */

static bool dump_one(struct cli *cli, const struct syntax_dump *o, struct arena *a, const char *name, str text,
                     bool header, struct buf *out)
{
  struct diag_list diags;
  diag_list_init(&diags, a);
  struct parse_options options = syntax_options(a, cli->settings);
  options.epp = o->epp;
  options.skip_validation = !o->validate;
  /* differs from Puppet, whose messages do not name the file without validation; but they should if there are
   * several */
  str file = o->source != NULL && !o->validate ? STR_EMPTY : str_of(name);
  struct ast_program *program = parse_text(a, file, text, &options, &diags);
  syntax_tell(a, cli->settings, &diags);
  if (program == NULL) {
    if (header) log_printf(&log_parse, LOG_LEVEL_ERR, "--- %s", name);
    syntax_tell_error(a, &diags, syntax_error_text(a, cli->settings, &diags));
    return false;
  }
  if (header && o->header) buf_printf(out, "--- %s\n", name);
  if (o->format != NULL && strcmp(o->format, "json") == 0) pn_dump_json(out, program, o->pretty);
  else pn_dump(out, program, o->pretty);
  buf_char(out, '\n');
  return true;
}

static bool dump_path(struct cli *cli, const struct syntax_dump *o, const char *path, bool header)
{
  struct arena *a = arena_new();
  struct buf out = BUF_HEAP;
  str text, error;
  bool ok = syntax_read_named(a, path, &text, &error);
  if (!ok) cli_error("Could not read %s: %.*s", path, STR_FMT(error));
  else ok = dump_one(cli, o, a, strcmp(path, "-") == 0 ? "stdin" : path, text, header, &out);
  cli_print(&out);
  buf_free(&out);
  arena_free(a);
  return ok;
}

static bool dump_source(struct cli *cli, const struct syntax_dump *o)
{
  struct arena *a = arena_new();
  struct buf out = BUF_HEAP;
  bool ok = dump_one(cli, o, a, "command-line-string", str_of(o->source), false, &out);
  cli_print(&out);
  buf_free(&out);
  arena_free(a);
  return ok;
}

int syntax_dump_run(struct cli *cli, const struct syntax_dump *o, int argc, char **argv)
{
  if (o->format != NULL && strcmp(o->format, "pn") != 0 && strcmp(o->format, "json") != 0)
    return cli_error("Unknown format '%s': must be pn or json", o->format);
  if (o->source != NULL) return cli_finish(dump_source(cli, o) ? 0 : 1);
  if (argc < 2) {
    if (isatty(STDIN_FILENO)) return cli_error("No input to parse given on command line or stdin");
    return cli_finish(dump_path(cli, o, "-", false) ? 0 : 1);
  }
  bool ok = true, missing = false;
  for (int i = 1; i < argc; i++) {
    if (syntax_exists(argv[i])) ok = dump_path(cli, o, argv[i], argc > 2) && ok;
    else missing = true;
  }
  fflush(stdout);
  if (missing) {
    struct buf list = BUF_HEAP;
    for (int i = 1; i < argc; i++)
      if (!syntax_exists(argv[i])) buf_printf(&list, "\n   %s", argv[i]);
    cli_error("One or more file(s) specified did not exist:%.*s", STR_FMT(buf_view(&list)));
    buf_free(&list);
  }
  return cli_finish(ok && !missing ? 0 : 1);
}
