/* Finds and calls functions. Built-in ones are in tables (fn.h), whose signatures are parsed at the first use, once per
 * process. Functions in Puppet or Ruby are loaded once per compilation. function_find() searches in Puppet's order; a
 * native function replaces a module's Ruby function if the version of the module allows it. */
#include <stdio.h>
#include <stdlib.h>

#include "base/check.h"
#include "compiler/environment/environment.h"
#include "compiler/scope/closure.h"
#include "compiler/scope/jump.h"
#include "compiler/functions/fn.h"
#include "compiler/ruby/ruby.h"

/* --- signatures --- */

/* Outlives all compilations. The signatures have no access to types of an environment (local_resolver), so they
 * can be shared. */
static struct {
  struct context context;
  struct arena *arena;
  struct strmap functions;
  struct ptrmap constructors; /* rows -> function without a name */
} table;

/* A type for the signatures of one function. */
struct local_type {
  str name, definition;
  struct type *made; /* parsed at its first use */
};

/* The parsed signatures of a function. */
struct fn_parsed {
  struct signature *signatures;
  const struct fn_row **rows; /* the row of each signature */
  uint32_t n, nlocals;
  struct local_type *locals;
};

static const char local_mark[] = "type ";

static struct type_resolver local_resolver(struct fn_parsed *f);

static const type *local_alias(void *ctx, str name)
{
  struct fn_parsed *f = ctx;
  for (uint32_t i = 0; i < f->nlocals; i++) {
    struct local_type *l = &f->locals[i];
    if (!str_eq(name, l->name)) continue;
    if (l->made == NULL) {
      struct type_resolver r = local_resolver(f);
      l->made = type_alias_new(table.arena, name);
      type_alias_resolve(&table.context, l->made, type_from_text(&table.context, &r, l->definition));
    }
    return l->made;
  }
  return NULL;
}

static struct type_resolver local_resolver(struct fn_parsed *f)
{
  return (struct type_resolver){.alias = local_alias, .ctx = f};
}

/* Returns the end of the parameter at `at`: the next comma outside of brackets and regular expressions, or the end of
 * the text. */
static size_t parameter_end(str s, size_t at)
{
  int depth = 0;
  bool in_regex = false;
  for (; at < s.n; at++) {
    char ch = s.p[at];
    if (ch == '/' && (in_regex || (depth > 0 && s.p[at - 1] == '['))) {
      in_regex = !in_regex;
    } else if (!in_regex) {
      depth += ch == '[' || ch == '{';
      depth -= ch == ']' || ch == '}';
      if (ch == ',' && depth == 0) break;
    }
  }
  return at;
}

static void parse_parameter(struct fn_parsed *f, str s, struct signature *g, const type **types)
{
  s = str_trim(s);
  size_t dollar = s.n;
  while (dollar > 0 && s.p[dollar - 1] != '$') dollar--;
  size_t marks = dollar - 1;
  while (marks > 0 && strchr("?*+&", s.p[marks - 1]) != NULL) marks--;
  str mark = str_sub(s, marks, dollar - 1 - marks), type_text = str_trim(str_sub(s, 0, marks));
  str name = str_from(s, dollar);
  struct type_resolver r = local_resolver(f);
  const type *t = type_text.n == 0 ? type_simple(T_ANY) : type_from_text(&table.context, &r, type_text);
  if (str_ends(mark, STR("&"))) {
    g->block = type_text.n == 0 ? type_simple(T_CALLABLE) : t;
    g->block_required = mark.n == 1;
    g->block_name = name;
    return;
  }
  g->rest = g->rest || str_eqz(mark, "*") || str_eqz(mark, "+");
  g->required += mark.n == 0 || str_eqz(mark, "+");
  g->names[g->types.n] = name;
  types[g->types.n++] = t;
}

static void parse_signature(struct fn_parsed *f, str s, struct signature *g)
{
  size_t result = str_find(s, STR(">>"), 0);
  if (result != SIZE_MAX) {
    struct type_resolver r = local_resolver(f);
    g->result = type_from_text(&table.context, &r, str_trim(str_from(s, result + 2)));
    s = str_sub(s, 0, result);
  }
  uint32_t n = 0;
  for (size_t at = 0; at < s.n; at = parameter_end(s, at) + 1) n++;
  const type **types = arena_array(table.arena, n, sizeof *types);
  g->names = arena_array(table.arena, n, sizeof *g->names);
  g->types = (struct type_list){.items = types};
  for (size_t at = 0; at < s.n;) {
    size_t end = parameter_end(s, at);
    parse_parameter(f, str_sub(s, at, end - at), g, types);
    at = end + 1;
  }
}

