/* The core of the parser: tokens with one of lookahead, lists, statements, and programs. It is a recursive descent
 * parser for Puppet's LALR grammar. The first error ends it by longjmp; lists are collected on a stack of nodes and
 * copied when their length is known. */
#include "compiler/syntax/parser.h"
#include "base/check.h"

#include "base/utf8.h"

/* One level of nesting in the source may take several levels of nodes (call, access, list, entry …). */
enum { HEIGHT_PER_DEPTH = 6 };

/* -- tokens -- */

const struct token *parser_peek(struct parser *p)
{
  if (!p->has_ahead) {
    lexer_next(&p->lx, &p->ahead);
    p->has_ahead = true;
  }
  return &p->ahead;
}

void parser_fail(struct parser *p, enum issue issue, uint32_t offset, uint32_t length, ...)
{
  va_list args;
  va_start(args, length);
  diag_vadd(p->cx.diags, issue, SEVERITY_ERROR, p->cx.source, sub_file_offset(p->tok.sub, offset), length, args);
  va_end(args);
  longjmp(*p->cx.fail, 1);
}

void parser_unexpected(struct parser *p)
{
  struct diag_list *diags = p->cx.diags;
  const struct token *t = &p->tok;
  uint32_t offset = sub_file_offset(t->sub, t->offset);
  /* Puppet reports the end of the input without a line. */
  if (t->kind == TOKEN_EOF) {
    diag_add(diags, ISSUE_SYNTAX_ERROR, SEVERITY_ERROR, p->cx.source, offset, 0, STR_FMT(STR("end of input")));
    diags->items[diags->n - 1].place = PLACE_FILE;
  } else {
    struct buf where = BUF_IN(p->cx.arena);
    buf_z(&where, t->kind == TOKEN_REGEX ? "'(?-mix:" : "'");
    buf_str(&where, t->value);
    buf_z(&where, t->kind == TOKEN_REGEX ? ")'" : "'");
    diag_add(diags, ISSUE_SYNTAX_ERROR, SEVERITY_ERROR, p->cx.source, offset, t->length, STR_FMT(buf_view(&where)));
  }
  longjmp(*p->cx.fail, 1);
}

void parser_too_deep(struct parser *p)
{
  if (p->cx.depth <= p->cx.max_depth) {
    parser_fail(p, ISSUE_STACK_USED_UP, p->tok.offset, p->tok.length, (int)(stack_bytes() >> 10));
  }
  parser_fail(p, ISSUE_NESTING_TOO_DEEP, p->tok.offset, p->tok.length, (int)p->cx.max_depth);
}

/* -- lists -- */

void parser_stack_grow(struct parser *p)
{
  const uint32_t cap = p->stack_cap * 2;
  p->stack = arena_regrow(p->cx.arena, p->stack, p->stack_cap * sizeof *p->stack, cap * sizeof *p->stack);
  p->stack_cap = cap;
}

struct ast_list_of parser_list_take(struct parser *p, uint32_t base)
{
  assert(base <= p->nstack);
  struct ast_list_of list = {p->nstack - base, NULL};
  if (list.n != 0) {
    list.items = arena_alloc(p->cx.arena, list.n * sizeof *list.items);
    memcpy(list.items, p->stack + base, list.n * sizeof *list.items);
  }
  p->nstack = base;
  return list;
}

/* -- statements -- */

static bool token_starts_statement(enum token_kind kind)
{
  return token_starts_expression(kind) || kind == TOKEN_AT || kind == TOKEN_ATAT;
}

/* assignment { "," assignment }. A list with commas is only legal as arguments of a statement call such as `include a,
 * b`, which transform_calls() checks. */
static ast *finish_statement(struct parser *p, ast *first)
{
  if (!parser_at(p, TOKEN_COMMA)) return first;
  uint32_t base = p->nstack;
  struct token comma = p->tok;
  parser_list_push(p, first);
  while (parser_accept(p, TOKEN_COMMA)) parser_list_push(p, parse_assignment(p));
  struct comma_list *list = node_new(p, AST_NOP, sizeof *list);
  list->h.kind = AST_COMMA_LIST;
  list->items = parser_list_take(p, base);
  list->comma = comma;
  return &list->h;
}

/* statement { [";"] statement } */
struct ast_list_of parse_statements_after(struct parser *p, ast *first)
{
  uint32_t base = p->nstack;
  parser_list_push(p, finish_statement(p, first));
  while (parser_accept(p, TOKEN_SEMIC) || token_starts_statement(p->tok.kind))
    parser_list_push(p, finish_statement(p, parse_assignment(p)));
  struct ast_list_of list = parser_list_take(p, base);
  transform_calls(p, &list);
  return list;
}

struct ast_list_of parse_statements(struct parser *p) { return parse_statements_after(p, parse_assignment(p)); }

struct ast_list_of parse_braced(struct parser *p, struct token *open, struct token *close)
{
  struct token brace = parser_expect(p, TOKEN_LBRACE);
  if (open != NULL) *open = brace;
  struct ast_list_of list = {0};
  if (!parser_at(p, TOKEN_RBRACE)) list = parse_statements(p);
  *close = parser_expect(p, TOKEN_RBRACE);
  return list;
}

ast *parser_block_or_expression(struct parser *p, struct ast_list_of list, uint32_t start, uint32_t end)
{
  if (list.n <= 1) return list.n == 0 ? NULL : list.items[0];
  ast *block = node_list(p, AST_BLOCK, list);
  node_place(block, start, end);
  return block;
}

