/* Values of Ruby in ERB templates: mutable strings, arrays and hashes with an identity, symbols, ranges. Puppet's
 * values are converted level by level when they are accessed. If these functions cannot do exactly what Ruby does, the
 * native rendering ends (erb_leave), and Ruby renders the template. */
#ifndef FICELLE_ERB_ERB_VALUE_H
#define FICELLE_ERB_ERB_VALUE_H

#include "compiler/values/context.h"

enum erv_kind {
  E_NIL,
  E_BOOL,
  E_INT,
  E_FLOAT,
  E_SYMBOL,
  E_STRING,
  E_ARRAY,
  E_HASH,
  E_REGEX,
  E_RANGE,
  E_CLASS, /* a class of Ruby, by name */
  E_MATCH, /* MatchData */
  E_SCOPE, /* the object `scope` */
  E_PUPPET /* any other value of Puppet: a type, a Sensitive, a time … */
};

/* Bits of kinds, for the tables of methods. */
enum {
  K_NIL = 1 << E_NIL,
  K_BOOL = 1 << E_BOOL,
  K_INT = 1 << E_INT,
  K_FLOAT = 1 << E_FLOAT,
  K_SYMBOL = 1 << E_SYMBOL,
  K_STRING = 1 << E_STRING,
  K_ARRAY = 1 << E_ARRAY,
  K_HASH = 1 << E_HASH,
  K_REGEX = 1 << E_REGEX,
  K_RANGE = 1 << E_RANGE,
  K_CLASS = 1 << E_CLASS,
  K_MATCH = 1 << E_MATCH,
  K_SCOPE = 1 << E_SCOPE,
  K_PUPPET = 1 << E_PUPPET,
  K_NUMBER = K_INT | K_FLOAT,
  K_LIST = K_ARRAY | K_HASH
};

/* The classes that a template may name. */
enum erb_class {
  C_ARRAY,
  C_HASH,
  C_STRING,
  C_INTEGER,
  C_FLOAT,
  C_NUMERIC,
  C_TRUE,
  C_FALSE,
  C_NIL,
  C_SYMBOL,
  C_REGEXP,
  C_RANGE,
  C_FILE,
  C_JSON, /* named only for their functions */
  ERB_CLASSES
};

struct erb;
typedef struct erv {
  uint8_t kind; /* enum erv_kind */
  union {
    bool boolean;
    int64_t integer;
    double number;
    const symbol *symbol;
    struct erb_string *string;
    struct erb_array *array;
    struct erb_hash *hash;
    const struct erb_regex *regex;
    const struct erb_range *range;
    enum erb_class class;
    const struct erb_match *match;
    const value *puppet;
  };
} erv;

/* UTF-8. cap 0: the bytes are borrowed. `fixed`: an object of Puppet, which only Ruby can change. */
struct erb_string {
  char *p;
  size_t n, cap;
  bool fixed;
};

/* `puppets`: the array of Puppet that it represents, which is shared, so that only Ruby can change it in place; NULL:
 * an array of the template. `taken`: its elements have been copied. */
struct erb_array {
  erv *items;
  uint32_t n, cap;
  uint32_t walks; /* number of iterations in progress */
  bool taken;
  const struct array *puppets;
};

struct erb_entry {
  erv key, value;
  uint32_t code;
  bool live;
};

/* In order of insertion; removed entries remain as gaps. */
struct erb_hash {
  struct erb_entry *entries;
  uint32_t n, cap, live;      /* n includes gaps */
  uint32_t *index, index_cap; /* entry + 1; NULL if there are few */
  uint32_t walks;
  bool taken;
  const struct hash *puppets; /* as in struct erb_array */
  const struct erb_variables
    *variables; /* result of scope.to_hash while only single variables are read; otherwise NULL */
  erv fallback; /* value of missing keys: Hash.new(…) */
};

struct erb_regex {
  const struct regex *re;
  str source;    /* as written */
  uint8_t flags; /* ERB_REGEX_… */
};
enum { ERB_REGEX_I = 1, ERB_REGEX_M = 2, ERB_REGEX_X = 4 };

struct erb_range {
  erv first, last;
  bool exclusive;
};

struct erb_match {
  struct regex_match at;
  str subject;
  const struct erb_regex *regex;
};

#define ERV_NIL ((erv){.kind = E_NIL})
static inline erv erv_bool(bool b) { return (erv){.kind = E_BOOL, .boolean = b}; }
static inline erv erv_int(int64_t i) { return (erv){.kind = E_INT, .integer = i}; }
static inline erv erv_float(double f) { return (erv){.kind = E_FLOAT, .number = f}; }
static inline bool erv_true(erv v) { return v.kind == E_BOOL ? v.boolean : v.kind != E_NIL; }
static inline str erv_text(erv v) { return (str){v.string->p, v.string->n}; }

/* Borrows the bytes. */
erv erv_str(struct erb *e, str s);
erv erv_array(struct erb *e, uint32_t room);
erv erv_hash(struct erb *e);
erv erv_pair(struct erb *e, erv a, erv b);

/* Convert values of Puppet, and back. */
erv erv_of_value(struct erb *e, value v);
value erv_to_value(struct erb *e, erv v);
value erv_to_data(struct erb *e, erv v); /* the same with symbols as strings */

/* Returns the container with its elements copied. */
struct erb_array *erb_items(struct erb *e, erv v);
struct erb_hash *erb_entries(struct erb *e, erv v);
/* The same for a change: leaves if the container is shared with Puppet, or being iterated. */
struct erb_array *erb_items_mutable(struct erb *e, erv v);
struct erb_hash *erb_entries_mutable(struct erb *e, erv v);
void erb_push(struct erb *e, struct erb_array *a, erv v);
void erb_append(struct erb *e, erv string, str more);

/* Returns the next live entry from *i on and moves *i after it; NULL: no more. */
static inline const struct erb_entry *erb_next_entry(const struct erb_hash *h, uint32_t *i)
{
  while (*i < h->n && !h->entries[*i].live) ++*i;
  return *i < h->n ? &h->entries[(*i)++] : NULL;
}

/* NULL: not found. */
erv *erb_hash_find(struct erb *e, struct erb_hash *h, erv key);
/* The same for a value that is a hash; copies its elements only if necessary. */
const erv *erb_hash_ask(struct erb *e, erv v, erv key);
void erb_hash_set(struct erb *e, struct erb_hash *h, erv key, erv v);
bool erb_hash_remove(struct erb *e, struct erb_hash *h, erv key, erv *old);

/* Ruby's ==, eql?, <=>. erb_compare returns false if the values cannot be compared. */
bool erb_equal(struct erb *e, erv a, erv b);
bool erb_eql(struct erb *e, erv a, erv b);
bool erb_compare(struct erb *e, erv a, erv b, int *order);
/* The same, but leaves if they cannot be compared. */
int erb_order(struct erb *e, erv a, erv b);

void erb_to_s(struct erb *e, struct buf *out, erv v);
void erb_inspect(struct erb *e, struct buf *out, erv v);
str erb_text(struct erb *e, erv v); /* to_s, in the arena */
const char *erb_class_name(erv v);
/* Finds a class by name; ERB_CLASSES: not found. */
enum erb_class erb_class_named(str name);
const char *erb_class_text(enum erb_class c);
bool erb_is_a(erv v, enum erb_class c);

#endif
