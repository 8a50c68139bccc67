/* Evaluates the tree of a template. Locals and instance variables are in arrays, by the slot that the parser gave them;
 * an instance variable is fetched at its first use. `next` and `break` set e->jump, at which every loop returns; their
 * block or loop resets it. erb_leave() ends the rendering by a failure that erb_render() catches. */
#include "compiler/erb/erb_internal.h"

#include "base/check.h"

void erb_leave(struct erb *e, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  e->reason = buf_vformat(e->arena, fmt, ap);
  va_end(ap);
  e->left = true;
  fail_message(e->context, FAILURE_EVALUATION, e->reason);
}

/* --- variables --- */

erv erb_of_home(struct erb *e, const value *home) { return home == NULL ? ERV_NIL : erv_of_value(e, *home); }

static struct erb_ivar *ivar(struct erb *e, uint32_t slot)
{
  struct erb_ivar *v = &e->ivars[slot];
  if (!v->loaded) {
    value *home = e->world->instance_variable(e->world->ctx, sym_str(e->template->ivars[slot]));
    v->loaded = true;
    v->set = home != NULL;
    v->v = erb_of_home(e, home);
  }
  return v;
}

/* --- literals --- */

static erv dstring(struct erb *e, const struct erb_node *n)
{
  struct buf b = BUF_IN(e->arena);
  for (uint32_t i = 0; i < n->n; i++) {
    if (n->items[i]->kind == N_STRING) buf_str(&b, n->items[i]->text);
    else erb_to_s(e, &b, erb_eval(e, n->items[i]));
    if (b.n > ERB_MAX_TEXT) erb_leave(e, "a string of more than %d bytes", ERB_MAX_TEXT);
  }
  return erv_str(e, buf_finish(&b));
}

static erv dregex(struct erb *e, const struct erb_node *n)
{
  erv text = dstring(e, n);
  const struct erb_regex *re = erb_regex_make(e->arena, erv_text(text), n->op);
  if (re == NULL) erb_leave(e, "a regular expression");
  return (erv){.kind = E_REGEX, .regex = re};
}

/* As in Ruby, *nil gives nothing, and a hash gives its pairs. */
static void splat(struct erb *e, struct erb_array *out, erv v)
{
  if (v.kind == E_NIL) return;
  if (v.kind == E_HASH || v.kind == E_RANGE) v = (erv){.kind = E_ARRAY, .array = erb_list(e, v)};
  if (v.kind != E_ARRAY) {
    erb_push(e, out, v);
    return;
  }
  const struct erb_array *a = erb_items(e, v);
  for (uint32_t i = 0; i < a->n; i++) erb_push(e, out, a->items[i]);
}

static erv node_array(struct erb *e, const struct erb_node *n)
{
  erv v = erv_array(e, n->n);
  for (uint32_t i = 0; i < n->n; i++) {
    if (n->items[i]->kind == N_SPLAT) splat(e, v.array, erb_eval(e, n->items[i]->a));
    else erb_push(e, v.array, erb_eval(e, n->items[i]));
  }
  return v;
}

static erv node_hash(struct erb *e, const struct erb_node *n)
{
  erv v = erv_hash(e);
  for (uint32_t i = 0; i + 1 < n->n; i += 2) {
    erv key = erb_eval(e, n->items[i]);
    erb_hash_set(e, v.hash, key, erb_eval(e, n->items[i + 1]));
  }
  return v;
}

static erv node_range(struct erb *e, const struct erb_node *n)
{
  struct erb_range *r = ARENA_NEW(e->arena, struct erb_range);
  *r = (struct erb_range){.first = erb_eval(e, n->a), .last = erb_eval(e, n->b), .exclusive = n->flag};
  if (r->first.kind != E_INT || r->last.kind != E_INT) erb_leave(e, "a range that is not of integers");
  return (erv){.kind = E_RANGE, .range = r};
}

/* --- assignments --- */

static erv set(struct erb *e, const struct erb_node *n, erv v)
{
  if (n->kind == N_LOCAL_SET) e->locals[n->slot] = v;
  else e->ivars[n->slot] = (struct erb_ivar){.loaded = true, .set = true, .v = v};
  return v;
}

static erv node_multi_set(struct erb *e, const struct erb_node *n)
{
  erv v = erb_eval(e, n->a);
  for (uint32_t i = 0; i < n->n; i++) {
    erv one = i == 0 ? v : ERV_NIL;
    if (v.kind == E_ARRAY) one = i < erb_items(e, v)->n ? v.array->items[i] : ERV_NIL;
    set(e, n->items[i], one);
  }
  return v;
}

