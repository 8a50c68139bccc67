/* GET /puppet/v3/tasks, /tasks/:module/:task, /plans, /plans/:module/:plan: what Bolt runs. */
#include <stdarg.h>
#include <sys/stat.h>

#include "compiler/types/value_json.h"
#include "base/array.h"
#include "indirector/fileset.h"
#include "server/routes/code.h"
#include "server/routes/input.h"
#include "server/routes/modules.h"
#include "server/routes/routes.h"

/* An error in a task, with Puppet's message. */
struct fault {
  const char *kind; /* NULL: no error */
  str message;
  str missing; /* of details; p NULL: none */
};

struct task {
  const struct listed_module *module;
  str base;          /* "init", "other" */
  str name;          /* "demo", "demo::other" */
  str metadata_file; /* empty: none */
  value metadata;    /* a hash; undef: the file is missing or invalid */
};

static bool fail(struct fault *f, struct arena *a, const char *kind, const char *fmt, ...)
  __attribute__((format(printf, 4, 5)));
static bool fail(struct fault *f, struct arena *a, const char *kind, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  *f = (struct fault){.kind = kind, .message = buf_vformat(a, fmt, ap)};
  va_end(ap);
  return false;
}

/* --- names --- */

static bool is_word(str s)
{
  for (size_t i = 0; i < s.n; i++) {
    if (!ascii_is_lower(s.p[i]) && !ascii_is_digit(s.p[i]) && s.p[i] != '_') return false;
  }
  return s.n > 0 && ascii_is_lower(s.p[0]);
}

/* Like File.basename(name, '.*'). */
static str without_extension(str name)
{
  size_t dot = SIZE_MAX;
  for (size_t i = 1; i < name.n; i++) dot = name.p[i] == '.' ? i : dot;
  return str_sub(name, 0, dot);
}

static bool is_task_file(str name)
{
  return is_word(without_extension(name)) && !str_ends(name, STR(".conf")) && !str_ends(name, STR(".md"));
}

static bool is_plan_file(str name)
{
  static const char *const reserved[] = {
    "and",     "application", "attr",    "case",     "class",        "consumes",   "default",  "else",
    "elsif",   "environment", "false",   "function", "if",           "import",     "in",       "inherits",
    "node",    "or",          "private", "produces", "site",         "true",       "type",     "undef",
    "unless",  "any",         "array",   "boolean",  "catalogentry", "collection", "callable", "data",
    "enum",    "float",       "hash",    "integer",  "numeric",      "optional",   "pattern",  "resource",
    "runtime", "scalar",      "string",  "struct",   "tuple",        "variant"};
  const str base = without_extension(name);
  for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) {
    if (str_eqz(base, reserved[i])) return false;
  }
  return is_word(base) && (str_ends(name, STR(".pp")) || str_ends(name, STR(".yaml")));
}

static str full_name(struct arena *a, const struct listed_module *m, str base)
{
  return str_eqz(base, "init") ? m->name : arena_printf(a, "%.*s::%.*s", STR_FMT(m->name), STR_FMT(base));
}

static str folder_of(struct arena *a, const struct listed_module *m, const char *folder)
{
  return arena_printf(a, "%.*s/%s", STR_FMT(m->directory), folder);
}

/* The names of matching files in a directory of a module. */
static uint32_t files_of(struct arena *a, str directory, bool (*fits)(str name), str **out)
{
  const struct host host = compile_cli_host();
  str *names;
  uint32_t n, kept = 0;
  *out = NULL;
  if (!host.list_directory(host.ctx, a, directory, &names, &n)) return 0;
  for (uint32_t i = 0; i < n; i++) {
    const str path = arena_printf(a, "%.*s/%.*s", STR_FMT(directory), STR_FMT(names[i]));
    if (fits(names[i]) && host.stat(host.ctx, path).kind == HOST_FILE) names[kept++] = names[i];
  }
  *out = names;
  return kept;
}

/* --- metadata --- */

static str tasks_directory(struct arena *a, const struct listed_module *m) { return folder_of(a, m, "tasks"); }

