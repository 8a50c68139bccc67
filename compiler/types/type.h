/* Puppet's type system: constructing, parsing, printing, testing, inferring and explaining types.
 * Types are immutable values in an arena; simple types without parameters are static. Compare with type_equal. */
#ifndef FICELLE_TYPES_TYPE_H
#define FICELLE_TYPES_TYPE_H

#include "compiler/values/context.h"
#include "compiler/values/value.h"

enum type_kind {
#define X(kind, name, ...) T_##kind,
#include "compiler/types/type.def"
#undef X
  T_KIND_COUNT
};

typedef struct type type;
struct init_state;
struct signature;

/* Open ends of ranges and sizes. */
#define TYPE_MIN INT64_MIN
#define TYPE_MAX INT64_MAX

struct type_list {
  const type **items;
  uint32_t n;
};
struct type_range {
  int64_t from, to;
}; /* sizes: from >= 0 */
struct type_struct_entry {
  str key;
  bool optional_key, not_undef_key;
  const type *value;
};

/* One payload per kind that has parameters; type.def lists which member is valid. */
struct type {
  const struct rich_kind *row; /* &type_rich_kind if the type is a value */
  uint8_t kind;                /* enum type_kind */
  bool has_params;             /* printed with [...] */
  bool as_resource;            /* a reference that was the value of an attribute: its text is File[x], without quotes */
  bool sized;                  /* STRING COLLECTION ARRAY HASH CALLABLE: a size was given, even if it is the default */
  uint32_t levels;             /* levels of types inside it: functions on the type may recurse that deep */
  union {
    struct type_range range; /* INTEGER, STRING (size), COLLECTION (size) */
    struct {
      double from, to;
    } number; /* FLOAT, ±HUGE_VAL when open */
    struct {
      str text;
      struct type_range size;
      bool literal;
    } string; /* STRING: a literal, or a size */
    struct {
      int8_t value;
    } boolean; /* BOOLEAN: -1 any, 0, 1 */
    struct {
      str *values;
      uint32_t n;
      bool ignore_case;
    } enumeration;
    struct {
      const struct regex **items;
      uint32_t n;
    } pattern; /* PATTERN; REGEXP: 0 or 1 item */
    struct {
      const type *element;
      struct type_range size;
    } array; /* ARRAY */
    struct {
      const type *key, *value;
      struct type_range size;
    } hash; /* HASH */
    struct {
      struct type_list types;
      struct type_range size;
      bool explicit_size;
    } tuple;
    struct {
      struct type_struct_entry *entries;
      uint32_t n;
    } fields;                  /* STRUCT */
    struct type_list variants; /* VARIANT */
    const type *inner;         /* OPTIONAL NOTUNDEF TYPE SENSITIVE ITERABLE … or NULL */
    struct {
      const type *inner;
      const struct array *args;
      struct init_state *state;
    } init; /* INIT; args NULL: none */
    /* RUNTIME; runtime.p NULL: any. Has a name, or a pattern and its replacement, or neither. */
    struct {
      str runtime, name, replacement;
      const struct regex *pattern;
    } runtime;
    struct {
      struct type_list params;
      struct type_range size;
      const type *block, *result;
      bool any;
    } callable;
    struct {
      const symbol *type_name;
      str title;
      bool has_title;
    } resource; /* lower-case name; NULL = any type */
    struct {
      const symbol *name;
    } class; /* CLASS: NULL = any */
    struct {
      str name;
      const type *target;
      bool hidden;
    } alias; /* target set once resolved; hidden: built in */
    struct {
      value from, to;
    } time; /* TIMESTAMP, TIMESPAN: undef for an open end */
    struct {
      const struct semver_range **items;
      uint32_t n;
    } versions; /* SEMVER: ranges, one of which must match; 0: all versions */
    struct {
      const struct hash *parameters;
    } uri; /* URI: name of part => what it must match; NULL: none */
    struct {
      str name;
    } reference; /* REFERENCE: unresolved text */
    /* OBJECT (object_type.h); def NULL: any object. params: those of Type[…], by name; NULL: none */
    struct {
      const struct object_type *def;
      const struct hash *params;
    } object;
    const struct type_set *set; /* TYPE_SET (type_set.h); NULL: any type set */
  };
};

