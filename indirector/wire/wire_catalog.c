/* replace catalog: adds aliases and edges of containment and relationships; removes sensitive parameters. */
#include <stdlib.h>

#include "base/map.h"
#include "compiler/restypes/restype.h"
#include "indirector/wire/wire_internal.h"

struct resource {
  str type, title, ref;
  const struct hash *sensitive; /* names of parameters that are not sent; NULL: none */
  struct hash *fields, *params;
  bool is_virtual;
};

struct sending {
  const struct wire_sender *sender;
  struct arena *arena;
  struct resource *all;
  uint32_t n, secrets;
  struct strmap by_ref, by_alias; /* "File[/x]" -> struct resource * */
  struct strmap handed_over;      /* references of exported resources that the node gets */
  struct valuevec edges;
  struct strmap edges_seen;
  str error;
};

static bool failed(struct sending *x, str why)
{
  x->error = why;
  return false;
}

static str ref_of(struct arena *a, str type, str title)
{
  return arena_printf(a, "%.*s[%.*s]", STR_FMT(type), STR_FMT(title));
}

/* --- resources --- */

static struct hash *plain_parameters(struct sending *x, value given)
{
  const uint32_t n = given.kind == V_HASH ? given.hash->n : 0;
  struct hash *out = hash_new(x->arena, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    const struct hash_entry *e = &given.hash->entries[i];
    hash_put(out, x->arena, e->key, wire_plain(x->arena, e->value, &x->secrets, &x->error));
  }
  return out;
}

/* Converts a list of names to a set. */
static const struct hash *set_of(struct arena *a, value list)
{
  if (list.kind != V_ARRAY || list.array->n == 0) return NULL;
  struct hash *out = hash_new(a, list.array->n);
  for (uint32_t i = 0; i < list.array->n; i++) hash_put(out, a, list.array->items[i], VALUE_UNDEF);
  return out;
}

static bool read_resource(struct sending *x, value given, struct resource *out)
{
  struct arena *a = x->arena;
  const value type = value_member(given, "type"), title = value_member(given, "title"),
              tags = value_member(given, "tags");
  if (type.kind != V_STRING || title.kind == V_UNDEF)
    return failed(x, STR("A resource of the catalog has no type, or no title"));
  out->type = value_text(type);
  out->title = value_to_str(a, title);
  out->ref = ref_of(a, out->type, out->title);
  out->sensitive = set_of(a, value_member(given, "sensitive_parameters"));
  out->params = plain_parameters(x, value_member(given, "parameters"));
  out->fields = hash_new(a, given.hash->n + 1);
  for (uint32_t i = 0; i < given.hash->n; i++) {
    const struct hash_entry *e = &given.hash->entries[i];
    if (e->key.kind == V_STRING && str_eqz(value_text(e->key), "sensitive_parameters")) continue;
    hash_put(out->fields, a, e->key, e->value);
  }
  wire_put(out->fields, a, "title", value_str(out->title));
  wire_put(out->fields, a, "tags", tags.kind == V_ARRAY ? tags : value_array(&array_empty));
  out->is_virtual = value_is_true(value_member(given, "exported")) && strmap_find(&x->handed_over, out->ref) == NULL;
  return true;
}

/* --- aliases --- */

static struct wire_type type_of(struct sending *x, str name)
{
  struct wire_type out = {.namevar = STR("name")};
  char *lower = arena_strz(x->arena, name);
  for (char *c = lower; *c != '\0'; c++) *c = (char)ascii_lower((unsigned char)*c);
  const struct restype *known = restype_find(sym_intern(str_of(lower)));
  if (known != NULL) {
    out = (struct wire_type){sym_str(known->namevar), known->nkeys > 1, known->not_isomorphic};
  } else if (x->sender->type != NULL) {
    x->sender->type(x->sender->ctx, str_of(lower), &out);
  }
  return out;
}

static void push_flat(struct valuevec *out, struct arena *a, value v)
{
  if (v.kind == V_ARRAY) {
    for (uint32_t i = 0; i < v.array->n; i++) push_flat(out, a, v.array->items[i]);
  } else if (v.kind != V_UNDEF) {
    valuevec_push(out, a, v);
  }
}

/* Puppet's own Stage[main] and Class[main] have a symbol as title, which is not the name. */
static bool is_symbol_main(const struct resource *r)
{
  return str_eqz(r->title, "main") && (str_eqz(r->type, "Stage") || str_eqz(r->type, "Class"));
}

