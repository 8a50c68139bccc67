/* The variables for templates in ERB and Ruby code. The rules differ from those of the language: undef counts as not
 * set, names that Ruby could not write as @name are changed, and scope.to_hash merges the scopes in its own way. */
#include "compiler/scope/scope.h"

static struct binding *frame_binding(const struct frame *f, const symbol *name)
{
  for (uint32_t i = 0; i < f->n; i++) {
    if (f->bindings[i].name == name) return &f->bindings[i];
  }
  return NULL;
}

/* Whether the names of a frame are visible. Parameters are not, until all have values. */
static bool is_seen(const struct frame *f) { return f->kind == FRAME_LOCAL; }

static value *own_assigned(const struct scope *s, const symbol *name)
{
  for (const struct frame *f = s->frame; f != NULL; f = f->outer) {
    struct binding *b = is_seen(f) ? frame_binding(f, name) : NULL;
    if (b != NULL) return &b->value;
  }
  return ptrmap_get(&s->variables, name);
}

/* The node's scope or top scope. */
static struct scope *enclosing(const struct scope *s)
{
  struct scope *around = s->outer;
  while (around != NULL && around->kind != SCOPE_NODE && around->kind != SCOPE_TOP) around = around->outer;
  return around;
}

/* The scope of the class that a class inherits. */
static struct scope *inherited(const struct scope *s)
{
  return s->outer != NULL && s->outer->kind == SCOPE_CLASS ? s->outer : NULL;
}

static value *assigned(const struct scope *s, const symbol *name);

/* A variable of the classes that a class inherits, then of the node and top scope. */
static value *assigned_around(const struct scope *s, const symbol *name)
{
  const struct scope *parent = inherited(s), *around = enclosing(s);
  value *v = parent == NULL ? NULL : assigned(parent, name);
  return v != NULL || around == NULL ? v : assigned(around, name);
}

static value *assigned(const struct scope *s, const symbol *name)
{
  value *v = own_assigned(s, name);
  if (v != NULL) return value_is_undef(*v) ? NULL : v;
  return assigned_around(s, name);
}

/* Whether the variable `name` is visible to a template as `seen`: characters that cannot be in a Ruby name become
 * "_". */
static bool is_seen_as(str name, str seen)
{
  bool same = name.n == seen.n;
  for (size_t i = 0; same && i < name.n; i++) {
    same = name.p[i] == seen.p[i] || (seen.p[i] == '_' && !ascii_is_word(name.p[i]));
  }
  return same;
}

static bool is_word(str name)
{
  size_t i = 0;
  while (i < name.n && ascii_is_word(name.p[i])) i++;
  return i == name.n;
}

/* Whether a variable of the scope has another name in templates. Each name is checked once: the scope stores how many
 * of its first names are plain. */
static bool has_odd_names(struct scope *s)
{
  const uint32_t n = s->variables.n;
  while (s->plain_names < n && is_word(sym_str(s->variables.entries[s->plain_names].key))) s->plain_names++;
  return s->plain_names < n;
}

static value *seen_as(struct scope *s, str seen)
{
  if (!has_odd_names(s)) return NULL;
  for (uint32_t i = 0; i < s->variables.n; i++) {
    value *v = s->variables.entries[i].value;
    if (v != NULL && !value_is_undef(*v) && is_seen_as(sym_str(s->variables.entries[i].key), seen)) return v;
  }
  return NULL;
}

value *scope_template_variable(struct scope *s, str name)
{
  const symbol *known = sym_known(name);
  value *v = known == NULL ? NULL : assigned(s, known);
  if (v != NULL || str_index(name, '_', 0) == SIZE_MAX) return v;
  for (struct scope *i = s; v == NULL && i != NULL; i = enclosing(i)) v = seen_as(i, name);
  return v;
}

void scope_each_template_name(struct scope *s, void (*tell)(void *ctx, const symbol *name), void *ctx)
{
  for (struct frame *f = s->frame; f != NULL; f = f->outer) {
    for (uint32_t i = 0; is_seen(f) && i < f->n; i++) tell(ctx, f->bindings[i].name);
  }
  for (uint32_t i = 0; i < s->variables.n; i++) tell(ctx, s->variables.entries[i].key);
  if (inherited(s) != NULL) scope_each_template_name(inherited(s), tell, ctx);
  else if (enclosing(s) != NULL) scope_each_template_name(enclosing(s), tell, ctx);
}

/* --- all of them, as Ruby's scope.to_hash has them --- */

value *scope_shown(struct scope *s, const symbol *name, bool around, bool with_undef)
{
  value *v = own_assigned(s, name);
  if (v != NULL) return with_undef || !value_is_undef(*v) ? v : NULL;
  return around && enclosing(s) != NULL ? assigned_around(s, name) : NULL;
}

/* undef removes the value of an outer scope. */
static void add(struct strmap *all, str name, value *v, bool with_undef)
{
  if (v == NULL) return;
  if (with_undef || !value_is_undef(*v)) strmap_put(all, name, v);
  else strmap_remove(all, name);
}

static void add_frames(struct compilation *c, struct strmap *all, const struct frame *f, bool with_undef)
{
  if (f == NULL) return;
  context_enter(CTX(c));
  add_frames(c, all, f->outer, with_undef);
  for (uint32_t i = 0; is_seen(f) && i < f->n; i++)
    add(all, sym_str(f->bindings[i].name), &f->bindings[i].value, with_undef);
  context_leave(CTX(c));
}

void scope_all_shown(struct scope *s, bool around, bool with_undef, struct strmap *all)
{
  struct compilation *c = s->compilation;
  context_enter(CTX(c));
  struct scope *outer = around ? enclosing(s) : NULL, *parent = outer == NULL ? NULL : inherited(s);
  if (outer != NULL) scope_all_shown(outer, true, false, all);
  if (parent != NULL) {
    struct strmap more;
    strmap_init(&more, c->arena);
    scope_all_shown(parent, true, false, &more);
    for (uint32_t i = 0; i < more.n; i++) {
      if (!more.entries[i].removed) strmap_put(all, more.entries[i].key, more.entries[i].value);
    }
  }
  for (uint32_t i = 0; i < s->variables.n; i++) {
    const struct ptrmap_entry *one = &s->variables.entries[i];
    add(all, sym_str(one->key), one->value, with_undef);
  }
  add_frames(c, all, s->frame, with_undef);
  context_leave(CTX(c));
}
