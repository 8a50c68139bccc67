/* Class[…] and Resource[…]: references to resources of a catalog. Several names, or names in an array, give an array of
 * references; undef is ignored. Parameters of resources (File['x']['mode']) are read by the evaluator. */
#include "compiler/types/type_access.h"
#include "compiler/values/ruby_text.h"

/* Names joined with "::", of letters, digits and "_", the first character of each accepted by is_first. */
static bool is_qualified(str name, bool is_first(int c))
{
  size_t i = 0;
  do {
    if (i != 0 && !str_starts(str_from(name, i), STR("::"))) return false;
    i += i != 0 ? 2 : 0;
    if (i >= name.n || !is_first((unsigned char)name.p[i])) return false;
    while (i < name.n && ascii_is_word((unsigned char)name.p[i])) i++;
  } while (i < name.n);
  return true;
}

/* Whether the name may be that of a resource type ("File", "Mod::Thing"). */
static bool is_type_name(str name)
{
  return is_qualified(str_starts(name, STR("::")) ? str_from(name, 2) : name, ascii_is_upper);
}

/* The name as references store it: lower case, without a leading "::". NULL: not a valid name. */
static const symbol *class_name(struct arena *a, str name)
{
  str lower = text_lower(a, name);
  if (str_starts(lower, STR("::"))) lower = str_from(lower, 2);
  /* Only one leading "::" is removed from the name; the check tolerates a second one. */
  str bare = str_starts(lower, STR("::")) ? str_from(lower, 2) : lower;
  return is_qualified(bare, ascii_is_lower) ? sym_intern(lower) : NULL;
}

/* Removes undef. Callers compare the number of arguments before and after. */
static void compact(struct access *x)
{
  struct valuevec kept = {0};
  for (uint32_t i = 0; i < x->n; i++) {
    if (x->args[i].kind != V_UNDEF) valuevec_push(&kept, x->c->arena, x->args[i]);
  }
  x->args = kept.items;
  x->n = kept.n;
}

static value result_of(const struct access *x, const struct valuevec *found, bool as_array)
{
  if (as_array) return valuevec_array(found, x->c->arena);
  return found->n == 0 ? VALUE_UNDEF : found->items[found->n - 1];
}

value access_class(const struct access *given)
{
  struct access x = *given;
  if (x.n == 0) access_arity(&x, x.node, type_to_text(x.c->arena, x.base), 1, -1);
  bool as_array = x.n > 1 || x.args[0].kind == V_ARRAY;
  access_flatten(&x);
  compact(&x);
  struct valuevec found = {0};
  for (uint32_t i = 0; i < x.n; i++) {
    if (x.args[i].kind != V_STRING) {
      str label = label_article_upper(x.c->arena, label_of_value(x.c->arena, x.args[i]));
      fail_issue(x.c, access_key(&x, i), ISSUE_ILLEGAL_HOSTCLASS_NAME, STR_FMT(label));
    }
    str text = value_text(x.args[i]);
    const symbol *name = class_name(x.c->arena, text);
    if (name == NULL) fail_issue(x.c, access_key(&x, i), ISSUE_ILLEGAL_NAME, STR_FMT(text));
    valuevec_push(&found, x.c->arena, value_type(type_class(x.c->arena, name)));
  }
  return result_of(&x, &found, as_array);
}

/* The name of the resource type from the first argument of Resource[…], which may be a reference or a string. */
static const symbol *first_type_name(const struct access *x)
{
  struct arena *a = x->c->arena;
  value first = x->args[0];
  if (first.kind == V_TYPE && first.type->kind == T_RESOURCE && first.type->resource.type_name != NULL) {
    return first.type->resource.type_name;
  }
  if (first.kind != V_STRING) {
    str actual = access_type_of(a, first);
    fail_issue(x->c, access_key(x, 0), ISSUE_ILLEGAL_RESOURCE_SPECIALIZATION, STR_FMT(actual));
  }
  str name = value_text(first);
  if (name.n == 0 || !ascii_is_upper((unsigned char)name.p[0])) {
    struct buf out = BUF_IN(a);
    type_capitalize(&out, text_lower(a, name));
    name = buf_view(&out);
  }
  if (!is_type_name(name)) fail_issue(x->c, access_key(x, 0), ISSUE_ILLEGAL_CLASSREF, STR_FMT(name));
  return sym_intern(text_lower(a, name));
}

/* An element of an inner array has no expression, so Puppet's message has no place. */
_Noreturn static void bad_title_nowhere(const struct access *x, str actual)
{
  str label = label_article(x->c->arena, label_of_value(x->c->arena, value_type(x->base)));
  str detail = arena_printf(x->c->arena, "Cannot use %.*s where a resource title String is expected", STR_FMT(actual));
  struct buf out = BUF_IN(x->c->arena);
  buf_z(&out, "Evaluation Error: ");
  buf_printf(&out, issue_format(ISSUE_BAD_TYPE_SPECIALIZATION), STR_FMT(label), STR_FMT(detail));
  fail_message(x->c, FAILURE_EVALUATION, buf_view(&out));
}

value access_resource(const struct access *given)
{
  struct access x = *given;
  if (x.n == 0) access_arity(&x, x.node, type_to_text(x.c->arena, x.base), 1, -1);
  const symbol *type_name = x.base->resource.type_name;
  if (type_name == NULL) {
    type_name = first_type_name(&x);
    x.args++;
    x.n--;
  }
  bool as_array = x.n > 1 || (x.n == 1 && x.args[0].kind == V_ARRAY);
  uint32_t before = x.n;
  access_flatten(&x);
  compact(&x);
  /* All arguments were undef: no reference. */
  if (x.n == 0 && before > 0) return as_array ? value_array(&array_empty) : VALUE_UNDEF;
  if (x.n == 0) return value_type(type_resource(x.c->arena, type_name, (str){NULL, 0}));
  struct valuevec found = {0};
  for (uint32_t i = 0; i < x.n; i++) {
    if (x.args[i].kind != V_STRING) {
      str actual = access_type_of(x.c->arena, x.args[i]);
      /* If undef was removed or an array flattened, Puppet reports the error at the next argument; after the last one
       * there is no place. */
      if (before != x.n && i + 1 >= before) bad_title_nowhere(&x, actual);
      access_bad_specialization(
        &x, before != x.n ? i + 1 : i,
        arena_printf(x.c->arena, "Cannot use %.*s where a resource title String is expected", STR_FMT(actual)));
    }
    valuevec_push(&found, x.c->arena, value_type(type_resource(x.c->arena, type_name, value_text(x.args[i]))));
  }
  return result_of(&x, &found, as_array);
}
