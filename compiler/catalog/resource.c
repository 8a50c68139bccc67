/* Parameters, places and titles of resources. */
#include "compiler/catalog/internal.h"

struct catalog_names N;

void catalog_names_init(void)
{
  if (N.class != NULL) return;
  N = (struct catalog_names){.class = sym_z("class"),
                             .node = sym_z("node"),
                             .stage = sym_z("stage"),
                             .main = sym_z("main"),
                             .settings = sym_z("settings"),
                             .name = sym_z("name"),
                             .title = sym_z("title"),
                             .tag = sym_z("tag"),
                             .alias = sym_z("alias"),
                             .before = sym_z("before"),
                             .notify = sym_z("notify"),
                             .require = sym_z("require"),
                             .subscribe = sym_z("subscribe"),
                             .module_name = sym_z("module_name"),
                             .caller_module_name = sym_z("caller_module_name"),
                             .empty = sym_z(""),
                             .is_default = sym_z("default")};
}

struct parameter *resource_param(const struct resource *r, const symbol *name)
{
  for (uint32_t i = 0; i < r->nparams; i++) {
    if (r->params[i].name == name) return &r->params[i];
  }
  return NULL;
}

value resource_value(const struct resource *r, const symbol *name)
{
  if (name == N.title) return r->typed_title != NULL ? *r->typed_title : value_str(r->title);
  const struct parameter *p = resource_param(r, name);
  return p != NULL ? p->value : VALUE_UNDEF;
}

bool resource_accepts(const struct resource *r, const symbol *name)
{
  if (r->kind == RESOURCE_BUILTIN) return restype_has_attribute(r->restype, name);
  if (name == N.name || restype_is_metaparameter(name)) return true;
  if (r->definition == NULL) return false;
  for (uint32_t i = 0; i < r->definition->nparams; i++) {
    if (r->definition->params[i].name == name) return true;
  }
  return false;
}

void resource_reserve(struct compilation *c, struct resource *r, uint32_t n)
{
  if (r->definition != NULL && r->definition->nparams > n) n = r->definition->nparams;
  if (n == 0) return;
  r->cap_params = n + 1;                 /* one more for a relationship */
  r->params = arena_alloc(c->arena, r->cap_params * sizeof *r->params);
}

static void params_put(struct arena *a, struct resource *r, const struct parameter *p)
{
  struct parameter *there = resource_param(r, p->name);
  if (there != NULL) {
    *there = *p;
    return;
  }
  if (r->nparams == r->cap_params) {
    uint32_t cap = r->cap_params < 4 ? 4 : r->cap_params + r->cap_params / 2;
    r->params = arena_regrow(a, r->params, r->cap_params * sizeof *p, cap * sizeof *p);
    r->cap_params = cap;
  }
  r->params[r->nparams++] = *p;
}

/* As Ruby unfolds the value: a hash is the list of its pairs, a reference nothing. */
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
  if (p->name == N.tag) tag_parameter(c, r, p->value);
  if (r->listed != NULL && (r->listed->asked & symbol_mask(p->name)) != 0) r->listed->changes++;
  PROVENANCE(c, provenance_set(c, r, p));
  params_put(c->arena, r, p);
}

void resource_place(struct buf *out, const struct resource *r)
{
  diag_place(out, r->file, r->line, 0);
}

void parameter_place(struct buf *out, const struct parameter *p)
{
  if (p->source != NULL) diag_place(out, p->source->file, source_line(p->source, p->offset), 0);
}

void resource_locate(struct compilation *c, struct resource *r, const ast *place)
{
  if (place == NULL || c->context.source == NULL) return;
  r->source = c->context.source;
  r->offset = place->offset;
  r->file = r->source->file;
  r->line = source_line(r->source, place->offset);
}

const struct definition *scope_setter(struct compilation *c, const struct scope *s)
{
  return s->definition != NULL ? s->definition : c->environment->main;
}

struct type_words *catalog_words(struct compilation *c, const symbol *rtype)
{
  void **slot = ptrmap_slot(&c->catalog->type_words, rtype, NULL);
  if (*slot == NULL) {
    struct buf out = BUF_IN(c->arena);
    type_capitalize(&out, sym_str(rtype));
    struct type_words *words = ARENA_NEW(c->arena, struct type_words);
    words->display = buf_view(&out);
    *slot = words;
  }
  return *slot;
}

str catalog_display(struct compilation *c, const symbol *rtype)
{
  return catalog_words(c, rtype)->display;
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
  if (rtype != N.class) return title;
  if (title.n == 0) return STR("main");
  const symbol *known = sym_known(title);
  if (known != NULL) return catalog_display(c, known);
  struct buf out = BUF_IN(c->arena);
  type_capitalize(&out, lower(c->arena, title));
  return buf_view(&out);
}

str catalog_key(struct compilation *c, const symbol *rtype, str title)
{
  size_t n = rtype->length + title.n + 1;
  char *p = arena_alloc(c->arena, n);
  memcpy(p, rtype->text, rtype->length);
  p[rtype->length] = '[';
  if (title.n > 0) memcpy(p + rtype->length + 1, title.p, title.n);
  if (rtype == N.class) {
    for (size_t i = rtype->length + 1; i < n; i++) p[i] = (char)ascii_lower((unsigned char)p[i]);
  }
  return str_n(p, n);
}

bool value_is_reference(value v)
{
  return v.kind == V_TYPE && (v.type->kind == T_CLASS || v.type->kind == T_RESOURCE);
}

str reference_of(struct compilation *c, const symbol *rtype, str title)
{
  str display = catalog_display(c, rtype), shown = title_display(c, rtype, title);
  char *p = arena_alloc(c->arena, display.n + shown.n + 2);
  memcpy(p, display.p, display.n);
  p[display.n] = '[';
  if (shown.n > 0) memcpy(p + display.n + 1, shown.p, shown.n);
  p[display.n + shown.n + 1] = ']';
  return str_n(p, display.n + shown.n + 2);
}

/* A reference to a type nobody knows becomes one to a class, as Puppet's does. */
str reference_text(struct compilation *c, const struct type *t)
{
  const symbol *rtype = N.class;
  str title = STR_EMPTY;
  if (t->kind == T_CLASS) {
    if (t->class.name != NULL) title = sym_str(t->class.name);
  } else {
    if (t->resource.has_title) title = t->resource.title;
    if (t->resource.type_name != NULL && t->resource.type_name != N.class) {
      struct resource_type known = catalog_find_type(c, sym_str(t->resource.type_name));
      if (known.kind != RESOURCE_UNKNOWN) rtype = known.name;
    }
  }
  return reference_of(c, rtype, title);
}
