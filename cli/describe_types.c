/* `ficelle describe`: resource types. Puppet's own are described by tables, those of modules by their Ruby code. */
#include <stdlib.h>

#include "agent/types/types.h"
#include "base/array.h"
#include "cli/describe.h"
#include "compiler/environment/environment.h"
#include "compiler/restypes/docs.h"
#include "compiler/restypes/restype.h"
#include "compiler/ruby/ruby.h"

static const char no_doc[] = ".. no documentation ..";

/* An attribute or a provider. */
struct row {
  str name, doc;
  bool key;
};
struct rows {
  struct row *items;
  uint32_t n, cap;
};

struct description {
  struct arena *arena;
  str name, doc;
  struct rows attributes, metaparameters, providers;
};

struct wanted {
  const struct describe_options *options;
  char **names;
  int count;
  struct buf *out;
  struct ral *ral; /* of this host, to check what providers need */
};

static void add(struct arena *a, struct rows *r, str name, str doc, bool key)
{
  ARENA_ROOM(a, r->items, r->n, r->cap, 32);
  r->items[r->n++] = (struct row){name, doc, key};
}

static bool has(const struct rows *r, str name)
{
  for (uint32_t i = 0; i < r->n; i++) {
    if (str_eq(r->items[i].name, name)) return true;
  }
  return false;
}

static str text_or_none(const char *z) { return str_of(z != NULL ? z : no_doc); }

/* --- printing --- */

static int by_name(const void *a, const void *b)
{
  return str_cmp(((const struct row *)a)->name, ((const struct row *)b)->name);
}

static void sort(struct rows *r)
{
  if (r->n > 1) qsort(r->items, r->n, sizeof *r->items, by_name);
}

static void print_names(struct buf *out, struct rows *r)
{
  struct buf line = BUF_HEAP;
  sort(r);
  for (uint32_t i = 0; i < r->n; i++) buf_printf(&line, "%s%.*s", i == 0 ? "" : ", ", STR_FMT(r->items[i].name));
  describe_wrap(out, buf_view(&line), 4, true);
  buf_free(&line);
}

static void print_rows(struct buf *out, struct rows *r)
{
  sort(r);
  for (uint32_t i = 0; i < r->n; i++) {
    const struct row *one = &r->items[i];
    buf_printf(out, "\n- **%.*s**%s\n", STR_FMT(one->name),
               one->key && !str_eqz(one->name, "name") ? " (*namevar*)" : "");
    describe_wrap(out, one->doc, 4, false);
  }
}

/* A type may define an attribute with the name of a metaparameter. */
static void remove_known(struct rows *r, const struct rows *known)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < r->n; i++) {
    if (!has(known, r->items[i].name)) r->items[n++] = r->items[i];
  }
  r->n = n;
}

static void print(struct buf *out, const struct describe_options *o, struct description *d)
{
  void (*const attributes)(struct buf *, struct rows *) = o->shorter ? print_names : print_rows;
  describe_heading(out, d->name, '=');
  describe_wrap(out, d->doc, 0, false);
  buf_char(out, '\n');
  describe_heading(out, STR("Parameters"), '-');
  attributes(out, &d->attributes);
  if (o->meta) {
    describe_heading(out, STR("Meta Parameters"), '-');
    remove_known(&d->metaparameters, &d->attributes);
    attributes(out, &d->metaparameters);
  }
  if (d->providers.n == 0) return;
  describe_heading(out, STR("Providers"), '-');
  (o->providers ? print_rows : print_names)(out, &d->providers);
}

/* --- Puppet's own --- */

static void add_metaparameters(struct description *d)
{
  for (const symbol *const *one = restype_metaparameters(); *one != NULL; one++) {
    add(d->arena, &d->metaparameters, sym_str(*one), text_or_none(restype_metaparameter_doc((*one)->text)), false);
  }
}

static bool is_key(const struct restype *t, const symbol *name)
{
  for (uint32_t i = 0; i < t->nkeys; i++) {
    if (t->keys[i] == name) return true;
  }
  return false;
}