static void add_aliases(struct sending *x, struct resource *r)
{
  const struct wire_type type = type_of(x, r->type);
  struct valuevec aliases = {0};
  if (type.composite) return;
  const value *declared = hash_get_str(r->params, STR("alias")), *named = hash_get_str(r->params, type.namevar);
  if (declared != NULL) push_flat(&aliases, x->arena, *declared);
  if (!type.not_isomorphic) {
    const value name = named != NULL ? *named : value_str(r->title);
    const bool other = name.kind != V_STRING || !str_eq(value_text(name), r->title) || is_symbol_main(r);
    if (name.kind != V_UNDEF && other && !value_among(aliases.items, aliases.n, name))
      valuevec_push(&aliases, x->arena, name);
  }
  if (aliases.n > 0) wire_put(r->params, x->arena, "alias", valuevec_array(&aliases, x->arena));
}

static void map_aliases(struct sending *x, struct resource *r)
{
  const value *v = hash_get_str(r->params, STR("alias"));
  struct valuevec names = {0};
  if (v != NULL) push_flat(&names, x->arena, *v);
  for (uint32_t i = 0; i < names.n; i++) {
    if (names.items[i].kind == V_STRING)
      strmap_put(&x->by_alias, ref_of(x->arena, r->type, value_text(names.items[i])), r);
  }
}

static int by_text(const void *x, const void *y)
{
  const value *a = x, *b = y;
  if (a->kind == V_STRING && b->kind == V_STRING) return str_cmp(value_text(*a), value_text(*b));
  struct buf m = BUF_HEAP, n = BUF_HEAP;
  value_render(&m, *a);
  value_render(&n, *b);
  const int order = str_cmp(buf_view(&m), buf_view(&n));
  buf_free(&m);
  buf_free(&n);
  return order;
}

/* Sorts metaparameters whose order has no meaning. */
static void sort_metaparameters(struct sending *x, struct resource *r)
{
  static const char *const names[] = {"alias", "audit", "before", "check", "notify", "require", "subscribe", "tag"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const value *v = hash_get_str(r->params, str_of(names[i]));
    if (v == NULL || v->kind != V_ARRAY || v->array->n < 2) continue;
    const value sorted = array_of(x->arena, v->array->items, v->array->n);
    qsort(sorted.array->items, sorted.array->n, sizeof(value), by_text);
    wire_put(r->params, x->arena, names[i], sorted);
  }
}

/* --- edges --- */

static value end_of(struct arena *a, str type, str title)
{
  struct hash *h = hash_new(a, 2);
  wire_put(h, a, "type", value_str(type));
  wire_put(h, a, "title", value_str(title));
  return value_hash(h);
}

/* Splits "File[/x]": the type ends at the first bracket, the title at the last. */
static bool split_ref(str ref, str *type, str *title)
{
  const size_t open = str_index(ref, '[', 0);
  if (open == SIZE_MAX || open == 0 || open + 2 >= ref.n || ref.p[ref.n - 1] != ']') return false;
  *type = str_sub(ref, 0, open);
  *title = str_sub(ref, open + 1, ref.n - open - 2);
  return true;
}

struct edge {
  str relationship, source_type, source_title, target_type, target_title;
};

static bool is_new(struct sending *x, const struct edge *e)
{
  bool made;
  struct buf key = BUF_IN(x->arena);
  const str parts[] = {e->relationship, e->source_type, e->source_title, e->target_type, e->target_title};
  for (size_t i = 0; i < 5; i++) {
    buf_str(&key, parts[i]);
    buf_char(&key, '\0');
  }
  strmap_slot(&x->edges_seen, buf_view(&key), &made);
  return made;
}

static bool add_containment(struct sending *x, value given)
{
  struct arena *a = x->arena;
  const value source = value_member(given, "source"), target = value_member(given, "target");
  struct edge e = {.relationship = STR("contains")};
  if (source.kind != V_STRING || target.kind != V_STRING ||
      !split_ref(value_text(source), &e.source_type, &e.source_title) ||
      !split_ref(value_text(target), &e.target_type, &e.target_title)) {
    return failed(x, STR("An edge of the catalog has no source, or no target"));
  }
  if (!is_new(x, &e)) return true;
  struct hash *h = hash_new(a, 3);
  wire_put(h, a, "source", end_of(a, e.source_type, e.source_title));
  wire_put(h, a, "target", end_of(a, e.target_type, e.target_title));
  wire_put(h, a, "relationship", value_str(e.relationship));
  valuevec_push(&x->edges, a, value_hash(h));
  return true;
}

