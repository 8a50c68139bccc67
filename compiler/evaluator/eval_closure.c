/* Lambdas and functions written in Puppet: parameters, their types and defaults, and running the body. Most lambdas are
 * simple and called often. So each lambda in the syntax tree is checked once for whether its parameters are names only
 * and whether a jump can leave its body; if not, calls need no checks and no setjmp. */

#include "compiler/evaluator/eval_internal.h"

#include "base/check.h"

/* Caches a type: evaluates it again in the memory of the syntax tree, where it remains for later compilations. As it
 * was evaluated without an error, only a lack of memory can end this; then compile.c restores the compilation's
 * arena. */
static void keep_type(struct compilation *c, struct scope *s, struct ast_parameter *p)
{
  struct arena *const own = c->arena;
  c->arena = c->context.arena = c->environment->generation;
  p->resolved = eval(c, s, p->type_expr).type;
  c->arena = c->context.arena = own;
}

const struct type *eval_parameter_type(struct compilation *c, struct scope *s, const struct ast_parameter *p)
{
  if (p->type_expr == NULL) return type_simple(T_ANY);
  if (p->resolved != NULL) return p->resolved;
  value v = eval(c, s, p->type_expr);
  if (v.kind != V_TYPE) { /* references with several titles are an array */
    fail_error(CTX(c), FAILURE_EVALUATION, "Parameter '%s' is given a type that is not a Puppet Type, got Array",
               p->name->text);
  }
  const bool kept = c->context.source != NULL && c->context.source->arena == c->environment->generation;
  if (kept && environment_is_constant_type(p->type_expr, true)) keep_type(c, s, (struct ast_parameter *)p);
  return v.type;
}

value eval_parameter_default(struct compilation *c, struct scope *s, struct source *source, struct frame *parameters,
                             const symbol *name, const ast *expr)
{
  assert(name != NULL && expr != NULL);
  struct frame_guard g;
  frame_guard_enter(c, &g, s);
  const symbol *outer = parameters->evaluating;
  bool read_only = parameters->read_only;
  parameters->evaluating = name;
  parameters->read_only = true;
  parameters->place = c->context.node;
  parameters->place_source = c->context.source;
  c->context.source = source;
  value v = eval(c, s, expr);
  c->context.source = parameters->place_source;
  parameters->evaluating = outer;
  parameters->read_only = read_only;
  frame_guard_leave(c, &g);
  return v;
}

static const struct ast_parameter *parameter(const struct closure *f, uint32_t i)
{
  return AST_AS(ast_parameter, f->parameters->items[i]);
}

static bool captures_rest(const struct ast_parameter *p) { return (p->h.flags & AST_FLAG_CAPTURES_REST) != 0; }

void eval_closure_arity(const struct closure *f, uint32_t *min, uint32_t *max)
{
  assert(min != NULL && max != NULL);
  *min = 0;
  *max = f->parameters->n;
  for (uint32_t i = 0; i < f->parameters->n; i++) {
    const struct ast_parameter *p = parameter(f, i);
    *min += p->value == NULL && !captures_rest(p);
    *max = captures_rest(p) ? UINT32_MAX : *max;
  }
}

