/* Resources that other nodes export: a collector queries the store once and adds them to this catalog. Each begins as a
 * virtual resource, with the tags and defaults of the collector's scope, and is then realized like one of this node. */
#include "compiler/catalog/internal.h"

/* The query with references as text: the store does not know the compiler's types. */
static const struct query *plain_query(struct compilation *c, const struct query *q)
{
  if (q == NULL) return NULL;
  struct query *plain = ARENA_NEW(c->arena, struct query);
  *plain = *q;
  context_enter(&c->context);
  plain->left = plain_query(c, q->left);
  plain->right = plain_query(c, q->right);
  context_leave(&c->context);
  if (value_is_reference(q->value)) plain->value = value_str(reference_text(c, q->value.type));
  return plain;
}

/* Whether the resource already exists. It may be from the same node, through another collector; otherwise fails. */
static bool is_known(struct compilation *c, const struct exported_resource *from, const struct resource_type *rtype)
{
  const struct resource *there = catalog_find(c, rtype->name, from->title);
  if (there == NULL) return false;
  if (there->origin.exporter.n > 0 && str_eq(there->origin.exporter, from->certname)) return true;
  fail_message(&c->context, FAILURE_DUPLICATE,
               arena_printf(c->arena,
                            "A duplicate resource was found while collecting exported resources, with the type and "
                            "title %.*s",
                            STR_FMT(reference_of(c, rtype->name, from->title))));
}

static struct resource *import(struct compilation *c, struct collector *k, const struct exported_resource *from,
                               const struct resource_type *rtype)
{
  const struct hash *given = from->parameters;
  struct resource *r = resource_new(c, k->scope, rtype, from->title);
  struct parameter *params = arena_array(c->arena, given->n + 1, sizeof *params);
  uint32_t n = 0;
  for (uint32_t i = 0; i < given->n; i++) {
    if (given->entries[i].key.kind != V_STRING) continue;
    params[n++] = (struct parameter){
      .name = sym_intern(value_text(given->entries[i].key)), .value = given->entries[i].value, .setter = k->scope};
  }
  r->origin.exporter = from->certname;
  r->virtual = true; /* until the collector realizes it, like all that it finds */
  resource_fill(c, r, k->scope, params, n);
  catalog_add(c, k->scope, r, true);
  return r;
}

void catalog_import_exported(struct compilation *c, struct collector *k, struct ptrvec *found)
{
  const struct exported_source *source = c->settings->exported;
  struct exported_resource *all;
  uint32_t n;
  str error;
  if (k->searched || source == NULL) return;
  k->searched = true;
  const uint64_t began = compile_debug_clock(c, &log_catalog);
  const uint32_t before = found->n;
  if (!source->search(source->ctx, c->arena, catalog_display(c, k->type), c->node->name, plain_query(c, k->query), &all,
                      &n, &error)) {
    fail_message(&c->context, FAILURE_EVALUATION, error);
  }
  const struct resource_type rtype = environment_find_type(c, sym_str(k->type));
  for (uint32_t i = 0; i < n; i++) {
    if (!is_known(c, &all[i], &rtype)) ptrvec_push(found, c->arena, import(c, k, &all[i], &rtype));
  }
  compile_debug_from(c, &log_catalog, scope_label(k->scope), "Collected %u %.*s resource%s in %.2f seconds",
                     found->n - before, STR_FMT(catalog_display(c, k->type)), found->n - before == 1 ? "" : "s",
                     compile_debug_ms(c, began) / 1000);
}