static const struct relation {
  const char *param, *relationship;
  bool forward;
} relations[] = {{"before", "before", true},
                 {"require", "required-by", false},
                 {"notify", "notifies", true},
                 {"subscribe", "subscription-of", false}};

static bool invalid(struct sending *x, const struct resource *r, const struct relation *relation, str other,
                    const char *why)
{
  return failed(x, arena_printf(x->arena, "Invalid relationship: %.*s { %s => %.*s }, because %.*s %s", STR_FMT(r->ref),
                                relation->param, STR_FMT(other), STR_FMT(other), why));
}

/* Whether each part of the type's name begins with a capital. */
static bool is_well_formed(str ref)
{
  size_t at = 0;
  for (;;) {
    if (at >= ref.n || !ascii_is_upper((unsigned char)ref.p[at])) return false;
    while (at < ref.n && (ascii_is_lower((unsigned char)ref.p[at]) || ascii_is_digit((unsigned char)ref.p[at]) ||
                          ascii_is_upper((unsigned char)ref.p[at]) || ref.p[at] == '_')) {
      if (ascii_is_upper((unsigned char)ref.p[at]) && at > 0 && ref.p[at - 1] != ':') return false;
      at++;
    }
    if (at < ref.n && ref.p[at] == '[') return str_index(ref, ']', at) != SIZE_MAX;
    if (at + 1 >= ref.n || ref.p[at] != ':' || ref.p[at + 1] != ':') return false;
    at += 2;
  }
}

/* Finds a resource by title, then by alias. Slashes at the end of a file's title are ignored, except for "/". */
static const struct resource *find(struct sending *x, str ref)
{
  str type, title;
  if (!split_ref(ref, &type, &title)) return NULL;
  if (str_eqz(type, "File") && str_ends(title, STR("/"))) {
    while (title.n > 1 && title.p[title.n - 1] == '/') title.n--;
    ref = ref_of(x->arena, type, title);
  }
  const struct resource *found = strmap_get(&x->by_ref, ref);
  return found != NULL ? found : strmap_get(&x->by_alias, ref);
}

static bool add_relation(struct sending *x, const struct resource *r, const struct relation *relation, value other)
{
  struct arena *a = x->arena;
  const str ref = value_to_str(a, other);
  if (other.kind != V_STRING || !is_well_formed(ref)) {
    return invalid(
      x, r, relation, ref,
      "doesn't seem to be in the correct format. Resource references should be formatted as: Classname['title'] or "
      "Modulename::Classname['title'] (take careful note of the capitalization).");
  }
  const struct resource *to = find(x, ref);
  if (to == NULL) return invalid(x, r, relation, ref, "doesn't seem to be in the catalog");
  if (to->is_virtual) return invalid(x, r, relation, ref, "is exported but not collected");
  const struct resource *source = relation->forward ? r : to, *target = relation->forward ? to : r;
  const struct edge e = {str_of(relation->relationship), source->type, source->title, target->type, target->title};
  if (!is_new(x, &e)) return true;
  struct hash *h = hash_new(a, 3);
  wire_put(h, a, "relationship", value_str(e.relationship));
  wire_put(h, a, "source", end_of(a, e.source_type, e.source_title));
  wire_put(h, a, "target", end_of(a, e.target_type, e.target_title));
  valuevec_push(&x->edges, a, value_hash(h));
  return true;
}

static bool add_relations(struct sending *x, const struct resource *r)
{
  if (r->is_virtual) return true;
  for (size_t i = 0; i < sizeof relations / sizeof *relations; i++) {
    const value *v = hash_get_str(r->params, str_of(relations[i].param));
    struct valuevec others = {0};
    if (v == NULL || !value_truthy(*v)) continue;
    push_flat(&others, x->arena, *v);
    for (uint32_t k = 0; k < others.n; k++) {
      if (!add_relation(x, r, &relations[i], others.items[k])) return false;
    }
  }
  return true;
}

/* --- the catalog --- */

static void note_handed_over(struct sending *x, value catalog)
{
  const value resources = value_member(catalog, "resources");
  for (uint32_t i = 0; resources.kind == V_ARRAY && i < resources.array->n; i++) {
    const value r = resources.array->items[i], type = value_member(r, "type"), title = value_member(r, "title");
    if (!value_is_true(value_member(r, "exported")) || type.kind != V_STRING) continue;
    strmap_put(&x->handed_over, ref_of(x->arena, value_text(type), value_to_str(x->arena, title)), NULL);
  }
}

