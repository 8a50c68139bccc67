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
/* The smallest range that contains both. */
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

/* Whether types of this kind have `inner`. */
static inline bool type_has_inner(const type *t)
{
  return type_is_among(t, KIND(OPTIONAL) | KIND(NOT_UNDEF) | KIND(TYPE) | KIND(SENSITIVE) | KIND(ITERABLE) |
                            KIND(ITERATOR) | KIND(INIT));
}

static inline bool type_is_literal_string(const type *t) { return t->kind == T_STRING && t->string.literal; }

/* "Integer", or the own name of an alias or object type: Puppet's name(). */
str type_name(const type *t);
/* The name of a kind: "Integer". */
const char *type_kind_name(enum type_kind kind);
/* Finds a kind by its name in lower case; T_KIND_COUNT: not found. */
enum type_kind type_kind_of_name(str lower);

/* The types of [] and {}: Array[Unit, 0, 0]. */
extern const type type_empty_array, type_empty_hash;
type *type_copy(struct arena *a, const type *t);
/* Makes a type of a kind with parameters, which the caller sets. */
type *type_new(struct arena *a, enum type_kind kind);
const type *type_collection(struct arena *a, struct type_range size);
const type *type_float(struct arena *a, double from, double to);
const type *type_boolean(bool b);
const type *type_enum(struct arena *a, const str *values, uint32_t n, bool ignore_case); /* sorts, removes duplicates */
const type *type_pattern(struct arena *a, const struct regex *const *items, uint32_t n); /* removes duplicates */
const type *type_regexp(struct arena *a, const struct regex *re);
const type *type_struct(struct arena *a, const struct type_struct_entry *entries, uint32_t n);
/* `name`: a string, an array of a pattern and its replacement, or undef. */
const type *type_runtime_of(struct arena *a, str runtime, value name);
const type *type_reference(struct arena *a, str text);
/* Merges Enums and literal strings into one Enum; `folding`: it ignores case. */
const type *type_enum_of(struct arena *a, const type *const *types, uint32_t n, bool folding);
const type *type_pattern_of(struct arena *a, const type *const *types, uint32_t n); /* merges Patterns */
const type *type_range_common(struct arena *a, const type *x,
                              const type *y); /* the smallest range that contains two Integers or Floats */
/* Returns the i-th type directly inside a type (not an alias's target); NULL: no more. */
const type *const *type_part(const type *t, uint32_t i);

/* The number of arguments that a signature accepts. */
struct type_range signature_size(const struct signature *s);
/* The size of a tuple or of a callable's parameters if none was given. */
struct type_range type_tuple_size(const type *t);
/* Returns the parameters of a Callable as a tuple, which is stored in *room. */
const type *type_params_tuple(const type *callable, type *room);
bool type_is_callable(const type *t); /* callables, their variants and optionals */
/* The number of elements of a collection; negative for other types. */
struct type_range type_collection_size(const type *t);
bool type_enum_has(const type *t, str s);    /* whether s is one of the values */
bool type_pattern_has(const type *t, str s); /* whether an expression matches, or the Pattern has none */
/* NULL: not found. */
const struct type_struct_entry *type_struct_find(const type *t, str key);
/* Whether a value matches an option of a case expression: types by instance or assignability, regular expressions by
 * search, arrays by their elements. */
bool type_option_matches(value actual, value wanted);
/* The number of characters. */
int64_t type_text_size(str s);

/* Types of the parts of definitions. */
#define MEMBER_NAME "Pattern[/\\A[a-z_]\\w*\\z/]"
#define TYPE_NAME "Pattern[/\\A[A-Z]\\w*(?:::[A-Z]\\w*)*\\z/]"
#define SIMPLE_NAME "Pattern[/\\A[A-Z]\\w*\\z/]"
#define ANNOTATIONS "Optional[annotations] => Optional[Hash[Type[Annotation], Hash[" MEMBER_NAME ", Any]]]"
/* Types of the definitions of an Object type and of a TypeSet, for type_static() and the types in object_builtin.c.
 * uri, type: the types of URIs and of types. */
#define OBJECT_STRUCT                                                                                            \
  "Struct[{Optional[name] => " TYPE_NAME ", Optional[parent] => Type, "                                          \
  "Optional[type_parameters] => Hash[" MEMBER_NAME ", NotUndef], "                                               \
  "Optional[attributes] => Hash[" MEMBER_NAME ", NotUndef], Optional[constants] => Hash[" MEMBER_NAME ", Any], " \
  "Optional[functions] => Hash[Variant[" MEMBER_NAME ", AccessOperator], NotUndef], "                            \
  "Optional[equality] => Variant[" MEMBER_NAME ", Array[" MEMBER_NAME "]], "                                     \
  "Optional[equality_include_type] => Boolean, Optional[checks] => Any, " ANNOTATIONS "}]"
#define TYPE_SET_STRUCT(uri, type)                                                                           \
  "Struct[{Optional[pcore_uri] => " uri ", pcore_version => Variant[String[1], SemVer], "                    \
  "Optional[name_authority] => " uri ", Optional[name] => " TYPE_NAME ", "                                   \
  "Optional[version] => Variant[String[1], SemVer], Optional[types] => Hash[" SIMPLE_NAME ", " type ", 1], " \
  "Optional[references] => Hash[" SIMPLE_NAME ", Struct[{name => " TYPE_NAME ", "                            \
  "version_range => Variant[String[1], SemVerRange], Optional[name_authority] => " uri ", " ANNOTATIONS      \
  "}], 1], " ANNOTATIONS "}]"

/* Init[T] accepts instances of T, single arguments of T.new (`single`), and arrays of several arguments (`several`, a
 * tuple; NULL: none). `lone`: a signature in `several` accepts a single argument too. */
struct init_state {
  struct context *c;
  bool ready;
  bool lone;
  const type *single, *several;
};
/* Completes the state at the first use; NULL for Init without a type. */
const struct init_state *type_init_ready(const type *t);

#endif
