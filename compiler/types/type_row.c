/* Types as values: comparing, hashing and printing them, and the names of their Ruby classes. */
#include "compiler/types/type_internal.h"
#include "compiler/values/rich.h"

static bool type_same(value a, value b) { return type_equal(a.type, b.type); }

/* Equal types have the same kind. A better hash would have to agree with every rule of type_equal(). */
static uint64_t type_hash_code(value v) { return v.type->kind; }

/* A reference that was the value of an attribute is a Puppet::Resource in Puppet, and is printed as one: the title
 * without quotes, the name of a class capitalized. */
static void type_render(struct buf *out, value v)
{
  const type *t = v.type;
  if (!t->as_resource) {
    if (t->kind == T_ALIAS || t->kind == T_OBJECT || t->kind == T_TYPE_SET) type_format_expanded(out, t);
    else type_format(out, t);
    return;
  }
  if (t->kind == T_CLASS) {
    buf_z(out, "Class[");
    type_capitalize(out, sym_str(t->class.name));
  } else {
    type_capitalize(out, sym_str(t->resource.type_name));
    buf_char(out, '[');
    buf_str(out, t->resource.title);
  }
  buf_char(out, ']');
}

static str class_name(value v)
{
  static const char *const classes[T_KIND_COUNT] = {
#define X(kind, name, ...) [T_##kind] = "Puppet::Pops::Types::P" name "Type",
#include "compiler/types/type.def"
#undef X
  };
  return str_of(v.type->as_resource ? "Puppet::Resource" : classes[v.type->kind]);
}

const struct rich_kind type_rich_kind = {
  .ruby_class = "Puppet::Pops::Types::PAnyType",
  .label = "Type",
  .same = type_same,
  .hash = type_hash_code,
  .render = type_render,
  .class_name = class_name,
};