static erv node_index_set(struct erb *e, const struct erb_node *n)
{
  erv args[3], self = erb_eval(e, n->a);
  if (n->n != 1 || n->items[0]->kind == N_SPLAT) erb_leave(e, "an assignment to several elements");
  args[0] = erb_eval(e, n->items[0]);
  args[1] = erb_eval(e, n->b);
  e->line = n->line;
  erb_send(e, n->methods, STR("[]="), self, args, 2, NULL);
  return args[1];
}

/* --- control --- */

static erv node_sequence(struct erb *e, const struct erb_node *n)
{
  erv v = ERV_NIL;
  for (uint32_t i = 0; i < n->n && !erb_stop(e); i++) v = erb_eval(e, n->items[i]);
  return v;
}

/* `flag` is set for `until`, which loops while the condition is false. */
static erv node_while(struct erb *e, const struct erb_node *n)
{
  while (erv_true(erb_eval(e, n->a)) != n->flag) {
    deadline_step();
    erb_eval(e, n->b);
    if (e->jump == ERB_NEXT) e->jump = ERB_RUNNING;
    if (e->jump == ERB_BREAK) {
      e->jump = ERB_RUNNING;
      return e->jumped;
    }
  }
  return ERV_NIL;
}

static bool when_matches(struct erb *e, const struct erb_node *when, const erv *subject)
{
  for (uint32_t i = 0; i < when->n; i++) {
    erv pattern = erb_eval(e, when->items[i]);
    if (subject == NULL ? erv_true(pattern) : erb_case_equal(e, pattern, *subject)) return true;
  }
  return false;
}

static erv node_case(struct erb *e, const struct erb_node *n)
{
  erv subject = n->a == NULL ? ERV_NIL : erb_eval(e, n->a);
  for (uint32_t i = 0; i < n->n; i++) {
    if (when_matches(e, n->items[i], n->a == NULL ? NULL : &subject)) return erb_eval(e, n->items[i]->b);
  }
  return n->c == NULL ? ERV_NIL : erb_eval(e, n->c);
}

static erv node_jump(struct erb *e, const struct erb_node *n)
{
  e->jumped = n->a == NULL ? ERV_NIL : erb_eval(e, n->a);
  e->jump = n->kind == N_NEXT ? ERB_NEXT : ERB_BREAK;
  return ERV_NIL;
}

static erv node_if(struct erb *e, const struct erb_node *n)
{
  const struct erb_node *taken = erv_true(erb_eval(e, n->a)) ? n->b : n->c;
  return taken == NULL ? ERV_NIL : erb_eval(e, taken);
}

/* Implements =~ with the regular expression on either side. The result is a position in characters, so it counts the
 * bytes that begin a character. */
static erv node_match(struct erb *e, const struct erb_node *n)
{
  erv a = erb_eval(e, n->a), b = erb_eval(e, n->b);
  e->line = n->line;
  if (a.kind == E_NIL && b.kind != E_STRING) return ERV_NIL;
  if (a.kind == E_REGEX) {
    erv swap = a;
    a = b;
    b = swap;
  }
  if (b.kind != E_REGEX || (a.kind != E_STRING && a.kind != E_NIL && a.kind != E_SYMBOL))
    erb_leave(e, "=~ of a %s", erb_class_name(a));
  if (a.kind == E_NIL) {
    e->match = NULL;
    return ERV_NIL;
  }
  str s = a.kind == E_SYMBOL ? sym_str(a.symbol) : erv_text(a);
  const struct erb_match *m = erb_search(e, b.regex, s, 0, true);
  if (m == NULL) return ERV_NIL;
  int64_t at = 0;
  for (int i = 0; i < m->at.at[0].begin; i++) at += (s.p[i] & 0xC0) != 0x80;
  return erv_int(at);
}

/* --- calls --- */

/* Calls with few arguments, nearly all, need no array in the arena. */
enum { SMALL_CALL = 4 };

