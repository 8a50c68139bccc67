/* Facts as a tree of values, filled by collectors, and printed or passed on.
 *
 * All nodes are in one arena. A hash keeps the order of insertion; adding a key again replaces its value. The compiler
 * does not know this type: it receives the tree through a struct fact_sink. */
#ifndef FICELLE_AGENT_FACTS_FACT_H
#define FICELLE_AGENT_FACTS_FACT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/map.h"

enum fact_kind { FACT_NULL, FACT_BOOLEAN, FACT_INTEGER, FACT_FLOAT, FACT_STRING, FACT_ARRAY, FACT_HASH };

struct fact {
  enum fact_kind kind;
  str key; /* key in a hash */
  union {
    bool boolean;
    int64_t integer;
    double real;
    str string; /* valid UTF-8 */
  };
  struct fact *first, *last; /* for FACT_ARRAY and FACT_HASH */
  struct fact *next;         /* the next sibling */
  struct strmap *index;      /* for a FACT_HASH with many entries: key -> struct fact *; else NULL */
  uint32_t count;            /* number of entries of a FACT_HASH */
};

struct fact *fact_new(struct arena *a, enum fact_kind kind);
/* Adds a value to a hash, or to the end of an array (then the key is ignored). Strings are copied; invalid UTF-8
 * becomes U+FFFD. */
struct fact *fact_put(struct arena *a, struct fact *parent, const char *key, enum fact_kind kind);
void fact_put_str(struct arena *a, struct fact *parent, const char *key, str value);
void fact_put_strz(struct arena *a, struct fact *parent, const char *key, const char *value);
void fact_put_int(struct arena *a, struct fact *parent, const char *key, int64_t value);
void fact_put_bool(struct arena *a, struct fact *parent, const char *key, bool value);
void fact_put_float(struct arena *a, struct fact *parent, const char *key, double value);

/* Adds a value under a key; its children are shared, not copied. */
void fact_copy(struct arena *a, struct fact *parent, str key, const struct fact *value);
/* Removes an entry of a hash. */
void fact_remove(struct fact *hash, str key);

/* The entry of a hash, or NULL. */
struct fact *fact_entry(const struct fact *hash, str key);
/* Follows a dotted path ("os.release.major"; numbers index arrays); finds names that contain dots, too. NULL: not
 * found. */
struct fact *fact_dig(const struct fact *root, str path);
/* Sorts a hash and all hashes in it by key. */
void fact_sort(struct fact *fact);

/* Receives a tree as a sequence of calls. In a hash, each value is preceded by its key. */
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

/* Parses JSON; NULL with the error. Numbers beyond 64 bits and depths beyond 2,048 are errors. */
struct fact *fact_read_json(struct arena *a, str text, const char **wrong);

/* Prints JSON, on one line or indented like `puppet facts`; or YAML, like Ruby's to_yaml. The text ends in a
 * newline. */
void fact_print_json(const struct fact *fact, bool pretty, struct buf *out);
void fact_print_yaml(const struct fact *fact, struct buf *out);

#endif
