/* Checks of definitions: where classes, defines, functions and nodes are allowed, their names and parameters, and that
 * the last statement of a body has an effect. */
#include "compiler/syntax/check.h"

#include "base/map.h"

/* -- where definitions are allowed -- */

/* Definitions are only allowed at top level and in classes; functions, plans and types only at the very top. `i` counts
 * the enclosing nodes, from the innermost. */
static void check_top(struct checker *c, const ast *node)
{
  bool absolute = node->kind == AST_FUNCTION_DEFINITION || node->kind == AST_PLAN_DEFINITION ||
                  node->kind == AST_TYPE_ALIAS || node->kind == AST_TYPE_DEFINITION;
  for (uint32_t i = 1;; i++) {
    const ast *around = check_container(c, i);
    if (around == NULL || around->kind == AST_APPLY || around->kind == AST_HOST_CLASS_DEFINITION) return;
    if (around->kind != AST_BLOCK && around->kind != AST_APPLY_BLOCK) break;
    if (absolute && check_container(c, i + 1) != NULL) {
      check_issue(c, ISSUE_NOT_ABSOLUTE_TOP_LEVEL, node, A_AN_UC(node));
      return;
    }
  }
  check_issue(c, ISSUE_NOT_TOP_LEVEL, node);
}

/* Rejects names of built-in types, which the definition would hide. */
static void check_reserved_type_name(struct checker *c, const ast *node, str name)
{
  static const char *const reserved =
    "type any unit scalar boolean numeric integer float collection array hash tuple struct variant optional enum "
    "regexp pattern runtime init object sensitive semver semverrange string timestamp timespan typeset";
  if (str_among(name, reserved)) check_issue(c, ISSUE_RESERVED_TYPE_NAME, node, STR_FMT(name), A_AN(node));
}

static void check_future_reserved_word(struct checker *c, const ast *node, str name)
{
  if (str_eq(name, STR("plan")))
    check_issue_as(c, SEVERITY_DEPRECATION, ISSUE_FUTURE_RESERVED_WORD, node, STR_FMT(name));
}

static void check_named_definition(struct checker *c, const ast *node)
{
  str name = AST_AS(ast_definition, node)->name;
  check_top(c, node);
  if (!check_is_definition_name(name)) check_issue(c, ISSUE_ILLEGAL_DEFINITION_NAME, node, STR_FMT(name), A_AN(node));
  check_definition_location(c, node, name);
  check_reserved_type_name(c, node, name);
  check_future_reserved_word(c, node, name);
}

/* -- parameters -- */

static const struct ast_parameter *parameter(struct ast_list_of list, uint32_t i)
{
  return AST_AS(ast_parameter, list.items[i]);
}

static bool captures_rest(const struct ast_parameter *p) { return (p->h.flags & AST_FLAG_CAPTURES_REST) != 0; }

static void check_no_capture(struct checker *c, struct ast_list_of list, const ast *container)
{
  for (uint32_t i = 0; i < list.n; i++) {
    const struct ast_parameter *p = parameter(list, i);
    if (captures_rest(p))
      check_issue(c, ISSUE_CAPTURES_REST_NOT_SUPPORTED, &p->h, STR_FMT(sym_str(p->name)), A_AN(container));
  }
}

static void check_capture_last(struct checker *c, struct ast_list_of list)
{
  for (uint32_t i = 0; i + 1 < list.n; i++) {
    const struct ast_parameter *p = parameter(list, i);
    if (captures_rest(p)) check_issue(c, ISSUE_CAPTURES_REST_NOT_LAST, &p->h, STR_FMT(sym_str(p->name)));
  }
}

static void check_unique_parameters(struct checker *c, struct ast_list_of list)
{
  struct ptrmap seen;
  ptrmap_init(&seen, c->a);
  for (uint32_t i = 0; i < list.n; i++) {
    const struct ast_parameter *p = parameter(list, i);
    bool made;
    ptrmap_slot(&seen, p->name, &made);
    if (!made) check_issue(c, ISSUE_DUPLICATE_PARAMETER, &p->h, STR_FMT(sym_str(p->name)));
  }
}

static void check_reserved_parameters(struct checker *c, const ast *node, struct ast_list_of list)
{
  for (uint32_t i = 0; i < list.n; i++) {
    const struct ast_parameter *p = parameter(list, i);
    str name = sym_str(p->name);
    if (!str_eq(name, STR("name")) && !str_eq(name, STR("title"))) continue;
    str label = ast_label(c->a, node);
    check_issue(c, ISSUE_RESERVED_PARAMETER, &p->h, STR_FMT(name),
                STR_FMT(arena_printf(c->a, "the %.*s", STR_FMT(label))));
  }
}