static void describe_table(const struct restype *t, struct description *d)
{
  const char *const *names = restype_providers(t->name->text);
  d->doc = text_or_none(restype_doc(t->name->text));
  for (uint32_t i = 0; i < t->nattributes; i++) {
    const symbol *name = t->attributes[i];
    if (str_eqz(sym_str(name), "provider")) continue;
    const str doc = text_or_none(restype_attribute_doc(t->name->text, name->text));
    add(d->arena, &d->attributes, sym_str(name), doc, is_key(t, name));
  }
  for (; names != NULL && *names != NULL; names++) {
    add(d->arena, &d->providers, str_of(*names), str_of(no_doc), false);
  }
}

/* --- what providers need, and whether this host has it --- */

/* "* LABEL: `a`, `b`.", sorted. */
static void put_list(struct buf *out, const char *label, str *items, uint32_t n)
{
  if (n == 0) return;
  qsort(items, n, sizeof *items, str_order);
  buf_printf(out, "* %s: ", label);
  for (uint32_t i = 0; i < n; i++) buf_printf(out, "%s`%.*s`", i > 0 ? ", " : "", STR_FMT(items[i]));
  buf_z(out, ".\n");
}

static void put_commands(struct arena *a, struct buf *out, const struct ral_provider *p)
{
  uint32_t n = 0;
  while (p->commands != NULL && p->commands[n] != NULL) n++;
  str *items = arena_array(a, (size_t)n + 1, sizeof *items);
  for (uint32_t i = 0; i < n; i++) items[i] = str_of(p->commands[i]);
  put_list(out, "Required binaries", items, n);
}

static void put_defaults(struct buf *out, const struct ral_provider *p)
{
  if (p->defaults == NULL || p->defaults->fact == NULL) return;
  for (const struct ral_confine *c = p->defaults; c->fact != NULL; c++) {
    buf_printf(out, "%s`%s` == `", c == p->defaults ? "* Default for " : " and ", c->fact);
    for (const char *const *v = c->values; *v != NULL; v++) buf_printf(out, "%s%s", v == c->values ? "" : ", ", *v);
    buf_char(out, '`');
  }
  buf_z(out, ".\n");
}

static void put_features(struct arena *a, struct buf *out, const struct ral_provider *p)
{
  const str all = p->features != NULL ? str_of(p->features) : STR_EMPTY;
  str *items = arena_array(a, all.n / 2 + 1, sizeof *items);
  uint32_t n = 0;
  for (size_t at = 0; at < all.n;) {
    size_t end = str_index(all, ' ', at);
    if (end == SIZE_MAX) end = all.n;
    if (end > at && all.p[at] != '*') items[n++] = str_sub(all, at, end - at);
    at = end + 1;
  }
  put_list(out, "Supported features", items, n);
}

static const struct ral_provider *provider_named(const struct ral_type *t, str name)
{
  for (const struct ral_provider *const *p = t->providers; p != NULL && *p != NULL; p++) {
    if (str_eqz(name, (*p)->name)) return *p;
  }
  return NULL;
}

/* Describes what a provider needs, with the text of a Ruby file or from the rows of our table. Adds whether it is
 * suitable on this host. */
static void complete_providers(struct ral *ral, struct description *d)
{
  const struct ral_type *t = ral_type_in_c(ral, d->name);
  if (t == NULL) return;
  const struct ral_provider *best = ral_default_provider(ral, t);
  for (uint32_t i = 0; i < d->providers.n; i++) {
    struct row *row = &d->providers.items[i];
    const struct ral_provider *p = provider_named(t, row->name);
    const bool ours = str_eqz(row->doc, no_doc);
    struct buf out = BUF_IN(d->arena);
    if (p == NULL && !ours) continue;
    if (!ours) buf_printf(&out, "%.*s\n", STR_FMT(str_trim(row->doc)));
    if (ours && p != NULL) {
      put_commands(d->arena, &out, p);
      put_defaults(&out, p);
      put_features(d->arena, &out, p);
    }
    if (p == NULL) buf_z(&out, "* Not supported: a resource that names it fails.");
    else
      buf_printf(&out, "* Suitable on this host: %s.",
                 p == best                       ? "yes, and the default"
                 : ral_provider_suitable(ral, p) ? "yes"
                                                 : "no");
    row->doc = buf_view(&out);
  }
}