static erv node_call(struct erb *e, const struct erb_node *n)
{
  erv self = n->a == NULL ? (erv){.kind = E_SCOPE} : erb_eval(e, n->a);
  if (n->flag && self.kind == E_NIL) return ERV_NIL;
  erv few[SMALL_CALL];
  erv *args = few;
  uint32_t count = n->n;
  bool splats = false;
  for (uint32_t i = 0; i < n->n; i++) splats = splats || n->items[i]->kind == N_SPLAT;
  if (splats || n->n > SMALL_CALL) {
    erv all = node_array(e, n);
    args = all.array->items;
    count = all.array->n;
  } else {
    for (uint32_t i = 0; i < n->n; i++) args[i] = erb_eval(e, n->items[i]);
  }
  e->line = n->line;
  erv v = erb_send(e, n->methods, n->text, self, args, count, n->block);
  if (e->jump == ERB_BREAK && n->block != NULL) {
    e->jump = ERB_RUNNING;
    return e->jumped;
  }
  return v;
}

static bool accepts_block(const struct erb_method *m, bool block)
{
  return m->block == MAY_BLOCK || (m->block == WITH_BLOCK) == block;
}

/* Uses the first row that matches the receiver, the number of arguments and the block. If none does, Ruby has a method
 * that is not implemented here, or raises an error: in both cases Ruby renders the template. */
erv erb_send(struct erb *e, const struct erb_method **methods, str name, erv self, const erv *args, uint32_t n,
             const struct erb_block *block)
{
  assert_hot(args != NULL || n == 0);
  for (const struct erb_method **m = methods; m != NULL && *m != NULL; m++) {
    if (((*m)->kinds & (1u << self.kind)) == 0 || n < (*m)->min || n > (*m)->max) continue;
    if (!accepts_block(*m, block != NULL)) continue;
    struct erb_call call = {.e = e, .method = *m, .name = name, .self = self, .args = args, .n = n, .block = block};
    return (*m)->fn(&call);
  }
  erb_leave(e, "the method '%.*s' of %s with %u arguments%s", STR_FMT(name),
            self.kind == E_NIL ? "nil" : erb_class_name(self), n, block == NULL ? "" : " and a block");
}

/* --- blocks --- */

static void bind(struct erb *e, const struct erb_param *params, uint32_t nparams, const erv *args, uint32_t n);

static void bind_one(struct erb *e, const struct erb_param *p, erv v)
{
  if (p->nparts == 0) {
    e->locals[p->slot] = v;
    return;
  }
  if (v.kind == E_ARRAY) bind(e, p->parts, p->nparts, erb_items(e, v)->items, v.array->n);
  else bind(e, p->parts, p->nparts, &v, 1);
}

static void bind(struct erb *e, const struct erb_param *params, uint32_t nparams, const erv *args, uint32_t n)
{
  uint32_t at = 0;
  for (uint32_t i = 0; i < nparams; i++) {
    if (!params[i].splat) {
      bind_one(e, &params[i], at < n ? args[at] : ERV_NIL);
      at++;
      continue;
    }
    uint32_t behind = nparams - i - 1, take = n > at + behind ? n - at - behind : 0;
    erv rest = erv_array(e, take);
    for (uint32_t k = 0; k < take; k++) erb_push(e, rest.array, args[at + k]);
    e->locals[params[i].slot] = rest;
    at += take;
  }
}

/* As in Ruby, a block with several parameters, or with a comma after its only one, spreads a single array over them. */
erv erb_yield(struct erb *e, const struct erb_block *b, const erv *args, uint32_t n)
{
  assert_hot(b != NULL && (args != NULL || n == 0));
  assert_hot(e->jump == ERB_RUNNING);
  deadline_step();
  if (b->method != NULL) {
    if (n == 0) erb_leave(e, "&:%s without an argument", b->method->text);
    return erb_send(e, b->methods, sym_str(b->method), args[0], args + 1, n - 1, NULL);
  }
  for (uint32_t i = 0; i < b->nlocals; i++) e->locals[b->first_local + i] = ERV_NIL;
  bool spread = b->nparams > 1 || b->trailing_comma;
  if (spread && n == 1 && args[0].kind == E_ARRAY) {
    const struct erb_array *a = erb_items(e, args[0]);
    bind(e, b->params, b->nparams, a->items, a->n);
  } else {
    bind(e, b->params, b->nparams, args, n);
  }
  if (b->body == NULL) return ERV_NIL;
  erv v = erb_eval(e, b->body);
  if (e->jump == ERB_NEXT) {
    e->jump = ERB_RUNNING;
    return e->jumped;
  }
  return v;
}

/* --- dispatch --- */

static void insert(struct erb *e, const struct erb_node *n)
{
  erv v = erb_eval(e, n->a);
  erb_to_s(e, &e->out, v);
  if (e->out.n > ERB_MAX_TEXT) erb_leave(e, "a template of more than %d bytes", ERB_MAX_TEXT);
}

