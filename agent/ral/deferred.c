/* Deferred values: calls their functions on this host, either when the resource is reached or before anything is
 * applied. */
#include "agent/ral/ral.h"
#include "base/deadline.h"

static bool is_kind(value v, const char *name)
{
  const value *kind = v.kind == V_HASH ? hash_get_str(v.hash, STR("__ptype")) : NULL;
  return kind != NULL && str_eqz(ral_text(*kind), name);
}

/* Whether the value contains rich data of the type `name`. */
static bool contains(value v, const char *name, uint32_t depth)
{
  nesting_step(depth); /* cannot fail: ral_read_rich has checked the depth of these values */
  if (is_kind(v, name)) return true;
  for (uint32_t i = 0; v.kind == V_ARRAY && i < v.array->n; i++) {
    if (contains(v.array->items[i], name, depth + 1)) return true;
  }
  for (uint32_t i = 0; v.kind == V_HASH && i < v.hash->n; i++) {
    if (contains(v.hash->entries[i].key, name, depth + 1)) return true;
    if (contains(v.hash->entries[i].value, name, depth + 1)) return true;
  }
  return false;
}

bool ral_is_deferred(value v) { return (v.kind == V_HASH || v.kind == V_ARRAY) && contains(v, "Deferred", 0); }

static bool call(struct ral *ral, value v, value *out, bool *sensitive)
{
  if (ral->resolve == NULL) return ral_fail(ral, "not supported: deferred values of this catalog");
  return ral->resolve(ral, v, out, sensitive);
}

static void mark_secret(struct ral *ral, struct catalog_item *item, value name)
{
  struct valuevec all = {0};
  if (catalog_item_is_sensitive(item, value_text(name))) return;
  for (uint32_t i = 0; i < item->sensitive->n; i++) valuevec_push(&all, ral->arena, item->sensitive->items[i]);
  valuevec_push(&all, ral->arena, name);
  item->sensitive = valuevec_array(&all, ral->arena).array;
}

bool ral_resolve_item(struct ral *ral, struct catalog_item *item)
{
  struct hash *to = NULL;
  for (uint32_t i = 0; i < item->params->n; i++) {
    const struct hash_entry *e = &item->params->entries[i];
    bool secret = false;
    value v;
    if (!ral_is_deferred(e->value)) continue;
    if (!call(ral, e->value, &v, &secret)) return false;
    if (to == NULL) to = hash_copy(ral->arena, item->params, 0);
    hash_put(to, ral->arena, e->key, v);
    if (secret) mark_secret(ral, item, e->key);
  }
  if (to != NULL) item->params = to;
  return true;
}

bool ral_resolve_all(struct ral *ral, struct catalog_doc *doc)
{
  for (uint32_t i = 0; i < doc->n; i++) {
    if (!ral_resolve_item(ral, &doc->items[i])) return false;
  }
  return true;
}

/* --- variables --- */

struct reading {
  struct ral *ral;
  struct hash *known; /* name => value: each variable is read, and a warning about it printed, once */
};

static bool read_variables(struct reading *x, value v, value *out);

static bool read_all(struct reading *x, const struct array *from, value *out)
{
  for (uint32_t i = 0; i < from->n; i++) {
    if (!read_variables(x, from->items[i], &out[i])) return false;
  }
  return true;
}

static bool variable_value(struct reading *x, value name, value *out, bool *secret)
{
  struct arena *a = x->ral->arena;
  const value *known = hash_get(x->known, name);
  if (known != NULL) {
    *out = *known;
    return true;
  }
  struct hash *variable = hash_new(a, 2);
  hash_put_str(variable, a, STR("__ptype"), value_str(STR("Deferred")));
  hash_put_str(variable, a, STR("name"), name);
  if (!call(x->ral, value_hash(variable), out, secret)) return false;
  if (!*secret) hash_put(x->known, a, name, *out);
  return true;
}

/* Makes `dig` with the variable's value of a Deferred that names a variable. */
static bool read_variable(struct reading *x, value v, value name, value *out)
{
  struct arena *a = x->ral->arena;
  const value *given = hash_get_str(v.hash, STR("arguments"));
  const struct array *rest = given != NULL && given->kind == V_ARRAY ? given->array : &array_empty;
  struct array *arguments = array_new(a, rest->n + 1);
  struct hash *dig = hash_copy(a, v.hash, 1);
  bool secret = false;
  if (!variable_value(x, name, &arguments->items[0], &secret)) return false;
  if (!read_all(x, rest, arguments->items + 1)) return false;
  hash_put_str(dig, a, STR("name"), value_str(STR("dig")));
  hash_put_str(dig, a, STR("arguments"), value_array(arguments));
  if (!secret) *out = value_hash(dig);
  return true;
}