static void parse_local(struct fn_parsed *f, str text)
{
  const size_t eq = str_index(text, '=', 0), name = sizeof local_mark - 1;
  f->locals[f->nlocals++] = (struct local_type){
    .name = arena_str(table.arena, str_trim(str_sub(text, name, eq - name))),
    .definition = str_trim(str_from(text, eq + 1))};
}

static void parse_all(struct context *c, void *arg)
{
  (void)c;
  struct function *f = arg;
  struct fn_parsed *p = ARENA_NEW(table.arena, struct fn_parsed);
  uint32_t parts = 0;
  for (uint32_t i = 0; i < f->nrows; i++) {
    parts++;
    for (const char *s = f->rows[i].signature; *s != '\0'; s++) parts += *s == ';';
  }
  p->signatures = arena_array(table.arena, parts, sizeof *p->signatures);
  p->rows = arena_array(table.arena, parts, sizeof *p->rows);
  p->locals = arena_array(table.arena, parts, sizeof *p->locals);
  for (uint32_t i = 0; i < f->nrows; i++) {
    str list = str_of(f->rows[i].signature);
    do {
      const str part = str_trim(str_cut(&list, ';'));
      if (str_starts(part, str_of(local_mark))) {
        parse_local(p, part);
        continue;
      }
      p->rows[p->n] = &f->rows[i];
      parse_signature(p, part, &p->signatures[p->n++]);
    } while (list.n > 0);
  }
  f->parsed = p;
}

/* Aborts if a signature cannot be parsed, since that is a bug. */
static struct fn_parsed *parsed(const struct function *f)
{
  if (f->parsed == NULL && !context_protect(&table.context, parse_all, (void *)f)) {
    fprintf(stderr, "ficelle: signature of function %.*s: %.*s\n", STR_FMT(f->name),
            STR_FMT(context_message(&table.context)));
    abort();
  }
  return f->parsed;
}

/* The number of signatures without those that only explain errors. */
static uint32_t described(const struct fn_parsed *p)
{
  uint32_t n = p->n;
  while (n > 0 && p->rows[n - 1]->only_explains) n--;
  return n;
}

const struct signature *function_signature(struct compilation *c, const struct function *f, const value *args,
                                           uint32_t n)
{
  assert_hot(f != NULL && (args != NULL || n == 0));
  static const struct signature anything;
  if (f->closure != NULL) {
    const struct signature *g = c->ops->block_signature(c, f->closure);
    return signature_accepts(g, args, n, VALUE_UNDEF) ? g : NULL;
  }
  if (f->ruby != NULL) return ruby_function_signature(f->ruby, args, n);
  if (f->rows->old_api) return &anything;
  const struct fn_parsed *p = parsed(f);
  for (uint32_t i = 0; i < p->n; i++) {
    if (signature_accepts(&p->signatures[i], args, n, VALUE_UNDEF)) return &p->signatures[i];
  }
  return NULL;
}

/* --- finding --- */

/* The state of functions in a compilation. */
struct functions_state {
  struct strmap by_name;     /* name -> struct function *, without the built-in ones */
  struct ptrmap annotations; /* see fn_annotations */
};

static struct functions_state *functions_of(struct compilation *c)
{
  if (c->functions == NULL) {
    c->functions = ARENA_NEW(c->arena, struct functions_state);
    strmap_init(&c->functions->by_name, c->arena);
    ptrmap_init(&c->functions->annotations, c->arena);
  }
  return c->functions;
}

/* Whether two rows belong to the same function, which may have several groups of rows for different versions. */
static bool same_function(const struct fn_row *a, const struct fn_row *b)
{
  return b->name != NULL && strcmp(a->name, b->name) == 0 && a->from == b->from && a->below == b->below &&
         a->from_minor == b->from_minor && a->below_minor == b->below_minor;
}

/* Makes a function from the rows that begin at *row, and moves *row after them. */
static struct function *function_of_rows(const struct fn_row **row, const char *module)
{
  struct function *f = ARENA_NEW(table.arena, struct function);
  *f = (struct function){.name = str_of((*row)->name), .rows = *row, .module = module};
  for (; same_function(f->rows, *row); (*row)++) f->nrows++;
  return f;
}

