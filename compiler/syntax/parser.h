/* The parser: recursive descent for statements and definitions, a precedence table for expressions. It
 * accepts what Puppet's LALR grammar accepts and reports the first error at the same token. Each parsing
 * function begins at its first token in p->tok and leaves the token after its last one there. Internal to
 * compiler/syntax. */
#ifndef FICELLE_SYNTAX_PARSER_H
#define FICELLE_SYNTAX_PARSER_H

#include "compiler/syntax/lexer.h"
#include "compiler/syntax/parse.h"

struct parser {
  struct lex_context cx;
  struct lexer lx;
  struct token tok, ahead;
  bool has_ahead;
  uint32_t max_height;
  struct ast_program *program;
  /* A stack of lists under construction; a list is copied when it is complete. */
  ast **stack;
  uint32_t nstack, stack_cap;
  ast **definitions;
  uint32_t ndefinitions, definitions_cap;
  str *namespaces; /* names of the enclosing classes */
  uint32_t nnamespaces, namespaces_cap;
  /* The initial memory of queue and stack: most texts need no more, and it is not in the arena. */
  struct token queue_room[48];
  ast *stack_room[192];
};

/* Statement lists contain `a, b, c` as such a node until transform_calls has found its function. */
enum { AST_COMMA_LIST = 255 };
struct comma_list {
  ast h;
  struct ast_list_of items;
  struct token comma;
};

/* -- tokens: inline, so that only the used parts of skipped tokens are copied -- */
static inline void parser_advance(struct parser *p)
{
  if (!p->has_ahead) {
    lexer_next(&p->lx, &p->tok);
  } else {
    p->tok = p->ahead;
    p->has_ahead = false;
  }
}
const struct token *parser_peek(struct parser *p);
_Noreturn void parser_unexpected(struct parser *p); /* syntax error at p->tok */
_Noreturn void parser_fail(struct parser *p, enum issue issue, uint32_t offset, uint32_t length, ...);
static inline bool parser_at(const struct parser *p, enum token_kind kind) { return p->tok.kind == kind; }
static inline bool parser_accept(struct parser *p, enum token_kind kind)
{
  if (p->tok.kind != kind) return false;
  parser_advance(p);
  return true;
}
/* Returns the token and moves past it. */
static inline struct token parser_expect(struct parser *p, enum token_kind kind)
{
  if (p->tok.kind != kind) parser_unexpected(p);
  struct token t = p->tok;
  parser_advance(p);
  return t;
}
_Noreturn void parser_too_deep(struct parser *p);
static inline void parser_enter(struct parser *p)
{
  if (++p->cx.depth > p->cx.max_depth || stack_low()) parser_too_deep(p);
}
static inline void parser_leave(struct parser *p) { p->cx.depth--; }

/* -- nodes -- */
static inline void *node_new(struct parser *p, enum ast_kind kind, size_t size)
{
  ast *n = arena_zalloc(p->cx.arena, size);
  n->kind = (uint8_t)kind;
  n->height = 1;
  return n;
}
#define NODE(p, kind, type) ((struct type *)node_new((p), AST_##kind, sizeof(struct type)))
static inline uint32_t token_end(const struct token *t) { return t->offset + t->length; }
static inline uint32_t node_end(const ast *n) { return n->offset + n->length; }
static inline void node_place(ast *n, uint32_t start, uint32_t end)
{
  n->offset = start;
  n->length = end > start ? end - start : 0;
}
static inline void place_token(ast *n, const struct token *t)
{
  n->offset = t->offset;
  n->length = t->length;
}
/* Returns a node made of the current token, and moves past it. */
static inline ast *token_node(struct parser *p, ast *n)
{
  place_token(n, &p->tok);
  parser_advance(p);
  return n;
}
/* Adds a child, which may be NULL: updates the node's height, and fails if the tree is too high. */
_Noreturn void node_too_high(struct parser *p);
static inline ast *node_adopt(struct parser *p, ast *node, ast *child)
{
  if (child != NULL && child->height >= node->height) {
    node->height = (uint16_t)(child->height + 1);
    if (node->height > p->max_height) node_too_high(p);
  }
  return child;
}
struct ast_list_of parser_adopt(struct parser *p, ast *node, struct ast_list_of list);
ast *node_unary(struct parser *p, enum ast_kind kind, ast *expr);
ast *node_binary(struct parser *p, enum ast_kind kind, enum ast_op op, ast *left, ast *right);
ast *node_list(struct parser *p, enum ast_kind kind, struct ast_list_of items);
ast *node_string(struct parser *p, enum ast_kind kind, str value);
ast *node_name(struct parser *p, str value);
ast *node_reference(struct parser *p, str cased);
ast *parser_access(struct parser *p, ast *left, struct ast_list_of keys);
ast *node_pair(struct parser *p, enum ast_kind kind, ast *key, ast *value);
ast *parser_variable(struct parser *p, ast *expr);
ast *parser_nop(struct parser *p, uint32_t offset);

