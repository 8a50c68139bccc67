/* `ficelle generate types`: writes the Ruby resource types of modules in the Puppet language, into .resource_types of
 * an environment, so that compilations can use them without Ruby. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/compile_cli.h"
#include "base/array.h"
#include "compiler/values/ruby_text.h"

cli_fn cmd_generate;

struct input {
  str path, name; /* "…/lib/puppet/type/x.rb", "x" */
  str output;     /* "x.pp" */
};

struct generate {
  struct compile_cli job;
  bool force, bad;
  str directory; /* .resource_types */
  struct input *inputs;
  uint32_t n, cap;
};

static void tell(enum compile_log_level level, str message)
{
  compile_cli_log(NULL, &log_compile, level, STR_EMPTY, message, STR_EMPTY);
}

#define TELL(g, level, ...) tell((level), arena_printf((g)->job.arena, __VA_ARGS__))

/* --- the files to generate --- */

static void add_input(struct generate *g, str directory, str file)
{
  struct arena *a = g->job.arena;
  const struct host *h = &g->job.host;
  const str path = arena_printf(a, "%.*s/%.*s", STR_FMT(directory), STR_FMT(file));
  if (!str_ends(file, STR(".rb")) || file.p[0] == '.' || h->stat(h->ctx, path).kind != HOST_FILE) return;
  TELL(g, CLOG_DEBUG, "Found custom type source file '%.*s'.", STR_FMT(path));
  ARENA_ROOM(a, g->inputs, g->n, g->cap, 64);
  const str name = str_sub(file, 0, file.n - 3);
  g->inputs[g->n++] = (struct input){path, name, arena_printf(a, "%.*s.pp", STR_FMT(name))};
}

static void search_module(struct generate *g, str module, str name)
{
  struct arena *a = g->job.arena;
  const struct host *h = &g->job.host;
  const str directory = arena_printf(a, "%.*s/lib/puppet/type", STR_FMT(module));
  str *files;
  uint32_t n;
  if (h->stat(h->ctx, directory).kind == HOST_NOTHING) {
    TELL(g, CLOG_DEBUG, "Skipping '%.*s' module because it contains no custom types.", STR_FMT(name));
    return;
  }
  TELL(g, CLOG_DEBUG, "Searching '%.*s' module for custom types.", STR_FMT(name));
  if (!h->list_directory(h->ctx, a, directory, &files, &n)) return;
  for (uint32_t i = 0; i < n; i++) add_input(g, directory, files[i]);
}

static bool is_module_name(str name)
{
  if (name.n == 0 || !ascii_is_lower(name.p[0])) return false;
  for (size_t i = 1; i < name.n; i++) {
    if (!ascii_is_lower(name.p[i]) && !ascii_is_digit(name.p[i]) && name.p[i] != '_') return false;
  }
  return true;
}

static int by_path(const void *a, const void *b)
{
  return str_cmp(((const struct input *)a)->path, ((const struct input *)b)->path);
}

/* Finds the files; if several directories contain a module, the first one is used. */
static void find_inputs(struct generate *g)
{
  struct arena *a = g->job.arena;
  const struct host *h = &g->job.host;
  const struct environment_options *o = &g->job.environment;
  struct strmap seen;
  strmap_init(&seen, a);
  TELL(g, CLOG_DEBUG, "Searching environment '%.*s' for custom types.", STR_FMT(o->name));
  for (uint32_t i = 0; i < o->nmodulepath; i++) {
    str *names;
    uint32_t n;
    if (!h->list_directory(h->ctx, a, o->modulepath[i], &names, &n)) continue;
    for (uint32_t k = 0; k < n; k++) {
      const str module = arena_printf(a, "%.*s/%.*s", STR_FMT(o->modulepath[i]), STR_FMT(names[k]));
      if (!is_module_name(names[k]) || h->stat(h->ctx, module).kind != HOST_DIRECTORY) continue;
      bool made;
      strmap_slot(&seen, names[k], &made);
      if (made) search_module(g, module, names[k]);
    }
  }
  if (g->n > 1) qsort(g->inputs, g->n, sizeof *g->inputs, by_path);
}

