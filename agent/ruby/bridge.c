/* Calls into Ruby, and converts the results. */
#include "agent/ruby/bridge.h"

#include <assert.h>

#include "agent/ruby/internal.h"
#include "compiler/catalog/graph.h"
#include "compiler/compile.h"
#include "compiler/environment/environment.h"
#include "compiler/node/settings_values.h"

void ral_ruby_setup(struct settings *settings)
{
  ruby_add_family(agent_rows);
  ruby_keep_compiled(settings_strz(settings, SETTING_statedir));
}

struct ral_ruby *ral_ruby_new(struct ral *ral, struct environment *environment, const struct host *host, str node)
{
  struct ral_ruby *ruby = ARENA_NEW(ral->arena, struct ral_ruby);
  static const struct ral_foreign foreign = {ral_ruby_type, ral_ruby_implemented, ral_ruby_provider,
                                             ral_ruby_default_provider};
  ruby->ral = ral;
  ruby->node = (struct node_data){.name = node, .facts = ral->facts, .parameters = &hash_empty};
  ruby->c = (struct compilation){
    .host = host, .settings = &ruby->settings, .node = &ruby->node, .environment = environment};
  ral->foreign = &foreign;
  ral->ruby = ruby;
  return ruby;
}

void ral_ruby_end(struct ral_ruby *ruby)
{
  if (ruby != NULL && ruby->c.arena != NULL) ruby_end(&ruby->c);
}

/* Makes the compilation that calls into Ruby use; called before the first call of a run. It is in the arena of the
 * run. */
void ruby_begin(struct ral_ruby *ruby)
{
  struct compilation *c = &ruby->c;
  const struct environment_options *o = &c->environment->options;
  if (c->arena != NULL) return;
  c->arena = ruby->ral->arena;
  compile_prepare(c, c->arena);
  c->resolver = environment_resolver(c);
  /* There is no time limit for providers, and no memory limit, which programs would inherit. */
  ruby->settings = (struct compile_settings){
    .strict = SEVERITY_ERROR,
    .strict_variables = true,
    .rich_data = true,
    .values = settings_values(c->arena, ruby->ral->settings, o->name, o->manifest, o->modulepath, o->nmodulepath)};
  strmap_init(&ruby->types, c->arena);
  strmap_init(&ruby->providers, c->arena);
  strmap_init(&ruby->defaults, c->arena);
  ptrmap_init(&ruby->numbers, c->arena);
}

/* --- calls --- */

enum { MOST_ARGUMENTS = 8 };

struct crossing {
  struct ral_ruby *ruby;
  const value *args;
  uint32_t n;
  value result;
};

static void cross(struct context *context, void *arg)
{
  struct crossing *x = arg;
  (void)context;
  x->result = ruby_call(&x->ruby->c, NULL, "agent", x->args, x->n, VALUE_UNDEF);
  ruby_forget(&x->ruby->c);
}

static value part(value list, uint32_t i)
{
  return list.kind == V_ARRAY && i < list.array->n ? list.array->items[i] : VALUE_UNDEF;
}

/* [message with its place, messages of the wrapped errors or undef] */
static bool raised(struct ral *ral, value error)
{
  ral_fail(ral, "%.*s", STR_FMT(ral_text(part(error, 0))));
  const value wrapped = part(error, 1);
  ral->error_logged = wrapped.kind == V_STRING;
  if (wrapped.kind == V_STRING) ral->error_wrapped = value_text(wrapped);
  return false;
}

bool ruby_do(struct ral *ral, const char *op, const value *args, uint32_t n, value *out)
{
  value all[MOST_ARGUMENTS] = {value_str(str_of(op))};
  ruby_begin(ral->ruby);
  assert(n < MOST_ARGUMENTS);
  if (n > 0) memcpy(all + 1, args, n * sizeof *args);
  struct crossing x = {.ruby = ral->ruby, .args = all, .n = n + 1};
  struct context *context = &ral->ruby->c.context;
  if (!context_protect(context, cross, &x)) {
    return ral_fail(ral, "%.*s", STR_FMT(failure_detail(context->arena, &context->failure)));
  }
  const value error = part(x.result, 0);
  if (error.kind == V_ARRAY) return raised(ral, error);
  if (out != NULL) *out = part(x.result, 1);
  return true;
}

