/* Variables. A scope has a table of its own variables and frames: small tables for lambdas, parameters and matches,
 * which exist while code of the scope is evaluated. Look-ups go from the innermost frame outwards, then along `outer`;
 * qualified names are looked up in the scope of the class. Frames are searched linearly, because they have few
 * names. */
#include "compiler/scope/scope.h"

#include "base/array.h"
#include "base/check.h"
#include "compiler/environment/environment.h"
#include "compiler/scope/jump.h"

struct scope *scope_new(struct compilation *c, enum scope_kind kind, struct scope *outer, struct scope *declarer)
{
  assert(c != NULL && c->arena != NULL);
  struct scope *s = ARENA_NEW(c->arena, struct scope);
  s->kind = kind;
  s->compilation = c;
  s->outer = outer;
  s->declarer = declarer;
  s->module_name = STR_EMPTY;
  ptrmap_init(&s->variables, c->arena);
  return s;
}

struct scope *scope_of_class(struct compilation *c, const symbol *name) { return ptrmap_get(&c->class_scopes, name); }

static inline struct binding *frame_binding(const struct frame *f, const symbol *name)
{
  for (struct binding *b = f->bindings, *end = b + f->n; b < end; b++) {
    if (b->name == name) return b;
  }
  return NULL;
}

static struct binding *frame_add(struct arena *a, struct frame *f, const symbol *name)
{
  ARENA_ROOM(a, f->bindings, f->n, f->cap, 4);
  f->bindings[f->n] = (struct binding){.name = name, .assigned = true};
  return &f->bindings[f->n++];
}

/* Reports that a default expression read a parameter that has no value yet. Puppet's text depends on whether that
 * parameter is declared before or after the one whose default is evaluated. */
_Noreturn static void parameter_missing(struct scope *s, const struct frame *f, const symbol *name)
{
  uint32_t from = 0, to = 0;
  for (uint32_t i = 0; i < f->n; i++) {
    from = f->bindings[i].name == f->evaluating ? i : from;
    to = f->bindings[i].name == name ? i : to;
  }
  struct context *ctx = &s->compilation->context;
  ctx->node = f->place;
  ctx->source = f->place_source;
  if (to < from) {
    fail_error(ctx, FAILURE_EVALUATION, "%.*s: expects a value for parameter $%s", STR_FMT(f->callee), name->text);
  }
  fail_error(ctx, FAILURE_EVALUATION,
             "%.*s: default expression for $%s tries to illegally access not yet evaluated $%s", STR_FMT(f->callee),
             f->evaluating == NULL ? "" : f->evaluating->text, name->text);
}

static const value *frames_find(struct scope *s, const symbol *name)
{
  for (struct frame *f = s->frame; f != NULL; f = f->outer) {
    if (f->kind == FRAME_MATCH) continue;
    struct binding *b = frame_binding(f, name);
    if (b == NULL) continue;
    if (!b->assigned) parameter_missing(s, f, name);
    return &b->value;
  }
  return NULL;
}

const value *scope_find(struct scope *s, const symbol *name)
{
  assert_hot(name != NULL);
  for (; s != NULL; s = s->outer) {
    const value *v = s->frame == NULL ? NULL : frames_find(s, name);
    if (v == NULL) v = ptrmap_get(&s->variables, name);
    if (v != NULL) return v;
  }
  return NULL;
}

/* Without `outer`: qualified names do not see the node's or top scope. */
static const value *scope_own(struct scope *s, const symbol *name)
{
  const value *v = s->frame == NULL ? NULL : frames_find(s, name);
  return v != NULL ? v : ptrmap_get(&s->variables, name);
}

static size_t last_separator(str name)
{
  for (size_t i = name.n; i >= 2; i--) {
    if (name.p[i - 1] == ':' && name.p[i - 2] == ':') return i - 2;
  }
  return SIZE_MAX;
}