/* --- files --- */

static const char *path_z(struct generate *g, str name)
{
  return arena_printf(g->job.arena, "%.*s/%.*s", STR_FMT(g->directory), STR_FMT(name)).p;
}

static bool is_wanted(const struct generate *g, str file)
{
  for (uint32_t i = 0; i < g->n; i++) {
    if (str_eq(g->inputs[i].output, file)) return true;
  }
  return false;
}

/* Removes files whose type no longer exists. False after an error. */
static bool remove_stale(struct generate *g)
{
  struct arena *a = g->job.arena;
  const struct host *h = &g->job.host;
  str *names;
  uint32_t n;
  struct valuevec removed = {0};
  if (!h->list_directory(h->ctx, a, g->directory, &names, &n)) n = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (is_wanted(g, names[i])) continue;
    const char *path = path_z(g, names[i]);
    if (unlink(path) != 0) {
      const int code = h->stat(h->ctx, str_of(path)).kind == HOST_DIRECTORY ? EISDIR : errno;
      cli_error("%s @ apply2files - %s", strerror(code), path);
      return false;
    }
    valuevec_push(&removed, a, value_str(names[i]));
  }
  if (removed.n == 0) return true;
  struct buf text = BUF_IN(a);
  ruby_inspect(&text, valuevec_array(&removed, a));
  TELL(g, CLOG_NOTICE, "Removed output '%.*s' for non existing inputs", STR_FMT(buf_view(&text)));
  return true;
}

static bool is_up_to_date(struct generate *g, const struct input *in)
{
  const struct host *h = &g->job.host;
  const struct host_stat out = h->stat(h->ctx, str_of(path_z(g, in->output)));
  return out.kind != HOST_NOTHING && h->stat(h->ctx, in->path).mtime_ns <= out.mtime_ns;
}

static void write_output(struct generate *g, const struct input *in, str text)
{
  const char *path = path_z(g, in->output);
  TELL(g, CLOG_NOTICE, "Generating '%s' using 'pcore' format.", path);
  FILE *f = fopen(path, "w");
  const bool written = f != NULL && fwrite(text.p, 1, text.n, f) == text.n;
  int code = errno;
  if (f != NULL && fclose(f) != 0 && written) code = errno;
  else if (written) return;
  g->bad = true;
  TELL(g, CLOG_ERR, "Failed to generate '%s': %s @ rb_sysopen - %s", path, strerror(code), path);
}

/* --- generating --- */

static str answer(value v, const char *key)
{
  const value *found = v.kind == V_HASH ? hash_get_str(v.hash, str_of(key)) : NULL;
  return found != NULL && found->kind == V_STRING ? value_text(*found) : (str){NULL, 0};
}

static void generate_one(struct compilation *c, struct generate *g, const struct input *in)
{
  TELL(g, CLOG_DEBUG, "Loading custom type '%.*s' in '%.*s'.", STR_FMT(in->name), STR_FMT(in->path));
  const value v = environment_restype_text(c, in->name, in->path);
  const str load = answer(v, "load"), describe = answer(v, "describe");
  if (load.p != NULL) {
    g->bad = true;
    TELL(g, CLOG_ERR, "Failed to load custom type '%.*s' from '%.*s': %.*s", STR_FMT(in->name), STR_FMT(in->path),
         STR_FMT(load));
  } else if (describe.p != NULL) {
    g->bad = true;
    TELL(g, CLOG_ERR, "%.*s: %.*s", STR_FMT(in->path), STR_FMT(describe));
  } else if (v.kind != V_HASH) {
    TELL(g, CLOG_ERR, "Custom type '%.*s' was not defined in '%.*s'.", STR_FMT(in->name), STR_FMT(in->path));
  } else {
    write_output(g, in, answer(v, "text"));
  }
}