static bool read_metadata(struct arena *a, struct task *t, struct fault *f)
{
  const struct host host = compile_cli_host();
  str text, why;
  t->metadata = VALUE_UNDEF;
  if (t->metadata_file.n == 0) return true;
  if (!host.read_file(host.ctx, a, t->metadata_file, &text, &why))
    return fail(f, a, "puppet.tasks/unreadable-metadata", "Error reading metadata: %.*s", STR_FMT(why));
  if (text.n == 0) return true;
  if (!route_read_json(a, text, &t->metadata, &why))
    return fail(f, a, "puppet.tasks/unparseable-metadata", "%.*s", STR_FMT(why));
  if (t->metadata.kind == V_HASH) return true;
  return fail(f, a, "puppet.tasks/invalid-metadata", "Task metadata for task %.*s is not a hash", STR_FMT(t->name));
}

/* --- files --- */

struct task_file {
  str name, path;
};
struct task_files {
  struct task_file *items;
  uint32_t n, cap;
};

static void add_file(struct arena *a, struct task_files *all, str name, str path)
{
  for (uint32_t i = 0; i < all->n; i++) {
    if (str_eq(all->items[i].name, name)) return;
  }
  ARENA_ROOM(a, all->items, all->n, all->cap, 8);
  all->items[all->n++] = (struct task_file){name, path};
}

static bool add_implementation(struct arena *a, const struct task *t, str name, const str *files, uint32_t n,
                               struct task_files *out, struct fault *f)
{
  for (uint32_t i = 0; i < n; i++) {
    if (!str_eq(files[i], name) || str_ends(name, STR(".json"))) continue;
    add_file(a, out, name, arena_printf(a, "%.*s/%.*s", STR_FMT(tasks_directory(a, t->module)), STR_FMT(name)));
    return true;
  }
  fail(f, a, "puppet.tasks/missing-implementation", "Task metadata for task %.*s specifies missing implementation %.*s",
       STR_FMT(t->name), STR_FMT(name));
  f->missing = name;
  return false;
}

static bool named_implementations(struct arena *a, const struct task *t, const str *files, uint32_t n,
                                  struct task_files *out, struct fault *f)
{
  const value all = value_member(t->metadata, "implementations");
  if (all.kind != V_ARRAY)
    return fail(f, a, "puppet.tasks/invalid-metadata",
                "Task metadata for task %.*s does not specify implementations as an array", STR_FMT(t->name));
  for (uint32_t i = 0; i < all.array->n; i++) {
    const value one = all.array->items[i], needs = value_member(one, "requirements"), name = value_member(one, "name");
    if (needs.kind != V_ARRAY && needs.kind != V_UNDEF)
      return fail(f, a, "puppet.tasks/invalid-metadata",
                  "Task metadata for task %.*s does not specify requirements as an array", STR_FMT(t->name));
    if (!add_implementation(a, t, value_text_or_empty(name), files, n, out, f)) return false;
  }
  return true;
}

static bool implementations(struct arena *a, const struct task *t, struct task_files *out, struct fault *f)
{
  const str directory = tasks_directory(a, t->module);
  str *files, first = STR_EMPTY;
  unsigned count = 0;
  const uint32_t n = files_of(a, directory, is_task_file, &files);
  if (t->metadata.kind == V_HASH && hash_get_str(t->metadata.hash, STR("implementations")) != NULL)
    return named_implementations(a, t, files, n, out, f);
  for (uint32_t i = 0; i < n; i++) {
    if (!str_eq(without_extension(files[i]), t->base) || str_ends(files[i], STR(".json"))) continue;
    if (count++ == 0) first = files[i];
  }
  const str path = arena_printf(a, "%.*s/%.*s", STR_FMT(directory), STR_FMT(first));
  if (count == 0)
    return fail(f, a, "puppet.tasks/no-implementation",
                "No source besides task metadata was found in directory %.*s for task %.*s", STR_FMT(directory),
                STR_FMT(t->name));
  if (count > 1)
    return fail(
      f, a, "puppet.tasks/multiple-implementations",
      "Multiple executables were found in directory %.*s for task %.*s; define 'implementations' in metadata to "
      "differentiate between them",
      STR_FMT(path), STR_FMT(t->name));
  add_file(a, out, first, path);
  return true;
}

