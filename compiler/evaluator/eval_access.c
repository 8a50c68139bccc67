/* x[…] on strings, arrays, hashes, types, and attributes of declared resources. An access with the same result in every
 * compilation is cached in the syntax tree. */
#include "base/utf8.h"
#include "base/check.h"
#include "compiler/catalog/catalog.h"
#include "compiler/evaluator/eval_internal.h"
#include "compiler/types/object.h"
#include "compiler/restypes/restype.h"
#include "compiler/values/binary.h"
#include "compiler/values/ruby_text.h"
#include "compiler/values/runtime.h"

static str key_type_name(struct compilation *c, value v)
{
  return v.kind == V_UNDEF ? STR("Undef") : v.kind == V_DEFAULT ? STR("Default") : eval_type_name(c, v);
}

/* The node of key i, for errors. With *splat there may be more keys than nodes. */
static const ast *key_node(const struct ast_access *n, uint32_t i)
{
  return i < n->keys.n ? n->keys.items[i] : n->keys.n > 0 ? n->keys.items[n->keys.n - 1] : &n->h;
}

/* The slice [from, length] of `size` elements. A negative `from` counts from the end. A negative length is an end,
 * counted from the end: -1 is the last element. Elements before the beginning are ignored. Returns false if the slice
 * is empty. */
static bool slice(int64_t size, int64_t from, int64_t length, int64_t *begin, int64_t *n)
{
  if (from < 0) from += size;
  if (length < 0 && __builtin_add_overflow(size - from, length + 1, &length)) return false;
  if (from < 0) {
    length += from;
    from = 0;
  }
  if (from > size || length <= 0) return false;
  *begin = from;
  *n = length < size - from ? length : size - from;
  return true;
}

/* --- strings --- */

static int64_t string_index(struct compilation *c, const struct ast_access *n, value key, uint32_t i)
{
  value number;
  if (key.kind == V_INT) return key.integer;
  if (key.kind == V_STRING && text_number(value_text(key), &number)) {
    if (number.kind == V_INT) return number.integer;
    key = number;
  }
  str name = key_type_name(c, key);
  FAIL(c, key_node(n, i), ISSUE_BAD_STRING_SLICE_KEY_TYPE, STR_FMT(label_article(c->arena, name)));
}

/* By characters; for a Binary by bytes. */
static value access_string(struct compilation *c, const struct ast_access *n, value left, const value *keys,
                           uint32_t nk)
{
  const bool binary = left.kind == V_BINARY;
  const str text = binary ? binary_bytes(left) : value_text(left);
  if (nk != 1 && nk != 2) FAIL(c, n->left, ISSUE_BAD_STRING_SLICE_ARITY, (int)nk);
  int64_t from = string_index(c, n, keys[0], 0);
  int64_t length = nk == 2 ? string_index(c, n, keys[1], 1) : 1;
  int64_t size = (int64_t)(binary ? text.n : utf8_count(text)), begin = 0, count = 0;
  if ((nk == 1 && from < -size) || !slice(size, from, length, &begin, &count)) count = 0;
  if (binary) return value_binary(str_sub(text, (size_t)begin, (size_t)count));
  str rest = str_from(text, utf8_offset(text, (size_t)begin));
  return value_str(str_sub(rest, 0, utf8_offset(rest, (size_t)count)));
}

/* --- arrays --- */

static int64_t array_index(struct compilation *c, const struct ast_access *n, value left, value key, uint32_t i)
{
  value number = eval_coerce_number(c, key_node(n, i), key);
  if (number.kind != V_INT) {
    FAIL(c, key_node(n, i), ISSUE_BAD_SLICE_KEY_TYPE,
         STR_FMT(label_article_upper(c->arena, label_of_value(c->arena, left))), STR_FMT(key_type_name(c, number)),
         STR_FMT(STR("Integer")));
  }
  return number.integer;
}

