/* Resource types in .resource_types of an environment, as `generate types` writes them: one call of
 * Puppet::Resource::ResourceType3.new with literals, read from the syntax tree without being evaluated. */
#include "compiler/environment/restypes.h"

static const char type_name[] = "Puppet::Resource::ResourceType3", param_name[] = "Puppet::Resource::Param";

struct reading {
  struct compilation *c;
  struct ast_program *program;
  str path;
  const symbol *wanted;
  const struct ast_call *call;
};

_Noreturn static void fail_code(const struct reading *r, const char *before, const char *after)
{
  r->c->environment->broken = true;
  fail_error(&r->c->context, FAILURE_EVALUATION, "The code loaded from %.*s %s resource type '%s'%s", STR_FMT(r->path),
             before, r->wanted->text, after);
}

_Noreturn static void fail_shape(const struct reading *r, const ast *node, const char *what)
{
  r->c->environment->broken = true;
  fail_not_supported(&r->c->context, "code that `generate types` does not write: %s is not a literal (%.*s, line %u)",
                     what, STR_FMT(r->path), source_line(r->program->source, node->offset));
}

static bool is_reference(const ast *node, const char *name)
{
  return node->kind == AST_QUALIFIED_REFERENCE && str_eqz(ast_cased_text(node), name);
}

static bool creates_type(const ast *node)
{
  if (node->kind != AST_CALL_METHOD) return false;
  const ast *functor = AST_AS(ast_call, node)->functor;
  if (functor->kind != AST_NAMED_ACCESS) return false;
  const ast *right = AST_AS(ast_binary, functor)->right;
  return is_reference(AST_AS(ast_binary, functor)->left, type_name) && right->kind == AST_QUALIFIED_NAME &&
         str_eqz(ast_name_text(right), "new");
}

/* Finds the only statement of the text. The order of the checks, and their messages, are those of Puppet's loader. */
static const struct ast_call *find_call(const struct reading *r)
{
  ast *body = r->program->body;
  ast *const *statements = &body;
  uint32_t n = 1, real = 0;
  const ast *call = NULL;
  if (body->kind == AST_BLOCK) {
    statements = AST_AS(ast_list, body)->list.items;
    n = AST_AS(ast_list, body)->list.n;
  }
  for (uint32_t i = 0; i < n; i++) {
    if (statements[i]->kind == AST_NOP) continue;
    real++;
    if (call == NULL && creates_type(statements[i])) call = statements[i];
  }
  if (real == 0) fail_code(r, "does not create the", " - it is empty");
  if (call == NULL) fail_code(r, "does not create the", " - no call to Puppet::Resource::ResourceType3.new found.");
  if (real > 1) fail_code(r, "must contain only the creation of", " - it has additional logic.");
  return AST_AS(ast_call, call);
}

static str text_of(const struct reading *r, const ast *node, const char *what)
{
  if (node->kind == AST_LITERAL_STRING) return ast_string_text(node);
  if (node->kind == AST_QUALIFIED_NAME) return ast_name_text(node);
  fail_shape(r, node, what);
}

/* Argument i of a call; NULL: missing or undef. */
static const ast *argument(const struct ast_call *call, uint32_t i)
{
  if (i >= call->arguments.n || call->arguments.items[i]->kind == AST_LITERAL_UNDEF) return NULL;
  return call->arguments.items[i];
}

static bool flag(const struct reading *r, const ast *node, bool otherwise)
{
  if (node == NULL) return otherwise;
  if (node->kind != AST_LITERAL_BOOLEAN) fail_shape(r, node, "a flag");
  return AST_AS(ast_boolean, node)->value;
}

static const struct ast_list_of *list(const struct reading *r, const ast *node, enum ast_kind kind, const char *what)
{
  static const struct ast_list_of none = {0};
  if (node == NULL) return &none;
  if (node->kind != kind) fail_shape(r, node, what);
  return &AST_AS(ast_list, node)->list;
}

struct names {
  const symbol **items;
  uint32_t n;
};