bool ruby_ask(struct ral_resource *r, const char *op, const value *args, uint32_t n, value *out)
{
  value all[MOST_ARGUMENTS - 1] = {value_int(ruby_number(r))};
  if (n > 0) memcpy(all + 1, args, n * sizeof *args);
  return ruby_do(r->ral, op, all, n + 1, out);
}

uint32_t ruby_number(struct ral_resource *r)
{
  struct ral_ruby *ruby = r->ral->ruby;
  const uintptr_t known = (uintptr_t)ptrmap_get(&ruby->numbers, r);
  if (known > 0) return (uint32_t)known - 1;
  ptrvec_push(&ruby->objects, r->ral->arena, r);
  ptrmap_put(&ruby->numbers, r, (void *)(uintptr_t)ruby->objects.n);
  return ruby->objects.n - 1;
}

struct ral_resource *ruby_numbered(const struct ral_ruby *ruby, value number)
{
  if (number.kind != V_INT || number.integer < 0 || number.integer >= ruby->objects.n) return NULL;
  return ruby->objects.items[number.integer];
}

/* --- functions of attributes --- */

static value name_of(const struct ral_attribute *a) { return value_str(str_of(a->name)); }

static value should(const struct ral_resource *r, const struct ral_attribute *a)
{
  struct ral_resource *own = (struct ral_resource *)(uintptr_t)r;
  const value name = name_of(a);
  value v;
  return a->flags & RAL_PROPERTY && ruby_ask(own, "should", &name, 1, &v) ? v
                                                                          : r->settings[a - r->type->attributes].value;
}

static bool insync(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in)
{
  const value name = name_of(a);
  value v;
  (void)is; /* Ruby still has the value that it read */
  if (!ruby_ask(r, "insync", &name, 1, &v)) return false;
  *in = value_truthy(v);
  return true;
}

static bool sync(struct ral_resource *r, const struct ral_attribute *a)
{
  const value name = name_of(a);
  return ruby_ask(r, "sync", &name, 1, NULL);
}

static bool show_change(struct ral_resource *r, const struct ral_attribute *a, value is, struct buf *out)
{
  const value name = name_of(a);
  value v;
  (void)is;
  if (!ruby_ask(r, "change", &name, 1, &v)) return false;
  buf_str(out, ral_text(v));
  return true;
}

static bool show_text(struct ral_resource *r, const struct ral_attribute *a, value v, bool wanted, struct buf *out)
{
  const value args[] = {name_of(a), v, value_bool(wanted)};
  value text;
  if (!ruby_ask(r, "show", args, 3, &text)) return false;
  buf_str(out, ral_text(text));
  return true;
}

static bool describe_event(struct ral_resource *r, const struct ral_attribute *a, str *name, bool *renews)
{
  const value attribute = name_of(a);
  value v;
  if (!ruby_ask(r, "event", &attribute, 1, &v)) return false;
  *name = ral_text(part(v, 0));
  *renews = value_truthy(part(v, 1));
  return true;
}

/* --- functions of resources --- */

static void take_setting(struct ral_resource *r, str name, value pair)
{
  const int i = ral_index(r->type, arena_strz(r->ral->arena, name));
  if (i < 0) return;
  r->settings[i] = (struct ral_setting){.set = true, .sensitive = value_truthy(part(pair, 1)), .value = part(pair, 0)};
}

static const struct ral_provider *provider_named(const struct ral_type *t, struct arena *a, str name);

/* Ruby's description of a resource: [title, provider, {attribute => [value, sensitive]}], then the tags if Ruby does
 * not know the resource's place (Resource API), and the names of audited attributes. */
static bool ruby_take(struct ral_resource *r, value made)
{
  const value settings = part(made, 2), provider = part(made, 1), audit = part(made, 4);
  r->title = ral_text(part(made, 0));
  if (audit.kind == V_ARRAY) r->audit = audit;
  if (provider.kind == V_STRING) r->provider = provider_named(r->type, r->ral->arena, value_text(provider));
  for (uint32_t i = 0; settings.kind == V_HASH && i < settings.hash->n; i++) {
    take_setting(r, ral_text(settings.hash->entries[i].key), settings.hash->entries[i].value);
  }
  return true;
}

/* Some types do not keep the tags and the place that the catalog gives a resource. */
static void take_place(struct ral_resource *r, value made)
{
  const value tags = part(made, 3);
  if (tags.kind != V_ARRAY) return;
  r->tags = tags.array;
  r->file = STR_EMPTY;
  r->line = 0;
}