/* -- list stack -- */
void parser_stack_grow(struct parser *p);
static inline void parser_list_push(struct parser *p, ast *node)
{
  if (p->nstack == p->stack_cap) parser_stack_grow(p);
  p->stack[p->nstack++] = node;
}
struct ast_list_of parser_list_take(struct parser *p, uint32_t base); /* all above base */

/* -- statements (parser.c) -- */
struct ast_list_of parse_statements(struct parser *p); /* at least one */
/* first: an assignment already read */
struct ast_list_of parse_statements_after(struct parser *p, ast *first);
/* { [statements] } */
struct ast_list_of parse_braced(struct parser *p, struct token *open, struct token *close);
/* Returns a block for several statements, the statement for one, NULL for none. */
ast *parser_block_or_expression(struct parser *p, struct ast_list_of list, uint32_t start, uint32_t end);
/* Returns a block even for one statement, NULL for none; it has its container's offset. */
ast *parser_body_block(struct parser *p, struct ast_list_of list, uint32_t offset);
ast *parse_assignment(struct parser *p);
/* Like parse_assignment; *plain: an expression that is not a resource, relationship or assignment. */
ast *parse_assignment_plain(struct parser *p, bool *plain);

/* -- expressions (parse_expr.c) -- */
ast *parse_expression(struct parser *p);
ast *parse_expression_after(struct parser *p, ast *left); /* the operators that follow an operand */
bool token_starts_expression(enum token_kind kind);
/* What the list may contain: calls take `key => value`, arrays also the bare words "type" and "function"; accesses only
 * expressions and pairs. A trailing comma is not allowed in arguments of methods and in types of parameters and
 * results. */
enum argument_kind { ARGUMENTS_CALL, ARGUMENTS_METHOD, ARGUMENTS_ACCESS, ARGUMENTS_TYPE, ARGUMENTS_ARRAY };
/* Parses one or more arguments, up to (not including) the closing token. */
struct ast_list_of parse_arguments(struct parser *p, enum argument_kind kind, enum token_kind close);
ast *parse_hash(struct parser *p);
ast *parse_array(struct parser *p);
ast *parse_leaf(struct parser *p);   /* undef, default */
ast *parse_quoted(struct parser *p); /* STRING, WORD, DQPRE …, HEREDOC */
ast *parse_regex(struct parser *p);
ast *hash_pair(struct parser *p, ast *key); /* at FARROW */
bool entry_keyword(struct parser *p);       /* the words "type" and "function" as plain values */
ast *parse_entry_keyword(struct parser *p);
ast *parser_finish_hash(struct parser *p, const struct token *open, uint32_t base); /* after the first pair */

/* -- resources (parse_resource.c) -- */
ast *parse_resource(struct parser *p, bool *plain);
ast *parse_collect(struct parser *p, ast *left);

/* -- definitions (parse_definition.c) -- */
ast *parse_define(struct parser *p);
ast *parse_class(struct parser *p); /* or plan */
ast *parse_apply(struct parser *p);
ast *parse_node(struct parser *p);
ast *parse_function(struct parser *p);
ast *parse_type(struct parser *p);           /* at "type" followed by a class reference */
ast *parse_lambda(struct parser *p);         /* at "|" */
ast *parse_type_reference(struct parser *p); /* CLASSREF */
ast *parse_epp(struct parser *p);

/* -- conditionals (parse_control.c) -- */
ast *parse_if(struct parser *p);
ast *parse_unless(struct parser *p);
ast *parse_case(struct parser *p);
ast *parse_selector(struct parser *p, ast *left);
ast *parse_render_expression(struct parser *p);

/* -- transform.c -- */
/* Statement calls: `notice a, b` becomes a call. Replaces the list's content in place. */
void transform_calls(struct parser *p, struct ast_list_of *list);
/* `name { a => 1 }`: a call with a hash, or a block that the validator reports. NULL: neither is possible. */
ast *transform_resource_without_title(struct parser *p, ast *left, struct ast_list_of operations,
                                      const struct token *open, const struct token *close);
/* Converts names at the left end of the expression in ${…} to variables. `offset` is the enclosing node's. */
ast *transform_interpolation(struct parser *p, ast *expr, uint32_t offset);
/* Adjusts the places of a tree that was read from a heredoc's text to the file. */
void transform_sublocate(ast *tree, const struct sublocator *sub);

/* -- check.c -- */
void check_program(struct arena *a, struct ast_program *program, const struct parse_options *o,
                   struct diag_list *diags);

#endif
