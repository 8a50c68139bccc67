/* EPP: rendering a template's program. The program is a lambda whose body writes texts and values to the innermost
 * output. Its arguments have names. If the template declares parameters, these are checked like those of a class;
 * otherwise each argument becomes a variable. */

#include "compiler/evaluator/eval_internal.h"
#include "base/check.h"
#include "compiler/types/object_type.h"

value eval_node_render_string(struct compilation *c, struct scope *s, const ast *node)
{
  (void)s;
  if (c->dynamic.epp != NULL) buf_str(&c->dynamic.epp->text, ast_string_text(node));
  return VALUE_UNDEF;
}

value eval_node_render(struct compilation *c, struct scope *s, const ast *node)
{
  value v = eval(c, s, AST_AS(ast_unary, node)->expr);
  struct epp_output *out = c->dynamic.epp;
  if (out == NULL) return VALUE_UNDEF;
  /* One Sensitive value makes the whole result Sensitive. */
  if (v.kind == V_SENSITIVE) {
    out->sensitive = true;
    v = *v.sensitive;
  }
  value_render(&out->text, v);
  return VALUE_UNDEF;
}

value eval_node_epp(struct compilation *c, struct scope *s, const ast *node)
{
  struct epp_output out = {.text = BUF_IN(c->arena), .outer = c->dynamic.epp};
  c->dynamic.epp = &out;
  eval(c, s, AST_AS(ast_epp, node)->body);
  c->dynamic.epp = out.outer;
  if (out.text.n > EVAL_TEXT_MAX) {
    fail_error(CTX(c), FAILURE_LIMIT, "A string of more than %d bytes would take too much memory", EVAL_TEXT_MAX);
  }
  value text = value_str(buf_finish(&out.text));
  return out.sensitive ? value_sensitive(c->arena, text) : text;
}

/* --- parameters by name --- */

static void check_parameters(struct compilation *c, struct scope *s, struct source *source, const struct ast_lambda *l,
                             const struct frame *f)
{
  uint32_t n = l->parameters.n, nextra = 0;
  struct param_check *checks = arena_array(c->arena, n, sizeof *checks);
  str *extra = arena_array(c->arena, f->n, sizeof *extra);
  struct source *outer = c->context.source;
  c->context.source = source;
  for (uint32_t i = 0; i < n; i++) {
    const struct ast_parameter *p = AST_AS(ast_parameter, l->parameters.items[i]);
    const value *v = frame_get(f, p->name);
    checks[i] = (struct param_check){.name = sym_str(p->name),
                                     .type = eval_parameter_type(c, s, p),
                                     .has_default = p->value != NULL,
                                     .given = v != NULL,
                                     .value = v == NULL ? VALUE_UNDEF : *v};
  }
  c->context.source = outer;
  for (uint32_t i = n; i < f->n; i++) extra[nextra++] = sym_str(f->bindings[i].name);
  struct buf b = BUF_IN(c->arena);
  if (!type_check_parameters(c->arena, STR("lambda"), checks, n, extra, nextra, &b)) {
    fail_error(CTX(c), FAILURE_EVALUATION, "%.*s", STR_FMT(buf_view(&b)));
  }
}

/* The symbol of an argument's name. Arguments are usually in the order of the parameters, so that name is compared
 * first. */
static const symbol *argument_name(const struct hash *args, uint32_t i, const symbol *const *names, uint32_t n)
{
  const str name = value_text(args->entries[i].key);
  return i < n && str_eq(sym_str(names[i]), name) ? names[i] : sym_intern(name);
}

/* Binds the declared parameters, including defaults, and checks them. */
static void bind_checked(struct compilation *c, struct scope *s, struct source *source, const struct ast_lambda *l,
                         const struct hash *args)
{
  uint32_t n = l->parameters.n;
  const symbol **names = arena_alloc(c->arena, n * sizeof *names);
  for (uint32_t i = 0; i < n; i++) names[i] = AST_AS(ast_parameter, l->parameters.items[i])->name;
  struct frame *f = scope_push_parameters(s, STR("lambda"), names, n);
  for (uint32_t i = 0; i < args->n; i++) {
    /* undef selects the default; without a default it remains undef. */
    if (!value_is_undef(args->entries[i].value)) {
      frame_set(c, f, argument_name(args, i, names, n), args->entries[i].value);
    }
  }
  for (uint32_t i = 0; i < n; i++) {
    const struct ast_parameter *p = AST_AS(ast_parameter, l->parameters.items[i]);
    if (frame_get(f, names[i]) != NULL) continue;
    if (p->value != NULL) frame_set(c, f, names[i], eval_parameter_default(c, s, source, f, names[i], p->value));
    else if (hash_get_str(args, sym_str(names[i])) != NULL) frame_set(c, f, names[i], VALUE_UNDEF);
  }
  check_parameters(c, s, source, l, f);
  for (uint32_t i = 0; i < f->n; i++) scope_reject_reserved(c, f->bindings[i].name);
  f->kind = FRAME_LOCAL;
}