static value place_of(const struct ral_resource *r)
{
  struct arena *a = r->ral->arena;
  struct hash *place = hash_new(a, 5);
  if (r->file.n > 0) hash_put_str(place, a, STR("file"), value_str(r->file));
  if (r->line > 0) hash_put_str(place, a, STR("line"), value_int(r->line));
  hash_put_str(place, a, STR("tags"), value_array(r->tags));
  if (r->item != NULL) hash_put_str(place, a, STR("sensitive"), value_array(r->item->sensitive));
  if (r->item != NULL) hash_put_str(place, a, STR("exported"), value_bool(r->item->exported));
  return value_hash(place);
}

/* Removes the wrappers of secret values in the catalog. */
static const struct hash *plain_params(struct ral_resource *r, const struct hash *params)
{
  struct hash *out = hash_new(r->ral->arena, params->n);
  for (uint32_t i = 0; i < params->n; i++) {
    value v = params->entries[i].value;
    const value *rtype = v.kind == V_HASH ? hash_get_str(v.hash, STR("__ptype")) : NULL;
    const value *wrapped = v.kind == V_HASH ? hash_get_str(v.hash, STR("__pvalue")) : NULL;
    if (rtype != NULL && wrapped != NULL && str_eqz(ral_text(*rtype), "Sensitive")) v = *wrapped;
    hash_put_str(out, r->ral->arena, ral_text(params->entries[i].key), v);
  }
  return out;
}

static bool make(struct ral_resource *r, const struct hash *params)
{
  const value args[] = {value_str(str_of(r->type->name)), value_str(r->title), value_hash(plain_params(r, params)),
                        place_of(r)};
  value made;
  if (!ruby_ask(r, "make", args, 4, &made) || !ruby_take(r, made)) return false;
  take_place(r, made);
  return true;
}

static bool assign(struct ral_resource *r, const char *attribute, value v)
{
  const value args[] = {value_str(str_of(attribute)), v};
  value made;
  return ruby_ask(r, "assign", args, 2, &made) && ruby_take(r, made);
}

/* The type's code may have set or removed properties meanwhile. */
static bool retrieve(struct ral_resource *r, value *current)
{
  value v;
  if (!ruby_ask(r, "retrieve", NULL, 0, &v)) return false;
  const value is = part(v, 0);
  for (const struct ral_attribute *a = r->type->attributes; a->name != NULL; a++) {
    if (a->flags & RAL_PROPERTY) r->settings[a - r->type->attributes].set = false;
  }
  if (!ruby_take(r, part(v, 1))) return false;
  for (uint32_t i = 0; is.kind == V_HASH && i < is.hash->n; i++) {
    const int at = ral_index(r->type, arena_strz(r->ral->arena, ral_text(is.hash->entries[i].key)));
    if (at >= 0) current[at] = is.hash->entries[i].value;
  }
  return true;
}

static bool shown(struct ral_resource *r, const struct array **rows)
{
  value v;
  if (!ruby_ask(r, "shown", NULL, 0, &v)) return false;
  *rows = v.kind == V_ARRAY ? v.array : &array_empty;
  return true;
}

static bool present(const struct ral_resource *r, const value *current)
{
  value v;
  (void)current;
  return !ruby_ask((struct ral_resource *)(uintptr_t)r, "present", NULL, 0, &v) || value_truthy(v);
}

static bool suitable(struct ral_resource *r)
{
  value v;
  if (!ruby_ask(r, "suitable", NULL, 0, &v)) {
    ral_log(r, LOG_LEVEL_ERR, "%.*s", STR_FMT(r->ral->error));
    return false;
  }
  const value name = part(v, 1);
  if (name.kind == V_STRING) r->provider = provider_named(r->type, r->ral->arena, value_text(name));
  return value_truthy(part(v, 0));
}

static bool refresh(struct ral_resource *r) { return ruby_ask(r, "refresh", NULL, 0, NULL); }
static bool flush(struct ral_resource *r) { return ruby_ask(r, "flush", NULL, 0, NULL); }
static bool check(struct ral_resource *r) { return ruby_ask(r, "check", NULL, 0, NULL); }