static void add_tree(struct arena *a, const struct listed_module *m, str directory, unsigned level,
                     struct task_files *out)
{
  enum { MOST_LEVELS = 50 };
  const struct host host = compile_cli_host();
  str *names;
  uint32_t n;
  if (level == MOST_LEVELS || !host.list_directory(host.ctx, a, directory, &names, &n)) return;
  for (uint32_t i = 0; i < n; i++) {
    const str path = arena_printf(a, "%.*s/%.*s", STR_FMT(directory), STR_FMT(names[i]));
    if (names[i].p[0] == '.') continue;
    const enum host_file_kind kind = host.stat(host.ctx, path).kind;
    if (kind == HOST_FILE)
      add_file(a, out, arena_printf(a, "%.*s%.*s", STR_FMT(m->name), STR_FMT(str_from(path, m->directory.n))), path);
    if (kind == HOST_DIRECTORY && !host.is_link(host.ctx, path)) add_tree(a, m, path, level + 1, out);
  }
}

static bool has_step(str path)
{
  for (size_t at = 0; at <= path.n;) {
    size_t end = str_index(path, '/', at);
    if (end == SIZE_MAX) end = path.n;
    const str step = str_sub(path, at, end - at);
    if (str_eqz(step, "..") || str_eqz(step, ".") || (step.n == 0 && end < path.n)) return true;
    at = end + 1;
  }
  return false;
}

/* Adds a file "demo/files/x", or a directory with a slash at the end. */
static bool add_extra(struct arena *a, const struct environment_options *env, str file, struct task_files *out,
                      struct fault *f)
{
  static const char *const mounts[] = {"files", "lib", "scripts", "tasks"};
  const size_t first = str_index(file, '/', 0), second = first == SIZE_MAX ? SIZE_MAX : str_index(file, '/', first + 1);
  const str name = str_sub(file, 0, first),
            mount = first == SIZE_MAX ? STR_EMPTY : str_sub(file, first + 1, second - first - 1),
            rest = second == SIZE_MAX ? STR_EMPTY : str_from(file, second + 1);
  const struct listed_module *m = modules_find(a, env, name);
  const struct host host = compile_cli_host();
  bool mounted = false;
  if (m == NULL)
    return fail(f, a, "puppet.tasks/invalid-metadata", "Could not find module %.*s containing task file %.*s",
                STR_FMT(name), STR_FMT(rest));
  for (size_t i = 0; i < sizeof mounts / sizeof *mounts; i++) mounted = mounted || str_eqz(mount, mounts[i]);
  if (!mounted)
    return fail(f, a, "puppet.tasks/invalid-metadata",
                "Files must be saved in module directories that Puppet makes available via mount points: files, lib, "
                "scripts, tasks");
  if (has_step(rest))
    return fail(f, a, "puppet.tasks/invalid-metadata", "File pathnames cannot include relative paths");
  str path = arena_printf(a, "%.*s/%.*s/%.*s", STR_FMT(m->directory), STR_FMT(mount), STR_FMT(rest));
  const bool slash = file.p[file.n - 1] == '/';
  const enum host_file_kind kind = host.stat(host.ctx, path).kind;
  while (path.p[path.n - 1] == '/') path.n--;
  if (kind == HOST_NOTHING)
    return fail(f, a, "puppet.tasks/invalid-file", "Could not find %.*s on disk", STR_FMT(path));
  if (kind == HOST_DIRECTORY && !slash)
    return fail(f, a, "puppet.tasks/invalid-metadata",
                "Directories specified in task metadata must include a trailing slash: %.*s", STR_FMT(file));
  if (kind != HOST_DIRECTORY && slash)
    return fail(f, a, "puppet.task/invalid-metadata",
                "Files specified in task metadata cannot include a trailing slash: %.*s", STR_FMT(file));
  if (kind == HOST_DIRECTORY) add_tree(a, m, path, 0, out);
  else add_file(a, out, arena_printf(a, "%.*s%.*s", STR_FMT(m->name), STR_FMT(str_from(path, m->directory.n))), path);
  return true;
}

