/* Shared by the lexer and the parser of native ERB. Tokens are distinguished as in Ruby, by the token before; where
 * Ruby would have to guess, the template is rejected and requires Ruby. */
#ifndef FICELLE_ERB_ERB_PARSE_H
#define FICELLE_ERB_ERB_PARSE_H

#include "compiler/erb/erb_internal.h"

enum erb_token_kind {
  TK_END,  /* of the program; also after it was rejected */
  TK_LINE, /* a line end or semicolon */
  TK_INT,
  TK_FLOAT,
  TK_STRING, /* complete, in `text` */
  TK_DSTRING,
  TK_REGEX, /* the opening delimiter; erb_pieces reads the rest */
  TK_WORDS, /* %w: the words in `text`, separated by blanks */
  TK_NAME,
  TK_CONST,
  TK_IVAR,
  TK_SYMBOL,
  TK_LABEL,
  TK_GROUP, /* $1 … */
  TK_KEYWORD,
  TK_OPERATOR, /* `text` */
  TK_TEXT,
  TK_INSERT,
  TK_INSERT_END
};

struct erb_token {
  enum erb_token_kind kind;
  str text;
  uint32_t line;
  bool blank;       /* blanks before it */
  bool tight;       /* no blank after it */
  char open, close; /* of strings */
  int64_t integer;
  double number;
};

struct erb_variable {
  const symbol *name;
  uint32_t slot;
};

struct erb_parser {
  struct arena *arena;
  struct erb_source source;
  size_t at;
  uint32_t line, next_text;
  struct erb_token token;     /* the current one; `at` is after it */
  bool begins;                /* an operand is expected */
  bool after_dot, after_call; /* after "."; after a name that may take arguments without parentheses */
  str reason;                 /* why it is rejected; empty: it is not */
  uint32_t reason_line;
  uint32_t no_command;           /* arguments need parentheses */
  uint32_t depth, no_do, blocks; /* no_do: `do` belongs to an enclosing construct; blocks: enclosing blocks and loops */
  struct erb_variable *variables;
  uint32_t nvariables, cap_variables, nslots;
  const symbol **ivars;
  uint32_t nivars, cap_ivars;
};

void erb_refuse(struct erb_parser *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static inline bool erb_refused(const struct erb_parser *p) { return p->reason.n > 0; }
/* A character of the text; 0: after its end. */
static inline char erb_peek(const struct erb_parser *p, size_t ahead)
{
  return p->at + ahead < p->source.code.n ? p->source.code.p[p->at + ahead] : 0;
}
/* Reads the next token. */
void erb_next(struct erb_parser *p);
/* Returns the slot of a local variable; UINT32_MAX: unknown. */
uint32_t erb_variable(const struct erb_parser *p, str name);
uint32_t erb_declare(struct erb_parser *p, str name);

/* Nodes. */
struct erb_node *erb_node(struct erb_parser *p, enum erb_node_kind kind);
struct erb_list {
  struct erb_node **items;
  uint32_t n, cap;
};
void erb_list_add(struct erb_parser *p, struct erb_list *l, struct erb_node *n);
struct erb_node *erb_node_list(struct erb_parser *p, enum erb_node_kind kind, const struct erb_list *l);
/* Sets the items of a node. */
static inline void erb_node_items(struct erb_node *n, const struct erb_list *l)
{
  n->items = l->items;
  n->n = l->n;
}
struct erb_node *erb_ivar_node(struct erb_parser *p); /* of the current token */
struct erb_node *erb_node_call(struct erb_parser *p, struct erb_node *receiver, str name, const struct erb_list *args);

/* Tokens. */
static inline bool erb_is(const struct erb_parser *p, enum erb_token_kind kind, const char *text)
{
  return p->token.kind == kind && str_eqz(p->token.text, text);
}
static inline bool erb_is_op(const struct erb_parser *p, const char *text) { return erb_is(p, TK_OPERATOR, text); }
static inline bool erb_is_word(const struct erb_parser *p, const char *text) { return erb_is(p, TK_KEYWORD, text); }
/* Moves past the token if it is this one; erb_want rejects any other. */
bool erb_take(struct erb_parser *p, enum erb_token_kind kind, const char *text);
void erb_want(struct erb_parser *p, enum erb_token_kind kind, const char *text);
void erb_skip_lines(struct erb_parser *p);
/* The same except semicolons: inside expressions. */
void erb_skip_newlines(struct erb_parser *p);
/* Rejects code that is nested too deeply; must be paired with p->depth--. */
bool erb_enter(struct erb_parser *p);

/* The parts of the parser. */
struct erb_node *erb_statements(struct erb_parser *p); /* up to a word or mark that ends them */
struct erb_node *erb_statement(struct erb_parser *p);
struct erb_node *erb_logic(struct erb_parser *p);      /* with and, or, not */
struct erb_node *erb_expression(struct erb_parser *p); /* without and, or, not, modifiers */
struct erb_node *erb_operand(struct erb_parser *p);    /* with its calls and indices */
struct erb_node *erb_control(struct erb_parser *p);    /* if, unless, case, while, until; NULL: none */
struct erb_block *erb_block(struct erb_parser *p);     /* { } or do end; NULL: none */
struct erb_node *erb_pieces(struct erb_parser *p);     /* the rest of a string or regular expression */
struct erb_node *erb_hash_rest(struct erb_parser *p, const char *close);

#endif
