/* What expressions produce. A value is 16 bytes, passed by value and immutable; strings, arrays and hashes
 * point into an arena (of the compilation, of the environment for literals, or static). Nothing is freed
 * singly. Only code in Ruby changes arrays and hashes in place (value_become). Integers are int64 (overflow is an error
 * of the operation), floats are doubles printed as Ruby prints them. */
#ifndef FICELLE_VALUES_VALUE_H
#define FICELLE_VALUES_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/regex.h"
#include "base/symbol.h"

enum value_kind {
  V_UNDEF,
  V_DEFAULT,
  V_BOOL,
  V_INT,
  V_FLOAT,
  V_STRING,
  V_ARRAY,
  V_HASH,
  V_REGEX,
  V_TYPE, /* every type, resource and class references included (types/type.h) */
  V_SENSITIVE,
  V_CLOSURE, /* a lambda with its scope (evaluator/closure.h) */
  /* Rich values: the table in rich.c has a row of functions for each. */
  V_TIMESTAMP, /* `integer` seconds since 1970 UTC, rounded down, and `length` nanoseconds */
  V_TIMESPAN,  /* the same as a length of time: -0.5 s is -1 and 500,000,000 */
  V_SEMVER,
  V_SEMVER_RANGE,
  V_BINARY, /* `length` bytes at `text` */
  V_URI,
  V_ITERATOR, /* produces its elements when asked (types/iterator.h) */
  V_OBJECT,   /* an instance of an Object type; Deferred and Error are such too */
  V_RUNTIME,  /* an object of Ruby (values/runtime.h) */
  V_KIND_COUNT
};

struct array;
struct hash;
struct type;
struct closure;
struct semver;
struct semver_range;
struct uri;
struct iterator;
struct object;
struct runtime;
struct rich_head;

typedef struct value {
  uint8_t kind; /* enum value_kind */
  /* Strings only: it contains bytes beyond ASCII that are not characters (Ruby's ASCII-8BIT). Rich data writes it as a
   * Binary. Passing and concatenating strings keeps the flag; results of functions are text. */
  bool bytes;
  uint32_t length; /* bytes of a string or binary; nanoseconds of a time */
  union {
    bool boolean;
    int64_t integer;
    double number;
    const char *text;
    const struct array *array;
    const struct hash *hash;
    const struct regex *regex;
    const struct type *type;
    const struct value *sensitive; /* the wrapped value */
    const struct closure *closure;
    const struct semver *semver;
    const struct semver_range *semver_range;
    const struct uri *uri;
    const struct iterator *iterator;
    const struct object *object;
    const struct runtime *runtime;
    const struct rich_head *head; /* of a type, an iterator or an object (values/rich.h) */
  };
} value;

/* `twin`: the number by which the plug-in for Ruby may know it (compiler/ruby/twin.c); 0: it does not. */
struct array {
  uint32_t n, twin;
  value *items;
};

struct hash_entry {
  value key, value;
};
struct hash {
  uint32_t n, cap;    /* cap: room in entries; 0 for a hash that nothing can be added to in place */
  uint32_t index_cap; /* 0: few entries, searched in order; HASH_INDEX_LATER: no index before a key is looked for */
  uint32_t twin;      /* as an array's */
  struct hash_entry *entries; /* insertion order */
  union {
    uint32_t *index;
    struct arena *arena; /* HASH_INDEX_LATER: the index comes there */
  };
};
enum { HASH_INDEX_LATER = 1 };