/* --- types of modules --- */

static str text_at(value list, uint32_t i)
{
  return list.kind == V_ARRAY && i < list.array->n && list.array->items[i].kind == V_STRING
           ? value_text(list.array->items[i])
           : STR_EMPTY;
}

static void add_rows(struct arena *a, struct rows *to, value from)
{
  for (uint32_t i = 0; from.kind == V_ARRAY && i < from.array->n; i++) {
    const value row = from.array->items[i];
    const bool key = row.kind == V_ARRAY && row.array->n > 2 && value_truthy(row.array->items[2]);
    if (!has(to, text_at(row, 0))) add(a, to, text_at(row, 0), text_at(row, 1), key);
  }
}

/* False: the file does not define the type. */
static bool describe_file(struct compilation *c, str path, struct description *d)
{
  const value v = environment_restype_doc(c, d->name, path, true), fault = value_member(v, "fault");
  if (fault.kind == V_STRING) fail_error(&c->context, FAILURE_EVALUATION, "%.*s", STR_FMT(value_text(fault)));
  const value doc = value_member(v, "doc");
  if (doc.kind == V_STRING && path.n > 0) d->doc = value_text(doc);
  if (path.n > 0) add_rows(d->arena, &d->attributes, value_member(v, "attributes"));
  add_rows(d->arena, &d->metaparameters, value_member(v, "metaparams"));
  add_rows(d->arena, &d->providers, value_member(v, "providers"));
  return v.kind == V_HASH;
}

/* Whether modules have providers for one of Puppet's types. */
static bool has_providers(struct compilation *c, str name)
{
  const struct environment *e = c->environment;
  for (uint32_t i = 0; i < e->options.nmodulepath; i++) {
    str *modules;
    uint32_t n;
    if (!e->host->list_directory(e->host->ctx, c->arena, e->options.modulepath[i], &modules, &n)) continue;
    for (uint32_t k = 0; k < n; k++) {
      const str directory = arena_printf(c->arena, "%.*s/%.*s/lib/puppet/provider/%.*s",
                                         STR_FMT(e->options.modulepath[i]), STR_FMT(modules[k]), STR_FMT(name));
      if (e->host->stat(e->host->ctx, directory).kind == HOST_DIRECTORY) return true;
    }
  }
  return false;
}

/* A type in .resource_types: only the names are known. */
static bool describe_static(struct compilation *c, struct description *d)
{
  const struct restype *t = environment_find_restype(c, sym_intern(d->name));
  if (t != NULL) describe_table(t, d);
  return t != NULL;
}

static bool describe_one(struct compilation *c, struct description *d)
{
  const struct restype *own = restype_find(sym_intern(d->name));
  const str *path = strmap_get(environment_ruby_types(c), d->name);
  if (path != NULL && ruby_installed() && (own == NULL || own->module.n > 0)) return describe_file(c, *path, d);
  if (own == NULL) return describe_static(c, d);
  describe_table(own, d);
  if (ruby_installed() && own->module.n == 0 && has_providers(c, d->name)) describe_file(c, STR_EMPTY, d);
  return true;
}

static void describe_all(struct compilation *c, void *arg)
{
  const struct wanted *w = arg;
  for (int i = 0; i < w->count; i++) {
    struct description d = {.arena = c->arena, .name = str_of(w->names[i])};
    add_metaparameters(&d);
    const bool found = describe_one(c, &d);
    if (found && w->options->providers) complete_providers(w->ral, &d);
    if (found) print(w->out, w->options, &d);
    else buf_printf(w->out, "Unknown type %s\n", w->names[i]);
  }
}

/* --- the list --- */