static value access_array(struct compilation *c, const struct ast_access *n, value left, const value *keys, uint32_t nk)
{
  const struct array *a = left.array;
  if (nk != 1 && nk != 2) FAIL(c, n->left, ISSUE_BAD_ARRAY_SLICE_ARITY, (int)nk);
  int64_t from = array_index(c, n, left, keys[0], 0);
  if (nk == 1) {
    from += from < 0 ? a->n : 0;
    return from >= 0 && from < a->n ? a->items[from] : VALUE_UNDEF;
  }
  int64_t length = array_index(c, n, left, keys[1], 1), begin, count;
  if (!slice(a->n, from, length, &begin, &count)) return value_array(array_new(c->arena, 0));
  return array_of(c->arena, a->items + begin, (uint32_t)count);
}

/* --- hashes --- */

static value access_hash(struct compilation *c, const struct ast_access *n, const struct hash *h, const value *keys,
                         uint32_t nk)
{
  if (nk == 0) FAIL(c, n->left, ISSUE_BAD_HASH_SLICE_ARITY, 0);
  if (nk == 1) {
    return value_or_undef(hash_get(h, keys[0]));
  }
  struct valuevec found = {0};
  for (uint32_t i = 0; i < nk; i++) {
    const value *v = hash_get(h, keys[i]);
    if (v != NULL && !value_is_undef(*v)) valuevec_push(&found, c->arena, *v);
  }
  return valuevec_array(&found, c->arena);
}

/* --- attributes of resources: File['x']['mode'], Class['x']['p'] --- */

static value resource_attributes(struct compilation *c, const struct ast_access *n, const struct type *t,
                                 const value *keys, uint32_t nk)
{
  struct buf name = BUF_IN(c->arena);
  str title;
  const symbol *type_name;
  if (t->kind == T_CLASS) {
    buf_z(&name, "Class");
    title = sym_str(t->class.name);
    type_name = compilation_name.class;
  } else {
    type_capitalize(&name, sym_str(t->resource.type_name));
    title = t->resource.title;
    type_name = t->resource.type_name;
  }
  const struct resource *r = catalog_find(c, type_name, title);
  if (r == NULL) FAIL(c, &n->h, ISSUE_UNKNOWN_RESOURCE, STR_FMT(buf_view(&name)), STR_FMT(title));
  /* One name returns its value; several, or an array of names, return an array; undef names are skipped. */
  bool many = nk > 1 || keys[0].kind == V_ARRAY;
  struct valuevec flat = {0}, out = {0};
  value_flatten(CTX(c), &flat, keys, nk);
  for (uint32_t i = 0; i < flat.n; i++) {
    value key = flat.items[i];
    if (value_is_undef(key)) continue;
    const symbol *attribute = key.kind == V_STRING ? sym_intern(value_text(key)) : NULL;
    if (attribute == NULL || !resource_accepts(c, r, attribute)) {
      const str text = ruby_text_of(c->arena, key);
      FAIL(c, &n->h, ISSUE_UNKNOWN_RESOURCE_PARAMETER, STR_FMT(buf_view(&name)), STR_FMT(title), STR_FMT(text));
    }
    valuevec_push(&out, c->arena, catalog_parameter(r, attribute));
  }
  if (many || out.n == 0) return many ? valuevec_array(&out, c->arena) : VALUE_UNDEF;
  return out.items[out.n - 1];
}

static bool has_title(const struct type *t)
{
  return t->kind == T_CLASS ? t->class.name != NULL : t->kind == T_RESOURCE && t->resource.has_title;
}