/* How type expressions find names that are not built in: module type aliases, resource types, defines. */
struct type_resolver {
  /* NULL if the alias does not exist. `name` as written, e.g. "Mod::Port". */
  const type *(*alias)(void *ctx, str name);
  /* Whether a resource type or define of that lower-case name exists. */
  bool (*resource_type)(void *ctx, const symbol *name);
  void *ctx;
  /* Makes an instance of a type whose instances are objects of Ruby; NULL: they are made without Ruby. */
  value (*instance)(void *ctx, const type *t, const struct hash *attributes);
};

/* Both find a type by name. type_builtin: those that are the same in every compilation, by a name of Puppet; NULL: not
 * found. type_named: any bare name ("Integer", "File", "Mod::Port"): built-in, alias, or resource type. */
const type *type_builtin(str cased_name);
const type *type_named(struct context *c, const struct type_resolver *r, str cased_name);
/* Evaluates Type[args]: a type, or for File['a','b'] an array of references. Errors are issues at `node`
 * (BAD_TYPE_SLICE_ARITY …). */
value type_access(struct context *c, const struct type_resolver *r, const ast *node, const type *base,
                  const value *args, uint32_t n);
/* Parses a type: a whole expression of the language. Errors are Puppet's. */
const type *type_from_text(struct context *c, const struct type_resolver *r, str text);
/* The same for any literal, such as a hash or an array. */
value type_value_from_text(struct context *c, const struct type_resolver *r, str text);

/* Converts the expression of a type alias to a type, without evaluating anything; NULL node: Any. `text` is the source
 * that contains it. Errors are those of Puppet's type parser ("The expression <…> is not a valid type specification."),
 * at c->node, where the alias is used. */
const type *type_from_ast(struct context *c, const struct type_resolver *r, str text, const ast *node);
/* The same for any literal. */
value type_value_from_ast(struct context *c, const struct type_resolver *r, str text, const ast *node);

/* Type aliases. An alias is created without a target, so that it may occur in its own definition, then resolved once,
 * which fails if it contains only aliases. */
type *type_alias_new(struct arena *a, str name);
void type_alias_resolve(struct context *c, type *alias, const type *target);

bool type_instance(const type *t, value v);
bool type_assignable(const type *to, const type *from);
bool type_equal(const type *a, const type *b);        /* same structure */
bool type_equivalent(const type *a, const type *b);   /* Puppet's == on types: equal, or each assignable to the other */
const type *type_infer(struct arena *a, value v);     /* reduced: Array[Integer[1, 2], 2, 2] */
const type *type_infer_set(struct arena *a, value v); /* detailed: Tuple[…], Struct[…] */
const type *type_common(struct arena *a, const type *x, const type *y);
const type *type_generalize(struct arena *a, const type *t);
const type *type_normalize(struct arena *a, const type *t); /* Puppet's normal form: Optional, merged enums … */
const type *type_resolved(const type *t);                   /* follows all aliases */
bool type_accepts_undef(const type *t);
void type_format(struct buf *out, const type *t);          /* "Array[String, 1]" */
str type_to_text(struct arena *a, const type *t);          /* the same in the arena */
void type_format_expanded(struct buf *out, const type *t); /* aliases as "Name = their type" */
/* The same for a message: stops when the text is longer than a message can be. */
void type_format_detailed(struct buf *out, const type *t);
const char *type_kind_label(const type *t); /* name of its kind: "Integer" */
/* Appends a value as the text of a type or object shows it: strings quoted, types by their names. `depth` counts the
 * values around it. */
void type_format_value(struct buf *out, value v, uint32_t depth);
void type_format_short(struct buf *out, const type *t); /* the name for messages without details: "Array" */

/* Converts the lower-case "file", "mod::thing" to "File", "Mod::Thing". */
void type_capitalize(struct buf *out, str lower);
void type_capitalize_to(char *to, str lower); /* lower.n bytes */

/* The operations on lambdas that types need; a lambda begins with a pointer to this. type() returns its parameters as a
 * Callable type. plain_parameters() returns their number, or 0 if one has a type or a default, the last takes the rest,
 * or the lambda has a result type. */
struct closure_ops {
  const type *(*type)(const struct closure *closure);
  uint32_t (*plain_parameters)(const struct closure *closure);
};
static inline const struct closure_ops *closure_ops(const struct closure *closure)
{
  return *(const struct closure_ops *const *)(const void *)closure;
}

/* What messages call a value: "String", "Integer[1, 1]-Type", "Undef Value", "File['x'] Resource-Reference". */
str label_of_value(struct arena *a, value v);

/* The row of types in the table of rich values. */
extern const struct rich_kind type_rich_kind;

