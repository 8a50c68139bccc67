/* What the files of the evaluator share: its state in a compilation, and the function of each node kind. */
#ifndef FICELLE_EVALUATOR_EVAL_INTERNAL_H
#define FICELLE_EVALUATOR_EVAL_INTERNAL_H

#include <setjmp.h>

#include "compiler/environment/environment.h"
#include "compiler/evaluator/eval.h"
#include "compiler/functions/fn.h"
#include "compiler/host.h"

/* A place that break, next or return may come back to. Lives on the C stack. */
struct jump_point {
  jmp_buf buf;
  unsigned kinds;
  enum jump_kind kind;              /* the one that came */
  struct jump_point *outer;
  value v;
  struct source *source;
  const ast *node;
  uint32_t depth;
  struct frame_guard *guards;
  struct epp_output *epp;
  struct call_frame *calls;
  jmp_buf *abort;                   /* protected calls that a jump leaves are not the innermost any more */
  struct context_unwind *unwind;
  uint32_t programs;
};

/* Remembers the frames of a scope that is about to get new ones; a jump across it puts them back. */
struct frame_guard {
  struct scope *scope;
  struct frame *frame;
  struct frame_guard *outer;
};

/* A call that is being evaluated, or a text (node NULL: Puppet says line 0 of it). Lives on the C stack. */
struct call_frame {
  struct source *source;
  const ast *node;
  struct call_frame *outer;
};

/* What a template has written so far. */
struct epp_output {
  struct buf text;
  bool sensitive;
  struct epp_output *outer;
};

struct eval_state {
  struct jump_point *jumps;
  struct frame_guard *guards;
  struct epp_output *epp;
  struct call_frame *calls; /* innermost */
  uint32_t programs;       /* texts being evaluated: where break() ends with a place */
  struct strmap functions; /* name -> struct function of functions written in Puppet */
  struct strmap warned;    /* names of functions of which was warned */
  struct strmap deprecated; /* keys of deprecations that were told */
  struct ptrmap annotations; /* the function annotate's own */
  struct strmap qualified; /* variables set by their qualified name: value * */
  struct ptrmap types;     /* what the names of types stand for: lower-case name -> struct type * */
  const ast *unused;       /* a resource expression whose value nobody asks for */
};

/* Names the evaluator looks for, interned once. */
struct eval_names {
  const symbol *facts, *trusted, *server_facts, *module_name, *caller_module_name, *title, *name, *class,
      *node;
};
extern struct eval_names eval_name;
struct eval_state *eval_state_new(struct compilation *c);
static inline struct eval_state *eval_state(struct compilation *c)
{
  return c->eval != NULL ? c->eval : eval_state_new(c);
}

static inline void frame_guard_enter(struct compilation *c, struct frame_guard *g, struct scope *s)
{
  struct eval_state *st = eval_state(c);
  g->scope = s;
  g->frame = s->frame;
  g->outer = st->guards;
  st->guards = g;
}

static inline void frame_guard_leave(struct compilation *c, struct frame_guard *g)
{
  g->scope->frame = g->frame;
  c->eval->guards = g->outer;
}

static inline void call_frame_enter(struct compilation *c, struct call_frame *f, const ast *node)
{
  struct eval_state *st = eval_state(c);
  *f = (struct call_frame){.source = c->context.source, .node = node, .outer = st->calls};
  st->calls = f;
}

static inline void call_frame_leave(struct compilation *c, struct call_frame *f) { c->eval->calls = f->outer; }

/* The value of a variable that is found without a question to anybody; NULL: node_variable tells. */
static inline const value *eval_known_variable(struct scope *s, const struct ast_variable *v)
{
  if (v->numeric >= 0 || v->name == NULL) return NULL;
  if (!v->qualified && !v->absolute) return scope_find(s, v->name);
  return v->resolved != NULL ? scope_find_split(s, v->resolved) : NULL;
}

/* eval() of a node that is there, most often a text. */
static inline value eval_operand(struct compilation *c, struct scope *s, const ast *node)
{
  if (node->kind == AST_LITERAL_STRING) return value_str(AST_AS(ast_string, node)->value);
  return eval(c, s, node);
}