struct scope_path *scope_split(struct arena *a, str name)
{
  size_t at = last_separator(name);
  if (at == SIZE_MAX) return NULL;
  struct scope_path *path = ARENA_NEW(a, struct scope_path);
  path->scope = sym_intern(str_sub(name, 0, at));
  path->leaf = sym_intern(str_from(name, at + 2));
  return path;
}

/* The variable of a class, or of the classes it inherits. */
static const value *class_variable(struct compilation *c, struct scope *found, const symbol *leaf)
{
  while (found != NULL) {
    const value *v = scope_own(found, leaf);
    if (v != NULL) return v;
    const struct definition *d = found->definition;
    found = d == NULL || d->parent == NULL ? NULL : scope_of_class(c, d->parent);
  }
  return NULL;
}

const value *scope_find_split(struct scope *s, const struct scope_path *path)
{
  struct compilation *c = s->compilation;
  return class_variable(c, scope_of_class(c, path->scope), path->leaf);
}

struct class_search {
  struct compilation *c;
  str name;
  bool found;
};

static void search_class(struct context *context, void *arg)
{
  struct class_search *search = arg;
  (void)context;
  search->found = environment_find_class(search->c, search->name) != NULL;
}

/* Returns why a class has no variables. Puppet loads the class only for this message; an error of Puppet's own while
 * loading is also a reason. */
static str why_not_there(struct compilation *c, str class_name)
{
  struct class_search search = {c, class_name, false};
  if (!eval_protect(c, search_class, &search)) {
    if (!failure_is_catchable(&c->context.failure, RESCUE_PUPPET_ERROR)) fail_again(&c->context);
    return context_message(&c->context);
  }
  return arena_printf(c->arena, "class %.*s %s", STR_FMT(class_name),
                      search.found ? "has not been evaluated" : "could not be found");
}

const value *scope_find_qualified(struct scope *s, str name, str *reason)
{
  struct compilation *c = s->compilation;
  str ignored;
  reason = reason == NULL ? &ignored : reason;
  *reason = STR_EMPTY;
  /* $::x: a variable of top scope. */
  size_t at = last_separator(name);
  if (at == SIZE_MAX) {
    const symbol *leaf = sym_known(name);
    return leaf == NULL ? NULL : ptrmap_get(&c->top->variables, leaf);
  }
  const value *set = strmap_get(&c->qualified, name);
  if (set != NULL) return set;
  str class_name = str_sub(name, 0, at);
  const symbol *leaf = sym_intern(str_from(name, at + 2));
  const symbol *class_symbol = sym_intern(class_name);
  struct scope *found = scope_of_class(c, class_symbol);
  if (found == NULL) {
    *reason = why_not_there(c, class_name);
    return NULL;
  }
  return class_variable(c, found, leaf);
}

const value *scope_lookup(struct scope *s, str name)
{
  bool absolute = str_starts(name, STR("::"));
  name = absolute ? str_from(name, 2) : name;
  if (absolute || str_find(name, STR("::"), 0) != SIZE_MAX) return scope_find_qualified(s, name, NULL);
  const symbol *known = sym_known(name);
  return known == NULL ? NULL : scope_find(s, known);
}

/* Like defined('$a::x'), loads the class; a class that cannot be loaded is an error. */
static bool qualified_exists(struct scope *s, str name)
{
  struct compilation *c = s->compilation;
  str class_name = str_sub(name, 0, last_separator(name));
  if (scope_of_class(c, sym_intern(class_name)) == NULL) environment_find_class(c, class_name);
  return scope_find_qualified(s, name, NULL) != NULL;
}

bool scope_exists(struct scope *s, str name)
{
  if (str_starts(name, STR("::"))) {
    name = str_from(name, 2);
    /* In Puppet these two always exist. */
    if (str_eqz(name, "module_name") || str_eqz(name, "caller_module_name")) return true;
    return str_find(name, STR("::"), 0) == SIZE_MAX ? scope_exists(s->compilation->top, name)
                                                    : qualified_exists(s, name);
  }
  if (str_find(name, STR("::"), 0) != SIZE_MAX) return qualified_exists(s, name);
  if (str_is_digits(name)) {
    for (struct scope *i = s; i != NULL; i = i->outer) {
      for (struct frame *f = i->frame; f != NULL; f = f->outer) {
        if (f->kind == FRAME_MATCH && f->match != NULL) return true;
      }
    }
    return false;
  }
  const symbol *known = sym_intern(name);
  return scope_find(s, known) != NULL || known == compilation_name.module_name ||
         known == compilation_name.caller_module_name;
}