static void table_make(void)
{
  table.arena = arena_new();
  context_init(&table.context, table.arena);
  arena_on_fail(table.arena, context_out_of_memory, &table.context); /* the table must not stay incomplete */
  table.context.ops = &fn_context_ops;
  strmap_init(&table.functions, table.arena);
  ptrmap_init(&table.constructors, table.arena);
  for (const struct fn_family *family = fn_families; family->name != NULL; family++) {
    for (const struct fn_row *row = family->rows; row->name != NULL;) {
      struct function *f = function_of_rows(&row, family->module);
      f->next = strmap_get(&table.functions, f->name);
      strmap_put(&table.functions, f->name, f);
    }
  }
}

const struct function *function_builtin(str name)
{
  if (table.arena == NULL) table_make();
  return strmap_get(&table.functions, name);
}

static const struct function *function_from_definition(struct compilation *c, str name, const struct definition *d)
{
  const struct ast_definition *node = AST_AS(ast_definition, d->node);
  const struct closure *closure = c->ops->closure_of(c, node, d->program->source);
  struct function *f = ARENA_NEW(c->arena, struct function);
  *f = (struct function){.name = node->name, .closure = closure};
  strmap_put(&functions_of(c)->by_name, arena_str(c->arena, name), f);
  return f;
}

/* Loads a function and stores it under the name `known`. */
static const struct function *load_ruby(struct compilation *c, str known, str name, const struct ruby_file *file)
{
  struct function *f = ARENA_NEW(c->arena, struct function);
  *f = (struct function){.name = name, .ruby = ruby_function_load(c, file, name)};
  strmap_put(&functions_of(c)->by_name, known, f);
  return f;
}

/* A function that several modules have is stored by its file, since other calls may use the function of another
 * module. */
static const struct function *function_from_ruby(struct compilation *c, str name, const struct ruby_file *file)
{
  if (file == NULL) return NULL;
  const struct function *f = file->shared ? strmap_get(&functions_of(c)->by_name, file->path) : NULL;
  if (f != NULL) return f;
  name = arena_str(c->arena, name);
  return load_ruby(c, file->shared ? file->path : name, name, file);
}

/* stdlib's functions before 4.13 accept other values and have no deprecations. A module without a version may be of any
 * age, so its own code is used. */
static bool is_too_old(const char *module, uint32_t version)
{
  return version == 0 || (strcmp(module, "stdlib") == 0 && version < 4 * 256 + 13);
}

/* Whether a native function may replace the function `file` of a module: the module's version is one for which it
 * behaves the same. */
static bool is_there(struct compilation *c, const struct function *f, const struct ruby_file *file)
{
  const struct fn_row *row = f->rows;
  if (c->settings->without_native_functions || file == NULL || !str_eqz(file->module, f->module)) return false;
  const struct module_version v = environment_module_version(c, file->module);
  const uint32_t is = v.major * 256 + v.minor;
  if (is_too_old(f->module, is)) return false;
  return is >= row->from * 256u + row->from_minor && (row->below == 0 || is < row->below * 256u + row->below_minor);
}

static const struct function *function_from_text(struct compilation *c, str name)
{
  const struct definition *d = environment_find_function(c, name);
  return d != NULL ? function_from_definition(c, name, d) : NULL;
}

static bool has_segments(str name) { return str_find(name, STR("::"), 0) != SIZE_MAX; }

static const struct function *in_place_of_ruby(struct compilation *c, const struct function *native)
{
  compile_debug(c, &log_ruby, "The function %.*s of the module %s is native, Ruby is not needed", STR_FMT(native->name),
                native->module);
  return native;
}

/* The environment's own files come before all modules. In each, functions of the 4.x API in Ruby come first, then those
 * in the Puppet language, then those of the 3.x API. `native` replaces `file`, a module's function in Ruby; NULL: none
 * does. */
static const struct function *function_in_files(struct compilation *c, str name, const struct ruby_file *file,
                                                const struct function *native)
{
  const struct function *f = function_from_ruby(c, name, environment_own_function(c, name, false));
  if (f != NULL) return f;
  if (has_segments(name)) {
    if (native != NULL) return in_place_of_ruby(c, native);
    f = function_from_ruby(c, name, file);
    return f != NULL ? f : function_from_text(c, name);
  }
  f = function_from_text(c, name);
  if (f == NULL) f = function_from_ruby(c, name, environment_own_function(c, name, true));
  if (f == NULL && native != NULL) return in_place_of_ruby(c, native);
  return f != NULL ? f : function_from_ruby(c, name, file);
}

