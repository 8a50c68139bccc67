/* begin … rescue … end, and the exceptions there are without Ruby. */
#include <arpa/inet.h>

#include "compiler/template/erb_parse.h"

/* --- parsing --- */

/* rescue [Class, …] [=> name] [then] */
static struct erb_node *handler(struct erb_parser *p)
{
  struct erb_list classes = {0};
  erb_next(p);
  while (p->token.kind == TK_CONST) {
    struct erb_node *class = erb_operand(p);
    if (class->kind != N_CONST) erb_refuse(p, "the syntax of 'rescue'");
    erb_list_add(p, &classes, class);
    if (!erb_take_op(p, ",")) break;
  }
  struct erb_node *n = erb_node_list(p, N_RESCUE, &classes);
  if (erb_take_op(p, "=>")) {
    /* The exception itself is nothing that there is here: a template that looks at it is Ruby's. */
    if (p->token.kind != TK_NAME || erb_variable(p, p->token.text) != UINT32_MAX)
      erb_refuse(p, "the syntax of 'rescue'");
    else erb_declare_exception(p, p->token.text);
    erb_next(p);
  }
  if (p->token.kind != TK_LINE && !erb_is_word(p, "then")) erb_refuse(p, "the syntax of 'rescue'");
  erb_skip_lines(p);
  erb_take_word(p, "then");
  n->b = erb_statements(p);
  return n;
}

struct erb_node *erb_begin(struct erb_parser *p)
{
  struct erb_list handlers = {0};
  struct erb_node *n = erb_node(p, N_BEGIN);
  const uint32_t no_do = p->no_do;
  p->no_do = 0;
  erb_next(p);
  n->a = erb_statements(p);
  while (erb_is_word(p, "rescue")) erb_list_add(p, &handlers, handler(p));
  p->no_do = no_do;
  erb_want_word(p, "end");
  n->items = handlers.items;
  n->n = handlers.n;
  return n;
}

/* --- evaluation --- */

struct erb_guard {
  struct erb *e;
  const struct erb_node *body;
  erv value;
  const char *const *raised;    /* NULL: nothing was */
  uint32_t calls;               /* of the template's own methods, around it */
  struct erb_guard *outer;
};

/* `classes`: of the exception and what they inherit, ended by NULL. */
_Noreturn static void raise(struct erb *e, const char *const *classes, const char *what)
{
  if (e->guard == NULL || e->guard->calls != e->calls) erb_leave(e, "%s", what);
  e->guard->raised = classes;
  fail_message(e->context, FAILURE_EVALUATION, str_of(what));
}

static void run_body(struct context *c, void *arg)
{
  struct erb_guard *g = arg;
  (void)c;
  g->value = erb_eval(g->e, g->body);
}

static bool handles(const struct erb_node *handler, const char *const *raised)
{
  bool is = handler->n == 0;
  for (uint32_t i = 0; i < handler->n && !is; i++) {
    for (const char *const *class = raised; *class != NULL && !is; class ++)
      is = str_eqz(handler->items[i]->text, *class);
  }
  return is;
}

erv erb_run_begin(struct erb *e, const struct erb_node *n)
{
  if (n->n == 0) return erb_eval(e, n->a);
  struct erb_guard *g = ARENA_NEW(e->arena, struct erb_guard);
  *g = (struct erb_guard){.e = e, .body = n->a, .calls = e->calls, .outer = e->guard};
  e->guard = g;
  const bool whole = context_protect(e->context, run_body, g);
  e->guard = g->outer;
  if (whole) return g->value;
  if (g->raised == NULL) fail_again(e->context);
  for (uint32_t i = 0; i < n->n; i++) {
    if (handles(n->items[i], g->raised)) return erb_eval(e, n->items[i]->b);
  }
  erb_leave(e, "an exception that is not rescued");
}

/* --- IPAddr --- */

static bool is_v6(struct erb *e, str text)
{
  unsigned char bytes[sizeof(struct in6_addr)];
  for (size_t i = 0; i < text.n; i++) {
    const char ch = text.p[i];
    if (!ascii_is_digit(ch) && ch != ':' && (ascii_lower(ch) < 'a' || ascii_lower(ch) > 'f')) return false;
  }
  return inet_pton(AF_INET6, arena_strz(e->arena, text), bytes) == 1;
}

erv erb_ip_address(struct erb *e, erv v)
{
  static const char *const invalid[] = {
      "IPAddr::InvalidAddressError", "IPAddr::Error", "ArgumentError", "StandardError", "Exception", NULL};
  unsigned char bytes[sizeof(struct in_addr)];
  if (v.kind != E_STRING) erb_leave(e, "IPAddr.new of a %s", erb_class_name(v));
  const str text = erv_text(v);
  const bool finer = text.n == 0 || memchr(text.p, '\0', text.n) != NULL || memchr(text.p, '/', text.n) != NULL ||
                     memchr(text.p, '[', text.n) != NULL || memchr(text.p, '%', text.n) != NULL;
  if (finer) erb_leave(e, "IPAddr.new of that address");
  if (inet_pton(AF_INET, arena_strz(e->arena, text), bytes) == 1 || is_v6(e, text)) return (erv){.kind = E_ADDRESS};
  if (memchr(text.p, ':', text.n) != NULL) erb_leave(e, "IPAddr.new of that address");
  raise(e, invalid, "IPAddr.new of what is no address");
}