static bool relate(struct ral_resource *r, const struct graph_relation **list, uint32_t *n)
{
  static const struct {
    const char *name;
    enum graph_edge_kind kind;
  } kinds[] = {
    {"require", EDGE_REQUIRE}, {"subscribe", EDGE_SUBSCRIBE}, {"before", EDGE_BEFORE}, {"notify", EDGE_NOTIFY}};
  value v;
  if (!ruby_ask(r, "relations", NULL, 0, &v) || v.kind != V_ARRAY) return false;
  struct graph_relation *all = arena_array(r->ral->arena, (size_t)v.array->n + 1, sizeof *all);
  for (uint32_t i = 0; i < v.array->n; i++) {
    const value one = v.array->items[i];
    all[i] = (struct graph_relation){.type = ral_text(part(one, 1)), .title = ral_text(part(one, 2))};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
      if (str_eqz(ral_text(part(one, 0)), kinds[k].name)) all[i].kind = kinds[k].kind;
    }
  }
  *list = all;
  *n = v.array->n;
  return true;
}

/* --- resources that Ruby generates --- */

/* Reads a list of generated resources: [number, the description of ruby_take] for types in Ruby, [number, {attribute =>
 * value}] for types in C, both followed by metaparameters and tags; [number] for resources that were described
 * before. */
static bool take_made(struct ral *ral, value list, const struct ral_resource *maker, struct ral_list *out)
{
  for (uint32_t i = 0; list.kind == V_ARRAY && i < list.array->n; i++) {
    const value one = list.array->items[i], given = part(one, 1), metas = part(one, 2), tags = part(one, 3);
    struct ral_resource *r = ruby_numbered(ral->ruby, part(one, 0));
    if (r == NULL) continue;
    if (given.kind == V_ARRAY && !(ruby_take(r, given) && ral_set_metaparameters(r, metas.hash))) return false;
    if (given.kind == V_ARRAY) take_place(r, given);
    if (given.kind == V_HASH && !ral_set_params(r, given.hash)) return false;
    if (maker != NULL && r->tags->n == 0) ral_merge_tags(r, tags.kind == V_ARRAY ? tags.array : &array_empty, maker);
    ral_list_add(out, r);
  }
  return true;
}

static bool generate_by(struct ral_resource *r, const char *op, struct ral_list *out)
{
  value v;
  return ruby_ask(r, op, NULL, 0, &v) && take_made(r->ral, v, r, out);
}

static bool generate(struct ral_resource *r, struct ral_list *out) { return generate_by(r, "generate", out); }
static bool eval_generate(struct ral_resource *r, struct ral_list *out) { return generate_by(r, "eval_generate", out); }

static bool instances(struct ral *ral, const struct ral_type *t, struct ral_list *out)
{
  const value name = value_str(str_of(t->name));
  value v;
  return ruby_do(ral, "instances", &name, 1, &v) && take_made(ral, v, NULL, out);
}

/* --- providers --- */

static bool prefetch(struct ral *ral, struct ral_resource **resources, uint32_t n)
{
  struct array *numbers = array_new(ral->arena, n);
  for (uint32_t i = 0; i < n; i++) numbers->items[i] = value_int(ruby_number(resources[i]));
  const value list = value_array(numbers);
  return ruby_do(ral, "prefetch", &list, 1, NULL);
}

struct made_type {
  struct ral_type type;    /* first member */
  struct ptrvec providers; /* struct ral_provider * */
};

static const struct ral_provider *const no_providers[] = {NULL};

static const struct ral_provider *provider_named(const struct ral_type *t, struct arena *a, str name)
{
  struct made_type *m = (struct made_type *)(uintptr_t)t;
  const bool prefetches = name.n > 0 && name.p[0] == '+';
  const str plain = str_from(name, prefetches);
  for (uint32_t i = 0; i < m->providers.n; i++) {
    const struct ral_provider *p = m->providers.items[i];
    if (str_eqz(plain, p->name)) return p;
  }
  struct ral_provider *p = ARENA_NEW(a, struct ral_provider);
  *p = (struct ral_provider){.name = arena_strz(a, plain), .prefetch = prefetches ? prefetch : NULL};
  ptrvec_push(&m->providers, a, p);
  return p;
}

/* --- types --- */

