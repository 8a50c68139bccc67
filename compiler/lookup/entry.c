/* Entries of a hierarchy: calls the function of an entry for each of its locations. */
#include "compiler/lookup/internal.h"
#include "base/check.h"

#include "compiler/lookup/lookup_function.h"

static const char *const tags[ENTRY_KIND_COUNT] = {
  [ENTRY_DATA_HASH] = "data_hash",       [ENTRY_LOOKUP_KEY] = "lookup_key",
  [ENTRY_DATA_DIG] = "data_dig",         [ENTRY_V4_DATA_HASH] = "v4_data_hash",
  [ENTRY_V3_DATA_HASH] = "v3_data_hash", [ENTRY_V3_LOOKUP_KEY] = "v3_lookup_key"};

bool entry_has_hash(const struct entry *e)
{
  return e->kind == ENTRY_DATA_HASH || e->kind == ENTRY_V4_DATA_HASH || e->kind == ENTRY_V3_DATA_HASH;
}

/* The name of an entry in messages: "lookup_key function 'x'". */
static str entry_full_name(struct arena *a, const struct entry *e)
{
  assert(e->kind < ENTRY_KIND_COUNT);
  if (e->kind == ENTRY_V4_DATA_HASH)
    return arena_printf(a, "deprecated API function '%.*s'", STR_FMT(e->function_name));
  return arena_printf(a, "%s function '%.*s'", tags[e->kind], STR_FMT(e->function_name));
}

const char *entry_tag(const struct entry *e)
{
  assert(e->kind < ENTRY_KIND_COUNT);
  return tags[e->kind];
}

/* The options for the function, with `path` or `uri` of the location. */
static const struct hash *entry_options(struct lookup_call *call, const struct entry *e, const struct location *l)
{
  assert(e->options == NULL || e->kind < ENTRY_KIND_COUNT);
  if (l == NULL) return e->options;
  struct arena *a = call->c->arena;
  struct hash *h = hash_copy(a, e->options, 1);
  hash_put_str(h, a, l->is_uri ? STR("uri") : STR("path"), value_str(l->path));
  return h;
}

/* --- results --- */

/* "Value for key 'k', in hash returned from data_hash function 'f', when using location '/x'," */
static str origin_of(struct lookup_call *call, const char *what, str key, const char *how, const struct entry *e,
                     const struct location *l)
{
  struct buf out = BUF_IN(call->c->arena);
  buf_z(&out, what);
  if (key.p != NULL) buf_printf(&out, " '%.*s',", STR_FMT(key));
  buf_printf(&out, " %s %.*s", how, STR_FMT(entry_full_name(call->c->arena, e)));
  if (l != NULL) buf_printf(&out, ", when using location '%.*s',", STR_FMT(l->path));
  return buf_view(&out);
}

static void check_value(struct lookup_call *call, value v, str key, const char *how, const struct entry *e,
                        const struct location *l)
{
  if (e->checked || value_is_rich_data(v) || type_instance(lookup_type(call->c, TYPE_LOOKUP_RICH), v)) return;
  struct buf actual = BUF_IN(call->c->arena);
  type_format(&actual, type_infer(call->c->arena, v));
  str origin = origin_of(call, "Value for key", key, how, e, l);
  lookup_fail(call, FAILED_IN_PUPPET, "%.*s has wrong type, expects Puppet::LookupValue, got %.*s", STR_FMT(origin),
              STR_FMT(buf_view(&actual)));
}

/* --- hashes --- */

/* Removes keys of other modules, which are logged and ignored. */
static struct data_view prune(struct lookup_call *call, const struct entry *e, const struct location *l,
                              struct data_view data)
{
  const str module = e->provider->module_name;
  struct arena *a = call->c->arena;
  struct hash *kept = NULL;
  for (uint32_t i = 0; module.p != NULL && i < data.hash->n; i++) {
    const value key = data.hash->entries[i].key;
    const str text = value_to_str(a, key);
    const bool own = str_eqz(text, "lookup_options") || (str_starts(text, module) && text.n > module.n + 1 &&
                                                         text.p[module.n] == ':' && text.p[module.n + 1] == ':');
    if (own && kept != NULL) hash_put(kept, a, key, data.hash->entries[i].value);
    if (own) continue;
    if (kept == NULL) {
      kept = hash_new(a, data.hash->n);
      for (uint32_t j = 0; j < i; j++) hash_put(kept, a, data.hash->entries[j].key, data.hash->entries[j].value);
    }
    str origin = origin_of(call, "Value", (str){NULL, 0}, "returned from", e, l);
    str message = arena_printf(a, "Module '%.*s': %.*s must use keys qualified with the name of the module; got %.*s",
                               STR_FMT(module), STR_FMT(origin), STR_FMT(text));
    compile_log(call->c, CLOG_WARNING, STR_EMPTY, message);
  }
  return kept != NULL ? (struct data_view){kept, NULL} : data;
}

