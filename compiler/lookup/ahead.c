/* Reads configurations and data in advance, as far as they are the same for all nodes: data files whose paths contain
 * no variables. Runs no functions, since they may have effects. Errors are reported when the file is used. */
#include "base/deadline.h"
#include "compiler/lookup/internal.h"

struct ahead_step {
  struct lookup_call *call;
  str path; /* of a hiera.yaml */
  enum layer layer;
  int64_t until_ms;
};

static bool has_variable(str text) { return str_find(text, STR("%{"), 0) != SIZE_MAX; }

static void read_files(struct lookup_call *call, enum builtin format, str datadir, const value *paths)
{
  const struct value_list list = value_list_of(paths);
  for (uint32_t i = 0; i < list.n; i++) {
    if (has_variable(value_text(list.items[i]))) continue;
    const str path = hiera_path_plus(call->c->arena, datadir, value_text(list.items[i]));
    if (environment_file(call->c->environment, path)->stat.kind == HOST_FILE)
      lookup_data_file(call, path, format, NULL);
  }
}

static void read_config(struct context *context, void *arg)
{
  struct ahead_step *s = arg;
  const struct hiera_config *config = hiera_config_load(s->call, s->path, s->layer);
  (void)context;
  if (config->version != 5 || config->hierarchy == NULL) return;
  for (uint32_t i = 0; i < config->hierarchy->n && deadline_now_ms() < s->until_ms; i++) {
    const struct hash *said = config->hierarchy->items[i].hash;
    str datadir;
    const enum builtin format = hiera_file_format(s->call, config, said, &datadir);
    const value *paths = hash_get_str(said, STR("path"));
    if (paths == NULL) paths = hash_get_str(said, STR("paths"));
    if (format != BUILTIN_NONE && paths != NULL && !has_variable(datadir)) read_files(s->call, format, datadir, paths);
  }
}

static void read_directory(struct lookup_call *call, enum layer layer, str path, int64_t until_ms)
{
  struct environment *e = call->c->environment;
  struct ahead_step step = {call, path, layer, until_ms};
  if (e->host->stat(e->host->ctx, path).kind != HOST_FILE) return;
  const struct lookup_mark mark = lookup_mark(call);
  if (!context_protect(&call->c->context, read_config, &step)) lookup_restore(&mark);
}

static str config_in(struct arena *a, str directory) { return arena_printf(a, "%.*s/hiera.yaml", STR_FMT(directory)); }

void lookup_preload(struct compilation *c, int64_t until_ms)
{
  const struct environment *e = c->environment;
  struct lookup_call call;
  lookup_call_begin(&call, c, c->top);
  if (e->options.hiera_config.n > 0) read_directory(&call, LAYER_GLOBAL, e->options.hiera_config, until_ms);
  if (e->options.path.n == 0) return;
  read_directory(&call, LAYER_ENVIRONMENT, config_in(c->arena, e->options.path), until_ms);
  for (struct module_walk w = {.e = e, .arena = c->arena};
       deadline_now_ms() < until_ms && environment_next_own_module(&w);)
    read_directory(&call, LAYER_MODULE, config_in(c->arena, w.directory), until_ms);
}