#define VALUE_UNDEF ((value){.kind = V_UNDEF})
#define VALUE_DEFAULT ((value){.kind = V_DEFAULT})
static inline value value_bool(bool b) { return (value){.kind = V_BOOL, .boolean = b}; }
static inline value value_int(int64_t i) { return (value){.kind = V_INT, .integer = i}; }
static inline value value_float(double f) { return (value){.kind = V_FLOAT, .number = f}; }
/* Borrows the bytes. At most UINT32_MAX of them: builders of long strings check against their budget first. */
static inline value value_str(str s) { return (value){.kind = V_STRING, .length = (uint32_t)s.n, .text = s.p}; }
/* Of bytes: a text when all of them are ASCII. */
value value_str_bytes(str s);
static inline value value_array(const struct array *a) { return (value){.kind = V_ARRAY, .array = a}; }
static inline value value_hash(const struct hash *h) { return (value){.kind = V_HASH, .hash = h}; }
static inline value value_regex(const struct regex *re) { return (value){.kind = V_REGEX, .regex = re}; }
static inline value value_type(const struct type *t) { return (value){.kind = V_TYPE, .type = t}; }
static inline str value_text(value v) { return (str){v.text, v.length}; } /* strings only */
/* Undef, default, a boolean, a number, a string: nothing is inside. */
static inline bool value_is_simple(value v) { return v.kind <= V_STRING; }
/* What JSON has: undef, booleans, numbers, strings, arrays and hashes (of any values). */
static inline bool value_is_json(value v) { return v.kind <= V_HASH && v.kind != V_DEFAULT; }
/* Whether it is a rich value, which has a row of functions (values/rich.h). */
static inline bool value_is_rich(value v) { return v.kind >= V_TIMESTAMP; }
_Static_assert(V_STRING + 1 == V_ARRAY && V_ARRAY + 1 == V_HASH && V_CLOSURE + 1 == V_TIMESTAMP &&
                 V_RUNTIME + 1 == V_KIND_COUNT,
               "simple kinds come first, then arrays and hashes, rich ones last");
static inline bool value_is_undef(value v) { return v.kind == V_UNDEF; }
/* Only false and undef are false. */
static inline bool value_truthy(value v) { return v.kind == V_BOOL ? v.boolean : v.kind != V_UNDEF; }
value value_sensitive(struct arena *a, value wrapped);

/* Builders. The result is shared freely once it is a value; add only while building. */
struct array *array_new(struct arena *a, uint32_t n);            /* n undefs */
value array_of(struct arena *a, const value *items, uint32_t n); /* copies */
struct valuevec {
  value *items;
  uint32_t n, cap;
};
void valuevec__grow(struct valuevec *v, struct arena *a);
static inline void valuevec_push(struct valuevec *v, struct arena *a, value item)
{
  if (v->n == v->cap) valuevec__grow(v, a);
  v->items[v->n++] = item;
}
value valuevec_array(const struct valuevec *v, struct arena *a);
struct hash *hash_new(struct arena *a, uint32_t capacity);
/* Keys are equal as Puppet's hash keys are: same kind and same content, strings case-sensitively, 1 and 1.0
 * differ. A key that is there keeps its place and gets the new value. */
void hash_put(struct hash *h, struct arena *a, value key, value v);
void hash_put_str(struct hash *h, struct arena *a, str key, value v); /* borrows the key */
/* Puts all entries of a hash. */
void hash_put_all(struct hash *h, struct arena *a, const struct hash *from);
/* NULL when missing. */
const value *hash_get(const struct hash *h, value key);
const value *hash_get_str(const struct hash *h, str key);
/* The member of that name; undef when there is none, or no hash (NULL). */
static inline value hash_member(const struct hash *h, const char *name)
{
  const value *v = h != NULL ? hash_get_str(h, str_of(name)) : NULL;
  return v != NULL ? *v : VALUE_UNDEF;
}
/* The same of a value, which need not be a hash. */
static inline value value_member(value v, const char *name)
{
  return v.kind == V_HASH ? hash_member(v.hash, name) : VALUE_UNDEF;
}
/* hash_get() with the key's value_hash_code(), for a key that is looked for in several hashes. */
const value *hash_get_coded(const struct hash *h, value key, uint64_t code);
struct hash *hash_copy(struct arena *a, const struct hash *h, uint32_t room);
/* A new hash has n entries, which were written to `entries` and whose keys differ. */
void hash_fill(struct hash *h, struct arena *a, uint32_t n);
/* Gives an array or hash the contents of another one of its kind, visible through every reference. The other one must
 * not be used any more. */
void value_become(value v, value contents);
/* Equal values (value_same) have equal hashes. */
uint64_t value_hash_code(value v);
/* For read-only use. A value of the language needs its own empty array or hash, because serialization writes references
 * to objects that occur several times. */