static void generate_all(struct compilation *c, void *arg)
{
  struct generate *g = arg;
  bool up_to_date = true;
  TELL(g, CLOG_NOTICE, "Generating Puppet resource types.");
  for (uint32_t i = 0; i < g->n; i++) {
    const struct input *in = &g->inputs[i];
    if (!g->force && is_up_to_date(g, in)) {
      TELL(g, CLOG_DEBUG, "Skipping '%.*s' because it is up-to-date.", STR_FMT(in->path));
      continue;
    }
    up_to_date = false;
    generate_one(c, g, in);
  }
  if (up_to_date) TELL(g, CLOG_NOTICE, "No files were generated because all inputs were up-to-date.");
}

/* Runs without evaluating a manifest. */
static int run(struct generate *g)
{
  struct compile_cli *job = &g->job;
  struct node_data node = {.name = job->node,
                           .facts = compile_cli_host_facts(job, job->arena, HOST_FACTS_OWN),
                           .parameters = &hash_empty,
                           .trusted = &hash_empty,
                           .server_facts = &hash_empty};
  job->environment.manifest = job->environment.config_version = STR_EMPTY;
  job->environment.has_code = false;
  const struct compile_settings settings = compile_cli_settings(job);
  struct environment *env = environment_new(&job->environment, &job->host);
  struct compile_result r = compile_apart(env, &node, &settings, &job->host, generate_all, g);
  const int status = r.ok ? g->bad : cli_error("%.*s", STR_FMT(r.message));
  compile_result_free(&r);
  environment_free(env);
  return status;
}

static int hint(void) { return cli_error("Try 'ficelle help generate types' for usage"); }

static int generate(struct generate *g)
{
  const struct environment_options *o = &g->job.environment;
  find_inputs(g);
  g->directory = arena_printf(g->job.arena, "%.*s/.resource_types", STR_FMT(o->path));
  const struct host *h = &g->job.host;
  const enum host_file_kind kind = h->stat(h->ctx, g->directory).kind;
  if (kind != HOST_NOTHING && kind != HOST_DIRECTORY) {
    cli_error("The output directory '%.*s' exists and is not a directory", STR_FMT(g->directory));
    return hint();
  }
  if (kind == HOST_NOTHING && mkdir(g->directory.p, 0777) != 0) {
    cli_error("%s @ dir_s_mkdir - %.*s", strerror(errno), STR_FMT(g->directory));
    return hint();
  }
  if (!remove_stale(g)) return hint();
  if (g->n > 0) return run(g);
  TELL(g, CLOG_NOTICE, "No custom types were found.");
  return 0;
}

static int generate_types(struct cli *cli, int argc, char **argv)
{
  struct generate g = {0};
  const char *format = "pcore";
  const struct cli_option options[] = {
    {"format", 0, CLI_STRING, &format, "FORMAT", "pcore, the only one"},
    {"force", 0, CLI_FLAG, &g.force, NULL, "write all files, also those that are up to date"},
  };
  const struct cli_usage usage = {
    "ficelle generate types [--environment NAME] [--force] [--format pcore]",
    "Writes the resource types that the modules of an environment have in Ruby into its directory\n"
    ".resource_types. Compilations then need no Ruby for them, and Puppet, too, keeps the types of\n"
    "environments separate. Files of types that no longer exist are removed.",
    options, CLI_COUNT(options), SETTINGS_SERVER};
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  if (argc > 1) {
    cli_error("generate types takes 0 arguments, but you gave %d", argc - 1);
    return hint();
  }
  if (strcmp(format, "pcore") != 0) {
    cli_error("'%s' is not a supported format for type generation.", format);
    return hint();
  }
  if (!compile_cli_begin(&g.job, cli, NULL)) return 1;
  str error;
  const str environment = settings_str(cli->settings, SETTING_environment);
  if (!environment_read_conf(g.job.arena, &g.job.host, cli->settings, environment, &g.job.environment, &error)) {
    status = cli_error("%.*s", STR_FMT(error));
  } else {
    status = generate(&g);
  }
  compile_cli_end(&g.job);
  return cli_finish(status);
}

int cmd_generate(struct cli *cli, int argc, char **argv)
{
  static const struct cli_command actions[] = {
    {"types", generate_types, "Write resource types in the Puppet language."},
    {NULL, NULL, NULL},
  };
  return cli_action(cli, actions, argc, argv);
}
