/* Resolves the tree of a HOCON text: follows references, joins pieces, merges objects. A node that is being resolved is
 * marked, so a reference that leads back to it is a cycle, unless the node is a stack: then it is resolved to the
 * values below the current one (a = ${a} [2]). References without a target in the text may be variables of the
 * environment. */
#include <assert.h>

#include "base/stack.h"
#include "compiler/values/data_json.h"
#include "compiler/values/hocon.h"

enum { MAX_TEXT = 64 << 20 }; /* of a concatenated text */

/* Returns the value of a node; on failure false and h->error. An optional reference without a target sets `missing`. */
static bool resolve(struct hocon *h, struct hocon_node *node, value *out, bool *missing);

/* --- references --- */

static bool fail_cycle(struct hocon *h, const struct hocon_node *last)
{
  struct buf all = BUF_IN(h->arena);
  const struct hocon_node *name = h->nopen > 0 ? h->open[h->nopen - 1] : last;
  for (uint32_t i = 0; i < h->nopen; i++) buf_printf(&all, "%.*s, ", STR_FMT(h->open[i]->text));
  if (h->nopen > 0) buf_str(&all, last->kind == HOCON_REFERENCE ? last->text : h->open[0]->text);
  return hocon_fail(h, name->line,
                    "Could not resolve substitution to a value: %.*s was part of a cycle of substitutions "
                    "involving %.*s",
                    STR_FMT(name->text), STR_FMT(buf_view(&all)));
}

/* Follows a path through the objects in the text and returns the last node. `rest` is the number of remaining elements,
 * which dig() looks up in the resolved value. */
static struct hocon_node *walk(struct hocon *h, const struct hocon_node *ref, uint32_t *rest)
{
  struct hocon_node *at = h->root;
  uint32_t i = 0;
  for (; i < ref->n && at->kind == HOCON_OBJECT; i++) {
    const struct hocon_field *next = hocon_field(at, ref->path[i]);
    if (next == NULL) return NULL;
    at = next->node;
  }
  *rest = ref->n - i;
  return at;
}

static bool environment_value(const struct hocon *h, const struct hocon_node *ref, value *out)
{
  struct buf name = BUF_IN(h->arena);
  for (uint32_t i = 0; i < ref->n; i++) {
    if (i > 0) buf_char(&name, '.');
    buf_str(&name, ref->path[i]);
  }
  const char *v = name.n > 0 && h->variable != NULL ? h->variable(h->ctx, name.p) : NULL;
  if (v != NULL) *out = value_str(arena_str(h->arena, str_of(v)));
  return v != NULL;
}

/* Like merge_objects(), for resolved values: the keys of the higher one come first. */
static value merge_values(struct hocon *h, value high, value low)
{
  struct hash *out = hash_new(h->arena, high.hash->n + low.hash->n);
  h->nodes += high.hash->n + low.hash->n;
  for (uint32_t i = 0; i < high.hash->n; i++) {
    const struct hash_entry *e = &high.hash->entries[i];
    const value *below = hash_get(low.hash, e->key);
    const bool both = below != NULL && below->kind == V_HASH && e->value.kind == V_HASH;
    hash_put(out, h->arena, e->key, both ? merge_values(h, e->value, *below) : e->value);
  }
  for (uint32_t i = 0; i < low.hash->n; i++) {
    if (hash_get(high.hash, low.hash->entries[i].key) == NULL)
      hash_put(out, h->arena, low.hash->entries[i].key, low.hash->entries[i].value);
  }
  return value_hash(out);
}

/* The topmost value that is not missing, from `from` on; objects below an object are merged into it. `at` tells a
 * reference that leads back to this stack which value is being resolved. */
static bool resolve_stack(struct hocon *h, struct hocon_node *stack, uint32_t from, value *out, bool *missing)
{
  const uint32_t before = stack->at;
  bool ok = true, more = true;
  *missing = true;
  for (stack->at = from; ok && more && stack->at < stack->n; stack->at++) {
    value v;
    bool none;
    ok = resolve(h, stack->items[stack->at], &v, &none);
    if (!ok || none) continue;
    more = v.kind == V_HASH;
    if (*missing) *out = v;
    else if (more) *out = merge_values(h, *out, v);
    *missing = false;
  }
  stack->at = before;
  return ok && (h->nodes <= HOCON_MAX_NODES || hocon_fail(h, stack->line, "the document is too large"));
}

