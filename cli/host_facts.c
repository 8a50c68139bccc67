#include "cli/host_facts.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "cli/compile_cli.h"
#include "compiler/ruby/ruby.h"
#include "compiler/ruby/wire.h"

/* A growing list of texts, ended by NULL. */
struct names {
  struct arena *arena;
  const char **item;
  size_t count, cap;
};

static void add(struct names *n, const char *name)
{
  if (n->count + 2 > n->cap) {
    size_t more = n->cap == 0 ? 16 : n->cap * 2;
    n->item = arena_regrow(n->arena, n->item, n->cap * sizeof *n->item, more * sizeof *n->item);
    n->cap = more;
  }
  if (name) n->item[n->count++] = name;
  n->item[n->count] = NULL;
}

static bool is_directory(const char *path)
{
  struct stat st;
  return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static void add_directory(struct names *n, const char *path)
{
  if (is_directory(path)) add(n, path);
}

/* --- the modules of the environment --- */

/* Valid names of modules are words in lower case. */
static bool module_name(const char *name)
{
  if (*name < 'a' || *name > 'z') return false;
  for (; *name; name++)
    if (!ascii_is_word((unsigned char)*name) || ascii_is_upper((unsigned char)*name)) return false;
  return true;
}

static bool known(const struct names *n, const char *name)
{
  for (size_t i = 0; i < n->count; i++)
    if (strcmp(n->item[i], name) == 0) return true;
  return false;
}

static int compare_names(const void *a, const void *b)
{
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Adds the directories of custom facts of the modules in a directory, and those of external facts unless an earlier
 * directory contains the same module. */
static void modules_of(str path, struct names *modules, struct names *custom, struct names *external)
{
  struct arena *a = modules->arena;
  struct names found = {.arena = a};
  const char *dir = arena_strz(a, path);
  DIR *d = opendir(dir);
  for (struct dirent *e; d && (e = readdir(d));)
    if (e->d_name[0] != '.') add(&found, arena_strz(a, str_of(e->d_name)));
  if (d) closedir(d);
  if (found.count > 0) qsort(found.item, found.count, sizeof *found.item, compare_names);
  for (size_t i = 0; i < found.count; i++) {
    add_directory(custom, arena_printf(a, "%s/%s/lib/facter", dir, found.item[i]).p);
    if (module_name(found.item[i]) && !known(modules, found.item[i])) {
      add(modules, found.item[i]);
      add_directory(external, arena_printf(a, "%s/%s/facts.d", dir, found.item[i]).p);
    }
  }
  for (size_t i = 0; i < found.count; i++)
    add_directory(custom, arena_printf(a, "%s/%s/plugins/facter", dir, found.item[i]).p);
}

/* If the environment cannot be read, there are no such facts; compiling in it reports the error. */
static void of_modules(struct cli *cli, struct names *custom, struct names *external)
{
  struct arena *a = custom->arena;
  const struct host host = compile_cli_host();
  struct environment_options e = {0};
  struct names modules = {.arena = a};
  str error, name = arena_str(a, settings_str(cli->settings, SETTING_environment));
  if (!environment_read_conf(a, &host, cli->settings, name, &e, &error)) return;
  for (uint32_t i = 0; i < e.nmodulepath; i++) modules_of(e.modulepath[i], &modules, custom, external);
}

/* --- directories --- */

static void add_all(struct names *n, const char *const *list)
{
  for (; list && *list; list++) add(n, *list);
}

static void default_external(struct names *n)
{
  const char *home = getenv("HOME");
  if (geteuid() == 0) {
    add(n, "/etc/facter/facts.d");
    add(n, "/etc/puppetlabs/facter/facts.d");
  } else if (home) {
    add(n, arena_printf(n->arena, "%s/.facter/facts.d", home).p);
    add(n, arena_printf(n->arena, "%s/.puppetlabs/opt/facter/facts.d", home).p);
  }
}

static void split_paths(struct names *n, const char *list)
{
  str rest = str_of(list ? list : "");
  while (rest.n > 0) {
    str one = str_cut(&rest, ':');
    if (one.n > 0) add_directory(n, arena_strz(n->arena, one));
  }
}

/* In the order in which they are read: the first external fact of a name is used. */
static void directories(struct cli *cli, const struct host_facts_options *o, const struct facter_conf *conf,
                        struct names *custom, struct names *external)
{
  str item;
  add(custom, NULL);
  add(external, NULL);
  if (conf->external_dirs) add_all(external, conf->external_dirs);
  else default_external(external);
  split_paths(custom, getenv("FACTERLIB"));
  add_all(custom, conf->custom_dirs);
  const size_t given = custom->count;
  if (!o->no_modules) of_modules(cli, custom, external);
  for (size_t i = 0; settings_item(cli->settings, SETTING_factpath, i, &item); i++)
    add_directory(custom, arena_strz(custom->arena, item));
  /* Like Puppet, logs this for each directory of custom facts that it found itself. */
  for (size_t i = 0; o->announce && i < custom->count - given; i++) log_info(&log_agent, "Loading facts");
  add_directory(external, settings_strz(cli->settings, SETTING_pluginfactdest));
  for (size_t i = 0; i < o->custom_dirs.count; i++) add(custom, o->custom_dirs.item[i]);
  for (size_t i = 0; i < o->external_dirs.count; i++) add(external, o->external_dirs.item[i]);
}

/* --- collecting --- */

/* Prints in Facter's format. */
static void print_timing(void *ctx, str name, double seconds, bool cached)
{
  (void)ctx;
  printf("%sfact '%.*s', took: (%f) seconds\n", cached ? "cached " : "", STR_FMT(name), seconds);
}

/* The fact `ruby`: the Ruby that runs custom facts. */
static void put_ruby(struct arena *a, struct fact *own)
{
  str why;
  const struct ruby_identity *ruby = ruby_identity(&why);
  if (why.n > 0) log_debug(&log_facts, "the fact ruby is missing: %.*s", STR_FMT(why));
  if (!ruby) return;
  struct fact *f = fact_put(a, own, "ruby", FACT_HASH);
  fact_put_strz(a, f, "platform", ruby->platform);
  fact_put_strz(a, f, "sitedir", ruby->sitedir);
  fact_put_strz(a, f, "version", ruby->version);
}

/* Facts that Puppet itself adds before others are resolved. */
static struct fact *own_facts(struct cli *cli, struct arena *a, bool ruby)
{
  struct fact *own = fact_new(a, FACT_HASH);
  fact_put_strz(a, own, "puppetversion", PUPPET_VERSION);
  if (settings_is_set(cli->settings, SETTING_environment))
    fact_put_str(a, own, "agent_specified_environment", settings_str(cli->settings, SETTING_environment));
  if (ruby) put_ruby(a, own);
  return own;
}

/* Like Puppet, passes null as an empty text. */
static struct fact *without_null(struct fact *f)
{
  if (f->kind == FACT_NULL) {
    f->kind = FACT_STRING;
    f->string = STR_EMPTY;
  }
  for (struct fact *below = f->kind == FACT_HASH || f->kind == FACT_ARRAY ? f->first : NULL; below; below = below->next)
    without_null(below);
  return f;
}

struct fact *host_facts(struct cli *cli, struct arena *a, const struct host_facts_options *o)
{
  static const char *const nothing[] = {NULL};
  struct names custom = {.arena = a}, external = {.arena = a};
  struct facter_conf conf;
  facter_conf_read(a, o->config, &conf);
  directories(cli, o, &conf, &custom, &external);
  const bool ruby = !o->no_ruby && !conf.no_ruby,
             in_ruby = ruby && !o->no_custom && !conf.no_custom && settings_bool(cli->settings, SETTING_custom_facts),
             some = in_ruby && custom_facts_file(a, custom.item), outside = !o->no_external && !conf.no_external;
  struct custom_facts job = {.cli = cli,
                             .dirs = some ? custom.item : nothing,
                             .blocked = o->no_block ? nothing : conf.blocked,
                             .names = o->names,
                             .count = o->count,
                             .trace = o->trace,
                             .timing = o->timing ? print_timing : NULL};
  const struct facts_custom resolver = {custom_facts_resolve, &job};
  const int64_t limit = settings_int(cli->settings, SETTING_fact_time_limit);
  const struct facts_options options = {
    .external_dirs = outside ? external.item : nothing,
    .environment = outside,
    .legacy = o->show_legacy || conf.show_legacy || o->count > 0 ||
              settings_bool(cli->settings, SETTING_include_legacy_facts),
    .dots = conf.dots,
    .blocked = o->no_block ? NULL : conf.blocked,
    .ttls = conf.ttls,
    .ttl_count = o->no_cache ? 0 : conf.ttl_count,
    .cache_dir = arena_printf(a, "%s/cached_facts", settings_strz(cli->settings, SETTING_vardir)).p,
    .limit_ms = limit > 0 && limit < INT64_MAX / 1000 ? limit * 1000 : INT64_MAX / 4,
    .custom = some ? &resolver : NULL,
    .own = own_facts(cli, a, ruby),
    .timing = o->timing ? print_timing : NULL,
  };
  return without_null(facts_collect(a, &options, NULL));
}