static erv eval_value(struct erb *e, const struct erb_node *n)
{
  switch ((enum erb_node_kind)n->kind) {
  case N_TRUE: return erv_bool(true);
  case N_FALSE: return erv_bool(false);
  case N_INT: return erv_int(n->integer);
  case N_FLOAT: return erv_float(n->number);
  case N_STRING: return erv_str(e, n->text);
  case N_DSTRING: return dstring(e, n);
  case N_SYMBOL: return (erv){.kind = E_SYMBOL, .symbol = n->symbol};
  case N_REGEX: return (erv){.kind = E_REGEX, .regex = n->regex};
  case N_DREGEX: return dregex(e, n);
  case N_ARRAY: return node_array(e, n);
  case N_HASH: return node_hash(e, n);
  case N_RANGE: return node_range(e, n);
  case N_LOCAL: return e->locals[n->slot];
  case N_IVAR: return ivar(e, n->slot)->v;
  case N_GROUP: return e->match == NULL ? ERV_NIL : erb_group(e, e->match, n->integer);
  case N_SCOPE: return (erv){.kind = E_SCOPE};
  case N_CONST:
    if (n->slot == ERB_CLASSES) erb_leave(e, "the constant '%.*s'", STR_FMT(n->text));
    return (erv){.kind = E_CLASS, .class = (enum erb_class)n->slot};
  case N_DEFINED: return ivar(e, n->slot)->set ? erv_str(e, STR("instance-variable")) : ERV_NIL;
  default: return ERV_NIL;
  }
}

static erv eval_node(struct erb *e, const struct erb_node *n)
{
  erv v;
  switch ((enum erb_node_kind)n->kind) {
  case N_LOCAL_SET:
  case N_IVAR_SET: return set(e, n, erb_eval(e, n->a));
  case N_INDEX_SET: return node_index_set(e, n);
  case N_MULTI_SET: return node_multi_set(e, n);
  case N_AND: v = erb_eval(e, n->a); return erv_true(v) ? erb_eval(e, n->b) : v;
  case N_OR: v = erb_eval(e, n->a); return erv_true(v) ? v : erb_eval(e, n->b);
  case N_NOT: return erv_bool(!erv_true(erb_eval(e, n->a)));
  case N_EQUAL: v = erb_eval(e, n->a); return erv_bool(erb_equal(e, v, erb_eval(e, n->b)));
  case N_MATCH: return node_match(e, n);
  case N_IF: return node_if(e, n);
  case N_WHILE: return node_while(e, n);
  case N_CASE: return node_case(e, n);
  case N_SEQUENCE: return node_sequence(e, n);
  case N_NEXT:
  case N_BREAK: return node_jump(e, n);
  case N_TEXT: buf_str(&e->out, n->text); return ERV_NIL;
  case N_INSERT: insert(e, n); return ERV_NIL;
  case N_CALL: return node_call(e, n);
  case N_SPLAT: erb_leave(e, "'*'");
  default: return eval_value(e, n);
  }
}

erv erb_eval(struct erb *e, const struct erb_node *n)
{
  assert_hot(n->kind < N_KINDS);
  context_enter(e->context);
  e->line = n->line;
  erv v = eval_node(e, n);
  context_leave(e->context);
  return v;
}

/* --- rendering --- */

static void run(struct context *c, void *arg)
{
  (void)c;
  struct erb *e = arg;
  erb_eval(e, e->template->body);
}

void erb_render(struct context *c, const struct erb_template *t, const struct erb_world *w, struct erb_result *r)
{
  assert(r != NULL && (t->body != NULL || t->reason.n > 0));
  assert(w->instance_variable != NULL && w->lookup != NULL && w->call != NULL);
  *r = (struct erb_result){.left = true, .reason = t->reason, .line = t->line};
  if (t->body == NULL) return;
  struct erb *e = ARENA_NEW(c->arena, struct erb);
  *e = (struct erb){.context = c, .arena = c->arena, .template = t, .world = w, .out = BUF_IN(c->arena)};
  e->locals = arena_array(c->arena, t->nlocals, sizeof *e->locals);
  e->ivars = arena_array(c->arena, t->nivars, sizeof *e->ivars);
  bool whole = context_protect(c, run, e);
  *r = (struct erb_result){.left = e->left, .reason = e->reason, .line = e->line};
  if (!whole && !e->left) fail_again(c);
  r->text = buf_finish(&e->out);
}
