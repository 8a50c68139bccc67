/* The values of expressions. A value is 16 bytes, passed by value and immutable; strings, arrays and hashes point into
 * an arena (of the compilation, of the environment for literals, or static). Values are not freed one by one. Only Ruby
 * code changes arrays and hashes in place (value_become). Integers are int64 (overflow is an error of the operation),
 * floats are doubles printed as Ruby prints them. */
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
  V_TYPE, /* every type, including class and resource references (types/type.h) */
  V_SENSITIVE,
  V_CLOSURE, /* a lambda with its scope (evaluator/closure.h) */
  /* Rich values: the table in rich.c has a row of functions for each. */
  V_TIMESTAMP, /* `integer` seconds since 1970 UTC, rounded down, and `length` nanoseconds */
  V_TIMESPAN,  /* a length of time, in the same form: -0.5 s is -1 and 500,000,000 */
  V_SEMVER,
  V_SEMVER_RANGE,
  V_BINARY, /* `length` bytes at `text` */
  V_URI,
  V_ITERATOR, /* produces its elements on demand (types/iterator.h) */
  V_OBJECT,   /* an instance of an Object type, such as Deferred and Error */
  V_RUNTIME,  /* a Ruby object (values/runtime.h) */
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
  /* Strings only: contains bytes that are not characters (Ruby's ASCII-8BIT). Rich data writes it as a Binary. Passing
   * and concatenating strings keeps the flag; functions return strings without it. */
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
    const struct rich_head *head; /* the row of a type, an iterator or an object (values/rich.h) */
  };
} value;

/* `twin`: its number in the Ruby plug-in (compiler/ruby/twin.c); 0: none. */
struct array {
  uint32_t n, twin;
  value *items;
};

struct hash_entry {
  value key, value;
};
struct hash {
  uint32_t n, cap;            /* cap: capacity; 0: entries cannot be added in place */
  uint32_t index_cap;         /* 0: few entries, searched in order; HASH_INDEX_LATER: indexed at the first look-up */
  uint32_t twin;              /* as in struct array */
  struct hash_entry *entries; /* insertion order */
  union {
    uint32_t *index;
    struct arena *arena; /* HASH_INDEX_LATER: the arena of the index */
  };
};
enum { HASH_INDEX_LATER = 1 };

#define VALUE_UNDEF ((value){.kind = V_UNDEF})
#define VALUE_DEFAULT ((value){.kind = V_DEFAULT})
static inline value value_bool(bool b) { return (value){.kind = V_BOOL, .boolean = b}; }
static inline value value_int(int64_t i) { return (value){.kind = V_INT, .integer = i}; }
static inline value value_float(double f) { return (value){.kind = V_FLOAT, .number = f}; }
/* Borrows at most UINT32_MAX bytes: callers that build long strings check their limit first. */
static inline value value_str(str s) { return (value){.kind = V_STRING, .length = (uint32_t)s.n, .text = s.p}; }
/* Makes a string of bytes; a normal one if all are ASCII. */
value value_str_bytes(str s);
static inline value value_array(const struct array *a) { return (value){.kind = V_ARRAY, .array = a}; }
static inline value value_hash(const struct hash *h) { return (value){.kind = V_HASH, .hash = h}; }
static inline value value_regex(const struct regex *re) { return (value){.kind = V_REGEX, .regex = re}; }
static inline value value_type(const struct type *t) { return (value){.kind = V_TYPE, .type = t}; }
static inline str value_text(value v) { return (str){v.text, v.length}; } /* strings only */
/* Of a string; empty for other values. */
static inline str value_text_or_empty(value v) { return v.kind == V_STRING ? value_text(v) : (str){"", 0}; }
static inline bool value_is_true(value v) { return v.kind == V_BOOL && v.boolean; }
/* Whether the value is undef, default, a boolean, a number or a string, which contain no other values. */
static inline bool value_is_simple(value v) { return v.kind <= V_STRING; }
/* Whether JSON has this kind: undef, booleans, numbers, strings, arrays and hashes (with any values). */
static inline bool value_is_json(value v) { return v.kind <= V_HASH && v.kind != V_DEFAULT; }
/* Whether it is a rich value (values/rich.h). */
static inline bool value_is_rich(value v) { return v.kind >= V_TIMESTAMP; }
_Static_assert(V_STRING + 1 == V_ARRAY && V_ARRAY + 1 == V_HASH && V_CLOSURE + 1 == V_TIMESTAMP &&
                 V_RUNTIME + 1 == V_KIND_COUNT,
               "simple kinds come first, then arrays and hashes, rich ones last");
