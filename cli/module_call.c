#include "cli/module_call.h"

#include "compiler/environment/environment.h"
#include "compiler/node/settings_values.h"
#include "compiler/ruby/ruby.h"

bool module_call_prepare(struct module_call *x, struct cli *cli)
{
  struct compile_cli *job = &x->job;
  str error;
  const str name = arena_str(job->arena, settings_str(cli->settings, SETTING_environment));
  if (!environment_read_conf(job->arena, &job->host, cli->settings, name, &job->environment, &error)) return false;
  const struct environment_options *o = &job->environment;
  x->environment = environment_new(o, &job->host);
  environment_refresh(x->environment, false);
  x->node = (struct node_data){.name = job->node, .facts = &hash_empty, .parameters = &hash_empty};
  /* There is no time limit, and no memory limit, which programs would inherit. */
  x->settings = (struct compile_settings){
    .strict = SEVERITY_ERROR,
    .strict_variables = true,
    .rich_data = true,
    .values = settings_values(job->arena, cli->settings, o->name, o->manifest, o->modulepath, o->nmodulepath)};
  x->c = (struct compilation){
    .arena = job->arena, .host = &job->host, .settings = &x->settings, .node = &x->node, .environment = x->environment};
  compile_prepare(&x->c, job->arena);
  x->c.resolver = environment_resolver(&x->c);
  return true;
}

struct calling {
  struct module_call *x;
  const char *entry;
  const value *args;
  uint32_t n;
  str what, file;
};

static void call(struct context *context, void *arg)
{
  struct calling *k = arg;
  (void)context;
  ruby_need(&k->x->c, k->what, k->file);
  const value status = ruby_call(&k->x->c, NULL, k->entry, k->args, k->n, VALUE_UNDEF);
  k->x->status = status.kind == V_INT ? (int)status.integer : 1;
}

bool module_call_ruby(struct module_call *x, const char *entry, const value *args, uint32_t n, str what, str file,
                      const struct ruby_row *rows)
{
  struct calling k = {.x = x, .entry = entry, .args = args, .n = n, .what = what, .file = file};
  if (rows != NULL) ruby_add_family(rows);
  const bool ok = context_protect(&x->c.context, call, &k);
  if (!ok) x->error = context_message(&x->c.context);
  ruby_end(&x->c);
  return ok;
}

void module_call_end(struct module_call *x) { environment_free(x->environment); }