static bool add_extras(struct arena *a, const struct environment_options *env, value holder, struct task_files *out,
                       struct fault *f)
{
  const value files = value_member(holder, "files");
  if (files.kind == V_UNDEF) return true;
  struct buf shown = BUF_IN(a);
  value_render(&shown, files);
  if (files.kind != V_ARRAY)
    return fail(f, a, "puppet.tasks/invalid-metadata", "The 'files' task metadata expects an array, got %.*s.",
                STR_FMT(buf_view(&shown)));
  for (uint32_t i = 0; i < files.array->n; i++) {
    const value one = files.array->items[i];
    if (one.kind != V_STRING || one.length == 0)
      return fail(f, a, "puppet.tasks/invalid-metadata", "A file in the task metadata is not a path");
    if (!add_extra(a, env, value_text(one), out, f)) return false;
  }
  return true;
}

static bool task_files(struct arena *a, const struct environment_options *env, struct task *t, struct task_files *out,
                       struct fault *f)
{
  if (!read_metadata(a, t, f) || !implementations(a, t, out, f) || !add_extras(a, env, t->metadata, out, f))
    return false;
  const value all = value_member(t->metadata, "implementations");
  for (uint32_t i = 0; all.kind == V_ARRAY && i < all.array->n; i++) {
    if (!add_extras(a, env, all.array->items[i], out, f)) return false;
  }
  return true;
}

/* --- the lists --- */

static void put_environment(struct json_writer *w, str name)
{
  json_key(w, STR("environment"));
  json_begin_array(w);
  json_begin_object(w);
  json_kstr(w, STR("name"), name);
  json_key(w, STR("code_id"));
  json_null(w);
  json_end_object(w);
  json_end_array(w);
}

static void put_task(struct json_writer *w, const struct task *t, str environment)
{
  const value private = value_member(t->metadata, "private"), description = value_member(t->metadata, "description");
  json_begin_object(w);
  json_kstr(w, STR("name"), t->name);
  json_kbool(w, STR("private"), value_is_true(private));
  json_kstr(w, STR("description"), value_text_or_empty(description));
  put_environment(w, environment);
  json_end_object(w);
}

static struct task task_named(struct arena *a, const struct listed_module *m, str base, const str *files, uint32_t n)
{
  struct task t = {.module = m, .base = base, .name = full_name(a, m, base), .metadata_file = STR_EMPTY};
  const str json = arena_printf(a, "%.*s.json", STR_FMT(base));
  for (uint32_t i = 0; i < n; i++) {
    if (str_eq(files[i], json))
      t.metadata_file = arena_printf(a, "%.*s/%.*s", STR_FMT(tasks_directory(a, m)), STR_FMT(json));
  }
  return t;
}

static void put_tasks(struct json_writer *w, struct arena *a, const struct site *site, const struct listed_module *m)
{
  str *files;
  struct strmap seen;
  strmap_init(&seen, a);
  const uint32_t n = files_of(a, tasks_directory(a, m), is_task_file, &files);
  for (uint32_t i = 0; i < n; i++) {
    bool made;
    strmap_slot(&seen, without_extension(files[i]), &made);
    if (!made) continue;
    struct task t = task_named(a, m, without_extension(files[i]), files, n);
    struct task_files of_task = {0};
    struct fault f = {0};
    if (task_files(a, &site->environment->options, &t, &of_task, &f)) put_task(w, &t, site->name);
    else log_printf(&log_server_files, LOG_LEVEL_ERR, "Failed to validate task: %.*s", STR_FMT(f.message));
  }
}

static void put_plans(struct json_writer *w, struct arena *a, const struct site *site, const struct listed_module *m)
{
  str *files;
  struct strmap seen;
  strmap_init(&seen, a);
  const uint32_t n = files_of(a, folder_of(a, m, "plans"), is_plan_file, &files);
  for (uint32_t i = 0; i < n; i++) {
    bool made;
    strmap_slot(&seen, without_extension(files[i]), &made);
    if (!made) continue;
    json_begin_object(w);
    json_kstr(w, STR("name"), full_name(a, m, without_extension(files[i])));
    put_environment(w, site->name);
    json_end_object(w);
  }
}