const value *scope_lookup_all(struct scope *s, str name)
{
  /* No regular expression has more groups; more digits would also overflow. */
  enum { MOST_DIGITS = 3 };
  if (!str_is_digits(name) || name.n > MOST_DIGITS) return scope_lookup(s, name);
  int number = 0;
  for (size_t i = 0; i < name.n; i++) number = number * 10 + (name.p[i] - '0');
  return scope_match_variable(s, number);
}

/* The frame of an assignment: frames of matches have no variables. NULL: the scope itself. */
static struct frame *variable_frame(const struct scope *s)
{
  struct frame *f = s->frame;
  while (f != NULL && f->kind == FRAME_MATCH) f = f->outer;
  return f;
}

bool scope_bound(const struct scope *s, const symbol *name)
{
  const struct frame *f = variable_frame(s);
  return f != NULL ? frame_binding(f, name) != NULL : ptrmap_get(&s->variables, name) != NULL;
}

/* Sets a name in a frame, or in the scope itself, unless it has a value. */
static bool bind_new(struct scope *s, struct frame *f, const symbol *name, value v)
{
  struct arena *a = s->compilation->arena;
  bool made;
  if (f != NULL) {
    if (frame_binding(f, name) != NULL) return false;
    frame_add(a, f, name)->value = v;
    return true;
  }
  void **slot = ptrmap_slot(&s->variables, name, &made);
  if (!made) return false;
  /* Look-ups return pointers to values, which must remain valid when the table grows, so each value has its own
   * memory. */
  value *copy = arena_alloc(a, sizeof *copy);
  *copy = v;
  *slot = copy;
  return true;
}

void scope_set_first(struct scope *s, const symbol *name, value v)
{
  assert_hot(s->frame != NULL && s->frame->kind == FRAME_LOCAL);
  frame_add(s->compilation->arena, s->frame, name)->value = v;
}

void scope_set_builtin(struct scope *s, const symbol *name, value v)
{
  assert_hot(s != NULL && name != NULL);
  struct compilation *c = s->compilation;
  struct frame *f = variable_frame(s);
  if (bind_new(s, f, name, v)) return;
  /* A parameter may be set again while parameters are being bound. */
  if (f != NULL && f->kind == FRAME_PARAMETERS) {
    frame_set(c, f, name, v);
    return;
  }
  fail_error(&c->context, FAILURE_EVALUATION, "Cannot reassign variable '$%s'", name->text);
}

bool scope_share(struct scope *s, const symbol *name, const value *v)
{
  assert(s->frame == NULL && v != NULL);
  bool made;
  void **slot = ptrmap_slot(&s->variables, name, &made);
  if (made) *slot = (void *)v;
  return made;
}

bool scope_is_reserved(const symbol *name)
{
  return name == compilation_name.facts || name == compilation_name.trusted || name == compilation_name.server_facts;
}

void scope_reject_reserved(struct compilation *c, const symbol *name)
{
  if (scope_is_reserved(name)) {
    fail_error(CTX(c), FAILURE_EVALUATION, "Attempt to assign to a reserved variable name: '%s'", name->text);
  }
}

_Noreturn static void fail_set(struct compilation *c, const symbol *name)
{
  const bool reserved = name == compilation_name.facts || name == compilation_name.trusted;
  const bool built_in = name == compilation_name.name || name == compilation_name.title;
  fail_issue(CTX(c), NULL,
             reserved   ? ISSUE_ILLEGAL_RESERVED_ASSIGNMENT
             : built_in ? ISSUE_ILLEGAL_REASSIGNMENT_BUILT_IN
                        : ISSUE_ILLEGAL_REASSIGNMENT,
             STR_FMT(sym_str(name)));
}

