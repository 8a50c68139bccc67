/* HOCON as a tree with what it refers to still open: made by hocon_parse.c from tokens, resolved by
 * hocon_resolve.c. */
#ifndef FICELLE_VALUES_HOCON_H
#define FICELLE_VALUES_HOCON_H

#include "base/map.h"
#include "base/stack.h"
#include "compiler/values/value.h"

enum { HOCON_MAX_NODES = 5 * 1000 * 1000, HOCON_MAX_STEPS = 10 * 1000 * 1000 };

enum hocon_kind {
  HOCON_LEAF,
  HOCON_OBJECT,
  HOCON_LIST,
  HOCON_REFERENCE, /* ${path}, ${?path} */
  HOCON_CONCAT,    /* pieces that stand beside each other */
  HOCON_STACK      /* one key several times, the last first: whether they merge is known later */
};

struct hocon_field {
  str key;
  struct hocon_node *node;
  struct hocon_field *before, *after;
};

struct hocon_node {
  enum hocon_kind kind;
  bool space;    /* LEAF: white space between pieces */
  bool optional; /* REFERENCE */
  bool resolving, done, missing;
  uint32_t line;
  uint32_t at;                      /* STACK: which one is being resolved */
  value v;                          /* LEAF; when done: the result */
  str text;                         /* LEAF: as written; REFERENCE: as messages show it */
  const str *path;                  /* REFERENCE: n elements */
  struct hocon_field *first, *last; /* OBJECT */
  struct strmap *fields;            /* OBJECT: key -> struct hocon_field *; NULL while there are few */
  struct hocon_node **items;        /* LIST, CONCAT, STACK */
  uint32_t n, cap;
};

struct hocon {
  struct arena *arena;
  value_variable_fn *variable; /* what references find that the text itself does not have; NULL: nothing */
  void *ctx;                   /* for it */
  uint32_t nodes, depth;
  uint32_t steps; /* of resolving */
  str error;      /* set once */
  struct hocon_node *root;
  struct hocon_node *open[NESTING_LEVELS]; /* references being followed */
  uint32_t nopen;
};

/* NULL: the object has none of that name. */
struct hocon_field *hocon_field(const struct hocon_node *object, str key);
/* Keeps the first message; false. Line 0: none is named. */
bool hocon_fail(struct hocon *h, uint32_t line, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

bool hocon_parse(struct hocon *h, str text);
/* The value of the whole; false with h->error. */
bool hocon_resolve(struct hocon *h, value *out);

/* --- tokens (hocon_token.c) --- */
enum hocon_token_kind {
  TOKEN_END,
  TOKEN_NEWLINE,
  TOKEN_SPACE,
  TOKEN_TEXT,
  TOKEN_VALUE,
  TOKEN_QUOTED,
  TOKEN_PUNCTUATION,
  TOKEN_PLUS_EQUALS,
  TOKEN_REFERENCE,
  TOKEN_BAD
};
struct hocon_token {
  enum hocon_token_kind kind;
  char punctuation; /* PUNCTUATION: one of {}[]:=, */
  bool optional;    /* REFERENCE */
  uint32_t line;
  str text; /* as written; QUOTED: the unescaped text; REFERENCE: the path; BAD: the error */
  value v;  /* VALUE: number, true, false, null */
};
struct hocon_lexer {
  struct arena *arena;
  str text;
  size_t at;
  uint32_t line;
};
struct hocon_token hocon_next(struct hocon_lexer *l);

#endif