/* Lists the tasks or plans of all modules of the environment. */
static void answer_list(struct worker *w, struct request *r, struct answer *a,
                        void (*put)(struct json_writer *, struct arena *, const struct site *,
                                    const struct listed_module *))
{
  struct listed_module *modules;
  struct buf text = BUF_IN(r->arena);
  struct json_writer out;
  struct site *site = route_own_site(w, r, a);
  if (site == NULL) return;
  const uint32_t n = modules_list(r->arena, &site->environment->options, &modules);
  json_init(&out, &text, false);
  json_begin_array(&out);
  for (uint32_t i = 0; i < n; i++) put(&out, r->arena, site, &modules[i]);
  json_end_array(&out);
  environments_done(w->environments, site);
  answer_json(a, 200, buf_view(&text));
}

void route_tasks(struct worker *w, struct request *r, struct answer *a) { answer_list(w, r, a, put_tasks); }

void route_plans(struct worker *w, struct request *r, struct answer *a) { answer_list(w, r, a, put_plans); }

/* --- one of them --- */

/* Splits MODULE/NAME. False after an answer. */
static bool split_path(struct request *r, struct answer *a, str *module, str *name)
{
  const size_t slash = str_index(r->rest, '/', 0);
  *module = str_sub(r->rest, 0, slash);
  *name = slash == SIZE_MAX ? STR_EMPTY : str_from(r->rest, slash + 1);
  if (module->n > 0 && name->n > 0 && str_index(*name, '/', 0) == SIZE_MAX) return true;
  answer_not_found(r, a);
  return false;
}

/* The URI of a file: by the version of the code if it has one, else by the mount. */
static void put_uri(struct json_writer *w, struct arena *a, const struct site *site, str code_id,
                    const struct task_file *file)
{
  const str root = site->environment->options.path;
  const bool inside = str_starts(file->path, root) && file->path.n > root.n && file->path.p[root.n] == '/';
  const bool versioned = code_id.n > 0 && inside;
  struct listed_module *modules;
  const uint32_t n = versioned ? 0 : modules_list(a, &site->environment->options, &modules);
  str path = versioned ? arena_printf(a, "/puppet/v3/static_file_content%.*s", STR_FMT(str_from(file->path, root.n)))
                       : STR_EMPTY;
  for (uint32_t i = 0; i < n && path.n == 0; i++) {
    if (!str_starts(file->path, modules[i].directory) || file->path.p[modules[i].directory.n] != '/') continue;
    const str rest = str_from(file->path, modules[i].directory.n + 1);
    const size_t slash = str_index(rest, '/', 0);
    const str kind = str_sub(rest, 0, slash);
    const bool lib = str_eqz(kind, "lib"), files = str_eqz(kind, "files");
    const str mount = lib ? STR("plugins") : files ? STR("modules") : kind;
    path = lib ? arena_printf(a, "/puppet/v3/file_content/plugins%.*s", STR_FMT(str_from(rest, slash)))
               : arena_printf(a, "/puppet/v3/file_content/%.*s/%.*s%.*s", STR_FMT(mount), STR_FMT(modules[i].name),
                              STR_FMT(str_from(rest, slash)));
  }
  json_key(w, STR("uri"));
  json_begin_object(w);
  json_kstr(w, STR("path"), path);
  json_key(w, STR("params"));
  json_begin_object(w);
  json_kstr(w, STR("environment"), site->name);
  if (versioned) json_kstr(w, STR("code_id"), code_id);
  json_end_object(w);
  json_end_object(w);
}

static bool put_file(struct json_writer *w, struct arena *a, const struct site *site, str code_id,
                     const struct task_file *file, int *later)
{
  struct stat st;
  str sum;
  const char *path = arena_strz(a, file->path);
  if (stat(path, &st) != 0 || !checksum_or_later(a, "sha256", path, NULL, later, &sum)) return false;
  json_begin_object(w);
  json_kstr(w, STR("filename"), file->name);
  json_kstr(w, STR("sha256"), str_from(sum, sizeof "{sha256}" - 1));
  json_kuint(w, STR("size_bytes"), (uint64_t)st.st_size);
  put_uri(w, a, site, code_id, file);
  json_end_object(w);
  return true;
}

static void answer_fault(struct request *r, struct answer *a, const struct fault *f)
{
  struct buf text = BUF_IN(r->arena);
  struct json_writer w;
  json_init(&w, &text, false);
  json_begin_object(&w);
  json_kstr(&w, STR("kind"), str_of(f->kind));
  json_kstr(&w, STR("msg"), f->message);
  json_key(&w, STR("details"));
  json_begin_object(&w);
  if (f->missing.p != NULL) {
    json_key(&w, STR("missing"));
    json_begin_array(&w);
    json_str(&w, f->missing);
    json_end_array(&w);
  }
  json_end_object(&w);
  json_end_object(&w);
  answer_json(a, 500, buf_view(&text));
}