/* Rejects assignments in a default value, except inside a lambda, which has its own variables. */
static void refuse_assignments(void *ctx, ast *node)
{
  struct checker *c = ctx;
  if (node->kind == AST_ASSIGNMENT) check_issue(c, ISSUE_ILLEGAL_ASSIGNMENT_CONTEXT, node);
  else if (node->kind != AST_LAMBDA) ast_each_child(node, refuse_assignments, c);
}

static void check_parameter_name(struct checker *c, const ast *node, str name)
{
  str digits = str_starts(name, STR("0x")) ? str_from(name, 2) : name;
  /* Both issues may be reported for one name, as Puppet does. */
  if (str_is_digits(digits)) check_issue(c, ISSUE_ILLEGAL_NUMERIC_PARAMETER, node, STR_FMT(name));
  if (!check_is_parameter_name(name)) check_issue(c, ISSUE_ILLEGAL_PARAM_NAME, node, STR_FMT(name));
}

void check_parameter(struct checker *c, const ast *node)
{
  const struct ast_parameter *p = AST_AS(ast_parameter, node);
  if (!p->name->plain) check_parameter_name(c, node, sym_str(p->name));
  if (p->value != NULL) refuse_assignments(c, p->value);
}

/* -- types -- */

static void check_type_reference(struct checker *c, const ast *owner, const ast *type)
{
  const ast *name = type->kind == AST_ACCESS ? AST_AS(ast_access, type)->left : type;
  if (name->kind == AST_QUALIFIED_REFERENCE) check_future_reserved_word(c, type, ast_reference_text(name));
  else check_issue(c, ISSUE_ILLEGAL_EXPRESSION, type, A_AN_UC(type), STR_FMT(STR("a type reference")), A_AN(owner));
}

static bool is_type_reference(const ast *n)
{
  if (n->kind == AST_ACCESS) n = AST_AS(ast_access, n)->left;
  return n->kind == AST_QUALIFIED_REFERENCE;
}

/* [/regexp/, 'replacement'] */
static bool is_pattern_with_replacement(const ast *n)
{
  if (n->kind != AST_LITERAL_LIST) return false;
  struct ast_list_of list = AST_AS(ast_list, n)->list;
  return list.n == 2 && list.items[0]->kind == AST_LITERAL_REGULAR_EXPRESSION &&
         list.items[1]->kind == AST_LITERAL_STRING;
}

void check_type_alias(struct checker *c, const ast *node)
{
  const struct ast_type_alias *n = AST_AS(ast_type_alias, node);
  check_top(c, node);
  if (!check_is_type_name(n->name, false))
    check_issue(c, ISSUE_ILLEGAL_DEFINITION_NAME, node, STR_FMT(n->name), A_AN(node));
  check_reserved_type_name(c, node, n->name);
  check_type_reference(c, node, n->type_expr);
}

/* type Runtime[x, 'name'] = Type, or type Runtime[x, [/regexp/, 's']] = [/regexp/, 's'] */
void check_type_mapping(struct checker *c, const ast *node)
{
  const struct ast_pair *n = AST_AS(ast_pair, node);
  const struct ast_access *left = AST_AS(ast_access, n->key);
  check_top(c, node);
  if (!str_eq(ast_cased_text(left->left), STR("Runtime"))) {
    check_issue(c, ISSUE_UNSUPPORTED_EXPRESSION, node, A_AN(node));
    return;
  }
  bool pattern = left->keys.n == 2 && is_pattern_with_replacement(left->keys.items[1]);
  if (is_pattern_with_replacement(n->value) ? pattern : is_type_reference(n->value) && !pattern) return;
  check_issue(c, pattern ? ISSUE_ILLEGAL_REGEXP_TYPE_MAPPING : ISSUE_ILLEGAL_SINGLE_TYPE_MAPPING, node, A_AN_UC(node));
}

void check_type_definition(struct checker *c, const ast *node)
{
  check_top(c, node);
  check_reserved_type_name(c, node, AST_AS(ast_type_alias, node)->name);
  check_issue(c, ISSUE_UNSUPPORTED_EXPRESSION, node, A_AN(node));
}

/* -- classes, defines, functions, nodes, lambdas -- */

static void check_no_idem_last(struct checker *c, const ast *node, const ast *body)
{
  const ast *last = check_ends_with_idem(body);
  if (last == NULL || check_without_title(c, last)) return;
  str label = ast_label(c->a, last);
  check_issue(c, ISSUE_IDEM_NOT_ALLOWED_LAST, last, STR_FMT(label), A_AN_UC(node));
}