typedef value eval_fn(struct compilation *c, struct scope *s, const ast *node);
#define X(kind, suffix, payload, name) eval_fn node_##suffix;
#include "compiler/syntax/ast.def"
#undef X

/* Most bytes of a string that interpolation or a template makes. */
enum { EVAL_TEXT_MAX = 512 * 1024 * 1024 };

/* Short names for what is used everywhere. */
#define CTX(c) (&(c)->context)
#define FAIL(c, node, issue, ...) fail_issue(CTX(c), node, issue, ##__VA_ARGS__)

/* The name or type a value is called in messages: generalised, inferred ("Array[Integer]"). */
str eval_type_name(struct compilation *c, value v);
/* v as a number; strings are converted (NUMERIC_COERCION), other things fail with NOT_NUMERIC at `node`. */
value eval_coerce_number(struct compilation *c, const ast *node, value v);
/* Operators where a time, version, URI or binary is involved (eval_rich.c). Comparing: -1, 0, 1, or 2 when there is no
 * order, with the reason in *why unless it is a NaN (NULL). */
value eval_rich_arithmetic(struct compilation *c, const struct ast_binary *n, value left, value right);
value eval_rich_minus(struct compilation *c, const ast *node, value v);
int eval_rich_compare(value left, value right, const char **why);
bool eval_rich_matches(struct compilation *c, value left, value pattern);
bool eval_rich_includes(value collection, value item);
/* Evaluates a list with *splat entries unfolded, after what is in *out already. */
void eval_unfold(struct compilation *c, struct scope *s, const struct ast_list_of *list,
                 struct valuevec *out);
/* What *v stands for: an array. */
value eval_splat(struct compilation *c, value v);
const ast *eval_unwrap(const ast *node); /* without the parentheses around it */
/* x[keys]; `node` is the access expression. */
value eval_access_value(struct compilation *c, struct scope *s, const struct ast_access *n, value left,
                        const value *keys, uint32_t nk);
/* Sets $0 … in s. */
void eval_set_match(struct compilation *c, struct scope *s, const struct regex_match *m, str subject);
/* regex_search that fails when the expression backtracks without end. */
bool eval_regex_search(struct compilation *c, const struct regex *re, str subject, size_t from,
                       struct regex_match *m);
/* The Callable type of a lambda. */
const struct type *eval_closure_type(const struct closure *f);
/* As closure_plain_parameters (type.h). */
uint32_t eval_closure_plain_parameters(const struct closure *f);
const struct closure *eval_make_closure(struct compilation *c, struct scope *s, const ast *lambda);
/* Attribute operations into parameters, `* =>` included; doubles fail with DUPLICATE_ATTRIBUTE at `whole`
 * unless it is NULL. */
struct parameter_list;
void eval_attributes(struct compilation *c, struct scope *s, const struct ast_list_of *operations,
                     const ast *whole, struct parameter_list *out);

/* --- functions --- */
/* A function that can be called: built in, or written in Puppet. */
struct function {
  str name;
  const struct fn_row *rows;    /* built in: NULL for one written in Puppet */
  struct signature *signatures; /* of the rows; made at the first call */
  uint32_t nrows;
  struct type **locals; /* types that its signatures speak of, by the rows in front of `rows`; made when needed */
  uint32_t nlocals;
  const struct closure *closure; /* written in Puppet */
  const struct ruby_function *ruby; /* written in Ruby */
  struct function *next;        /* the same for other versions of its module; NULL: none */
};
/* NULL: no such function. Built-in ones are the same in every compilation. */
const struct function *function_builtin(str name);
const struct function *function_find(struct compilation *c, str name);
/* The signature that takes those arguments; NULL: none does. */
const struct signature *function_signature(struct compilation *c, const struct function *f, const value *args,
                                           uint32_t n);
value function_call(struct compilation *c, struct scope *s, const struct function *f, const value *args,
                    uint32_t n, value block);

#endif