void scope_set(struct scope *s, const symbol *name, value v)
{
  assert_hot(s != NULL && name != NULL);
  struct compilation *c = s->compilation;
  struct frame *f = variable_frame(s);
  /* A default expression must not assign variables. */
  const bool refused = scope_is_reserved(name) || (f != NULL && f->kind == FRAME_PARAMETERS && f->read_only);
  /* If several rules reject a name, the order below decides on Puppet's message. */
  if (!refused && bind_new(s, f, name, v)) return;
  if (name == compilation_name.server_facts) {
    fail_issue(CTX(c), NULL, ISSUE_ILLEGAL_RESERVED_ASSIGNMENT, STR_FMT(sym_str(name)));
  }
  if (scope_bound(s, name)) fail_set(c, name);
  scope_reject_reserved(c, name);
  fail_error(CTX(c), FAILURE_EVALUATION, "Attempt to assign variable %s when evaluating parameters", name->text);
}

void scope_set_qualified(struct compilation *c, str name, value v)
{
  value *copy = arena_alloc(c->arena, sizeof *copy);
  *copy = v;
  strmap_put(&c->qualified, arena_str(c->arena, name), copy);
}

const value *scope_match_variable(struct scope *s, int n)
{
  assert(n >= 0);
  for (; s != NULL; s = s->outer) {
    for (struct frame *f = s->frame; f != NULL; f = f->outer) {
      if (f->kind != FRAME_MATCH || f->match == NULL) continue;
      /* Only the innermost match is used. A group that did not take part is undef. */
      if (n >= f->match->n || f->match->at[n].begin < 0) return NULL;
      int begin = f->match->at[n].begin;
      value *v = arena_alloc(s->compilation->arena, sizeof *v);
      *v = value_str(str_sub(f->subject, (size_t)begin, (size_t)(f->match->at[n].end - begin)));
      return v;
    }
  }
  return NULL;
}

void scope_push_match(struct scope *s, const struct regex_match *m, str subject)
{
  assert(m != NULL && m->n > 0);
  struct arena *a = s->compilation->arena;
  struct frame *f = ARENA_NEW(a, struct frame);
  size_t size = offsetof(struct regex_match, at) + (size_t)m->n * sizeof m->at[0];
  /* Copies only existing groups: a struct regex_match has room for the maximum. */
  struct regex_match *copy = arena_alloc(a, size);
  memcpy(copy, m, size);
  f->kind = FRAME_MATCH;
  f->match = copy;
  f->subject = subject;
  f->outer = s->frame;
  s->frame = f;
}

void scope_push_frame(struct scope *s)
{
  struct frame *f = ARENA_NEW(s->compilation->arena, struct frame);
  f->kind = FRAME_LOCAL;
  f->outer = s->frame;
  s->frame = f;
}

struct frame *scope_push_parameters(struct scope *s, str callee, const symbol *const *names, uint32_t n)
{
  assert(names != NULL || n == 0);
  scope_push_frame(s);
  struct frame *f = s->frame;
  f->kind = FRAME_PARAMETERS;
  f->callee = callee;
  f->cap = n;
  f->bindings = n == 0 ? NULL : arena_alloc(s->compilation->arena, n * sizeof *f->bindings);
  for (uint32_t i = 0; i < n; i++) frame_add(s->compilation->arena, f, names[i])->assigned = false;
  return f;
}

void frame_set(struct compilation *c, struct frame *f, const symbol *name, value v)
{
  assert_hot(f != NULL && name != NULL);
  struct binding *b = frame_binding(f, name);
  if (b == NULL) b = frame_add(c->arena, f, name);
  b->assigned = true;
  b->value = v;
}

const value *frame_get(const struct frame *f, const symbol *name)
{
  const struct binding *b = frame_binding(f, name);
  return b == NULL || !b->assigned ? NULL : &b->value;
}

void scope_restore(struct scope *s, struct frame *frame) { s->frame = frame; }
