/* Resources: their parameters and places, and the text of titles and references. Titles of classes are printed
 * capitalized ("Base::Sub") and looked up in lower case; all other titles do not change. */
#include "compiler/catalog/internal.h"

#include "base/check.h"
#include "base/json_plain.h"

value resource_value(const struct resource *r, const symbol *name)
{
  if (name == compilation_name.title) return r->typed_title != NULL ? *r->typed_title : value_str(r->title);
  const struct parameter *p = resource_param(r, name);
  return p != NULL ? p->value : VALUE_UNDEF;
}

bool definition_declares(const struct definition *d, const symbol *name)
{
  for (uint32_t i = 0; i < d->nparams; i++) {
    if (d->params[i].name == name) return true;
  }
  return false;
}

bool resource_is_sensitive(const struct resource *r, const symbol *name)
{
  for (uint32_t i = 0; i < r->nsensitive; i++) {
    if (r->sensitive[i] == name) return true;
  }
  return false;
}

bool resource_accepts(struct compilation *c, const struct resource *r, const symbol *name)
{
  if (environment_is_metaparameter(c, name)) return true;
  if (r->kind == RESOURCE_BUILTIN) return restype_has_attribute(r->restype, name);
  /* Every class and define accepts `name`. */
  if (name == compilation_name.name) return true;
  return r->definition != NULL && definition_declares(r->definition, name);
}

void resource_reserve(struct compilation *c, struct resource *r, uint32_t n)
{
  if (r->definition != NULL && r->definition->nparams > n) n = r->definition->nparams;
  if (n == 0) return;
  r->params.cap = n + 1; /* one more for a relationship */
  r->params.items = arena_alloc(c->arena, r->params.cap * sizeof *r->params.items);
}

/* Sets a parameter. As in a Ruby hash, an existing one keeps its place. The capacity grows by a half, because most
 * resources have few. */
static inline void params_put(struct arena *a, struct resource *r, const struct parameter *p)
{
  struct parameter *there = resource_param(r, p->name);
  if (there != NULL) {
    *there = *p;
    return;
  }
  if (r->params.n == r->params.cap) {
    uint32_t cap = r->params.cap < 4 ? 4 : r->params.cap + r->params.cap / 2;
    r->params.items = arena_regrow(a, r->params.items, r->params.cap * sizeof *p, cap * sizeof *p);
    r->params.cap = cap;
  }
  r->params.items[r->params.n++] = *p;
  r->params.mask |= symbol_mask(p->name);
}

/* Adds tags from the metaparameter `tag`. Puppet flattens the value as Ruby does: a hash is the list of its keys and
 * values; a reference gives none. */
static void tag_parameter(struct compilation *c, struct resource *r, value v)
{
  if (value_is_reference(v)) return;
  if (v.kind != V_HASH) {
    resource_tag_value(c, r, v);
    return;
  }
  for (uint32_t i = 0; i < v.hash->n; i++) {
    resource_tag_value(c, r, v.hash->entries[i].key);
    resource_tag_value(c, r, v.hash->entries[i].value);
  }
}

void resource_set(struct compilation *c, struct resource *r, const struct parameter *p)
{
  assert_hot(p != NULL && p->name != NULL);
  if (p->name == compilation_name.tag) tag_parameter(c, r, p->value);
  /* Collectors that read the attribute must check the resource again. */
  if (r->listed != NULL && (r->listed->asked & symbol_mask(p->name)) != 0) r->listed->changes++;
  PROVENANCE(c, provenance_set(c, r, p));
  params_put(c->arena, r, p);
}

void resource_unset(struct resource *r, const symbol *name)
{
  if (r->listed != NULL) r->listed->changes++;
  r->done.checked = false;
  /* The mask is computed again because several names may share a bit. */
  r->params.mask = 0;
  uint32_t left = 0;
  for (uint32_t i = 0; i < r->params.n; i++) {
    if (r->params.items[i].name == name) continue;
    r->params.items[left++] = r->params.items[i];
    r->params.mask |= symbol_mask(r->params.items[i].name);
  }
  r->params.n = left;
}

struct failure_place resource_failure_place(const void *resource)
{
  const struct resource *r = resource;
  return (struct failure_place){r->origin.file, r->origin.line, 0};
}

struct failure_place parameter_failure_place(const struct parameter *p)
{
  if (p->source == NULL) return (struct failure_place){0};
  return (struct failure_place){p->source->file, source_line(p->source, p->offset),
                                source_column(p->source, p->offset)};
}

