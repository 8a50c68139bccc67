/* Methods that a template defines. */
#include "compiler/template/erb_parse.h"

struct erb_definition *erb_definition(const struct erb_parser *p, str name)
{
  for (uint32_t i = p->ndefinitions; i-- > 0;) {
    if (str_eq(sym_str(p->definitions[i]->name), name)) return p->definitions[i];
  }
  return NULL;
}

static void add(struct erb_parser *p, struct erb_definition *d)
{
  if (p->ndefinitions == p->cap_definitions) {
    uint32_t cap = p->cap_definitions == 0 ? 4 : p->cap_definitions * 2;
    p->definitions = arena_regrow(p->arena, p->definitions, p->cap_definitions * sizeof *p->definitions,
                                  cap * sizeof *p->definitions);
    p->cap_definitions = cap;
  }
  d->number = p->ndefinitions;
  p->definitions[p->ndefinitions++] = d;
}

enum { MAX_PARAMETERS = 16 };

/* Plain names only. */
static void parameters(struct erb_parser *p, struct erb_definition *d)
{
  d->params = arena_array(p->arena, MAX_PARAMETERS, sizeof *d->params);
  const bool parentheses = erb_take_op(p, "(");
  while (p->token.kind == TK_NAME && d->nparams < MAX_PARAMETERS) {
    d->params[d->nparams++] = erb_declare(p, p->token.text);
    erb_next(p);
    if (!erb_take_op(p, ",")) break;
  }
  if (parentheses) erb_want_op(p, ")");
  if (p->token.kind != TK_LINE) erb_refuse(p, "the parameters of a method");
}

/* The variables around it are not seen inside. */
static void body(struct erb_parser *p, struct erb_definition *d)
{
  struct erb_variable *const variables = p->variables;
  const uint32_t visible = p->nvariables, cap = p->cap_variables, no_do = p->no_do;
  p->variables = NULL;
  p->nvariables = p->cap_variables = p->no_do = 0;
  p->in_definition = true;
  erb_next(p);
  parameters(p, d);
  d->body = erb_statements(p);
  erb_want_word(p, "end");
  p->in_definition = false;
  p->variables = variables;
  p->nvariables = visible;
  p->cap_variables = cap;
  p->no_do = no_do;
  d->nlocals = p->nslots - d->first_local;
}

struct erb_node *erb_define(struct erb_parser *p)
{
  struct erb_node *n = erb_node(p, N_DEF);
  n->definition = ARENA_NEW(p->arena, struct erb_definition);
  p->after_dot = true;          /* what follows is a name, whatever it says */
  erb_next(p);
  bool fine = p->token.kind == TK_NAME && !p->in_definition && p->blocks == 0 &&
              erb_definition(p, p->token.text) == NULL && !str_eqz(p->token.text, "scope");
  if (!fine) {
    erb_refuse(p, "the definition of a method");
    return n;
  }
  n->definition->name = sym_intern(p->token.text);
  n->definition->first_local = p->nslots;
  add(p, n->definition);
  body(p, n->definition);
  return n;
}
