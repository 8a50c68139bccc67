/* The frame of the parser: variables, nodes, statements, and the whole template. Anything that is not certain rejects
 * the template (erb_refuse): the token becomes the end of the program, so that all loops of the parser end, and Ruby
 * renders the template. */
#include "base/array.h"
#include "base/check.h"
#include "base/stack.h"
#include "base/utf8.h"
#include "compiler/erb/erb_parse.h"

/* --- variables --- */

uint32_t erb_variable(const struct erb_parser *p, str name)
{
  assert_hot(name.n > 0);
  const symbol *s = sym_known(name);
  for (uint32_t i = p->nvariables; s != NULL && i-- > 0;) {
    if (p->variables[i].name == s) return p->variables[i].slot;
  }
  return UINT32_MAX;
}

uint32_t erb_declare(struct erb_parser *p, str name)
{
  assert_hot(name.n > 0);
  ARENA_ROOM(p->arena, p->variables, p->nvariables, p->cap_variables, 16);
  p->variables[p->nvariables++] = (struct erb_variable){sym_intern(name), p->nslots};
  return p->nslots++;
}

static uint32_t instance_variable(struct erb_parser *p, str name)
{
  const symbol *s = sym_intern(name);
  for (uint32_t i = 0; i < p->nivars; i++) {
    if (p->ivars[i] == s) return i;
  }
  ARENA_ROOM(p->arena, p->ivars, p->nivars, p->cap_ivars, 16);
  p->ivars[p->nivars] = s;
  return p->nivars++;
}

struct erb_node *erb_ivar_node(struct erb_parser *p)
{
  assert(p->token.kind == TK_IVAR);
  struct erb_node *n = erb_node(p, N_IVAR);
  n->slot = instance_variable(p, p->token.text);
  erb_next(p);
  return n;
}

/* --- nodes --- */

struct erb_node *erb_node(struct erb_parser *p, enum erb_node_kind kind)
{
  assert_hot(kind < N_KINDS);
  struct erb_node *n = ARENA_NEW(p->arena, struct erb_node);
  n->kind = (uint8_t)kind;
  n->line = p->token.line;
  return n;
}

void erb_list_add(struct erb_parser *p, struct erb_list *l, struct erb_node *n)
{
  ARENA_ROOM(p->arena, l->items, l->n, l->cap, 4);
  l->items[l->n++] = n;
}

struct erb_node *erb_node_list(struct erb_parser *p, enum erb_node_kind kind, const struct erb_list *l)
{
  assert_hot(kind < N_KINDS && (l->items != NULL || l->n == 0));
  struct erb_node *n = erb_node(p, kind);
  erb_node_items(n, l);
  if (l->n > 0) n->line = l->items[0]->line;
  return n;
}

struct erb_node *erb_node_call(struct erb_parser *p, struct erb_node *receiver, str name, const struct erb_list *args)
{
  struct erb_node *n = erb_node(p, N_CALL);
  n->a = receiver;
  n->text = name;
  if (args != NULL) erb_node_items(n, args);
  n->methods = erb_methods_named(name, receiver == NULL);
  return n;
}

/* --- tokens --- */

bool erb_take(struct erb_parser *p, enum erb_token_kind kind, const char *text)
{
  bool there = erb_is(p, kind, text);
  if (there) erb_next(p);
  return there;
}

static void refuse_token(struct erb_parser *p)
{
  static const char *const names[] = {[TK_END] = "the end",
                                      [TK_LINE] = "a line end",
                                      [TK_TEXT] = "text",
                                      [TK_INSERT] = "<%=",
                                      [TK_INSERT_END] = "the end of <%="};
  if (p->token.kind < sizeof names / sizeof *names && names[p->token.kind] != NULL) {
    erb_refuse(p, "the syntax at %s", names[p->token.kind]);
  } else {
    erb_refuse(p, "the syntax at '%.*s'", STR_FMT(p->token.text));
  }
}

void erb_want(struct erb_parser *p, enum erb_token_kind kind, const char *text)
{
  if (!erb_take(p, kind, text)) refuse_token(p);
}

void erb_skip_lines(struct erb_parser *p)
{
  while (p->token.kind == TK_LINE) erb_next(p);
}

void erb_skip_newlines(struct erb_parser *p)
{
  while (p->token.kind == TK_LINE && p->token.text.n == 0) erb_next(p);
}

bool erb_enter(struct erb_parser *p)
{
  if (++p->depth > ERB_MAX_NESTING) erb_refuse(p, "nesting of more than %d levels", ERB_MAX_NESTING);
  if (stack_low()) erb_refuse(p, "nesting that uses up the stack of %d KiB", (int)(stack_bytes() >> 10));
  return !erb_refused(p);
}

/* --- statements --- */

static bool ends_statements(const struct erb_parser *p)
{
  if (p->token.kind == TK_END || p->token.kind == TK_INSERT_END) return true;
  if (p->token.kind == TK_OPERATOR) return erb_is_op(p, "}") || erb_is_op(p, ")");
  return p->token.kind == TK_KEYWORD && str_among(p->token.text, "end else elsif when in rescue ensure");
}

/* Parses `next` and `break`, with or without a value. */
static struct erb_node *jump(struct erb_parser *p)
{
  struct erb_node *n = erb_node(p, erb_is_word(p, "next") ? N_NEXT : N_BREAK);
  if (p->blocks == 0) erb_refuse(p, "'%.*s' outside a block", STR_FMT(p->token.text));
  erb_next(p);
  bool carries = p->token.kind != TK_LINE && p->token.kind != TK_KEYWORD && !ends_statements(p);
  carries = carries || erb_is_word(p, "nil") || erb_is_word(p, "true") || erb_is_word(p, "false");
  if (carries) n->a = erb_expression(p);
  return n;
}