static bool dig(const struct hocon_node *ref, uint32_t rest, value *v)
{
  for (uint32_t i = ref->n - rest; i < ref->n; i++) {
    const value *next = v->kind == V_HASH ? hash_get_str(v->hash, ref->path[i]) : NULL;
    if (next == NULL) return false;
    *v = *next;
  }
  return true;
}

/* Resolves the target of a reference; sets *missing if the target does not exist. */
static bool follow(struct hocon *h, struct hocon_node *ref, value *out, bool *missing)
{
  uint32_t rest = 0;
  struct hocon_node *target = walk(h, ref, &rest);
  *missing = target == NULL;
  if (target != NULL && target->resolving) {
    /* A reference from inside a stack to the stack is resolved to the values below the one being resolved. */
    if (target->kind == HOCON_STACK) {
      if (!resolve_stack(h, target, target->at + 1, out, missing)) return false;
      if (*missing && !ref->optional) return fail_cycle(h, target);
    } else if (ref->optional) {
      *missing = true;
    } else {
      return fail_cycle(h, target);
    }
  } else if (target != NULL && !resolve(h, target, out, missing)) {
    return false;
  }
  if (!*missing && rest > 0) *missing = !dig(ref, rest, out);
  if (*missing && environment_value(h, ref, out)) *missing = false;
  return true;
}

static bool resolve_reference(struct hocon *h, struct hocon_node *ref, value *out, bool *missing)
{
  if (h->nopen == NESTING_LEVELS) return hocon_fail(h, ref->line, "too many substitutions within each other");
  h->open[h->nopen++] = ref;
  const bool ok = follow(h, ref, out, missing);
  h->nopen--;
  if (!ok || !*missing || ref->optional) return ok;
  return hocon_fail(h, ref->line, "Could not resolve substitution to a value: %.*s", STR_FMT(ref->text));
}

/* --- concatenation --- */

static value join_lists(struct hocon *h, value left, value right)
{
  struct array *out = array_new(h->arena, left.array->n + right.array->n);
  memcpy(out->items, left.array->items, left.array->n * sizeof *out->items);
  memcpy(out->items + left.array->n, right.array->items, right.array->n * sizeof *out->items);
  h->nodes += out->n;
  return value_array(out);
}

static bool is_tree(value v) { return v.kind == V_HASH || v.kind == V_ARRAY; }

static str text_of(struct hocon *h, const struct hocon_node *piece, value v)
{
  if (piece->kind == HOCON_LEAF) return piece->text;
  return v.kind == V_UNDEF ? STR("null") : value_to_str(h->arena, v);
}

/* The concatenated pieces so far. `text`: they are a text (out); otherwise a list or object (v). */
struct joined {
  bool any, text;
  value v;
  struct buf out;
};

static bool join(struct hocon *h, struct joined *j, const struct hocon_node *piece, value v)
{
  /* Blanks between lists or objects are ignored; between texts they are kept. */
  if (piece->space && j->any && !j->text) return true;
  if (j->any && !j->text && is_tree(v)) {
    if (j->v.kind != v.kind) {
      return hocon_fail(h, piece->line,
                        "Cannot concatenate object or list with a non-object-or-list, %s and %s are not "
                        "compatible",
                        j->v.kind == V_HASH ? "an object" : "a list", v.kind == V_HASH ? "an object" : "a list");
    }
    j->v = v.kind == V_HASH ? merge_values(h, v, j->v) : join_lists(h, j->v, v);
  } else if (is_tree(v) && j->any && str_trim(buf_view(&j->out)).n > 0) {
    return hocon_fail(h, piece->line, "Cannot concatenate object or list with a non-object-or-list");
  } else if (is_tree(v)) {
    j->v = v;
    j->text = false;
  } else if (!j->any || j->text) {
    buf_str(&j->out, text_of(h, piece, v));
    j->text = true;
  }
  j->any = true;
  if (j->out.n > MAX_TEXT || h->nodes > HOCON_MAX_NODES) return hocon_fail(h, piece->line, "the document is too large");
  return true;
}

