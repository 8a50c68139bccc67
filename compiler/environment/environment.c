/* Environments: generations, their files, and parsing. Everything that is read is in the arena of a generation, until
 * one of its files (also a missing one) changes. Then a new, empty generation begins, since the definitions of one file
 * cannot be removed. */
#include "compiler/environment/internal.h"
#include "base/check.h"

#include "compiler/syntax/parse.h"
#include "compiler/syntax/report.h"

struct parse_warning {
  str message, place;
  bool deprecation, at_once;
};

static void copy_options(struct environment *e, const struct environment_options *o)
{
  struct environment_options *to = &e->options;
  *to = *o;
  to->name = arena_str(e->arena, o->name);
  to->manifest = arena_str(e->arena, o->manifest);
  to->code = arena_str(e->arena, o->code);
  to->config_version = arena_str(e->arena, o->config_version);
  to->path = arena_str(e->arena, o->path);
  to->hiera_config = arena_str(e->arena, o->hiera_config);
  to->codedir = arena_str(e->arena, o->codedir);
  to->data_provider = arena_str(e->arena, o->data_provider);
  str *paths = arena_alloc(e->arena, (o->nmodulepath + 1) * sizeof *paths);
  for (uint32_t i = 0; i < o->nmodulepath; i++) paths[i] = arena_str(e->arena, o->modulepath[i]);
  to->modulepath = paths;
}

static struct arena *new_arena(const struct environment *e)
{
  struct arena *a = arena_new();
  arena_on_fail(a, e->on_fail, e->on_fail_ctx);
  return a;
}

static void begin_generation(struct environment *e)
{
  e->broken = true; /* until it is complete */
  /* Allocated first: if there is no memory, the old one is still valid. */
  struct arena *fresh = new_arena(e);
  arena_free(e->generation);
  e->generation = fresh;
  e->generation_number++;
  e->defined = (struct environment_definitions){0};
  e->files = (struct environment_files){0};
  e->modules = (struct environment_modules){0};
  e->restypes = (struct environment_restypes){0};
  ptrmap_init(&e->defined.classes, e->generation);
  ptrmap_init(&e->defined.defines, e->generation);
  ptrmap_init(&e->defined.nodes, e->generation);
  ptrmap_init(&e->defined.functions, e->generation);
  ptrmap_init(&e->defined.aliases, e->generation);
  strmap_init(&e->files.by_path, e->generation);
  strmap_init(&e->files.epp_texts, e->generation);
  strmap_init(&e->files.erb_texts, e->generation);
  ptrmap_init(&e->displays, e->generation);
  strmap_init(&e->modules.found, e->generation);
  strmap_init(&e->modules.ruby_files, e->generation);
  ptrmap_init(&e->restypes.found, e->generation);
  e->lookup_store = NULL;
  e->defined.main = ARENA_NEW(e->generation, struct definition);
  e->defined.main->kind = DEFINITION_CLASS;
  e->defined.main->name = sym_z("");
  e->defined.main->file = e->defined.main->module_name = STR_EMPTY;
  ptrmap_put(&e->defined.classes, e->defined.main->name, e->defined.main);
  e->version_text = STR_EMPTY;
  e->version_number = e->host->now_seconds(e->host->ctx);
  e->files.checked_s = e->version_number;
  e->broken = false;
}

struct environment *environment_new(const struct environment_options *o, const struct host *host)
{
  assert(o != NULL && host != NULL);
  static uint64_t last_id;
  struct arena *a = arena_new();
  struct environment *e = ARENA_NEW(a, struct environment);
  e->arena = a;
  e->id = ++last_id;
  e->host = host;
  copy_options(e, o);
  begin_generation(e);
  return e;
}

void environment_free(struct environment *e)
{
  assert(e == NULL || e->arena != NULL);
  if (e == NULL) return;
  arena_free(e->missing.arena);
  arena_free(e->generation);
  arena_free(e->arena);
}

void environment_on_fail(struct environment *e, arena_fail_fn *fn, void *ctx)
{
  e->on_fail = fn;
  e->on_fail_ctx = ctx;
  arena_on_fail(e->arena, fn, ctx);
  arena_on_fail(e->generation, fn, ctx);
  if (e->missing.arena != NULL) arena_on_fail(e->missing.arena, fn, ctx);
}

/* --- files --- */

/* Compares inode and device, too: a deployment may replace a file by one with the same size and time. */
static bool same_stat(const struct host_stat *a, const struct host_stat *b)
{
  return a->kind == b->kind && a->size == b->size && a->mtime_ns == b->mtime_ns && a->inode == b->inode &&
         a->device == b->device;
}

bool environment_has_changed(const struct environment *e)
{
  for (uint32_t i = 0; i < e->files.by_path.n; i++) {
    const struct environment_file *f = e->files.by_path.entries[i].value;
    if (f->ahead) continue; /* environment_begin_use checks it */
    const struct host_stat now = e->host->stat(e->host->ctx, f->path);
    if (same_stat(&now, &f->stat)) continue;
    host_debug(e->host, &log_parse, "Environment %.*s is read again: %.*s has changed", STR_FMT(e->options.name),
               STR_FMT(f->path));
    return true;
  }
  return false;
}