const struct signature *eval_closure_signature(struct compilation *c, const struct closure *f)
{
  if (f->signature != NULL) return f->signature;
  struct source *outer = c->context.source;
  c->context.source = f->source;
  struct signature *g = ARENA_NEW(c->arena, struct signature);
  uint32_t n = f->parameters->n;
  const struct type **types = arena_array(c->arena, n, sizeof *types);
  g->names = arena_array(c->arena, n, sizeof *g->names);
  bool optional = false;
  for (uint32_t i = 0; i < n; i++) {
    const struct ast_parameter *p = parameter(f, i);
    g->names[i] = sym_str(p->name);
    types[i] = eval_parameter_type(c, f->scope, p);
    bool rest = captures_rest(p);
    const bool needed = rest ? types[i]->kind == T_ARRAY && types[i]->array.size.from > 0 : p->value == NULL;
    /* Puppet checks the order of parameters when the function is used, not when it is parsed. */
    if (needed && optional) FAIL(c, &p->h, ISSUE_REQUIRED_PARAMETER_AFTER_OPTIONAL, STR_FMT(sym_str(p->name)));
    /* The type of *rest is that of the array: its element type is that of each argument, and its size limits their
     * number. */
    if (rest && types[i]->kind == T_ARRAY) {
      g->required += types[i]->array.size.from > 0 ? (uint32_t)types[i]->array.size.from : 0;
      g->rest_limited = types[i]->array.size.to < UINT32_MAX;
      g->rest_most = g->rest_limited ? (uint32_t)types[i]->array.size.to : 0;
      types[i] = types[i]->array.element == NULL
                   ? eval_parameter_type(c, f->scope, &(struct ast_parameter){.name = p->name})
                   : types[i]->array.element;
    } else if (!rest && p->value == NULL) {
      g->required++;
    }
    optional = optional || rest || p->value != NULL;
    g->rest = g->rest || rest;
  }
  g->types = (struct type_list){.items = types, .n = n};
  if (f->return_type != NULL) {
    value result = eval(c, f->scope, f->return_type);
    g->result = result.kind == V_TYPE ? result.type : NULL;
  }
  c->context.source = outer;
  ((struct closure *)f)->signature = g;
  return g;
}

static uint32_t eval_closure_plain_parameters(const struct closure *f)
{
  if (f->return_type != NULL) return 0;
  for (uint32_t i = 0; i < f->parameters->n; i++) {
    const struct ast_parameter *p = parameter(f, i);
    if (p->type_expr != NULL || p->value != NULL || captures_rest(p)) return 0;
  }
  return f->parameters->n;
}

/* The Callable type of a lambda. */
static const struct type *eval_closure_type(const struct closure *f)
{
  assert(f->ops == &eval_closure_ops);
  struct compilation *c = f->scope->compilation;
  if (f->type == NULL) {
    const struct signature *g = eval_closure_signature(c, f);
    struct type_range size = {.from = g->required, .to = g->types.n};
    if (g->rest) size.to = g->rest_limited ? size.to - 1 + g->rest_most : TYPE_MAX;
    const struct type **types = arena_array(c->arena, g->types.n, sizeof *types);
    memcpy(types, g->types.items, g->types.n * sizeof *types);
    ((struct closure *)f)->type = type_callable(c->arena, types, g->types.n, &size, NULL, g->result);
  }
  return f->type;
}

const struct closure_ops eval_closure_ops = {eval_closure_type, eval_closure_plain_parameters};

const struct closure *eval_closure_of(struct compilation *c, const struct ast_definition *node, struct source *source)
{
  struct closure *f = ARENA_NEW(c->arena, struct closure);
  f->ops = &eval_closure_ops;
  f->parameters = &node->parameters;
  f->body = node->body;
  f->return_type = node->return_type;
  f->scope = c->top;
  f->source = source;
  f->name = node->name;
  return f;
}

/* Properties of a lambda that are determined once. */
enum { SHAPE_KNOWN = 1, SHAPE_PLAIN = 2, SHAPE_CANNOT_JUMP = 4 };

static bool is_plain(const struct ast_lambda *l)
{
  for (uint32_t i = 0; i < l->parameters.n; i++) {
    const struct ast_parameter *p = AST_AS(ast_parameter, l->parameters.items[i]);
    if (p->type_expr != NULL || p->value != NULL || captures_rest(p) || scope_is_reserved(p->name)) return false;
    /* A repeated name needs the general way, where its last value is used. */
    for (uint32_t k = 0; k < i; k++) {
      if (AST_AS(ast_parameter, l->parameters.items[k])->name == p->name) return false;
    }
  }
  return l->return_type == NULL;
}

/* Finds nodes that may cause a jump: calls, and declarations and collectors, which may evaluate any code. The depth of
 * the tree is bounded. */
