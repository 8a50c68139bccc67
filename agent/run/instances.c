/* Lists resources with their providers, reads the properties of each, and can change one resource by applying a catalog
 * that contains only it. */
#include "agent/run/instances.h"

#include <stdlib.h>

#include "agent/transaction/transaction.h"

/* Puppet lists no resources of these types, without an error. */
static bool is_never_listed(const struct ral_type *t)
{
  static const char *const names[] = {"exec", "file", "schedule", "tidy"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strcmp(t->name, names[i]) == 0) return true;
  }
  return false;
}

static bool add(struct ral *ral, const struct ral_type *t, const struct ral_provider *p, str title,
                struct ral_list *out)
{
  for (uint32_t i = 0; i < out->n; i++) {
    if (str_eq(out->items[i]->title, title)) return true;
  }
  struct ral_resource *r = ral_resource_new(ral, t, title);
  r->provider = p;
  r->listed = true;
  if (!ral_set_title(r) || !ral_finish(r) || (t->listed != NULL && !t->listed(r))) return false;
  ral_audit_all(r);
  ral_list_add(out, r);
  return true;
}

static bool list_provider(struct ral *ral, const struct ral_type *t, const struct ral_provider *p, struct ral_list *out)
{
  struct valuevec names = {0};
  const uint32_t before = out->n;
  if (!p->instances(ral, &names)) return false;
  for (uint32_t i = 0; i < names.n; i++) {
    if (!add(ral, t, p, ral_text(names.items[i]), out)) return false;
  }
  return p->prefetch == NULL || p->prefetch(ral, out->items + before, out->n - before);
}

static int by_title(const void *x, const void *y)
{
  const struct ral_resource *const *a = x, *const *b = y;
  return str_cmp((*a)->title, (*b)->title);
}

bool instances_all(struct ral *ral, const struct ral_type *t, struct ral_list *out)
{
  *out = (struct ral_list){.arena = ral->arena};
  if (is_never_listed(t)) return true;
  if (t->instances != NULL) {
    if (!t->instances(ral, t, out)) return false;
    for (uint32_t i = 0; i < out->n; i++) ral_audit_all(out->items[i]);
  }
  const struct ral_provider **p = NULL;
  if ((t->instances == NULL || t->providers != NULL) && (p = ral_listing_providers(ral, t)) == NULL) return false;
  for (; p != NULL && *p != NULL; p++) {
    if (!list_provider(ral, t, *p, out)) return false;
  }
  if (out->n > 0) qsort(out->items, out->n, sizeof *out->items, by_title);
  return true;
}

bool instances_one(struct ral *ral, const struct ral_type *t, str name, struct ral_resource **out)
{
  struct ral_list all;
  if (!instances_all(ral, t, &all)) return false;
  for (uint32_t i = 0; i < all.n; i++) {
    *out = all.items[i];
    if (str_eq(all.items[i]->title, name)) return true;
  }
  struct ral_resource *r = *out = ral_resource_new(ral, t, name);
  if (!ral_set_title(r)) return false;
  if (r->provider == NULL && t->providers != NULL) r->provider = ral_default_provider(ral, t);
  if (!ral_finish(r)) return false;
  ral_audit_all(r);
  return r->provider == NULL || r->provider->prefetch == NULL || r->provider->prefetch(ral, &r, 1);
}

bool instances_read(struct ral_resource *r, struct hash **out)
{
  struct arena *a = r->ral->arena;
  uint32_t n = 0;
  while (r->type->attributes != NULL && r->type->attributes[n].name != NULL) n++;
  value *current = arena_array(a, n + 1, sizeof *current);
  struct hash *h = *out = hash_new(a, n);
  if (!ral_retrieve(r, current)) return false;
  for (uint32_t i = 0; i < n; i++) {
    const struct ral_attribute *attribute = &r->type->attributes[i];
    if (attribute->flags & RAL_PROPERTY) {
      if (current[i].kind != V_UNDEF) hash_put_str(h, a, str_of(attribute->name), current[i]);
      continue;
    }
    const value v = ral_should(r, attribute);
    const bool title = attribute->flags & RAL_NAMEVAR && r->type->title == NULL && str_eq(ral_to_s(a, v), r->title);
    if (v.kind != V_UNDEF && !title) hash_put_str(h, a, str_of(attribute->name), v);
  }
  if (r->provider != NULL) hash_put_str(h, a, STR("provider"), value_str(str_of(r->provider->name)));
  return true;
}

static value catalog_of(struct arena *a, const struct ral_type *t, str name, const struct hash *params)
{
  struct hash *item = hash_new(a, 4), *whole = hash_new(a, 1);
  char *capital = arena_strz(a, str_of(t->name));
  for (size_t i = 0; capital[i] != '\0'; i++) {
    if (i == 0 || capital[i - 1] == ':') capital[i] = (char)ascii_upper((unsigned char)capital[i]);
  }
  hash_put_str(item, a, STR("type"), value_str(str_of(capital)));
  hash_put_str(item, a, STR("title"), value_str(name));
  hash_put_str(item, a, STR("kind"), value_str(STR("compilable_type")));
  hash_put_str(item, a, STR("parameters"), value_hash(params));
  const value one = value_hash(item);
  hash_put_str(whole, a, STR("resources"), array_of(a, &one, 1));
  return value_hash(whole);
}

bool instances_apply(struct ral *ral, const struct ral_type *t, str name, const struct hash *params,
                     struct ral_resource **out, bool *failed)
{
  struct arena *a = ral->arena;
  struct catalog_doc *doc = ARENA_NEW(a, struct catalog_doc);
  struct agent_state state;
  str error;
  if (!catalog_from_value(a, catalog_of(a, t, name, params), doc, &error)) return ral_fail(ral, "%.*s", STR_FMT(error));
  if (!ral_load(ral, doc) || !state_load(&state, ral)) return false;
  struct transaction run = {.ral = ral,
                            .report = report_new(ral),
                            .state = &state,
                            .tags = &array_empty,
                            .skip_tags = &array_empty,
                            .ignore_schedules = true};
  const bool ok = transaction_run(&run);
  const str why = ral->error;
  if (!state_save(&state, ral, NULL)) ral_log_run(ral, LOG_LEVEL_ERR, "%.*s", STR_FMT(ral->error));
  ral->error = why;
  if (!ok) return false;
  struct ral_resource *r = *out = ral->resources.items[0];
  *failed = r->status != NULL && (r->status->failed || r->status->failed_to_restart);
  return true;
}