const struct function *function_find(struct compilation *c, str name, str caller)
{
  name = str_starts(name, STR("::")) ? str_from(name, 2) : name;
  const struct function *f = strmap_get(&functions_of(c)->by_name, name);
  if (f != NULL) return f;
  f = function_builtin(name);
  if (environment_defines_function(c, name)) return function_from_text(c, name);
  if (f != NULL && f->module == NULL) return f;
  const struct ruby_file *file = environment_ruby_function(c, name, caller);
  while (f != NULL && !is_there(c, f, file)) f = f->next;
  return function_in_files(c, name, file, f);
}

bool function_result(struct compilation *c, str name, const struct type **result)
{
  assert(result != NULL && name.n > 0);
  const struct function *f = function_find(c, name, STR_EMPTY);
  *result = NULL;
  if (f != NULL && f->closure != NULL && f->closure->return_type != NULL)
    *result = c->ops->block_signature(c, f->closure)->result;
  if (f != NULL && f->ruby != NULL && f->ruby->n == 1) *result = f->ruby->signatures[0].result;
  return f != NULL;
}

bool function_is_native(struct compilation *c, str name)
{
  const struct function *f = function_find(c, name, STR_EMPTY);
  return f != NULL && f->rows != NULL;
}

/* --- calling --- */

struct user_call {
  const struct closure *closure;
  const value *args;
  uint32_t n;
  value v;
};

static void run_user(struct compilation *c, void *arg)
{
  struct user_call *u = arg;
  u->v = c->ops->block_accepted(c, u->closure, u->args, u->n);
}

static value call_user(struct compilation *c, const struct function *f, const value *args, uint32_t n, value block)
{
  const struct signature *g = c->ops->block_signature(c, f->closure);
  if (!signature_accepts(g, args, n, block))
    fail_argument(CTX(c), signature_describe_mismatch(c->arena, f->name, g, 1, args, n, block));
  struct user_call u = {.closure = f->closure, .args = args, .n = n, .v = VALUE_UNDEF};
  value jumped;
  return eval_catch(c, 1u << JUMP_RETURN, run_user, &u, &jumped) ? u.v : jumped;
}

/* --- functions of the older API --- */

static value call_old(struct fn_call *call)
{
  const int arity = call->row->arity;
  uint32_t least = (uint32_t)(arity < 0 ? -arity - 1 : arity);
  if (call->n < least || (arity >= 0 && call->n > least)) {
    FN_FAIL(call,
            arity < 0 ? "%s(): Wrong number of arguments given (%u for minimum %u)"
                      : "%s(): Wrong number of arguments given (%u for %u)",
            call->name, call->n, least);
  }
  value *args = arena_array(call->arena, call->n, sizeof *args);
  for (uint32_t i = 0; i < call->n; i++) {
    args[i] = call->compilation->ops->old_argument(call->compilation, call->args[i]);
  }
  call->args = args;
  /* Puppet copies the arrays and hashes in the arguments, so the result must not share them. */
  return value_unshared(call->context, call->row->body(call));
}

value function_call(struct compilation *c, struct scope *s, const struct function *f, const value *args, uint32_t n,
                    value block)
{
  assert_hot(f != NULL && (args != NULL || n == 0));
  if (f->closure != NULL) return call_user(c, f, args, n, block);
  if (f->ruby != NULL) return ruby_function_call(c, s, f->ruby, args, n, block);
  c->native_calls += f->module != NULL;
  struct fn_call call = {.compilation = c,
                         .context = CTX(c),
                         .arena = c->arena,
                         .scope = s,
                         .name = f->rows->name,
                         .row = f->rows,
                         .args = args,
                         .n = n,
                         .block = block};
  if (f->rows->old_api) return call_old(&call);
  const struct fn_parsed *p = parsed(f);
  for (uint32_t i = 0; i < p->n; i++) {
    if (!signature_accepts(&p->signatures[i], args, n, block)) continue;
    call.row = p->rows[i];
    return call.row->body(&call);
  }
  fail_argument(CTX(c), signature_describe_mismatch(c->arena, f->name, p->signatures, described(p), args, n, block));
}

/* --- functions without a name --- */

static struct function *constructor(const struct fn_row *rows)
{
  if (table.arena == NULL) table_make();
  struct function *f = ptrmap_get(&table.constructors, rows);
  if (f == NULL) {
    const struct fn_row *end = rows;
    f = function_of_rows(&end, NULL);
    ptrmap_put(&table.constructors, rows, f);
  }
  return f;
}

