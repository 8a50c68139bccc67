/* Shared by the files of this folder only. */
#ifndef FICELLE_TYPES_TYPE_INTERNAL_H
#define FICELLE_TYPES_TYPE_INTERNAL_H

#include "compiler/types/type.h"

static const struct type_range RANGE_ANY_SIZE = {0, TYPE_MAX};

static inline bool range_has(struct type_range r, int64_t i) { return i >= r.from && i <= r.to; }
static inline bool range_within(struct type_range outer, struct type_range inner)
{
  return outer.from <= inner.from && outer.to >= inner.to;
}
static inline struct type_range range_of(int64_t from, int64_t to) { return (struct type_range){from, to}; }
/* The range that holds both. */
static inline struct type_range range_common(struct type_range a, struct type_range b)
{
  return range_of(a.from < b.from ? a.from : b.from, a.to > b.to ? a.to : b.to);
}
/* A range used as a size: negative ends count as 0. */
static inline struct type_range range_to_size(struct type_range r)
{
  if (r.from >= 0) return r;
  return range_of(0, r.to < 0 ? 0 : r.to);
}

/* Sets of kinds. */
#define KIND(name) ((uint64_t)1 << T_##name)
_Static_assert(T_KIND_COUNT <= 64, "a set of kinds is a number of 64 bits");
static inline bool type_is_among(const type *t, uint64_t kinds) { return (kinds >> t->kind & 1) != 0; }

/* What kinds have `inner`. */
static inline bool type_has_inner(const type *t)
{
  return type_is_among(t, KIND(OPTIONAL) | KIND(NOT_UNDEF) | KIND(TYPE) | KIND(SENSITIVE) | KIND(ITERABLE) |
                            KIND(ITERATOR) | KIND(INIT));
}

static inline bool type_is_literal_string(const type *t) { return t->kind == T_STRING && t->string.literal; }

/* "Integer", an alias's or object's own name: Puppet's name(). */
str type_name(const type *t);
/* Name without parameters of a kind: "Integer". */
const char *type_kind_name(enum type_kind kind);
/* The kind that a name in lower case means, T_KIND_COUNT for none. */
enum type_kind type_kind_of_name(str lower);

/* The types of [] and {}: Array[Unit, 0, 0]. */
extern const type type_empty_array, type_empty_hash;
type *type_copy(struct arena *a, const type *t);
/* A type of that kind with parameters, which the caller sets. */
type *type_new(struct arena *a, enum type_kind kind);
const type *type_collection(struct arena *a, struct type_range size);
const type *type_float(struct arena *a, double from, double to);
const type *type_boolean(bool b);
const type *type_enum(struct arena *a, const str *values, uint32_t n, bool ignore_case); /* sorts, drops doubles */
const type *type_pattern(struct arena *a, const struct regex *const *items, uint32_t n); /* drops doubles */
const type *type_regexp(struct arena *a, const struct regex *re);
const type *type_struct(struct arena *a, const struct type_struct_entry *entries, uint32_t n);
/* `name`: a text, a pattern with its replacement in an array, or undef. */
const type *type_runtime_of(struct arena *a, str runtime, value name);
const type *type_reference(struct arena *a, str text);
/* One Enum of the values that Enums and literal strings have; `folding`: in any case. */
const type *type_enum_of(struct arena *a, const type *const *types, uint32_t n, bool folding);
const type *type_pattern_of(struct arena *a, const type *const *types, uint32_t n); /* of Patterns: any of them */
const type *type_range_common(struct arena *a, const type *x, const type *y);       /* of Integers or Floats: both */
/* The i-th type directly inside one (not an alias's target); NULL: there are no more. */
const type *const *type_part(const type *t, uint32_t i);

/* How many arguments a signature accepts. */
struct type_range signature_size(const struct signature *s);
/* Sizes of tuples and of the parameters of callables when none was given. */
struct type_range type_tuple_size(const type *t);
/* What a Callable's parameters are as a tuple; *room is filled. */
const type *type_params_tuple(const type *callable, type *room);
bool type_is_callable(const type *t); /* callables, their variants and optionals */
/* How many elements a collection has; below 0 for other types. */
struct type_range type_collection_size(const type *t);
bool type_enum_has(const type *t, str s);    /* among its values */
bool type_pattern_has(const type *t, str s); /* one of the expressions matches, or there are none */
/* NULL: it has no such key. */
const struct type_struct_entry *type_struct_find(const type *t, str key);
/* As an option of a case expression does: types by instance or assignability, regular expressions by search, arrays by
 * their elements. */
bool type_option_matches(value actual, value wanted);
/* Characters of a string. */
int64_t type_text_size(str s);

/* Types of the parts of definitions, as texts. */
#define MEMBER_NAME "Pattern[/\\A[a-z_]\\w*\\z/]"
#define TYPE_NAME "Pattern[/\\A[A-Z][\\w]*(?:::[A-Z][\\w]*)*\\z/]"
#define SIMPLE_NAME "Pattern[/\\A[A-Z]\\w*\\z/]"
#define ANNOTATIONS "Optional[annotations] => Optional[Hash[Type[Annotation], Hash[" MEMBER_NAME ", Any]]]"
/* Types of the definitions of an Object type, where a function may also have a name of the type function_name, and of a
 * TypeSet, with the types of URIs and of types. */
#define OBJECT_STRUCT(function_name)                                                                             \
  "Struct[{Optional[name] => " TYPE_NAME ", Optional[parent] => Type, "                                          \
  "Optional[type_parameters] => Hash[" MEMBER_NAME ", NotUndef], "                                               \
  "Optional[attributes] => Hash[" MEMBER_NAME ", NotUndef], Optional[constants] => Hash[" MEMBER_NAME ", Any], " \
  "Optional[functions] => Hash[Variant[" MEMBER_NAME ", " function_name "], NotUndef], "                         \
  "Optional[equality] => Variant[" MEMBER_NAME ", Array[" MEMBER_NAME "]], "                                     \
  "Optional[equality_include_type] => Boolean, Optional[checks] => Any, " ANNOTATIONS "}]"
#define TYPE_SET_STRUCT(uri, type)                                                                           \
  "Struct[{Optional[pcore_uri] => " uri ", pcore_version => Variant[String[1], SemVer], "                    \
  "Optional[name_authority] => " uri ", Optional[name] => " TYPE_NAME ", "                                   \
  "Optional[version] => Variant[String[1], SemVer], Optional[types] => Hash[" SIMPLE_NAME ", " type ", 1], " \
  "Optional[references] => Hash[" SIMPLE_NAME ", Struct[{name => " TYPE_NAME ", "                            \
  "version_range => Variant[String[1], SemVerRange], Optional[name_authority] => " uri ", " ANNOTATIONS      \
  "}], 1], " ANNOTATIONS "}]"

/* Init[T]: T itself, and what one argument of T.new may be (`single`), what several may be as a tuple (`several`, NULL:
 * nothing); `lone`: one of those takes a single argument too. */
struct init_state {
  struct context *c;
  bool ready;
  bool lone;
  const type *single, *several;
};
/* Ready to be asked; NULL for Init without a type. */
const struct init_state *type_init_ready(const type *t);

#endif