static void read_params(const struct reading *r, const struct ast_list_of *params, struct names *all,
                        struct names *keys)
{
  for (uint32_t i = 0; i < params->n; i++) {
    const ast *node = params->items[i];
    const struct ast_call *call = AST_AS(ast_call, node);
    if (node->kind != AST_CALL_NAMED_FUNCTION || !is_reference(call->functor, param_name) || call->arguments.n < 2) {
      fail_shape(r, node, "an attribute");
    }
    const symbol *name = sym_intern(text_of(r, call->arguments.items[1], "the name of an attribute"));
    all->items[all->n++] = name;
    if (flag(r, argument(call, 2), false)) keys->items[keys->n++] = name;
  }
}

static void read_pattern(const struct reading *r, const struct ast_pair *entry, struct title_pattern *out)
{
  struct arena *a = r->c->environment->generation;
  if (entry->key->kind != AST_LITERAL_REGULAR_EXPRESSION) fail_shape(r, entry->key, "a title pattern");
  const struct ast_list_of *names = list(r, entry->value, AST_LITERAL_LIST, "the names of a title pattern");
  const symbol **symbols = arena_array(a, (size_t)names->n + 1, sizeof *symbols);
  for (uint32_t i = 0; i < names->n; i++) {
    symbols[i] = sym_intern(text_of(r, names->items[i], "a name of a title pattern"));
  }
  *out = (struct title_pattern){AST_AS(ast_regex, entry->key)->regex, symbols, names->n};
}

static void read_patterns(const struct reading *r, const ast *node, struct restype *t)
{
  const struct ast_list_of *pairs = list(r, node, AST_LITERAL_HASH, "the title patterns");
  if (t->nkeys > 1 && pairs->n == 0) {
    r->c->environment->broken = true;
    r->c->context.source = r->program->source;
    r->c->context.node = &r->call->h;
    fail_error(&r->c->context, FAILURE_EVALUATION,
               "you must specify title patterns when there are two or more key attributes");
  }
  if (t->nkeys == 0 || node == NULL) return;
  struct title_pattern *all = arena_array(r->c->environment->generation, (size_t)pairs->n + 1, sizeof *all);
  for (uint32_t i = 0; i < pairs->n; i++) read_pattern(r, AST_AS(ast_pair, pairs->items[i]), &all[i]);
  restype_set_patterns(t, all, pairs->n);
}

const struct restype *restype_read_static(struct compilation *c, struct environment_file *f, const symbol *name)
{
  struct arena *a = c->environment->generation;
  struct reading r = {c, environment_parse(c, f, false), f->path, name, NULL};
  const struct ast_call *call = r.call = find_call(&r);
  if (call->arguments.n == 0) fail_shape(&r, &call->h, "the name");
  const str actual = text_of(&r, call->arguments.items[0], "the name");
  if (!str_eq(actual, sym_str(name))) {
    c->environment->broken = true;
    fail_error(&c->context, FAILURE_EVALUATION,
               "The code loaded from %.*s produced resource type with the wrong name, expected '%s', actual '%.*s'",
               STR_FMT(f->path), name->text, STR_FMT(actual));
  }
  const struct ast_list_of *properties = list(&r, argument(call, 1), AST_LITERAL_LIST, "the list of properties");
  const struct ast_list_of *params = list(&r, argument(call, 2), AST_LITERAL_LIST, "the list of parameters");
  const size_t most = (size_t)properties->n + params->n + 1;
  struct names all = {arena_array(c->arena, most, sizeof *all.items), 0};
  struct names keys = {arena_array(c->arena, most, sizeof *keys.items), 0};
  read_params(&r, properties, &all, &keys);
  read_params(&r, params, &all, &keys);
  struct restype *t = restype_new(a, name, RESTYPE_STATIC);
  t->file = f->path;
  restype_set_attributes(a, t, all.items, all.n);
  restype_set_keys(a, t, keys.items, keys.n);
  read_patterns(&r, argument(call, 3), t);
  t->not_isomorphic = !flag(&r, argument(call, 4), true);
  return t;
}
