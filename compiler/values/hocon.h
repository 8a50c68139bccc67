/* HOCON as a tree with unresolved references: made by hocon_parse.c from tokens, resolved by hocon_resolve.c. */
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
  HOCON_CONCAT,    /* adjacent pieces of one value */
  HOCON_STACK      /* values of the same key, the last first: whether they merge is known when they are resolved */
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
  uint32_t at;                      /* STACK: index of the value being resolved */
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
  value_variable_fn *variable; /* finds references that the text does not define; NULL: none */
  void *ctx;                   /* its argument */
  uint32_t nodes, depth;
  uint32_t steps; /* of resolving */
  str error;      /* set once */
  struct hocon_node *root;
  struct hocon_node *open[NESTING_LEVELS]; /* references being followed */
  uint32_t nopen;
};

/* NULL: not found. */
struct hocon_field *hocon_field(const struct hocon_node *object, str key);
/* Sets h->error unless it is set; returns false. Line 0: no line in the message. */
bool hocon_fail(struct hocon *h, uint32_t line, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

bool hocon_parse(struct hocon *h, str text);
/* Computes the value of the whole text. On failure returns false and sets h->error. */
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