/* Builders used by other parts. */
const type *type_simple(enum type_kind kind); /* the static type without parameters */
const type *type_data(void);                  /* Data */
const type *type_rich_data(void);             /* RichData */
const type *type_optional(struct arena *a, const type *inner);
const type *type_not_undef(struct arena *a, const type *inner);
const type *type_of_type(struct arena *a, const type *inner); /* Type[inner] */
const type *type_sensitive(struct arena *a, const type *inner);
/* A type of a kind that has an inner type (NULL for none). */
const type *type_with_inner(struct arena *a, enum type_kind kind, const type *inner);
const type *type_string_sized(struct arena *a, struct type_range size);
const type *type_integer(struct arena *a, int64_t from, int64_t to);
const type *type_array(struct arena *a, const type *element, const struct type_range *size); /* size NULL: none */
const type *type_hash(struct arena *a, const type *key, const type *item, const struct type_range *size);
const type *type_tuple(struct arena *a, const type **types, uint32_t n, const struct type_range *size);
/* Flattens the list and removes duplicates; returns a single type as it is. */
const type *type_variant(struct arena *a, const type *const *types, uint32_t n);
/* params of a Callable: types with an optional size (as Tuple); block and result may be NULL. */
const type *type_callable(struct arena *a, const type **params, uint32_t n, const struct type_range *size,
                          const type *block, const type *result);
const type *type_literal_string(struct arena *a, str text); /* the String type of one text */
const type *type_resource(struct arena *a, const symbol *type_name, str title);
const type *type_class(struct arena *a, const symbol *name);
/* Init[inner, args…]: the values that inner.new accepts. Fails in its context if inner.new cannot make anything; this
 * is checked at the first use. */
const type *type_init(struct context *c, const type *inner, const value *args, uint32_t n);
/* Fails if T.new accepts nothing. */
void type_init_check(const type *init);
/* Whether an Init takes an array as one argument, rather than as all its arguments. */
bool type_init_takes_array(const type *init, value array);
const type *type_runtime(struct arena *a, str runtime, str name);

/* --- describing mismatches (mismatch.c), merged and worded as in Puppet --- */
/* `later`: the value is Deferred, and `result` its type; NULL: not known. */
struct param_check {
  str name;
  const type *type;
  bool has_default, given, later;
  value value;
  const type *result;
};
/* Whether the value fits, or may be missing. */
bool type_check_parameter(struct arena *a, const struct param_check *p);
/* Checks the parameters of a class or define instance: unknown names are in `extra`. On mismatch appends the whole
 * text ("Class[X]: parameter 'p' expects an Integer value, got String", or the multi-line form) and returns false. */
bool type_check_parameters(struct arena *a, str subject, const struct param_check *params, uint32_t n, const str *extra,
                           uint32_t nextra, struct buf *out);
/* "<subject> expects an Integer value, got String" for one value (assert_type, return values, match errors). */
str type_describe_mismatch(struct arena *a, str subject, const type *expected, const type *actual);

/* Fails with "<subject> has wrong type, expects …" if the value is not an instance of the type. */
void type_assert(struct context *c, str subject, const type *expected, value v);

/* A callable signature, for functions and lambdas. Parameter names are for messages. */
struct signature {
  str *names;
  struct type_list types; /* the last one repeats when `rest` */
  uint32_t required;
  bool rest, rest_limited;
  uint32_t rest_most; /* when `rest_limited`: the maximum number of arguments of the last type */
  const type *block;  /* NULL: no block allowed */
  bool block_required;
  str block_name;
  const type *result; /* NULL = Any */
};
/* True when args (and block closure, V_UNDEF for none) fit. */
bool signature_accepts(const struct signature *s, const value *args, uint32_t n, value block);
/* A cache of large values that are instances of a type, for repeated checks. Empty at first, and cleared when a value
 * was changed in place. */
struct type_known {
  struct {
    const type *t;
    const void *v;
  } items[16];
};
bool signature_accepts_knowing(const struct signature *s, const value *args, uint32_t n, value block,
                               struct type_known *known);
/* As lists of alternatives show it: "String a, Integer b?, Any c*, Callable block". */
void signature_format(struct buf *out, const struct signature *s);
/* Returns the message for arguments that fit no signature: "'each' block expects …" or the form with several lines. */
str signature_describe_mismatch(struct arena *a, str function_name, const struct signature *s, uint32_t count,
                                const value *args, uint32_t n, value block);

#endif