static inline bool value_is_undef(value v) { return v.kind == V_UNDEF; }
/* Only false and undef are false. */
static inline bool value_truthy(value v) { return v.kind == V_BOOL ? v.boolean : v.kind != V_UNDEF; }
value value_sensitive(struct arena *a, value wrapped);

/* Builders. A value may be shared once it is complete; elements are added only while it is being built. */
struct array *array_new(struct arena *a, uint32_t n);            /* n undefs */
value array_of(struct arena *a, const value *items, uint32_t n); /* copies */
value array_of_texts(struct arena *a, const str *texts, uint32_t n);
value array_unique(struct arena *a, const value *items, uint32_t n); /* each once, as keys of a hash are */
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
/* Whether one of the items is value_same as `v`. */
bool value_among(const value *items, uint32_t n, value v);
struct hash *hash_new(struct arena *a, uint32_t capacity);
/* Sets the value of a key. Keys are equal as Puppet's hash keys: same kind and same content, strings with their case; 1
 * and 1.0 differ. An existing key keeps its place. */
void hash_put(struct hash *h, struct arena *a, value key, value v);
void hash_put_str(struct hash *h, struct arena *a, str key, value v); /* borrows the key */
/* Adds all entries of a hash. */
void hash_put_all(struct hash *h, struct arena *a, const struct hash *from);
/* Finds a key; NULL: not found. */
const value *hash_get(const struct hash *h, value key);
const value *hash_get_str(const struct hash *h, str key);
/* Returns what was found; undef for NULL. */
static inline value value_or_undef(const value *v) { return v != NULL ? *v : VALUE_UNDEF; }
/* Returns the value of a key; undef if it is missing, or h is NULL. */
static inline value hash_member(const struct hash *h, const char *name)
{
  return value_or_undef(h != NULL ? hash_get_str(h, str_of(name)) : NULL);
}
/* The same for a value; undef if it is not a hash. */
static inline value value_member(value v, const char *name)
{
  return v.kind == V_HASH ? hash_member(v.hash, name) : VALUE_UNDEF;
}
/* Its text; empty if it is not a string. */
static inline str value_member_text(value v, const char *name) { return value_text_or_empty(value_member(v, name)); }
/* hash_get() with the key's value_hash_code(), to look up a key in several hashes. */
const value *hash_get_coded(const struct hash *h, value key, uint64_t code);
/* Returns a new hash of both; the second has priority. */
value hash_merged(struct arena *a, const struct hash *x, const struct hash *y);
struct hash *hash_copy(struct arena *a, const struct hash *h, uint32_t room);
/* Completes a new hash whose n entries, with different keys, were written to `entries`. */
void hash_fill(struct hash *h, struct arena *a, uint32_t n);
/* Returns the entries as arrays of a key and a value. */
value hash_pairs(struct arena *a, const struct hash *h);
/* The elements of an array; any other value alone. */
struct value_list {
  const value *items;
  uint32_t n;
};
static inline struct value_list value_list_of(const value *v)
{
  return v->kind == V_ARRAY ? (struct value_list){v->array->items, v->array->n} : (struct value_list){v, 1};
}

/* Returns an array or hash with every element or value changed by `item`, and every key by `key` (NULL: unchanged).
 * Other values are returned as they are. */
typedef value value_change(void *ctx, value v);
value value_map(struct arena *a, value v, value_change *key, value_change *item, void *ctx);
/* Replaces the contents of an array or hash by those of another one, visible through every reference. The other one
 * must not be used afterwards. */
void value_become(value v, value contents);
/* Returns the hash code; values that are value_same have the same one. */
uint64_t value_hash_code(value v);
/* Read-only. A value of the language needs its own empty array or hash, because serialization writes references to
 * objects that occur several times. */
extern const struct array array_empty;
extern const struct hash hash_empty;