static bool read_variables(struct reading *x, value v, value *out)
{
  *out = v;
  if (!ral_is_deferred(v)) return true;
  if (v.kind == V_ARRAY) {
    struct array *items = array_new(x->ral->arena, v.array->n);
    *out = value_array(items);
    return read_all(x, v.array, items->items);
  }
  const value *name = is_kind(v, "Deferred") ? hash_get_str(v.hash, STR("name")) : NULL;
  if (name != NULL && str_starts(ral_text(*name), STR("$"))) return read_variable(x, v, *name, out);
  struct hash *h = hash_copy(x->ral->arena, v.hash, 0);
  for (uint32_t i = 0; i < h->n; i++) {
    if (!read_variables(x, v.hash->entries[i].value, &h->entries[i].value)) return false;
  }
  *out = value_hash(h);
  return true;
}

bool ral_read_variables(struct ral *ral, struct catalog_doc *doc)
{
  struct reading x = {.ral = ral, .known = hash_new(ral->arena, 4)};
  for (uint32_t i = 0; ral->resolve != NULL && i < doc->n; i++) {
    struct catalog_item *item = &doc->items[i];
    struct hash *to = NULL;
    for (uint32_t k = 0; k < item->params->n; k++) {
      const struct hash_entry *e = &item->params->entries[k];
      if (!ral_is_deferred(e->value)) continue;
      if (to == NULL) to = hash_copy(ral->arena, item->params, 0);
      if (!read_variables(&x, e->value, &to->entries[k].value)) return false;
    }
    if (to != NULL) item->params = to;
  }
  return true;
}

/* The result is secret if one of the arguments is, or if the call is `Sensitive.new`. */
void ral_hide_deferred(struct ral *ral, struct catalog_doc *doc)
{
  for (uint32_t i = 0; i < doc->n; i++) {
    struct catalog_item *item = &doc->items[i];
    for (uint32_t k = 0; k < item->params->n; k++) {
      const value v = item->params->entries[k].value;
      if (!ral_is_deferred(v)) continue;
      if (contains(v, "Sensitive", 0) || contains(v, "Pcore::SensitiveType", 0)) {
        mark_secret(ral, item, item->params->entries[k].key);
      }
    }
  }
}

/* Metaparameters have no entry in `settings`, so their Deferred values are read from the catalog again. */
static bool resolve_metaparameters(struct ral_resource *r, bool *any)
{
  struct hash *found = NULL;
  for (uint32_t i = 0; r->item != NULL && i < r->item->params->n; i++) {
    const struct hash_entry *e = &r->item->params->entries[i];
    bool secret = false;
    value v;
    if (!ral_is_deferred(e->value) || ral_setting(r, arena_strz(r->ral->arena, value_text(e->key))) != NULL) continue;
    if (str_eqz(value_text(e->key), "name")) continue;
    if (!call(r->ral, e->value, &v, &secret)) return false;
    if (found == NULL) found = hash_new(r->ral->arena, 2);
    hash_put(found, r->ral->arena, e->key, v);
    *any = true;
  }
  return found == NULL || ral_set_metaparameters(r, found);
}

bool ral_resolve(struct ral_resource *r)
{
  bool any = false;
  if (!r->deferred) return true;
  r->deferred = false;
  for (const struct ral_attribute *a = r->type->attributes; a != NULL && a->name != NULL; a++) {
    struct ral_setting *s = &r->settings[a - r->type->attributes];
    bool secret = false;
    value v;
    if (!s->later) continue;
    s->later = false;
    const value *given = hash_get_str(r->item->params, str_of(a->name));
    if (!call(r->ral, *given, &v, &secret)) return false;
    s->sensitive = s->sensitive || secret;
    any = true;
    if (!ral_put(r, a, v)) return false;
    if (v.kind == V_UNDEF) s->set = false; /* it does not get the default either */
    if (secret && r->type->redact != NULL) r->type->redact(r);
  }
  if (!resolve_metaparameters(r, &any)) return false;
  return !any || ral_validate(r);
}