void resource_place(struct buf *out, const struct resource *r) { diag_place(out, r->origin.file, r->origin.line, 0); }

void parameter_place(struct buf *out, const struct parameter *p)
{
  if (p->source != NULL) diag_place(out, p->source->file, source_line(p->source, p->offset), 0);
}

void resource_locate(struct compilation *c, struct resource *r, const ast *place)
{
  if (place == NULL || c->context.source == NULL) return;
  r->origin.source = c->context.source;
  r->origin.offset = place->offset;
  r->origin.file = r->origin.source->file;
  r->origin.line = source_line(r->origin.source, place->offset);
}

/* Code at top level and in functions does not belong to a class or define: it is treated as that of Class[main]. */
const struct definition *scope_setter(struct compilation *c, const struct scope *s)
{
  return s->definition != NULL ? s->definition : c->environment->defined.main;
}

/* Cached in the environment, since symbols are never freed. */
str catalog_display(struct compilation *c, const symbol *name)
{
  struct environment *e = c->environment;
  void **slot = ptrmap_slot(&e->displays, name, NULL);
  if (*slot == NULL) {
    char *shown = arena_alloc(e->generation, name->length + 1);
    type_capitalize_to(shown, sym_str(name));
    *slot = shown;
  }
  return str_n(*slot, name->length);
}

struct type_texts *catalog_type_texts(struct compilation *c, const symbol *rtype)
{
  struct type_texts *texts = ptrmap_get(&c->catalog->type_texts, rtype);
  if (texts != NULL) return texts;
  texts = ARENA_NEW(c->arena, struct type_texts);
  texts->display = catalog_display(c, rtype);
  /* The same beginning of all resources of the type in JSON, made once. */
  struct buf head = BUF_IN(c->arena);
  buf_z(&head, "{\"type\":");
  json_quote(&head, texts->display);
  buf_z(&head, ",\"title\":");
  texts->head = buf_finish(&head);
  ptrmap_put(&c->catalog->type_texts, rtype, texts);
  return texts;
}

static str lower(struct arena *a, str s)
{
  size_t i = 0;
  while (i < s.n && !ascii_is_upper(s.p[i])) i++;
  if (i == s.n) return s;
  char *out = arena_alloc(a, s.n);
  for (i = 0; i < s.n; i++) out[i] = (char)ascii_lower((unsigned char)s.p[i]);
  return str_n(out, s.n);
}

str title_display(struct compilation *c, const symbol *rtype, str title)
{
  if (rtype != compilation_name.class) return title;
  /* The name of Class[main] is empty. */
  if (title.n == 0) return STR("main");
  /* The text is cached if the title is a symbol; others are not made symbols, which are never freed. */
  const symbol *known = sym_known(title);
  if (known != NULL) return catalog_display(c, known);
  char *shown = arena_alloc(c->arena, title.n);
  type_capitalize_to(shown, lower(c->arena, title));
  return str_n(shown, title.n);
}

str catalog_indexed(struct compilation *c, const symbol *rtype, str title)
{
  return rtype == compilation_name.class ? lower(c->arena, title) : title;
}

str catalog_key(struct compilation *c, const symbol *rtype, str title)
{
  title = catalog_indexed(c, rtype, title);
  return arena_printf(c->arena, "%s[%.*s", rtype->text, STR_FMT(title));
}

bool value_is_reference(value v) { return v.kind == V_TYPE && (v.type->kind == T_CLASS || v.type->kind == T_RESOURCE); }

str reference_shown(struct arena *a, str display, str title)
{
  const size_t n = display.n + title.n + 2;
  char *const ref = arena_alloc(a, n), *to = json_put_bytes(ref, display.p, display.n);
  *to++ = '[';
  to = json_put_bytes(to, title.p, title.n);
  *to = ']';
  return str_n(ref, n);
}

str reference_of(struct compilation *c, const symbol *rtype, str title)
{
  return reference_shown(c->arena, catalog_display(c, rtype), title_display(c, rtype, title));
}

/* A reference to an unknown type is written as a reference to a class, as in Puppet. */
str reference_text(struct compilation *c, const struct type *t)
{
  const struct relationship_end end = relationship_end_of(c, t);
  return reference_of(c, end.type, end.title);
}

str scope_label(struct scope *s)
{
  if (s->resource == NULL) return STR("Scope()");
  return arena_printf(s->compilation->arena, "Scope(%.*s)", STR_FMT(s->resource->ref));
}