static bool has(value described, const char *what)
{
  const value *list = described.kind == V_HASH ? hash_get_str(described.hash, STR("methods")) : NULL;
  for (uint32_t i = 0; list != NULL && list->kind == V_ARRAY && i < list->array->n; i++) {
    if (str_eqz(ral_text(list->array->items[i]), what)) return true;
  }
  return false;
}

/* Reads [[name, [flag, …]], …]. */
static struct ral_attribute *attributes_of(struct ral *ral, value described)
{
  static const struct {
    const char *name;
    unsigned flag;
  } flags[] = {{"property", RAL_PROPERTY}, {"all", RAL_ALL}, {"namevar", RAL_NAMEVAR}};
  const value *list = described.kind == V_HASH ? hash_get_str(described.hash, STR("attributes")) : NULL;
  const uint32_t n = list != NULL && list->kind == V_ARRAY ? list->array->n : 0;
  struct ral_attribute *all = arena_array(ral->arena, (size_t)n + 1, sizeof *all);
  for (uint32_t i = 0; i < n; i++) {
    const value one = list->array->items[i], words = part(one, 1);
    all[i] = (struct ral_attribute){.name = arena_strz(ral->arena, ral_text(part(one, 0))),
                                    .should = should,
                                    .insync = insync,
                                    .sync = sync,
                                    .change = show_change,
                                    .text = show_text,
                                    .describe_event = describe_event};
    for (uint32_t k = 0; words.kind == V_ARRAY && k < words.array->n; k++) {
      for (size_t f = 0; f < sizeof flags / sizeof *flags; f++) {
        if (str_eqz(ral_text(words.array->items[k]), flags[f].name)) all[i].flags |= flags[f].flag;
      }
    }
  }
  return all;
}

static struct ral_type *type_of(struct ral *ral, str name, value described)
{
  struct made_type *m = ARENA_NEW(ral->arena, struct made_type);
  m->type = (struct ral_type){.name = arena_strz(ral->arena, name),
                              .attributes = attributes_of(ral, described),
                              .make = make,
                              .assign = assign,
                              .suitable = suitable,
                              .relate = relate,
                              .retrieve = retrieve,
                              .present = present,
                              .flush = flush,
                              .refresh = has(described, "refresh") ? refresh : NULL,
                              .check = has(described, "pre_run_check") ? check : NULL,
                              .generate = has(described, "generate") ? generate : NULL,
                              .eval_generate = has(described, "eval_generate") ? eval_generate : NULL,
                              .instances = has(described, "instances") ? instances : NULL,
                              .shown = has(described, "shown") ? shown : NULL,
                              .providers = has(described, "providers") ? no_providers : NULL,
                              .flags = (has(described, "self_refresh") ? RAL_SELF_REFRESH : 0) |
                                       (has(described, "titles_only") ? RAL_TITLES_ONLY : 0) |
                                       (has(described, "depthfirst") ? RAL_DEPTH_FIRST : 0)};
  return &m->type;
}

struct search {
  struct ral_ruby *ruby;
  str name;
  const str *path;
};

static void find_file(struct context *context, void *arg)
{
  struct search *s = arg;
  (void)context;
  s->path = strmap_get(environment_ruby_types(&s->ruby->c), s->name);
  if (s->path != NULL) {
    ruby_need(&s->ruby->c, arena_printf(s->ruby->ral->arena, "resource type '%.*s'", STR_FMT(s->name)), *s->path);
  }
}

const struct ral_type *ral_ruby_type(struct ral *ral, str name)
{
  struct ral_ruby *ruby = ral->ruby;
  bool made;
  ruby_begin(ruby);
  void **slot = strmap_slot(&ruby->types, arena_str(ral->arena, name), &made);
  if (!made) return *slot;
  struct search s = {.ruby = ruby, .name = name};
  if (!context_protect(&ruby->c.context, find_file, &s)) {
    ral_fail(ral, "%.*s", STR_FMT(context_message(&ruby->c.context)));
    return NULL;
  }
  const value arg = value_str(name);
  value described;
  if (s.path == NULL || !ruby_do(ral, "type", &arg, 1, &described) || described.kind != V_HASH) return NULL;
  struct ral_type *t = type_of(ral, name, described);
  strmap_put(&ruby->types, arena_str(ral->arena, name), t);
  return t;
}

struct versions {
  struct ral_ruby *ruby;
  const char *module;
  struct module_version found;
};