value fn_call_rows(struct fn_call *call, const struct fn_row *rows, const value *args, uint32_t n)
{
  assert(rows != NULL && rows->name != NULL);
  return function_call(call->compilation, call->scope, constructor(rows), args, n, VALUE_UNDEF);
}

const struct signature *fn_signatures(const struct fn_row *rows, uint32_t *n)
{
  assert(rows != NULL && rows->name != NULL && n != NULL);
  const struct fn_parsed *p = parsed(constructor(rows));
  *n = described(p);
  return p->signatures;
}

const type *fn_local_type(const struct fn_row *rows, const char *name)
{
  assert(rows != NULL && name != NULL);
  return local_alias(parsed(constructor(rows)), str_of(name));
}

/* --- helpers of functions --- */

struct ptrmap *fn_annotations(struct fn_call *call) { return &functions_of(call->compilation)->annotations; }

value fn_yield(struct fn_call *call, const value *args, uint32_t n)
{
  assert(call->block.kind == V_CLOSURE);
  return call->compilation->ops->block(call->compilation, call->block.closure, args, n);
}

struct stop_step {
  struct fn_call *call;
  void (*step)(struct fn_call *call, void *arg);
  void *arg;
};

static void run_stoppable(struct compilation *c, void *arg)
{
  struct stop_step *s = arg;
  (void)c;
  s->step(s->call, s->arg);
}

bool fn_stopped(struct fn_call *call, void (*step)(struct fn_call *call, void *arg), void *arg)
{
  assert(step != NULL);
  struct stop_step s = {.call = call, .step = step, .arg = arg};
  value ignored;
  return !eval_catch(call->compilation, 1u << JUMP_BREAK, run_stoppable, &s, &ignored);
}

uint32_t fn_block_min(const struct fn_call *call)
{
  assert(fn_has_block(call));
  uint32_t min, ignored;
  call->compilation->ops->block_arity(call->block.closure, &min, &ignored);
  return min;
}

uint32_t fn_block_max(const struct fn_call *call)
{
  assert(fn_has_block(call));
  uint32_t ignored, max;
  call->compilation->ops->block_arity(call->block.closure, &ignored, &max);
  return max;
}

int32_t fn_block_arity(const struct fn_call *call)
{
  assert(fn_has_block(call));
  if (call->block.closure->ruby != NULL) return call->block.closure->arity;
  const uint32_t min = fn_block_min(call);
  return min == fn_block_max(call) ? (int32_t)min : -(int32_t)min - 1;
}

str fn_block_names(const struct fn_call *call)
{
  assert(fn_has_block(call));
  const struct ast_list_of *p = call->block.closure->parameters;
  struct buf b = BUF_IN(call->arena);
  for (uint32_t i = 0; i < p->n; i++) {
    buf_z(&b, i == 0 ? "" : ", ");
    buf_str(&b, sym_str(AST_AS(ast_parameter, p->items[i])->name));
  }
  return buf_view(&b);
}

void fn_warn_once(struct fn_call *call, str key, str message)
{
  assert(key.n > 0);
  struct compilation *c = call->compilation;
  if (compile_first_time(c, key)) compile_log(c, CLOG_WARNING, STR_EMPTY, message);
}

value fn_other(struct fn_call *call, const char *name, const value *args, uint32_t n)
{
  assert(name != NULL && (args != NULL || n == 0));
  return call_by_name(call->compilation, call->scope, str_of(name), args, n, NULL);
}

bool fn_in_ruby(struct fn_call *call, value *out)
{
  assert(out != NULL && call->name != NULL);
  struct compilation *c = call->compilation;
  str own = arena_printf(call->arena, "ruby %s", call->name); /* a key that is not the name of a function */
  const struct function *f = strmap_get(&functions_of(c)->by_name, own);
  const struct ruby_file *file = f != NULL ? NULL : environment_ruby_function(c, str_of(call->name), STR_EMPTY);
  if (!ruby_installed() || (f == NULL && file == NULL)) return false;
  if (f == NULL) f = load_ruby(c, own, str_of(call->name), file);
  *out = ruby_function_call(c, call->scope, f->ruby, call->args, call->n, call->block);
  return true;
}

value fn_other_block(struct fn_call *call, str name, const value *args, uint32_t n)
{
  assert(name.n > 0 && (args != NULL || n == 0));
  return call_by_name(call->compilation, call->scope, name, args, n, fn_has_block(call) ? call->block.closure : NULL);
}
