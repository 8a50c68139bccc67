/* The environments of a server process: loaded, checked for changes, and replaced while requests still use the old
 * version. */
#include "server/environments/environments.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "cli/cli_stats.h"
#include "compiler/node/settings_values.h"

enum { SLOTS = 256 };

/* Counts requests to read environments again, in memory that the processes share. Names are hashed into slots: two
 * environments in one slot are read again together, which costs little and does no harm. */
struct forgotten {
  _Atomic uint64_t all, named[SLOTS];
};

struct slot {
  struct site *site; /* NULL: not loaded */
  struct host_stat directory;
  uint64_t forgotten;
  int64_t used_s;
};

struct environments {
  struct arena *arena;
  struct cli cli;
  struct compile_cli job; /* the common part of all jobs; its host also reads the environments */
  struct server_identity server;
  struct strmap slots[2]; /* name -> struct slot *; [1]: without their manifests */
  struct ptrvec read;     /* struct site *: the sites in slots */
  struct forgotten *forgotten;
  uint64_t serial;
  struct cli_stats stats;
  bool counts;
  struct server_stats *counted; /* NULL: loading is not counted */
};

/* --- beginning and end --- */

struct environments *environments_new(struct settings *settings, str *error)
{
  struct arena *a = arena_new();
  struct environments *all = ARENA_NEW(a, struct environments);
  all->arena = a;
  all->cli = (struct cli){.program = "ficelle", .command = "server", .settings = settings};
  for (int i = 0; i < 2; i++) strmap_init(&all->slots[i], a);
  /* As in puppetserver: facts that agents send are stored in files, and this host's facts are not used
   * for other nodes. */
  settings_set_default(settings, SETTING_facts_terminus, STR("json"));
  all->forgotten = mmap(NULL, sizeof *all->forgotten, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (all->forgotten == MAP_FAILED) {
    *error = STR("Out of shared memory for the environments");
    arena_free(a);
    return NULL;
  }
  if (!compile_cli_begin(&all->job, &all->cli, NULL)) {
    *error = STR("The setting certname is not valid");
    munmap(all->forgotten, sizeof *all->forgotten);
    arena_free(a);
    return NULL;
  }
  log_context_clear(); /* the job has no node, and each request sets its own context */
  all->server = compile_cli_server(&all->job);
  all->job.server = &all->server;
  return all;
}

static void site_free(struct site *site)
{
  environment_free(site->environment);
  arena_free(site->arena);
}

void environments_free(struct environments *all)
{
  if (all == NULL) return;
  for (uint32_t i = 0; i < all->read.n; i++) site_free(all->read.items[i]);
  if (all->counts) cli_stats_end(&all->stats);
  munmap(all->forgotten, sizeof *all->forgotten);
  compile_cli_end(&all->job);
  arena_free(all->arena);
}

/* Reports a terminus `memory`: its data would be lost at the end of the request that stored it. */
static bool keeps_in_memory(const struct indirector *in, str *error)
{
  for (int i = 0; i < IND_COUNT; i++) {
    const struct terminus *both[] = {in->routes[i].terminus, in->routes[i].cache};
    for (int k = 0; k < 2; k++) {
      if (both[k] == NULL || !str_eqz(str_of(both[k]->name), "memory")) continue;
      *error = arena_printf(in->arena, "not supported: the terminus memory of %s in a server of several processes",
                            indirection_name((enum indirection)i));
      return true;
    }
  }
  return false;
}

bool environments_worker_begin(struct environments *all, str *error)
{
  if (!compile_cli_indirector(&all->job, error) || keeps_in_memory(all->job.indirector, error)) return false;
  cli_stats_begin(&all->stats, all->cli.settings);
  all->counts = true;
  return true;
}

struct indirector *environments_indirector(struct environments *all) { return all->job.indirector; }

struct stats_store *environments_store(struct environments *all) { return all->counts ? all->stats.store : NULL; }

const struct observer *environments_observer(struct environments *all)
{
  return all->counts ? observe_observer(all->stats.observe) : NULL;
}

void environments_job(struct environments *all, struct arena *a, str node, struct compile_cli *out)
{
  compile_cli_another(&all->job, a, node, out);
}

/* --- reading --- */

static int64_t now_s(const struct environments *all) { return all->job.host.now_seconds(all->job.host.ctx); }

static uint64_t times_forgotten(const struct environments *all, str name)
{
  return all->forgotten->all + all->forgotten->named[str_hash(name) % SLOTS];
}

void environments_forget(struct environments *all, str name)
{
  if (name.n == 0) all->forgotten->all++;
  else all->forgotten->named[str_hash(name) % SLOTS]++;
}

static bool same_options(const struct environment_options *a, const struct environment_options *b)
{
  bool same = str_eq(a->manifest, b->manifest) && a->has_code == b->has_code && str_eq(a->code, b->code) &&
              str_eq(a->config_version, b->config_version) && str_eq(a->path, b->path) &&
              str_eq(a->hiera_config, b->hiera_config) && str_eq(a->data_provider, b->data_provider) &&
              str_eq(a->codedir, b->codedir) && a->timeout_s == b->timeout_s && a->rich_data == b->rich_data &&
              a->static_catalogs == b->static_catalogs && a->nmodulepath == b->nmodulepath;
  for (uint32_t i = 0; same && i < a->nmodulepath; i++) same = str_eq(a->modulepath[i], b->modulepath[i]);
  return same;
}

static void leave(struct environments *all, struct slot *slot)
{
  struct site *site = slot->site;
  slot->site = NULL;
  if (site == NULL) return;
  for (uint32_t i = 0; i < all->read.n; i++) {
    if (all->read.items[i] == site) all->read.items[i] = all->read.items[--all->read.n];
  }
  if (site->users == 0) site_free(site);
  else site->serial = 0; /* freed by its last user */
}

static void read_site(struct environments *all, struct slot *slot, const struct environment_options *options, bool bare)
{
  struct arena *a = arena_new();
  struct site *site = ARENA_NEW(a, struct site);
  leave(all, slot);
  site->arena = a;
  site->environment = environment_new(options, &all->job.host);
  const struct environment_options *kept = &site->environment->options;
  site->name = kept->name;
  site->settings = settings_values(a, all->cli.settings, kept->name, kept->manifest, kept->modulepath,
                                   kept->nmodulepath);
  site->serial = ++all->serial;
  site->read_s = now_s(all);
  site->bare = bare;
  slot->site = site;
  ptrvec_push(&all->read, all->arena, site);
}

/* --- counting what is read --- */

static void count_failed(struct environments *all, str name)
{
  if (all->counted != NULL)
    server_stats_environment(all->counted, &(struct server_environment){.name = name, .failed = true});
}

/* Files are read when a compilation needs them, so when the first compilation is done, most of them have been read. */
static void count_read(struct environments *all, struct site *site)
{
  const struct environment *e = site->environment;
  if (all->counted == NULL || site->bare || site->counted == e->generation_number ||
      (!e->defined.main_loaded && !e->broken))
    return;
  site->counted = e->generation_number;
  server_stats_environment(all->counted, &(struct server_environment){.name = site->name,
                                                                      .failed = e->broken,
                                                                      .load_us = e->files.read_us,
                                                                      .memory_bytes = site_bytes(site),
                                                                      .code_version = site->code_id});
}

void environments_count(struct environments *all, struct server_stats *stats)
{
  all->counted = stats;
  for (uint32_t i = 0; i < all->read.n; i++) count_read(all, all->read.items[i]);
}

/* --- using --- */

/* Whether another directory has taken its place, for example because a link was switched. */
static bool is_replaced(const struct environments *all, const struct slot *slot, const struct site *site)
{
  const struct host *host = &all->job.host;
  const struct host_stat now = host->stat(host->ctx, site->environment->options.path);
  return now.inode != slot->directory.inode || now.device != slot->directory.device || now.kind != slot->directory.kind;
}

/* Whether the site may be used without checking its files. The directory is always checked: from another one, files
 * that were not needed yet, templates and data would come in another version. */
static bool is_fresh(const struct environments *all, const struct slot *slot, str name, int64_t now)
{
  if (slot->site == NULL || slot->forgotten != times_forgotten(all, name) || is_replaced(all, slot, slot->site))
    return false;
  const int64_t timeout = slot->site->environment->options.timeout_s;
  return timeout < 0 || (timeout > 0 && now - slot->used_s < timeout);
}

static struct slot *slot_of(struct environments *all, str name, bool bare)
{
  struct slot *slot = strmap_get(&all->slots[bare], name);
  if (slot != NULL) return slot;
  slot = ARENA_NEW(all->arena, struct slot);
  strmap_put(&all->slots[bare], arena_str(all->arena, name), slot);
  return slot;
}

static struct site *use(struct environments *all, struct arena *a, str name, bool bare, bool *missing, str *error)
{
  const struct host *host = &all->job.host;
  const int64_t now = now_s(all);
  struct slot *slot = strmap_get(&all->slots[bare], name);
  if (slot == NULL || !is_fresh(all, slot, name, now)) {
    const uint64_t forgotten = times_forgotten(all, name);
    struct environment_options options;
    if (missing != NULL) *missing = false;
    if (!environment_read_conf(a, host, all->cli.settings, name, &options, error)) {
      if (missing != NULL) *missing = options.path.n == 0;
      if (options.path.n > 0) count_failed(all, name);
      if (slot != NULL) leave(all, slot);
      return NULL;
    }
    const struct host_stat directory = host->stat(host->ctx, options.path);
    if (bare) {
      options.manifest = STR_EMPTY;
      options.has_code = true;
      options.code = STR("undef");
    }
    slot = slot_of(all, name, bare);
    const bool other = slot->site == NULL || slot->forgotten != forgotten || directory.inode != slot->directory.inode ||
                       directory.device != slot->directory.device ||
                       !same_options(&options, &slot->site->environment->options);
    if (other) read_site(all, slot, &options, bare);
    slot->directory = directory;
    slot->forgotten = forgotten;
  }
  slot->used_s = now;
  slot->site->users++;
  return slot->site;
}

struct site *environments_use(struct environments *all, struct arena *a, str name, bool *missing, str *error)
{
  return use(all, a, name, false, missing, error);
}

struct site *environments_use_bare(struct environments *all, struct arena *a, str name, bool *missing, str *error)
{
  return use(all, a, name, true, missing, error);
}

bool environments_is_stale(struct environments *all, const struct site *site, bool files)
{
  const struct slot *slot = strmap_get(&all->slots[site->bare], site->name);
  if (slot == NULL) return false;
  return is_replaced(all, slot, site) ||
         (files && site->environment->options.timeout_s == 0 && environment_has_changed(site->environment));
}

void environments_done(struct environments *all, struct site *site)
{
  if (site == NULL) return;
  count_read(all, site);
  if (--site->users == 0 && site->serial == 0) site_free(site);
}

/* --- all of them --- */

uint32_t environments_list(struct environments *all, struct arena *a, str **names)
{
  const struct host *host = &all->job.host;
  struct strmap seen;
  str path;
  strmap_init(&seen, a);
  for (size_t i = 0; settings_item(all->cli.settings, SETTING_environmentpath, i, &path); i++) {
    str *found;
    uint32_t n;
    path = arena_str(a, path);
    if (!host->list_directory(host->ctx, a, path, &found, &n)) continue;
    for (uint32_t k = 0; k < n; k++) {
      bool word = found[k].n > 0;
      for (size_t c = 0; c < found[k].n; c++) word = word && ascii_is_word((unsigned char)found[k].p[c]);
      const str directory = arena_printf(a, "%.*s/%.*s", STR_FMT(path), STR_FMT(found[k]));
      if (word && host->stat(host->ctx, directory).kind == HOST_DIRECTORY) strmap_put(&seen, found[k], NULL);
    }
  }
  *names = arena_array(a, seen.n + 1, sizeof **names);
  for (uint32_t i = 0; i < seen.n; i++) (*names)[i] = seen.entries[i].key;
  qsort(*names, seen.n, sizeof **names, str_order);
  return seen.n;
}

/* Discards messages: compilations report errors in the files that they use. */
static void say_nothing(void *ctx, struct log_category *category, enum compile_log_level level, str source, str message,
                        str place)
{
  (void)ctx, (void)category, (void)level, (void)source, (void)message, (void)place;
}

unsigned environments_load(struct environments *all, int64_t most_ms, bool *all_read)
{
  struct host silent = all->job.host;
  silent.log = say_nothing;
  struct arena *a = arena_new();
  str *names, error;
  const uint32_t n = environments_list(all, a, &names);
  const int64_t until = deadline_now_ms() + most_ms;
  for (uint32_t i = 0; i < n; i++) {
    log_context_set("environment", arena_strz(a, names[i]));
    struct site *site = environments_use(all, a, names[i], NULL, &error);
    if (site == NULL) continue;
    struct compile_cli job;
    environments_job(all, a, STR_EMPTY, &job);
    job.environment = site->environment->options;
    job.settings_values = site->settings;
    const struct compile_settings settings = compile_cli_settings(&job);
    const int64_t left = until - deadline_now_ms();
    if (left > 0) compile_preload(site->environment, &settings, &silent, left);
    environments_done(all, site);
  }
  log_context_clear();
  arena_free(a);
  *all_read = deadline_now_ms() < until;
  return n;
}

const struct site *environments_at(const struct environments *all, uint32_t i)
{
  return i < all->read.n ? all->read.items[i] : NULL;
}

size_t site_bytes(const struct site *site)
{
  return arena_held_bytes(site->arena) + arena_held_bytes(site->environment->arena) +
         arena_held_bytes(site->environment->generation);
}