/* The documentation of a module's type; NULL: the file does not define it. Without Ruby it is unknown. */
static str listed_doc(struct compilation *c, str name, str path)
{
  if (!ruby_installed()) return STR_EMPTY;
  const value v = environment_restype_doc(c, name, path, false), doc = value_member(v, "doc"),
              fault = value_member(v, "fault");
  if (doc.kind == V_STRING) return value_text(doc);
  return fault.kind == V_STRING ? value_text(fault) : (str){NULL, 0};
}

static void list_all(struct compilation *c, void *arg)
{
  const struct wanted *w = arg;
  const struct strmap *files = environment_ruby_types(c);
  struct rows all = {0};
  for (const struct restype *const *own = restype_all(); *own != NULL; own++) {
    const str name = sym_str((*own)->name);
    const bool in_module = (*own)->module.n > 0 && strmap_get(files, name) != NULL && ruby_installed();
    if (in_module || str_eqz(name, "component")) continue;
    add(c->arena, &all, name, text_or_none(restype_doc(name.p)), false);
  }
  for (uint32_t i = 0; i < files->n; i++) {
    const str name = files->entries[i].key, *path = files->entries[i].value;
    if (has(&all, name)) continue;
    const str doc = listed_doc(c, name, *path);
    if (doc.p != NULL) add(c->arena, &all, name, doc, false);
  }
  sort(&all);
  buf_z(w->out, "These are the types known to ficelle:\n");
  for (uint32_t i = 0; i < all.n; i++) {
    buf_printf(w->out, "%-15.*s - ", STR_FMT(all.items[i].name));
    describe_summary(w->out, all.items[i].doc);
    buf_char(w->out, '\n');
  }
}

/* --- in the environment --- */

/* Only the suitability of providers is checked, so messages are discarded. */
static void say_nothing(struct ral *ral, enum log_level level, str source, str message)
{
  (void)ral;
  (void)level;
  (void)source;
  (void)message;
}

static int in_environment(struct cli *cli, void (*work)(struct compilation *, void *), struct wanted *w)
{
  struct compile_cli job;
  str error;
  if (!compile_cli_begin(&job, cli, NULL)) return 1;
  const str environment = settings_str(cli->settings, SETTING_environment);
  if (!environment_read_conf(job.arena, &job.host, cli->settings, environment, &job.environment, &error)) {
    compile_cli_end(&job);
    return cli_error("%.*s", STR_FMT(error));
  }
  job.environment.manifest = job.environment.config_version = STR_EMPTY;
  job.environment.has_code = false;
  const struct node_data node = {.name = job.node,
                                 .facts = compile_cli_host_facts(&job, job.arena, HOST_FACTS_OWN),
                                 .parameters = &hash_empty,
                                 .trusted = &hash_empty,
                                 .server_facts = &hash_empty};
  const struct compile_settings settings = compile_cli_settings(&job);
  struct ral ral = {
    .arena = job.arena, .types = ral_types, .settings = cli->settings, .facts = node.facts, .log = say_nothing};
  w->ral = &ral;
  struct environment *env = environment_new(&job.environment, &job.host);
  struct compile_result r = compile_apart(env, &node, &settings, &job.host, work, w);
  cli_print(w->out);
  const int status = r.ok ? 0 : cli_error("Could not run: %.*s", STR_FMT(r.message));
  compile_result_free(&r);
  environment_free(env);
  compile_cli_end(&job);
  return status;
}

static int run(struct cli *cli, void (*work)(struct compilation *, void *), struct wanted *w)
{
  struct buf out = BUF_HEAP;
  w->out = &out;
  const int status = in_environment(cli, work, w);
  buf_free(&out);
  return cli_finish(status);
}

int describe_types(struct cli *cli, const struct describe_options *o, char **names, int count)
{
  struct wanted w = {.options = o, .names = names, .count = count};
  return run(cli, describe_all, &w);
}

int describe_list(struct cli *cli)
{
  struct wanted w = {0};
  return run(cli, list_all, &w);
}