static void look_for_unrest(void *ctx, ast *node)
{
  static const bool restless[AST_KIND_COUNT] = {
    [AST_CALL_FUNCTION] = true, [AST_CALL_NAMED_FUNCTION] = true, [AST_CALL_METHOD] = true,
    [AST_RESOURCE] = true,      [AST_RESOURCE_DEFAULTS] = true,   [AST_RESOURCE_OVERRIDE] = true,
    [AST_COLLECT] = true,       [AST_RELATIONSHIP] = true,        [AST_APPLY] = true,
    [AST_APPLY_BLOCK] = true,
  };
  bool *found = ctx;
  *found = *found || restless[node->kind];
  if (!*found) ast_each_child(node, look_for_unrest, found);
}

uint8_t eval_lambda_shape(struct ast_lambda *l)
{
  if (l->shape == 0) {
    bool restless = false;
    if (l->body != NULL) look_for_unrest(&restless, l->body);
    l->shape = (uint8_t)(SHAPE_KNOWN | (is_plain(l) ? SHAPE_PLAIN : 0) | (restless ? 0 : SHAPE_CANNOT_JUMP));
  }
  return l->shape;
}

const struct closure *eval_make_closure(struct compilation *c, struct scope *s, const ast *lambda)
{
  assert(lambda->kind == AST_LAMBDA);
  const struct ast_lambda *l = AST_AS(ast_lambda, lambda);
  const uint8_t shape = eval_lambda_shape((struct ast_lambda *)lambda);
  struct closure *f = ARENA_NEW(c->arena, struct closure);
  f->ops = &eval_closure_ops;
  f->plain = (shape & SHAPE_PLAIN) != 0;
  f->cannot_jump = (shape & SHAPE_CANNOT_JUMP) != 0;
  f->parameters = &l->parameters;
  f->body = l->body;
  f->return_type = l->return_type;
  f->scope = s;
  f->frame = s->frame;
  f->source = c->context.source;
  f->name = STR("lambda");
  return f;
}

/* Returns the value of parameter i: its argument or default. */
static value bind_parameter(struct compilation *c, const struct closure *f, struct frame *frame, uint32_t i,
                            const value *args, uint32_t n)
{
  const struct ast_parameter *p = parameter(f, i);
  bool rest = captures_rest(p);
  bool use_default = i >= n;
  if (rest && !use_default) {
    /* A single undef for *rest selects its default. */
    use_default = n - i == 1 && value_is_undef(args[i]) && p->value != NULL;
    if (!use_default) return array_of(c->arena, args + i, n - i);
  }
  if (!use_default) return args[i];
  if (p->value == NULL) {
    if (rest) return value_array(array_new(c->arena, 0));
    FAIL(c, &p->h, ISSUE_MISSING_REQUIRED_PARAMETER, STR_FMT(sym_str(p->name)));
  }
  value v = eval_parameter_default(c, f->scope, c->context.source, frame, p->name, p->value);
  return rest && v.kind != V_ARRAY ? array_of(c->arena, &v, 1) : v;
}

static struct frame *bind(struct compilation *c, const struct closure *f, const value *args, uint32_t n)
{
  uint32_t count = f->parameters->n;
  struct frame *frame = ARENA_NEW(c->arena, struct frame);
  frame->kind = FRAME_PARAMETERS;
  frame->callee = f->name;
  frame->outer = f->frame;
  frame->n = frame->cap = count;
  frame->bindings = arena_array(c->arena, count, sizeof *frame->bindings);
  for (uint32_t i = 0; i < count; i++) frame->bindings[i].name = parameter(f, i)->name;
  /* Until all parameters have values, it is a frame of parameters, in which a default that reads a later one fails. */
  f->scope->frame = frame;
  for (uint32_t i = 0; i < count; i++) {
    value v = bind_parameter(c, f, frame, i, args, n);
    frame->bindings[i].value = v;
    frame->bindings[i].assigned = true;
    /* A lambda may name a parameter twice: the last value is used for both. */
    for (uint32_t k = 0; k < i; k++) {
      if (frame->bindings[k].name == frame->bindings[i].name) frame->bindings[k].value = v;
    }
  }
  frame->kind = FRAME_LOCAL;
  return frame;
}

/* Whether arguments or the result must be checked: there are types, or parameters in a wrong order. */
static bool has_types(const struct closure *f)
{
  bool optional = false;
  for (uint32_t i = 0; i < f->parameters->n; i++) {
    const struct ast_parameter *p = parameter(f, i);
    if (p->type_expr != NULL || (optional && p->value == NULL && !captures_rest(p))) return true;
    optional = optional || p->value != NULL;
  }
  return f->return_type != NULL;
}