void check_function_definition(struct checker *c, const ast *node)
{
  const struct ast_definition *n = AST_AS(ast_definition, node);
  check_named_definition(c, node);
  if (n->return_type != NULL) check_type_reference(c, node, n->return_type);
  check_unique_parameters(c, n->parameters);
}

void check_catalog_definition(struct checker *c, const ast *node)
{
  const struct ast_definition *n = AST_AS(ast_definition, node);
  if (c->o->tasks) {
    check_issue(c, ISSUE_EXPRESSION_NOT_SUPPORTED_WHEN_SCRIPTING, node, A_AN_UC(node));
    return;
  }
  check_named_definition(c, node);
  check_no_capture(c, n->parameters, node);
  check_unique_parameters(c, n->parameters);
  check_reserved_parameters(c, node, n->parameters);
  check_no_idem_last(c, node, n->body);
}

/* Whether a type needs no evaluation. Puppet deprecates all other types for parameters of classes. */
static bool is_literal_type(const ast *node);

static bool all_literal(struct ast_list_of list)
{
  for (uint32_t i = 0; i < list.n; i++) {
    if (!is_literal_type(list.items[i])) return false;
  }
  return true;
}

static bool is_literal_type(const ast *node)
{
  switch (node->kind) {
  case AST_QUALIFIED_NAME:
  case AST_QUALIFIED_REFERENCE:
  case AST_LITERAL_STRING:
  case AST_LITERAL_INTEGER:
  case AST_LITERAL_FLOAT:
  case AST_LITERAL_BOOLEAN:
  case AST_LITERAL_UNDEF:
  case AST_LITERAL_DEFAULT:
  case AST_LITERAL_REGULAR_EXPRESSION: return true;
  case AST_UNARY_MINUS: return is_literal_type(AST_AS(ast_unary, node)->expr);
  case AST_KEYED_ENTRY: {
    const struct ast_pair *pair = AST_AS(ast_pair, node);
    return is_literal_type(pair->key) && is_literal_type(pair->value);
  }
  case AST_LITERAL_LIST:
  case AST_LITERAL_HASH: return all_literal(AST_AS(ast_list, node)->list);
  case AST_ACCESS: {
    const struct ast_list_of keys = AST_AS(ast_access, node)->keys;
    return !(keys.n == 1 && keys.items[0]->kind == AST_LITERAL_LIST) && all_literal(keys);
  }
  default: return false;
  }
}

void check_host_class_definition(struct checker *c, const ast *node)
{
  check_catalog_definition(c, node);
  const struct ast_list_of parameters = AST_AS(ast_definition, node)->parameters;
  for (uint32_t i = 0; i < parameters.n && !c->o->tasks; i++) {
    const struct ast_parameter *p = AST_AS(ast_parameter, parameters.items[i]);
    if (p->type_expr == NULL || is_literal_type(p->type_expr)) continue;
    str class = arena_printf(c->a, "a Puppet::Pops::Model::%s", ast_kind_name((enum ast_kind)p->type_expr->kind));
    check_issue_as(c, SEVERITY_DEPRECATION, ISSUE_ILLEGAL_NONLITERAL_PARAMETER_TYPE, &p->h, STR_FMT(sym_str(p->name)),
                   STR_FMT(class));
  }
}

void check_node_definition(struct checker *c, const ast *node)
{
  const struct ast_node *n = AST_AS(ast_node, node);
  if (c->o->tasks && !check_in_apply(c)) {
    check_issue(c, ISSUE_EXPRESSION_NOT_SUPPORTED_WHEN_SCRIPTING, node, A_AN_UC(node));
    return;
  }
  for (uint32_t i = 0; i < n->host_matches.n; i++) check_hostname(c, n->host_matches.items[i], node);
  check_top(c, node);
  check_no_idem_last(c, node, n->body);
  if (n->parent != NULL) check_issue(c, ISSUE_ILLEGAL_NODE_INHERITANCE, n->parent);
}

void check_lambda(struct checker *c, const ast *node)
{
  const struct ast_lambda *n = AST_AS(ast_lambda, node);
  check_capture_last(c, n->parameters);
  if (n->return_type != NULL) check_type_reference(c, node, n->return_type);
}

void check_epp(struct checker *c, const ast *node)
{
  const struct ast_lambda *lambda = AST_AS(ast_lambda, check_container(c, 1));
  check_no_capture(c, lambda->parameters, node);
  check_unique_parameters(c, lambda->parameters);
}