static void answer_task(struct worker *w, struct request *r, struct answer *a, const struct site *site, struct task *t)
{
  struct task_files files = {0};
  struct fault f = {0};
  struct buf text = BUF_IN(r->arena);
  struct json_writer out;
  str id, error;
  if (!code_id_of(w, r->arena, site->name, &id, &(uint64_t){0}, &error)) {
    answer_text(r, a, 500, "Internal Server Error: %.*s", STR_FMT(error));
    return;
  }
  if (!task_files(r->arena, &site->environment->options, t, &files, &f)) {
    answer_fault(r, a, &f);
    return;
  }
  json_init(&out, &text, false);
  json_begin_object(&out);
  json_key(&out, STR("metadata"));
  value_write_json(&out, t->metadata.kind == V_HASH ? t->metadata : value_hash(&hash_empty), JSON_PLAIN);
  json_kstr(&out, STR("name"), t->name);
  json_key(&out, STR("files"));
  json_begin_array(&out);
  for (uint32_t i = 0; i < files.n; i++) {
    if (put_file(&out, r->arena, site, id, &files.items[i], &a->later)) continue;
    if (a->later > 0) return;
    answer_text(r, a, 500, "Internal Server Error: Could not read %.*s", STR_FMT(files.items[i].path));
    return;
  }
  json_end_array(&out);
  json_end_object(&out);
  answer_json(a, 200, buf_view(&text));
}

static bool is_there(const str *files, uint32_t n, str base)
{
  for (uint32_t i = 0; i < n; i++) {
    if (str_eq(without_extension(files[i]), base)) return true;
  }
  return false;
}

struct named {
  const struct listed_module *module;
  str name, *files; /* files: all matching files of the module's folder */
  uint32_t n;
};

/* Finds the task or plan of the path in the module's `folder`, and its environment, which is in use until
 * environments_done. NULL after an answer. */
static struct site *find_named(struct worker *w, struct request *r, struct answer *a, const char *folder,
                               bool (*fits)(str name), struct named *out)
{
  str module;
  struct site *site = split_path(r, a, &module, &out->name) ? route_own_site(w, r, a) : NULL;
  if (site == NULL) return NULL;
  out->module = modules_find(r->arena, &site->environment->options, module);
  out->n = out->module != NULL ? files_of(r->arena, folder_of(r->arena, out->module, folder), fits, &out->files) : 0;
  if (is_there(out->files, out->n, out->name)) return site;
  if (out->module == NULL) route_plain(r, a, 404, "Could not find module '%.*s'", STR_FMT(module));
  else route_plain(r, a, 404, "Could not find %.*s '%.*s'", (int)strlen(folder) - 1, folder, STR_FMT(out->name));
  environments_done(w->environments, site);
  return NULL;
}

void route_task(struct worker *w, struct request *r, struct answer *a)
{
  struct named found = {0};
  struct site *site = find_named(w, r, a, "tasks", is_task_file, &found);
  if (site == NULL) return;
  struct task t = task_named(r->arena, found.module, found.name, found.files, found.n);
  answer_task(w, r, a, site, &t);
  environments_done(w->environments, site);
}

static void answer_plan(struct request *r, struct answer *a, const struct named *plan)
{
  struct buf text = BUF_IN(r->arena);
  struct json_writer out;
  json_init(&out, &text, false);
  json_begin_object(&out);
  json_key(&out, STR("metadata"));
  json_begin_object(&out);
  json_end_object(&out);
  json_kstr(&out, STR("name"), full_name(r->arena, plan->module, plan->name));
  json_end_object(&out);
  answer_json(a, 200, buf_view(&text));
}

void route_plan(struct worker *w, struct request *r, struct answer *a)
{
  struct named found = {0};
  struct site *site = find_named(w, r, a, "plans", is_plan_file, &found);
  if (site == NULL) return;
  answer_plan(r, a, &found);
  environments_done(w->environments, site);
}