/* Comparing. Values cannot contain themselves, but loops can nest them to any depth: functions that recurse through a
 * value fail beyond NESTING_LEVELS (base/stack.h). */
bool value_same(value a, value b);                    /* exact, like hash keys: element by element (Ruby's eql?) */
bool value_same_at(value a, value b, uint32_t depth); /* the same inside a value, at `depth` */
bool value_equal(value a, value b);                   /* Puppet's ==: strings ignore ASCII case, 1 == 1.0, keys exact */
bool value_ruby_equal(value a, value b);              /* Ruby's ==: 1 == 1.0, also deep inside; strings exact */
/* Compares two numbers of any kind: -1, 0, 1 (exact even if a double cannot represent the integer); 2 for a NaN. */
int value_compare_numbers(value a, value b);
static inline bool value_is_number(value v) { return v.kind == V_INT || v.kind == V_FLOAT; }

/* Conversion to text. */
void value_render(struct buf *out, value v);          /* as interpolation: undef is empty, [a, b], {k => v} */
void value_inspect(struct buf *out, value v);         /* as String(v, '%p'): strings quoted, undef as a word */
void value_render_float(struct buf *out, double f);   /* 1.0, 1.0e+20: the shortest text that reads back as the same */
void value_render_regex(struct buf *out, str source); /* between slashes; slashes inside are escaped */
void value_quote(struct buf *out, str s);             /* single quotes unless control characters, see types.md §3 */
void value_quote_double(struct buf *out, str s);
str value_to_str(struct arena *a, value v); /* value_render into the arena */

/* Data from files (data_yaml.c, data_json.c): hashes, arrays, scalars. On failure false, with a message with line and
 * column in *error. Aliases in YAML are limited by the number of values, as are nesting and size. An empty YAML text is
 * undef. */
#define DATA_MAX_BYTES ((size_t)256 << 20)
bool value_read_yaml(struct arena *a, str text, value *out, str *error);
bool value_read_json(struct arena *a, str text, value *out, str *error);
/* YAML as Puppet reads data: only plain data and symbols are allowed. Symbols are V_RUNTIME (value_is_symbol) as
 * values, strings as keys. Messages are those of Ruby's Psych, with the name of the file: "(/x.yaml): did not find
 * expected key while parsing a block mapping at line 2 column 1". */
bool value_read_yaml_safely(struct arena *a, str text, str file, value *out, str *error);
/* The same for an agent's state files, in which times are allowed and read as strings. */
bool value_read_yaml_state(struct arena *a, str text, str file, value *out, str *error);
/* The same as Ruby's YAML.load reads it: errors about classes do not name the file, aliases may be forbidden, symbols
 * are strings. */
bool value_read_yaml_plainly(struct arena *a, str text, str file, bool aliases, value *out, str *error);
/* Reads HOCON and resolves its substitutions; those that the text does not define get the result of `variable`, which
 * reads the process's environment (NULL: none). An include that names a file is rejected. */
typedef const char *value_variable_fn(void *ctx, const char *name);
bool value_read_hocon(struct arena *a, str text, value_variable_fn *variable, void *ctx, value *out, str *error);
/* Writes a YAML document ("--- …") in the layout of Ruby's Psych; values that are not data as their text. `tag` (may be
 * NULL) is that of the outermost hash ("!ruby/object:Puppet::Node"). `quote_colons`: strings with a colon are in double
 * quotes. Returns false if the value is nested too deeply. `a` is for temporary data. */
bool value_write_yaml(struct arena *a, struct buf *out, value v, const char *tag, bool quote_colons);
/* The same for an agent's state files: symbols as ":name", times as Ruby's Time in the local zone. */
bool value_write_yaml_state(struct arena *a, struct buf *out, value v);
/* The same as Ruby's to_yaml, which writes the symbol default and regular expressions with tags, and an array, hash or
 * regular expression that occurs several times once, with an anchor. */
struct yaml_layout {
  int indentation, line_width; /* line_width 0: the default; -1: lines are not wrapped */
  bool canonical, header;
};
bool value_write_yaml_as_ruby(struct arena *a, struct buf *out, value v, const struct yaml_layout *layout);

#endif