static bool all_plain(const struct hash *args)
{
  for (uint32_t i = 0; i < args->n; i++) {
    if (str_index(value_text(args->entries[i].key), ':', 0) != SIZE_MAX) return false;
  }
  return true;
}

/* Names with :: are variables of the calling scope; the others are arguments of the template. */
static const struct hash *plain_arguments(struct compilation *c, struct scope *s, const struct hash *args)
{
  if (all_plain(args)) return args;
  struct hash *plain = hash_new(c->arena, args->n);
  for (uint32_t i = 0; i < args->n; i++) {
    str name = value_text(args->entries[i].key);
    if (str_index(name, ':', 0) == SIZE_MAX || str_find(name, STR("::"), 0) == SIZE_MAX) {
      hash_put(plain, c->arena, args->entries[i].key, args->entries[i].value);
      continue;
    }
    name = str_starts(name, STR("::")) ? str_from(name, 2) : name;
    scope_set_builtin(s, sym_intern(name), args->entries[i].value);
  }
  return plain;
}

struct epp_step {
  struct scope *scope;
  const ast *body;
  value v;
};

/* As in Puppet, next() ends a template with a value that is checked; the value of return() is not. */
static void run_to_next(struct compilation *c, void *arg)
{
  struct epp_step *e = arg;
  e->v = eval_body(c, e->scope, c->context.source, e->body, 1u << JUMP_NEXT);
}

static void check_rendered(struct compilation *c, const char *function, value v)
{
  if (v.kind == V_STRING || (v.kind == V_SENSITIVE && v.sensitive->kind == V_STRING)) return;
  type_assert(CTX(c), arena_printf(c->arena, "value returned from function '%s'", function),
              type_static("Variant[String, Sensitive[String]]"), v);
}

/* The scope of a template in a file: it can read variables of the node or top scope, but not those of the code that
 * renders it. */
static struct scope *global_scope(struct scope *s)
{
  while (s->outer != NULL && s->kind != SCOPE_NODE && s->kind != SCOPE_TOP) s = s->outer;
  return s;
}

value eval_epp(struct compilation *c, struct scope *s, struct ast_program *p, const struct hash *args, bool inline_text)
{
  assert(p != NULL && p->body != NULL);
  const ast *body = p->body;
  const char *function = inline_text ? "inline_epp" : "epp";
  if (body->kind != AST_LAMBDA || AST_AS(ast_lambda, body)->body == NULL ||
      AST_AS(ast_lambda, body)->body->kind != AST_EPP) {
    fail_error(CTX(c), FAILURE_INTERNAL, "%s(): the text is not a template", function);
  }
  if (p->ndefinitions > 0) {
    fail_error(CTX(c), FAILURE_EVALUATION, "%s(): The EPP template contains illegal expressions (definitions)",
               function);
  }
  const struct ast_lambda *l = AST_AS(ast_lambda, body);
  /* Without a parameter list a template takes any arguments, as variables. */
  bool enforce = (l->body->flags & AST_FLAG_PARAMETERS_SPECIFIED) != 0 || args == NULL;
  args = args == NULL ? &hash_empty : plain_arguments(c, s, args);
  struct scope *in = inline_text ? s : global_scope(s);
  struct source *outer = c->context.source;
  struct frame_guard g;
  frame_guard_enter(c, &g, in);
  /* Hides the local variables of that scope, too; the guard restores them. */
  if (!inline_text) in->frame = NULL;
  if (enforce) {
    bind_checked(c, in, p->source, l, args);
  } else {
    scope_push_frame(in);
    for (uint32_t i = 0; i < args->n; i++) {
      const symbol *name = sym_intern(value_text(args->entries[i].key));
      scope_reject_reserved(c, name);
      scope_set_first(in, name, args->entries[i].value);
    }
  }
  c->context.source = p->source;
  struct epp_step step = {.scope = in, .body = l->body, .v = VALUE_UNDEF};
  value jumped;
  bool whole = eval_catch(c, 1u << JUMP_RETURN, run_to_next, &step, &jumped);
  c->context.source = outer;
  frame_guard_leave(c, &g);
  if (whole) check_rendered(c, function, step.v);
  return whole ? step.v : jumped;
}