/* False: the function called not_found. */
static bool call_data_hash(struct lookup_call *call, struct entry_context *x, const struct location *l, value *out,
                           const uint8_t **flags)
{
  struct entry *e = x->entry;
  *flags = NULL;
  if (e->builtin != BUILTIN_NONE) {
    if (l == NULL || l->is_uri) {
      lookup_fail(call, FAILED_IN_RUBY,
                  "'%.*s' one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be declared in "
                  "hiera.yaml when using this data_hash function",
                  STR_FMT(e->function_name));
    }
    *out = lookup_data_file(call, l->path, e->builtin, flags);
    return true;
  }
  const value options = value_hash(entry_options(call, e, l));
  return lookup_call_function(call, x, &options, e->kind == ENTRY_V4_DATA_HASH ? 0 : 1, out);
}

static bool load_hash(struct lookup_call *call, struct entry_context *x, const struct location *l)
{
  if (x->loaded) return true;
  const uint8_t *flags;
  value v;
  if (!call_data_hash(call, x, l, &v, &flags)) return false;
  if (v.kind != V_HASH) {
    str origin = origin_of(call, "Value", (str){NULL, 0}, "returned from", x->entry, l);
    lookup_fail_type(call, origin, "has wrong type", type_simple(T_HASH), type_infer_set(call->c->arena, v));
  }
  x->data = prune(call, x->entry, l, (struct data_view){v.hash, flags});
  x->loaded = true;
  return true;
}

static uint8_t flags_of(const struct data_view *data, const value *v)
{
  if (data->flags == NULL) return (value_interpolates(*v) ? DATA_INTERPOLATES : 0) | DATA_NOT_RICH;
  const struct hash_entry *e = (const struct hash_entry *)((const char *)v - offsetof(struct hash_entry, value));
  return data->flags[e - data->hash->entries];
}

/* Each caller gets its own value. */
static value found(struct lookup_call *call, value v, uint8_t flags)
{
  return flags & DATA_INTERPOLATES ? lookup_interpolate(call, v, true) : value_unshared(&call->c->context, v);
}

static bool value_in_hash(struct lookup_call *call, struct entry_context *x, const struct location *l,
                          const struct lookup_key *wanted, value *out)
{
  if (!load_hash(call, x, l)) return false;
  const str key = wanted->root;
  const value *v = lookup_key_get(x->data.hash, wanted);
  if (v == NULL) {
    explain_event(call->explain, EVENT_NOT_FOUND, key, VALUE_UNDEF);
    return false;
  }
  const uint8_t flags = flags_of(&x->data, v);
  if (flags & DATA_NOT_RICH) check_value(call, *v, key, "in hash returned from", x->entry, l);
  *out = found(call, *v, flags);
  explain_event(call->explain, EVENT_FOUND, key, *out);
  return true;
}

/* --- functions that are called for each key --- */

static bool ask(struct lookup_call *call, struct entry_context *x, const struct location *l,
                const struct lookup_key *key, value *out)
{
  struct entry *e = x->entry;
  struct arena *a = call->c->arena;
  const struct hash *options = entry_options(call, e, l);
  if (e->builtin == BUILTIN_EYAML) return lookup_eyaml(call, x, options, key->root, out);
  value asked = value_str(key->root);
  if (e->kind == ENTRY_DATA_DIG) {
    struct array *all = array_new(a, key->n + 1);
    all->items[0] = asked;
    for (uint32_t i = 0; i < key->n; i++) all->items[i + 1] = key->segments[i];
    asked = value_array(all);
  }
  const value args[] = {asked, value_hash(options)};
  return lookup_call_function(call, x, args, 2, out);
}

static bool answer(struct lookup_call *call, struct entry_context *x, const struct location *l,
                   const struct lookup_key *key, value *out)
{
  struct arena *a = call->c->arena;
  const bool dig = x->entry->kind == ENTRY_DATA_DIG;
  const str name = dig ? key->text : key->root;
  if (x->answers == NULL) x->answers = hash_new(a, 8);
  const value *known = hash_get_str(x->answers, name);
  if (known != NULL) {
    *out = *known;
  } else {
    if (!ask(call, x, l, key, out)) {
      explain_event(call->explain, EVENT_NOT_FOUND, name, VALUE_UNDEF);
      return false;
    }
    if (!dig) check_value(call, *out, name, "returned from", x->entry, l);
    hash_put_str(x->answers, a, arena_str(a, name), *out);
  }
  if (dig) check_value(call, *out, name, "returned from", x->entry, l);
  explain_event(call->explain, EVENT_FOUND, name, *out);
  if (dig) *out = lookup_undig(a, key, *out);
  return true;
}