/* x[keys]; `node` is the access expression. */
static value eval_access_value(struct compilation *c, struct scope *s, const struct ast_access *n, value left,
                               const value *keys, uint32_t nk)
{
  assert_hot(keys != NULL || nk == 0);
  left = runtime_as_object(left);
  /* The type of an object may define a function '[]'. */
  const struct object_member *function = left.kind == V_OBJECT ? object_type_member(left.object->type, STR("[]"))
                                                               : NULL;
  if (function != NULL) return c->ops->member(c, s, function, left.object, keys, nk, VALUE_UNDEF);
  if (left.kind == V_HASH) return access_hash(c, n, left.hash, keys, nk);
  if (left.kind == V_TYPE) {
    return has_title(left.type) && nk > 0 ? resource_attributes(c, n, left.type, keys, nk)
                                          : type_access(CTX(c), &c->resolver, &n->h, left.type, keys, nk);
  }
  /* As in Puppet, keys that are arrays are replaced by their elements. */
  struct valuevec flat = {0};
  for (uint32_t i = 0; i < nk; i++) {
    if (keys[i].kind == V_ARRAY) {
      value_flatten(CTX(c), &flat, keys, nk);
      keys = flat.items;
      nk = flat.n;
      break;
    }
  }
  switch (left.kind) {
  case V_STRING:
  case V_BINARY: return access_string(c, n, left, keys, nk);
  case V_ARRAY: return access_array(c, n, left, keys, nk);
  default:
    FAIL(c, n->left, ISSUE_OPERATOR_NOT_APPLICABLE, STR_FMT(STR("[]")),
         STR_FMT(label_article(c->arena, label_of_value(c->arena, left))));
  }
}

enum { FEW_KEYS = 4 };

/* Caches references of Puppet's own types, such as Class['a::b'] and File['/x'], which are the same in every
 * compilation. Makes them again in the memory of the syntax tree. As they were made without an error, only a lack of
 * memory can end this; then compile.c restores the compilation's arena. */
static void keep_reference(struct compilation *c, struct scope *s, const struct ast_access *n, value left,
                           const value *keys, const struct type *made)
{
  struct arena *const own = c->arena, *const kept = c->environment->generation;
  const bool class = made->kind == T_CLASS && made->class.name != NULL;
  const bool resource = made->kind == T_RESOURCE && made->resource.type_name != NULL && made->resource.has_title &&
                        restype_find(made->resource.type_name) != NULL;
  if (!class && !resource) return;
  c->arena = c->context.arena = kept;
  ((struct ast_access *)n)->resolved = eval_access_value(c, s, n, left, keys, 1).type;
  c->arena = c->context.arena = own;
}

bool eval_access_is_fixed(const struct compilation *c, const struct ast_access *n)
{
  return n->left->kind == AST_QUALIFIED_REFERENCE && n->keys.n == 1 && n->keys.items[0]->kind == AST_LITERAL_STRING &&
         c->context.source != NULL && c->context.source->arena == c->environment->generation;
}

value eval_node_access(struct compilation *c, struct scope *s, const ast *node)
{
  const struct ast_access *n = AST_AS(ast_access, node);
  if (n->resolved != NULL) return value_type(n->resolved);
  value left = eval(c, s, n->left);
  value few[FEW_KEYS];
  value *keys = n->keys.n <= FEW_KEYS ? few : arena_array(c->arena, n->keys.n, sizeof *keys);
  bool of_class = left.kind == V_TYPE && left.type->kind == T_CLASS;
  for (uint32_t i = 0; i < n->keys.n; i++) {
    const ast *key = n->keys.items[i];
    if (of_class && key->kind == AST_QUALIFIED_REFERENCE) {
      /* Class[Foo]: if Foo is not a type but a class, the access reports the error. */
      const struct type *t = type_named(CTX(c), &c->resolver, ast_cased_text(key));
      keys[i] = t == NULL ? value_str(ast_cased_text(key)) : value_type(t);
    } else {
      keys[i] = eval_operand(c, s, key);
    }
  }
  /* Resource[File] is File. */
  if (left.kind == V_TYPE && left.type->kind == T_RESOURCE && left.type->resource.type_name == NULL && n->keys.n == 1 &&
      keys[0].kind == V_TYPE && keys[0].type->kind == T_RESOURCE) {
    return keys[0];
  }
  const value v = eval_access_value(c, s, n, left, keys, n->keys.n);
  if (v.kind == V_TYPE && eval_access_is_fixed(c, n)) keep_reference(c, s, n, left, keys, v.type);
  return v;
}