extern const struct array array_empty;
extern const struct hash hash_empty;

/* Comparing. Values cannot contain themselves, but loops can nest them as deep as they like: what goes through a value
 * that is deeper than NESTING_LEVELS fails (base/stack.h). */
bool value_same(value a, value b);                    /* exact: as hash keys, element by element (Ruby's eql?) */
bool value_same_at(value a, value b, uint32_t depth); /* the same of parts of a value that is `depth` deep */
bool value_equal(value a, value b);                   /* Puppet's ==: strings ignore ASCII case, 1 == 1.0, keys exact */
/* -1, 0, 1 for two numbers, whatever their kinds (exact also where a double cannot hold the integer); a NaN
 * gives 2. */
int value_compare_numbers(value a, value b);
static inline bool value_is_number(value v) { return v.kind == V_INT || v.kind == V_FLOAT; }

/* To text. */
void value_render(struct buf *out, value v);          /* as interpolation: undef is empty, [a, b], {k => v} */
void value_inspect(struct buf *out, value v);         /* as String(v, '%p'): strings quoted, undef spelt out */
void value_render_float(struct buf *out, double f);   /* 1.0, 1.0e+20, shortest that reads back */
void value_render_regex(struct buf *out, str source); /* between slashes, those inside escaped */
void value_quote(struct buf *out, str s);             /* single quotes unless control characters, see types.md §3 */
void value_quote_double(struct buf *out, str s);
str value_to_str(struct arena *a, value v); /* value_render into the arena */

/* Data from files (data_yaml.c, data_json.c): hashes, arrays, scalars. On failure false, with a message that
 * names line and column in *error. Aliases in YAML are allowed within a budget; nesting and size are bounded.
 * An empty YAML text is undef. */
#define DATA_MAX_BYTES ((size_t)256 << 20)
bool value_read_yaml(struct arena *a, str text, value *out, str *error);
bool value_read_json(struct arena *a, str text, value *out, str *error);
/* YAML as Puppet reads data: nothing but plain data and symbols may be in it. Symbols that are values are
 * V_RUNTIME (value_is_symbol), those that are keys are text. Messages are those of Ruby's Psych, with the name of
 * the file: "(/x.yaml): did not find expected key while parsing a block mapping at line 2 column 1". */
bool value_read_yaml_safely(struct arena *a, str text, str file, value *out, str *error);
/* The same of an agent's state files, in which there may be times: they are text. */
bool value_read_yaml_state(struct arena *a, str text, str file, value *out, str *error);
/* The same as Ruby's YAML.load reads it: classes are told without the file, and there may be no aliases. Symbols
 * are text. */
bool value_read_yaml_plainly(struct arena *a, str text, str file, bool aliases, value *out, str *error);
/* HOCON, whole: substitutions are resolved; those that the text has nothing for get what `variable` gives, the
 * process's environment (NULL: nothing). Of includes those are refused that name a file. */
typedef const char *value_variable_fn(void *ctx, const char *name);
bool value_read_hocon(struct arena *a, str text, value_variable_fn *variable, void *ctx, value *out, str *error);
/* A document of YAML ("--- …"), laid out and quoted as Ruby's Psych does, for values that are data; what is
 * not becomes its text. `tag`, which may be NULL, is put on the outermost hash ("!ruby/object:Puppet::Node").
 * `quote_colons` puts texts with a colon in double quotes. False when it is nested too deep. `a` is for what
 * is needed on the way. */
bool value_write_yaml(struct arena *a, struct buf *out, value v, const char *tag, bool quote_colons);
/* The same for an agent's state files: symbols as ":name" and times as Ruby's Time, in the local zone. */
bool value_write_yaml_state(struct arena *a, struct buf *out, value v);
/* The same as Ruby's to_yaml writes it, which shows the symbol default and regular expressions as such, and an array, a
 * hash or a regular expression that is there several times once, with an anchor. */
struct yaml_layout {
  int indentation, line_width; /* 0: the default width; -1: lines are not wrapped */
  bool canonical, header;
};
bool value_write_yaml_as_ruby(struct arena *a, struct buf *out, value v, const struct yaml_layout *layout);

#endif