/* --- locations --- */

struct entry_step {
  struct lookup_call *call;
  struct entry *entry;
  const struct lookup_key *key;
  struct location *extra;
  uint32_t nextra;
};

static bool at_location(const struct entry_step *s, struct location *l, value *out)
{
  struct entry_context *x = l != NULL ? &l->context : &s->entry->alone;
  return entry_has_hash(s->entry) ? value_in_hash(s->call, x, l, s->key, out) : answer(s->call, x, l, s->key, out);
}

static bool step(void *arg, uint32_t i, value *out)
{
  const struct entry_step *s = arg;
  struct explain *explain = s->call->explain;
  if (!s->entry->located) return at_location(s, NULL, out);
  struct location *l = i < s->nextra ? &s->extra[i] : &s->entry->locations[i - s->nextra];
  if (explain == NULL) return l->exists && at_location(s, l, out);
  struct explain_node *node = explain_push(explain, l->is_uri ? EXPLAIN_URI : EXPLAIN_PATH, l->path);
  node->original = l->original;
  bool found = false;
  if (l->exists) found = at_location(s, l, out);
  else explain_event(explain, EVENT_LOCATION_NOT_FOUND, STR_EMPTY, VALUE_UNDEF);
  explain_pop(explain);
  return found;
}

/* In configurations of version 3, the paths that hiera() was given come first. */
static void add_hierarchy(struct entry_step *s)
{
  struct lookup_call *call = s->call;
  if (call->asked.hierarchy.kind == V_UNDEF || s->entry->datadir.p == NULL) return;
  s->extra = hiera_resolve_paths(call, s->entry, s->entry->datadir, call->asked.hierarchy, false,
                                 arena_printf(call->c->arena, ".%.*s", STR_FMT(s->entry->name)), &s->nextra);
}

bool entry_lookup(struct lookup_call *call, struct entry *e, const struct lookup_key *key, const struct merge *merge,
                  value *out)
{
  assert_hot(e->kind < ENTRY_KIND_COUNT && key != NULL && out != NULL);
  struct entry_step s = {.call = call, .entry = e, .key = key};
  if (call->explain != NULL) {
    const char *form = e->kind == ENTRY_V4_DATA_HASH ? "Deprecated API function \"%.*s\"" : "Hierarchy entry \"%.*s\"";
    const str name = e->kind == ENTRY_V4_DATA_HASH ? e->function_name : e->name;
    explain_push(call->explain, EXPLAIN_ENTRY, arena_printf(call->c->arena, form, STR_FMT(name)));
  }
  add_hierarchy(&s);
  const bool found = merge_variants(call, merge, e->located ? e->n + s.nextra : 1, step, &s, out);
  explain_pop(call->explain);
  return found;
}

/* --- all entries at once --- */

/* Returns NULL unless every existing location has been read from a file: only files have flags. */
static const struct data_view *flatten(struct lookup_call *call, struct entry_list *list)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < list->n; i++) {
    const struct entry *e = &list->items[i];
    list->mixed = list->mixed || !e->located || e->kind != ENTRY_DATA_HASH;
    for (uint32_t j = 0; !list->mixed && j < e->n; j++) {
      const struct location *l = &e->locations[j];
      if (!l->exists) continue;
      if (!l->context.loaded) return NULL;
      list->mixed = l->context.data.flags == NULL;
      n++;
    }
  }
  if (list->mixed) return NULL;
  struct data_view *flat = arena_array(call->c->arena, n + 1, sizeof *flat);
  for (uint32_t i = 0; i < list->n; i++) {
    const struct entry *e = &list->items[i];
    for (uint32_t j = 0; j < e->n; j++) {
      if (e->locations[j].exists) flat[list->nflat++] = e->locations[j].context.data;
    }
  }
  return list->flat = flat;
}

bool entry_list_lookup(struct lookup_call *call, struct entry_list *list, const struct lookup_key *key, value *out,
                       bool *known)
{
  assert_hot(call->explain == NULL && known != NULL && out != NULL);
  *known = false;
  if (list->mixed || (list->flat == NULL && flatten(call, list) == NULL)) return false;
  const value *v = NULL;
  uint32_t i = 0;
  while (i < list->nflat && (v = lookup_key_get(list->flat[i].hash, key)) == NULL) i++;
  const uint8_t flags = v != NULL ? flags_of(&list->flat[i], v) : 0;
  if (flags & DATA_NOT_RICH) return false;
  *known = true;
  if (v != NULL) *out = found(call, *v, flags);
  return v != NULL;
}