static void find_version(struct context *context, void *arg)
{
  struct versions *v = arg;
  (void)context;
  v->found = environment_module_version(&v->ruby->c, str_of(v->module));
}

bool ral_ruby_implemented(struct ral *ral, const struct ral_type *t)
{
  const struct ral_versions *ours = &t->implements;
  struct versions v = {.ruby = ral->ruby, .module = t->module};
  ruby_begin(ral->ruby);
  if (!context_protect(&ral->ruby->c.context, find_version, &v)) return true; /* finding the type reports the error */
  const unsigned is = v.found.major * 256u + v.found.minor, below = ours->below * 256u + ours->below_minor;
  return is == 0 || (is >= ours->from * 256u + ours->from_minor && (below == 0 || is < below));
}

struct looking {
  struct ral_ruby *ruby;
  str relative, found;
};

static void look(struct context *context, void *arg)
{
  struct looking *x = arg;
  struct compilation *c = &x->ruby->c;
  const value path = environment_ruby_path(c);
  (void)context;
  for (uint32_t i = 0; path.kind == V_ARRAY && i < path.array->n && x->found.n == 0; i++) {
    const str file = arena_printf(c->arena, "%.*s/%.*s", STR_FMT(ral_text(path.array->items[i])), STR_FMT(x->relative));
    if (c->host->stat(c->host->ctx, file).kind == HOST_FILE) x->found = file;
  }
}

str ruby_find_file(struct ral *ral, str relative)
{
  ruby_begin(ral->ruby);
  struct looking x = {.ruby = ral->ruby, .relative = relative};
  return context_protect(&ral->ruby->c.context, look, &x) ? x.found : STR_EMPTY;
}

struct listing {
  struct ral *ral;
  str folder, word;
  struct strmap seen;
  struct ptrvec *files;
};

static void list_folder(struct listing *x, const struct host *host, str folder)
{
  struct arena *a = x->ral->arena;
  str *names, text, error;
  uint32_t n;
  if (!host->list_directory(host->ctx, a, folder, &names, &n)) return;
  for (uint32_t i = 0; i < n; i++) {
    if (!str_ends(names[i], STR(".rb")) || strmap_find(&x->seen, names[i]) != NULL) continue;
    struct module_file *f = ARENA_NEW(a, struct module_file);
    f->path = arena_printf(a, "%.*s/%.*s", STR_FMT(folder), STR_FMT(names[i]));
    f->name = str_sub(names[i], 0, names[i].n - strlen(".rb"));
    strmap_put(&x->seen, names[i], f);
    if (host->read_file(host->ctx, a, f->path, &text, &error) && str_find(text, x->word, 0) != SIZE_MAX)
      ptrvec_push(x->files, a, f);
  }
}

static void list(struct context *context, void *arg)
{
  struct listing *x = arg;
  struct compilation *c = &x->ral->ruby->c;
  const value path = environment_ruby_path(c);
  (void)context;
  for (uint32_t i = 0; path.kind == V_ARRAY && i < path.array->n; i++) {
    list_folder(x, c->host,
                arena_printf(c->arena, "%.*s/%.*s", STR_FMT(ral_text(path.array->items[i])), STR_FMT(x->folder)));
  }
}

void ruby_list_files(struct ral *ral, str folder, str word, struct ptrvec *files)
{
  ruby_begin(ral->ruby);
  struct listing x = {.ral = ral, .folder = folder, .word = word, .files = files};
  strmap_init(&x.seen, ral->arena);
  context_protect(&ral->ruby->c.context, list, &x);
}

struct needing {
  struct ral_ruby *ruby;
  str what, file;
};

static void need(struct context *context, void *arg)
{
  struct needing *x = arg;
  (void)context;
  ruby_need(&x->ruby->c, x->what, x->file);
}

bool ruby_is_there(struct ral *ral, str what, str file)
{
  struct needing x = {ral->ruby, what, file};
  struct context *context = &ral->ruby->c.context;
  return context_protect(context, need, &x) || ral_fail(ral, "%.*s", STR_FMT(context_message(context)));
}

void ral_ruby_done(struct ral *ral)
{
  if (ral->ruby == NULL || ral->ruby->objects.n == 0) return;
  if (!ruby_do(ral, "done", NULL, 0, NULL)) ral_log_run(ral, LOG_LEVEL_ERR, "%.*s", STR_FMT(ral->error));
}