static struct erb_node *negation(struct erb_parser *p)
{
  if (erb_is_word(p, "next") || erb_is_word(p, "break")) return jump(p);
  if (!erb_is_word(p, "not")) return erb_expression(p);
  struct erb_node *n = erb_node(p, N_NOT);
  erb_next(p);
  n->a = erb_enter(p) ? negation(p) : n;
  p->depth--;
  return n;
}

/* In Ruby `and` and `or` have the same precedence and associate to the left. */
struct erb_node *erb_logic(struct erb_parser *p)
{
  struct erb_node *left = negation(p);
  while (erb_is_word(p, "and") || erb_is_word(p, "or")) {
    struct erb_node *n = erb_node(p, erb_is_word(p, "and") ? N_AND : N_OR);
    erb_next(p);
    n->a = left;
    n->b = negation(p);
    left = n;
  }
  return left;
}

static struct erb_node *target(struct erb_parser *p)
{
  struct erb_node *n = erb_node(p, p->token.kind == TK_IVAR ? N_IVAR_SET : N_LOCAL_SET);
  if (p->token.kind == TK_IVAR) {
    n->slot = instance_variable(p, p->token.text);
  } else if (p->token.kind == TK_NAME) {
    n->slot = erb_variable(p, p->token.text);
    if (n->slot == UINT32_MAX) n->slot = erb_declare(p, p->token.text);
  } else {
    refuse_token(p);
  }
  erb_next(p);
  return n;
}

/* Whether a multiple assignment "a, b = …" begins here: a name followed by a comma. */
static bool begins_multiple(const struct erb_parser *p)
{
  if (p->token.kind != TK_NAME && p->token.kind != TK_IVAR) return false;
  str rest = str_from(p->source.code, p->at);
  while (rest.n > 0 && (rest.p[0] == ' ' || rest.p[0] == '\t')) rest = str_from(rest, 1);
  return str_starts(rest, STR(","));
}

static struct erb_node *multiple_assignment(struct erb_parser *p)
{
  struct erb_list targets = {0}, values = {0};
  do {
    erb_list_add(p, &targets, target(p));
  } while (erb_take(p, TK_OPERATOR, ","));
  erb_want(p, TK_OPERATOR, "=");
  struct erb_node *n = erb_node_list(p, N_MULTI_SET, &targets);
  do {
    erb_list_add(p, &values, erb_expression(p));
  } while (erb_take(p, TK_OPERATOR, ","));
  n->a = values.n == 1 ? values.items[0] : erb_node_list(p, N_ARRAY, &values);
  return n;
}

static struct erb_node *modified(struct erb_parser *p, struct erb_node *body)
{
  while (p->token.kind == TK_KEYWORD) {
    bool unless = erb_is_word(p, "unless");
    if (!unless && !erb_is_word(p, "if")) return body;
    struct erb_node *n = erb_node(p, N_IF);
    erb_next(p);
    n->a = erb_logic(p);
    n->b = unless ? NULL : body;
    n->c = unless ? body : NULL;
    body = n;
  }
  return body;
}

static struct erb_node *insertion(struct erb_parser *p)
{
  struct erb_node *n = erb_node(p, N_INSERT);
  uint32_t no_do = p->no_do;
  p->no_do = 0;
  erb_next(p);
  n->a = erb_statements(p);
  p->no_do = no_do;
  if (p->token.kind == TK_INSERT_END) erb_next(p);
  else refuse_token(p);
  return n;
}

struct erb_node *erb_statement(struct erb_parser *p)
{
  if (p->token.kind == TK_TEXT) {
    struct erb_node *n = erb_node(p, N_TEXT);
    n->text = p->token.text;
    erb_next(p);
    return n;
  }
  if (p->token.kind == TK_INSERT) return insertion(p);
  struct erb_node *n = begins_multiple(p) ? multiple_assignment(p) : erb_logic(p);
  return modified(p, n);
}

struct erb_node *erb_statements(struct erb_parser *p)
{
  struct erb_list l = {0};
  const uint32_t no_command = p->no_command;
  p->no_command = 0;
  if (erb_enter(p)) erb_skip_lines(p);
  while (!ends_statements(p)) {
    erb_list_add(p, &l, erb_statement(p));
    if (erb_is_word(p, "rescue") || (p->token.kind != TK_LINE && !ends_statements(p))) refuse_token(p);
    erb_skip_lines(p);
  }
  p->depth--;
  p->no_command = no_command;
  return l.n == 1 ? l.items[0] : erb_node_list(p, N_SEQUENCE, &l);
}

struct erb_template *erb_parse(struct arena *a, str text)
{
  struct erb_template *t = ARENA_NEW(a, struct erb_template);
  struct erb_parser p = {.arena = a, .line = 1, .begins = true, .reason = STR_EMPTY};
  t->line = 1;
  t->reason = STR("text that is not UTF-8");
  if (utf8_invalid_at(text) != SIZE_MAX || !erb_translate(a, text, &p.source, &t->reason)) return t;
  erb_next(&p);
  struct erb_node *body = erb_statements(&p);
  if (p.token.kind != TK_END) refuse_token(&p);
  t->body = erb_refused(&p) ? NULL : body;
  t->reason = p.reason;
  t->line = p.reason_line;
  t->nlocals = p.nslots;
  t->nivars = p.nivars;
  t->ivars = p.ivars;
  return t;
}