static void check_arguments(struct compilation *c, const struct closure *f, const struct frame *frame)
{
  const struct signature *g = eval_closure_signature(c, f);
  struct valuevec args = {0};
  for (uint32_t i = 0; i < frame->n; i++) {
    value v = frame->bindings[i].value;
    if (i + 1 == frame->n && g->rest && v.kind == V_ARRAY) {
      for (uint32_t k = 0; k < v.array->n; k++) valuevec_push(&args, c->arena, v.array->items[k]);
    } else {
      valuevec_push(&args, c->arena, v);
    }
  }
  if (!signature_accepts(g, args.items, args.n, VALUE_UNDEF))
    fail_argument(CTX(c), signature_describe_mismatch(c->arena, f->name, g, 1, args.items, args.n, VALUE_UNDEF));
}

/* Reserved names are reported at the call. */
static void check_names(struct compilation *c, const struct frame *frame, struct source *caller)
{
  for (uint32_t i = 0; i < frame->n; i++) {
    if (scope_is_reserved(frame->bindings[i].name)) {
      c->context.source = caller;
      scope_reject_reserved(c, frame->bindings[i].name);
    }
  }
}

static value body_value(struct compilation *c, const struct closure *f)
{
  if (f->cannot_jump) return eval(c, f->scope, f->body);
  return eval_body(c, f->scope, c->context.source, f->body, 1u << JUMP_NEXT);
}

/* Makes the frame of a plain lambda with an argument for each parameter, in one allocation. */
static struct frame *bind_plain(struct compilation *c, const struct closure *f, const value *args)
{
  const uint32_t n = f->parameters->n;
  struct frame *frame = arena_alloc(c->arena, sizeof *frame + n * sizeof *frame->bindings);
  *frame = (struct frame){.outer = f->frame, .kind = FRAME_LOCAL, .n = n, .cap = n, .callee = f->name};
  frame->bindings = (struct binding *)(frame + 1);
  for (uint32_t i = 0; i < n; i++) {
    frame->bindings[i] = (struct binding){.name = parameter(f, i)->name, .value = args[i], .assigned = true};
  }
  return frame;
}

static void check_result(struct compilation *c, const struct closure *f, value v)
{
  if (f->signature->result == NULL || type_instance(f->signature->result, v)) return;
  type_assert(CTX(c), arena_printf(c->arena, "value returned from %.*s", STR_FMT(f->name)), f->signature->result, v);
}

static value call(struct compilation *c, const struct closure *f, const value *args, uint32_t n, bool accepted)
{
  struct source *outer = c->context.source;
  struct frame_guard g;
  context_enter(CTX(c));
  frame_guard_enter(c, &g, f->scope);
  c->context.source = f->source;
  bool typed = false;
  if (f->plain && n >= f->parameters->n) {
    f->scope->frame = bind_plain(c, f, args);
  } else {
    f->scope->frame = f->frame;
    struct frame *frame = bind(c, f, args, n);
    f->scope->frame = frame;
    typed = has_types(f);
    if (typed && !(accepted && n == f->parameters->n)) {
      /* Errors about arguments have the place of the call; those in the body have their own. */
      c->context.source = outer;
      check_arguments(c, f, frame);
      c->context.source = f->source;
    }
    check_names(c, frame, outer);
  }
  value v = body_value(c, f);
  frame_guard_leave(c, &g);
  context_leave(CTX(c));
  c->context.source = outer;
  if (typed) check_result(c, f, v);
  return v;
}

value eval_closure_call(struct compilation *c, const struct closure *f, const value *args, uint32_t n)
{
  assert(f->ops == &eval_closure_ops && (args != NULL || n == 0));
  if (f->ruby != NULL) return c->ops->ruby_block(c, f, args, n);
  return call(c, f, args, n, false);
}

value eval_closure_call_accepted(struct compilation *c, const struct closure *f, const value *args, uint32_t n)
{
  assert_hot(args != NULL || n == 0);
  return call(c, f, args, n, true);
}