static bool resolve_concat(struct hocon *h, struct hocon_node *all, value *out, bool *missing)
{
  struct joined j = {.v = VALUE_UNDEF, .out = BUF_IN(h->arena)};
  uint32_t found = 0;
  *missing = false;
  for (uint32_t i = 0; i < all->n; i++) {
    value v;
    bool none;
    if (!resolve(h, all->items[i], &v, &none)) return false;
    if (none) continue;
    if (!join(h, &j, all->items[i], v)) return false;
    found += !all->items[i]->space;
  }
  *missing = found == 0 && !j.any;
  *out = j.text ? value_str(buf_view(&j.out)) : j.v;
  return true;
}

/* --- the rest --- */

static bool resolve_object(struct hocon *h, struct hocon_node *object, value *out)
{
  struct hash *all = hash_new(h->arena, object->n);
  for (struct hocon_field *f = object->first; f != NULL; f = f->after) {
    value v;
    bool none;
    if (!resolve(h, f->node, &v, &none)) return false;
    if (!none) hash_put_str(all, h->arena, f->key, v);
  }
  *out = value_hash(all);
  return true;
}

static bool resolve_list(struct hocon *h, struct hocon_node *list, value *out)
{
  struct valuevec all = {0};
  for (uint32_t i = 0; i < list->n; i++) {
    value v;
    bool none;
    if (!resolve(h, list->items[i], &v, &none)) return false;
    if (!none) valuevec_push(&all, h->arena, v);
  }
  *out = valuevec_array(&all, h->arena);
  return true;
}

static bool resolve_kind(struct hocon *h, struct hocon_node *node, value *out, bool *missing)
{
  switch (node->kind) {
  case HOCON_LEAF: *out = node->v; return true;
  case HOCON_OBJECT: return resolve_object(h, node, out);
  case HOCON_LIST: return resolve_list(h, node, out);
  case HOCON_REFERENCE: return resolve_reference(h, node, out, missing);
  case HOCON_CONCAT: return resolve_concat(h, node, out, missing);
  case HOCON_STACK: return resolve_stack(h, node, 0, out, missing);
  }
  return false;
}

static bool resolve(struct hocon *h, struct hocon_node *node, value *out, bool *missing)
{
  *missing = node->missing;
  *out = node->v;
  if (node->done) return true;
  if (node->resolving) return fail_cycle(h, node);
  if (h->depth >= NESTING_LEVELS || stack_low()) return hocon_fail(h, node->line, "nesting too deep");
  /* A reference from inside a stack resolves the values below again, so the work can double with each. */
  if (++h->steps > HOCON_MAX_STEPS) return hocon_fail(h, node->line, "too many substitutions");
  h->depth++;
  node->resolving = true;
  const bool ok = resolve_kind(h, node, out, missing);
  node->resolving = false;
  h->depth--;
  /* The result is stored only outside references: inside, it may depend on the position in a stack. */
  if (ok && h->nopen == 0) {
    node->done = node->kind != HOCON_LEAF;
    node->missing = *missing;
    if (node->kind != HOCON_LEAF) node->v = *missing ? VALUE_UNDEF : *out;
  }
  return ok;
}

bool hocon_resolve(struct hocon *h, value *out)
{
  bool missing;
  h->depth = 0;
  return resolve(h, h->root, out, &missing);
}

bool value_read_hocon(struct arena *a, str text, value_variable_fn *variable, void *ctx, value *out, str *error)
{
  assert(out != NULL && error != NULL);
  *out = VALUE_UNDEF;
  if (!data_fits(a, text, error)) return false;
  struct hocon *h = ARENA_NEW(a, struct hocon);
  h->arena = a;
  h->variable = variable;
  h->ctx = ctx;
  h->error = STR_EMPTY;
  if (hocon_parse(h, text) && hocon_resolve(h, out)) return true;
  *error = h->error;
  return false;
}
