/* Facts as a tree of values: what the collectors fill and what is printed or handed on.
 *
 * All nodes live in one arena. A hash keeps the order in which its entries came; putting a key again replaces
 * the value. The compiler does not know this type: it gets the tree through a struct fact_sink. */
#ifndef FICELLE_AGENT_FACTS_FACT_H
#define FICELLE_AGENT_FACTS_FACT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/map.h"

enum fact_kind { FACT_NULL, FACT_BOOLEAN, FACT_INTEGER, FACT_FLOAT, FACT_STRING, FACT_ARRAY, FACT_HASH };

struct fact {
  enum fact_kind kind;
  str key; /* in a hash */
  union {
    bool boolean;
    int64_t integer;
    double real;
    str string; /* valid UTF-8 */
  };
  struct fact *first, *last; /* ARRAY, HASH */
  struct fact *next;         /* among its siblings */
  struct strmap *index;      /* HASH with many entries: key -> struct fact *; else NULL */
  uint32_t count;            /* entries of a HASH */
};

struct fact *fact_new(struct arena *a, enum fact_kind kind);
/* Puts a new value under a key of a hash, or at the end of an array (key is then ignored). Strings are
 * copied; bytes that are no UTF-8 become U+FFFD. */
struct fact *fact_put(struct arena *a, struct fact *parent, const char *key, enum fact_kind kind);
void fact_put_str(struct arena *a, struct fact *parent, const char *key, str value);
void fact_put_strz(struct arena *a, struct fact *parent, const char *key, const char *value);
void fact_put_int(struct arena *a, struct fact *parent, const char *key, int64_t value);
void fact_put_bool(struct arena *a, struct fact *parent, const char *key, bool value);
void fact_put_float(struct arena *a, struct fact *parent, const char *key, double value);

/* Puts a value under a key; what lies below it is shared. */
void fact_copy(struct arena *a, struct fact *parent, str key, const struct fact *value);
/* Takes an entry out of a hash. */
void fact_remove(struct fact *hash, str key);

/* The entry of a hash, or NULL. */
struct fact *fact_entry(const struct fact *hash, str key);
/* Follows a dotted path ("os.release.major", numbers index arrays); a whole name that holds dots is found
 * too. NULL when there is nothing. */
struct fact *fact_dig(const struct fact *root, str path);
/* Sorts a hash by key, and all below it. */
void fact_sort(struct fact *fact);

/* Takes a tree apart, in order, into calls. A key comes before each value of a hash. */
struct fact_sink {
  void (*begin_hash)(void *ctx);
  void (*end_hash)(void *ctx);
  void (*begin_array)(void *ctx);
  void (*end_array)(void *ctx);
  void (*key)(void *ctx, str key);
  void (*string)(void *ctx, str value);
  void (*integer)(void *ctx, int64_t value);
  void (*real)(void *ctx, double value);
  void (*boolean)(void *ctx, bool value);
  void (*null)(void *ctx);
};
void fact_emit(const struct fact *fact, const struct fact_sink *sink, void *ctx);

/* A value written in JSON; NULL with what is wrong. Numbers beyond 64 bits and depths beyond 2,048 are. */
struct fact *fact_read_json(struct arena *a, str text, const char **wrong);

/* JSON, pretty as `puppet facts` prints it or on one line; YAML, as Ruby's to_yaml prints. They end in a
 * newline. */
void fact_print_json(const struct fact *fact, bool pretty, struct buf *out);
void fact_print_yaml(const struct fact *fact, struct buf *out);

#endif