void environment_refresh(struct environment *e, bool force)
{
  const int64_t now = e->host->now_seconds(e->host->ctx), timeout = e->options.timeout_s;
  if (!force && !e->broken) {
    /* With a timeout, files are checked only if the last check is older than it. */
    const bool fresh = timeout < 0 || (timeout > 0 && now - e->files.checked_s < timeout);
    e->files.checked_s = now;
    if (fresh || !environment_has_changed(e)) {
      /* Puppet recreates an uncached environment each time, with the time as its version. */
      if (timeout == 0) e->version_number = now;
      return;
    }
  }
  begin_generation(e);
}

struct environment_file *environment_file(struct environment *e, str path)
{
  assert(path.n > 0);
  struct environment_file *f = strmap_get(&e->files.by_path, path);
  if (f != NULL) return f;
  f = ARENA_NEW(e->generation, struct environment_file);
  f->path = arena_str(e->generation, path);
  /* The file is read after this, so a change in between is detected the next time. */
  f->stat = e->host->stat(e->host->ctx, f->path);
  strmap_put(&e->files.by_path, f->path, f);
  return f;
}

void environment_begin_use(struct environment *e, struct environment_file *f)
{
  if (!f->ahead) return;
  f->ahead = false;
  if (e->options.timeout_s < 0) return;
  const struct host_stat now = e->host->stat(e->host->ctx, f->path);
  if (same_stat(&now, &f->stat)) return;
  *f = (struct environment_file){.path = f->path, .stat = now};
}

/* Names that were not found are looked up again in the next compilation, since files may have been added. */
void environment_begin(struct compilation *c)
{
  struct environment *e = c->environment;
  struct arena *fresh = new_arena(e);
  arena_free(e->missing.arena);
  e->missing.arena = fresh;
  ptrmap_init(&e->missing.classes, e->missing.arena);
  ptrmap_init(&e->missing.defines, e->missing.arena);
  e->missing.serial = c->serial;
}

/* --- parsing --- */

/* Puppet parses the file for each environment it creates, and warns each time. Here a file is parsed once, so its
 * warnings are stored and logged in each compilation that uses it. */
static void log_warnings(struct compilation *c, const struct environment_file *f)
{
  uint32_t warnings = 0, deprecations = 0;
  for (uint32_t i = 0; i < f->nwarnings; i++) {
    uint32_t *count = f->warnings[i].deprecation ? &deprecations : &warnings;
    if (f->warnings[i].at_once || (*count)++ < REPORT_MAX_WARNINGS)
      compile_log_at(c, CLOG_WARNING, f->warnings[i].message, f->warnings[i].place);
  }
  c->deprecations += deprecations;
}

/* Once a compilation for each file. */
void environment_used(struct compilation *c, struct environment_file *f)
{
  if (f == NULL || f->serial == c->serial) return;
  f->serial = c->serial;
  observer_parsed(c->observer, &(struct observer_parse){.cache_used = true, .cache_hit = true});
  compile_debug(c, &log_parse, "Using %.*s as it was parsed before", STR_FMT(f->path));
  log_warnings(c, f);
}

/* The text of a diagnostic is its message and its place. */
static str diagnostic_place(struct arena *a, const struct diagnostic *d)
{
  str text = diag_text(a, d);
  return str_starts(text, d->message) ? str_from(text, d->message.n) : STR_EMPTY;
}

static void keep_warnings(struct environment *e, struct environment_file *f, const struct diag_list *diags)
{
  if (diags->n == 0) return;
  f->warnings = arena_array(e->generation, diags->n, sizeof *f->warnings);
  for (uint32_t i = 0; i < diags->n; i++) {
    const struct diagnostic *d = &diags->items[i];
    if (d->severity != SEVERITY_WARNING && d->severity != SEVERITY_DEPRECATION) continue;
    f->warnings[f->nwarnings++] = (struct parse_warning){.message = arena_str(e->generation, d->message),
                                                         .place = diagnostic_place(e->generation, d),
                                                         .deprecation = d->severity == SEVERITY_DEPRECATION,
                                                         .at_once = report_at_once(d)};
  }
}

/* A single error is the failure. Several errors are logged, and the failure has their number, as in Puppet. */
_Noreturn static void fail_parse(struct compilation *c, const struct diag_list *diags)
{
  uint32_t logged = 0;
  for (uint32_t i = 0; diags->errors > 1 && i < diags->n; i++) {
    const struct diagnostic *d = &diags->items[i];
    if (d->severity != SEVERITY_ERROR || logged++ >= REPORT_MAX_ERRORS) continue;
    compile_log_at(c, CLOG_ERR, d->message, diagnostic_place(c->arena, d));
  }
  fail_message(&c->context, FAILURE_SYNTAX, report_summary(c->arena, diags, REPORT_MAX_ERRORS));
}