ast *parser_body_block(struct parser *p, struct ast_list_of list, uint32_t offset)
{
  if (list.n == 0) return NULL;
  ast *block = node_list(p, AST_BLOCK, list);
  block->offset = offset;
  return block;
}

/* relationship = resource { ("->" | "~>" | "<-" | "<~") resource } */
static ast *parse_relationship(struct parser *p, bool *plain)
{
  static const uint8_t edges[TOKEN_KIND_COUNT] = {
    [TOKEN_IN_EDGE] = OP_BEFORE,
    [TOKEN_IN_EDGE_SUB] = OP_NOTIFY,
    [TOKEN_OUT_EDGE] = OP_REQUIRE,
    [TOKEN_OUT_EDGE_SUB] = OP_SUBSCRIBE,
  };
  ast *left = parse_resource(p, plain);
  while (edges[p->tok.kind] != OP_NONE) {
    struct token op = p->tok;
    bool ignored;
    parser_advance(p);
    left = node_binary(p, AST_RELATIONSHIP, edges[op.kind], left, parse_resource(p, &ignored));
    place_token(left, &op);
    *plain = false;
  }
  return left;
}

/* assignment = relationship [ ("=" | "+=" | "-=") assignment ] */
ast *parse_assignment_plain(struct parser *p, bool *plain)
{
  static const uint8_t assigns[TOKEN_KIND_COUNT] = {
    [TOKEN_EQUALS] = OP_ASSIGN,
    [TOKEN_APPENDS] = OP_APPEND_ASSIGN,
    [TOKEN_DELETES] = OP_DELETE_ASSIGN,
  };
  ast *left = parse_relationship(p, plain);
  if (assigns[p->tok.kind] == OP_NONE) return left;
  struct token op = p->tok;
  parser_advance(p);
  parser_enter(p);
  ast *right = parse_assignment_plain(p, plain);
  parser_leave(p);
  ast *node = node_binary(p, AST_ASSIGNMENT, assigns[op.kind], left, right);
  place_token(node, &op);
  *plain = false;
  return node;
}

ast *parse_assignment(struct parser *p)
{
  bool plain;
  return parse_assignment_plain(p, &plain);
}

/* -- programs -- */

/* program = [statements] | epp */
static ast *parse_body(struct parser *p)
{
  parser_advance(p);
  if (parser_at(p, TOKEN_EOF)) return parser_nop(p, p->lx.n);
  ast *body;
  if (parser_at(p, TOKEN_EPP_START)) {
    body = parse_epp(p);
  } else {
    struct ast_list_of list = parse_statements(p);
    body = parser_block_or_expression(p, list, list.items[0]->offset, node_end(list.items[list.n - 1]));
  }
  if (!parser_at(p, TOKEN_EOF)) parser_unexpected(p);
  return body;
}

static void check_text(struct parser *p, str text)
{
  size_t bad = utf8_invalid_at(text);
  if (bad == SIZE_MAX) return;
  diag_add(p->cx.diags, ISSUE_INVALID_UTF8, SEVERITY_ERROR, p->cx.source, (uint32_t)bad, 1);
  longjmp(*p->cx.fail, 1);
}

static struct ast_program *parse_protected(struct parser *p, str text, const struct parse_options *o)
{
  jmp_buf fail;
  p->cx.fail = &fail;
  if (setjmp(fail) != 0) return NULL;
  lexer_init(&p->lx, &p->cx, text);
  check_text(p, text);
  if (o->epp) lexer_begin_epp(&p->lx);
  p->program->body = parse_body(p);
  p->program->definitions = p->definitions;
  p->program->ndefinitions = p->ndefinitions;
  return p->program;
}

struct ast_program *parse_text(struct arena *a, str file, str text, const struct parse_options *o,
                               struct diag_list *diags)
{
  assert(o != NULL && diags != NULL);
  struct source *source = source_new(a, file, text);
  if (text.n > MAX_SOURCE_BYTES) {
    diag_add(diags, ISSUE_SOURCE_TOO_LARGE, SEVERITY_ERROR, source, 0, 0, (int)(MAX_SOURCE_BYTES >> 20));
    diags->items[diags->n - 1].place = PLACE_FILE;
    return NULL;
  }
  struct parser p;
  memset(&p, 0, offsetof(struct parser, queue_room));
  p.cx = (struct lex_context){.arena = a,
                              .source = source,
                              .diags = diags,
                              .tasks = o->tasks,
                              .max_depth = o->max_depth != 0 ? o->max_depth : DEFAULT_MAX_DEPTH,
                              .queue = {.items = p.queue_room, .cap = sizeof p.queue_room / sizeof p.queue_room[0]}};
  const uint32_t levels = stack_levels(p.cx.max_depth * HEIGHT_PER_DEPTH);
  p.max_height = levels < UINT16_MAX ? levels : UINT16_MAX - 1;
  p.stack = p.stack_room;
  p.stack_cap = sizeof p.stack_room / sizeof p.stack_room[0];
  p.program = ARENA_NEW(a, struct ast_program);
  p.program->source = source;
  struct ast_program *program = parse_protected(&p, text, o);
  if (program == NULL) return NULL;
  uint32_t errors = diags->errors;
  if (!o->skip_validation) check_program(a, program, o, diags);
  return diags->errors == errors ? program : NULL;
}