static bool read_resources(struct sending *x, value given)
{
  if (given.kind != V_ARRAY) return failed(x, STR("The catalog has no resources"));
  x->n = given.array->n;
  x->all = arena_array(x->arena, (size_t)x->n + 1, sizeof *x->all);
  for (uint32_t i = 0; i < x->n; i++) {
    struct resource *r = &x->all[i];
    if (!read_resource(x, given.array->items[i], r)) return false;
    add_aliases(x, r);
    sort_metaparameters(x, r);
    map_aliases(x, r);
    strmap_put(&x->by_ref, r->ref, r);
  }
  return true;
}

static bool make_edges(struct sending *x, value given)
{
  for (uint32_t i = 0; given.kind == V_ARRAY && i < given.array->n; i++) {
    if (!add_containment(x, given.array->items[i])) return false;
  }
  for (uint32_t i = 0; i < x->n; i++) {
    if (!add_relations(x, &x->all[i])) return false;
  }
  return true;
}

/* Called after the edges exist, because a sensitive parameter may be a relationship. */
static value resources_of(struct sending *x)
{
  struct array *out = array_new(x->arena, x->n);
  for (uint32_t i = 0; i < x->n; i++) {
    const struct resource *r = &x->all[i];
    struct hash *params = r->params;
    if (r->sensitive != NULL) {
      params = hash_new(x->arena, r->params->n);
      for (uint32_t k = 0; k < r->params->n; k++) {
        const struct hash_entry *e = &r->params->entries[k];
        if (hash_get(r->sensitive, e->key) == NULL) hash_put(params, x->arena, e->key, e->value);
      }
    }
    wire_put(r->fields, x->arena, "parameters", value_hash(params));
    out->items[i] = value_hash(r->fields);
  }
  return value_array(out);
}

static value text_of(struct arena *a, value v) { return v.kind == V_UNDEF ? v : value_str(value_to_str(a, v)); }

static value payload_of(struct sending *x, value catalog)
{
  struct arena *a = x->arena;
  const struct wire_sender *s = x->sender;
  const value uuid = value_member(catalog, "catalog_uuid"), job = value_member(catalog, "job_id");
  struct hash *h = hash_new(a, 11);
  wire_put(h, a, "version", value_str(value_to_str(a, value_member(catalog, "version"))));
  wire_put(h, a, "code_id", value_member(catalog, "code_id"));
  wire_put(h, a, "catalog_uuid", uuid.kind != V_UNDEF ? uuid : wire_text_or_null(s->transaction_uuid));
  wire_put(h, a, "resources", resources_of(x));
  wire_put(h, a, "edges", s->without_edges ? value_array(&array_empty) : valuevec_array(&x->edges, a));
  wire_put(h, a, "job_id", job.kind != V_UNDEF ? text_of(a, job) : wire_text_or_null(s->job_id));
  wire_put(h, a, "certname", value_member(catalog, "name"));
  wire_put(h, a, "transaction_uuid", wire_text_or_null(s->transaction_uuid));
  wire_put(h, a, "environment", value_str(s->environment));
  wire_put(h, a, "producer_timestamp", value_str(wire_time(a, s->now)));
  wire_put(h, a, "producer", wire_text_or_null(s->producer));
  return value_hash(h);
}

bool wire_catalog(const struct wire_sender *s, value catalog, value handed_over, struct wire_command *out, str *error)
{
  struct sending x = {.sender = s, .arena = s->arena};
  const value name = value_member(catalog, "name");
  strmap_init(&x.by_ref, s->arena);
  strmap_init(&x.by_alias, s->arena);
  strmap_init(&x.handed_over, s->arena);
  strmap_init(&x.edges_seen, s->arena);
  note_handed_over(&x, handed_over);
  if (name.kind != V_STRING) failed(&x, STR("The catalog has no name"));
  else if (read_resources(&x, value_member(catalog, "resources"))) make_edges(&x, value_member(catalog, "edges"));
  if (x.error.n > 0) {
    *error = x.error;
    return false;
  }
  *out = (struct wire_command){WIRE_REPLACE_CATALOG, value_text(name), wire_time_utc(s->arena, s->now),
                               payload_of(&x, catalog)};
  return true;
}