static struct ast_program *parse_apart(struct compilation *c, struct arena *a, str file, str text,
                                       const struct parse_options *options)
{
  struct diag_list diags;
  diag_list_init(&diags, c->arena);
  struct ast_program *p = parse_text(a, file, text, options, &diags);
  if (p == NULL) fail_parse(c, &diags);
  return p;
}

struct ast_program *environment_parse_plan(struct compilation *c, str file, str text)
{
  /* The file is passed as the initial manifest, in which definitions may have any name: a plan is valid in any file. */
  const struct parse_options options = {.tasks = true, .strict = c->settings->strict, .initial_manifest = file};
  return parse_apart(c, c->arena, file, text, &options);
}

struct ast_program *environment_parse_interface(struct compilation *c, struct arena *a, str text)
{
  /* The interface is written without braces; braces make it a hash. */
  const struct parse_options options = {.tasks = c->settings->tasks, .strict = c->settings->strict};
  return parse_apart(c, a, STR_EMPTY, arena_printf(a, "{ %.*s }", STR_FMT(text)), &options);
}

struct ast_program *environment_parse_text(struct compilation *c, struct environment_file *f, str file, str text,
                                           bool epp)
{
  struct environment *e = c->environment;
  struct parse_options options = {.epp = epp,
                                  .tasks = c->settings->tasks,
                                  .strict = c->settings->strict,
                                  .module_directories = e->options.modulepath,
                                  .nmodule_directories = e->options.nmodulepath,
                                  .initial_manifest = e->options.manifest};
  struct diag_list diags;
  diag_list_init(&diags, c->arena);
  const uint64_t began = compile_debug_clock(c, &log_parse);
  struct ast_program *p = parse_text(e->generation, file, text, &options, &diags);
  compile_debug(c, &log_parse, "Parsed %.*s: %zu bytes in %.2f ms, %u errors, %u warnings",
                STR_FMT(file.n > 0 ? file : STR("the setting code")), text.n, compile_debug_ms(c, began), diags.errors,
                diags.warnings + diags.deprecations);
  f->parsed = true;
  f->program = p;
  f->bytes = text.n;
  f->serial = c->serial;
  keep_warnings(e, f, &diags);
  observer_parsed(c->observer, &(struct observer_parse){.bytes = text.n, .cache_used = true, .failed = p == NULL});
  log_warnings(c, f);
  if (p == NULL) {
    f->parsed = false;
    e->broken = true;
    observer_phase_end(c->observer); /* this failure may be caught, and the compilation may continue */
    fail_parse(c, &diags);
  }
  return p;
}

struct ast_program *environment_parse(struct compilation *c, struct environment_file *f, bool epp)
{
  if (f->parsed) {
    environment_used(c, f);
    return f->program;
  }
  struct environment *e = c->environment;
  if (f->stat.kind == HOST_NOTHING) return NULL;
  const uint64_t began = host_clock_us(e->host);
  observer_phase_begin(c->observer, PHASE_PARSE);
  str text, error;
  if (!e->host->read_file(e->host->ctx, e->generation, f->path, &text, &error)) {
    e->broken = true;
    observer_phase_end(c->observer);
    fail_message(&c->context, FAILURE_MISSING,
                 arena_printf(c->arena, "Could not read the file %.*s: %.*s", STR_FMT(f->path), STR_FMT(error)));
  }
  struct ast_program *p = environment_parse_text(c, f, f->path, text, epp);
  observer_phase_end(c->observer);
  e->files.read_us += host_clock_us(e->host) - began;
  return p;
}

/* --- paths --- */

str environment_path_join(struct arena *a, str directory, str name)
{
  return environment_path_in(a, directory, STR_EMPTY, name);
}

str environment_path_in(struct arena *a, str directory, str folder, str name)
{
  if (directory.n > 0 && directory.p[directory.n - 1] == '/') directory.n--;
  const size_t middle = folder.n > 0 ? folder.n + 1 : 0, n = directory.n + 1 + middle + name.n;
  char *p = arena_alloc(a, n), *at = p + directory.n;
  memcpy(p, directory.p, directory.n);
  *at++ = '/';
  if (middle > 0) {
    memcpy(at, folder.p, folder.n);
    at[folder.n] = '/';
  }
  memcpy(at + middle, name.p, name.n);
  return str_n(p, n);
}

str environment_path_of(struct arena *a, str name, const char *suffix)
{
  assert(suffix != NULL);
  struct buf out = BUF_IN(a);
  for (size_t i = 0; i < name.n; i++) {
    if (name.p[i] == ':' && i + 1 < name.n && name.p[i + 1] == ':') {
      buf_char(&out, '/');
      i++;
    } else {
      buf_char(&out, (char)ascii_lower((unsigned char)name.p[i]));
    }
  }
  buf_z(&out, suffix);
  return buf_finish(&out);
}
