/* Validation of a syntax tree: walks over all nodes and runs the check of each kind (table at the end of the file).
 * Names, roles, literals and definitions are checked in the other check_*.c files. Problems are collected as
 * diagnostics; nothing aborts. */
#include "compiler/syntax/check.h"

#include "compiler/syntax/ast_children.h"
#include "compiler/syntax/parser.h"

/* -- issues -- */

static void add(struct checker *c, enum severity severity, enum issue issue, const ast *node, va_list args)
{
  diag_vadd(c->diags, issue, severity, c->program->source, node->offset, node->length, args);
}

void check_issue_as(struct checker *c, enum severity severity, enum issue issue, const ast *node, ...)
{
  va_list args;
  va_start(args, node);
  add(c, severity, issue, node, args);
  va_end(args);
}

void check_issue(struct checker *c, enum issue issue, const ast *node, ...)
{
  va_list args;
  va_start(args, node);
  add(c, SEVERITY_ERROR, issue, node, args);
  va_end(args);
}

const ast *check_container(const struct checker *c, uint32_t i) { return i <= c->depth ? c->path[c->depth - i] : NULL; }

#define CHECK(suffix) static void check_##suffix(struct checker *c, const ast *node)

/* With the setting `tasks`, expressions about a catalog are only allowed inside an apply block. Returns true if it is
 * not. */
static bool refused_for_tasks(struct checker *c, const ast *node)
{
  if (!c->o->tasks || check_in_apply(c)) return false;
  check_issue(c, ISSUE_EXPRESSION_NOT_SUPPORTED_WHEN_SCRIPTING, node, A_AN_UC(node));
  return true;
}

/* -- one function a kind, named after ast.def -- */

static void check_unary(struct checker *c, const ast *node)
{
  if (AST_AS(ast_unary, node)->expr != NULL) check_rvalue(c, AST_AS(ast_unary, node)->expr);
}

static void check_binary(struct checker *c, const ast *node)
{
  check_rvalue(c, AST_AS(ast_binary, node)->left);
  check_rvalue(c, AST_AS(ast_binary, node)->right);
}

CHECK(assignment)
{
  const struct ast_binary *n = AST_AS(ast_binary, node);
  if (node->op != OP_ASSIGN) {
    check_issue(c, ISSUE_APPENDS_DELETES_NO_LONGER_SUPPORTED, node, STR_FMT(str_of(ast_op_text(node->op))));
    return;
  }
  check_assign(c, n->left);
  check_rvalue(c, n->right);
}

CHECK(relationship)
{
  if (refused_for_tasks(c, node)) return;
  check_relation(c, AST_AS(ast_binary, node)->left);
  check_relation(c, AST_AS(ast_binary, node)->right);
}

CHECK(literal_list)
{
  struct ast_list_of list = AST_AS(ast_list, node)->list;
  for (uint32_t i = 0; i < list.n; i++) check_rvalue(c, list.items[i]);
}

CHECK(keyed_entry)
{
  const struct ast_pair *n = AST_AS(ast_pair, node);
  check_rvalue(c, n->key);
  if (n->value != NULL) check_rvalue(c, n->value);
}

CHECK(block)
{
  struct ast_list_of list = AST_AS(ast_list, node)->list;
  /* `file { mode => '1' }` was parsed as a name and a hash (transform.c); the message about the missing title is
   * better. */
  if (check_without_title(c, node)) {
    check_issue(c, ISSUE_RESOURCE_WITHOUT_TITLE, node, STR_FMT(ast_name_text(list.items[0])));
    return;
  }
  for (uint32_t i = 0; i + 1 < list.n; i++) {
    /* A value in the middle of a block has no effect. The last one is the block's value. */
    if (!check_is_idem(list.items[i])) continue;
    check_issue(c, ISSUE_IDEM_EXPRESSION_NOT_LAST, list.items[i], LABEL(list.items[i]));
    break;
  }
}

CHECK(case_option)
{
  struct ast_list_of values = AST_AS(ast_case_option, node)->values;
  for (uint32_t i = 0; i < values.n; i++) check_rvalue(c, values.items[i]);
}

CHECK(case)
{
  const struct ast_case *n = AST_AS(ast_case, node);
  bool found = false;
  check_rvalue(c, n->test);
  for (uint32_t i = 0; i < n->options.n; i++) {
    struct ast_list_of values = AST_AS(ast_case_option, n->options.items[i])->values;
    for (uint32_t k = 0; k < values.n; k++) {
      if (values.items[k]->kind != AST_LITERAL_DEFAULT) continue;
      if (found) check_issue(c, ISSUE_DUPLICATE_DEFAULT, values.items[k], LABEL(node));
      found = true;
    }
  }
}

CHECK(selector)
{
  const struct ast_selector *n = AST_AS(ast_selector, node);
  uint32_t found = 0;
  check_rvalue(c, n->left);
  for (uint32_t i = 0; i < n->selectors.n; i++) {
    const ast *key = AST_AS(ast_pair, n->selectors.items[i])->key;
    if (key->kind == AST_LITERAL_DEFAULT && ++found == 2) check_issue(c, ISSUE_DUPLICATE_DEFAULT, key, LABEL(node));
  }
}

CHECK(selector_entry) { check_rvalue(c, AST_AS(ast_pair, node)->key); }
CHECK(if) { check_rvalue(c, AST_AS(ast_if, node)->test); }

CHECK(any_query)
{
  if (AST_AS(ast_unary, node)->expr != NULL) check_query(c, AST_AS(ast_unary, node)->expr);
}

CHECK(collect)
{
  const struct ast_collect *n = AST_AS(ast_collect, node);
  if (refused_for_tasks(c, node)) return;
  if (c->o->tasks && n->query->kind != AST_VIRTUAL_QUERY) {
    check_issue(c, ISSUE_EXPRESSION_NOT_SUPPORTED_WHEN_COMPILING, node, A_AN_UC(node));
    return;
  }
  if (n->type_expr->kind != AST_QUALIFIED_REFERENCE)
    check_issue(c, ISSUE_ILLEGAL_EXPRESSION, n->type_expr, A_AN_UC(n->type_expr), STR_FMT(STR("type name")),
                A_AN(node));
}

CHECK(attribute_operation)
{
  const struct ast_attribute *n = AST_AS(ast_attribute, node);
  const ast *parent = check_container(c, 1);
  if (node->op == OP_ADD_TO && parent->kind != AST_COLLECT && parent->kind != AST_RESOURCE_OVERRIDE)
    check_issue(c, ISSUE_ILLEGAL_ATTRIBUTE_APPEND, node, STR_FMT(sym_str(n->name)), A_AN(parent));
  check_rvalue(c, n->value);
}

CHECK(apply)
{
  if (c->o->tasks && check_in_apply(c))
    check_issue(c, ISSUE_EXPRESSION_NOT_SUPPORTED_WHEN_COMPILING, node, A_AN_UC(node));
}

/* Only names and types can be called. In EPP, text before the parameters usually looks like a call. */
CHECK(call_named_function)
{
  const ast *functor = AST_AS(ast_call, node)->functor;
  const ast *name = functor->kind == AST_ACCESS ? AST_AS(ast_access, functor)->left : functor;
  if (name->kind == AST_QUALIFIED_REFERENCE || functor->kind == AST_QUALIFIED_NAME) return;
  if (functor->kind == AST_RENDER_STRING) check_issue(c, ISSUE_ILLEGAL_EPP_PARAMETERS, node);
  else check_issue(c, ISSUE_ILLEGAL_EXPRESSION, functor, A_AN_UC(functor), STR_FMT(STR("function name")), A_AN(node));
}

CHECK(reserved_word) { check_issue(c, ISSUE_RESERVED_WORD, node, STR_FMT(ast_name_text(node))); }

CHECK(qualified_reference)
{
  str name = ast_cased_text(node);
  /* Plain symbols were found to be legal names when they were interned, as most names are. */
  if (AST_AS(ast_reference, node)->symbol->plain && ascii_is_upper(name.p[0])) return;
  if (!check_is_type_name(name, true)) check_issue(c, ISSUE_ILLEGAL_CLASSREF, node, STR_FMT(name));
}

CHECK(variable)
{
  const ast *expr = AST_AS(ast_variable, node)->expr;
  if (expr->kind == AST_LITERAL_INTEGER) return;
  if (expr->kind != AST_QUALIFIED_NAME) {
    check_issue(c, ISSUE_ILLEGAL_EXPRESSION, node, A_AN_UC(node), STR_FMT(STR("name")), A_AN(node));
    return;
  }
  if (AST_AS(ast_name, expr)->symbol->plain) return;
  str name = ast_name_text(expr);
  if (name.n > 0 && ascii_is_digit(name.p[0])) {
    if (!check_is_numeric_variable_name(name)) check_issue(c, ISSUE_ILLEGAL_NUMERIC_VAR_NAME, node, STR_FMT(name));
  } else if (!check_is_variable_name(name)) {
    check_issue(c, ISSUE_ILLEGAL_VAR_NAME, node, STR_FMT(name));
  }
}

CHECK(resource_body)
{
  struct ast_list_of operations = AST_AS(ast_resource_body, node)->operations;
  bool unfolded = false;
  for (uint32_t i = 0; i < operations.n; i++) {
    if (operations.items[i]->kind != AST_ATTRIBUTES_OPERATION) continue;
    if (unfolded) check_issue(c, ISSUE_MULTIPLE_ATTRIBUTES_UNFOLD, operations.items[i]);
    unfolded = true;
  }
}

CHECK(resource)
{
  if (refused_for_tasks(c, node) || node->form == FORM_REGULAR) return;
  const ast *type = AST_AS(ast_resource, node)->type_name;
  if (type->kind == AST_QUALIFIED_NAME && str_eq(ast_name_text(type), STR("class")))
    check_issue(c, ISSUE_CLASS_NOT_VIRTUALIZABLE, node);
}

CHECK(resource_operations)
{
  if (!refused_for_tasks(c, node) && node->form != FORM_REGULAR) check_issue(c, ISSUE_NOT_VIRTUALIZEABLE, node);
}

typedef void check_fn(struct checker *c, const ast *node);
/* Kinds without rules have no entry. */
static check_fn *const check_table[AST_KIND_COUNT] = {
  [AST_PARENTHESIZED] = check_unary,
  [AST_NOT] = check_unary,
  [AST_UNARY_MINUS] = check_unary,
  [AST_UNFOLD] = check_unary,
  [AST_ASSIGNMENT] = check_assignment,
  [AST_ARITHMETIC] = check_binary,
  [AST_RELATIONSHIP] = check_relationship,
  [AST_COMPARISON] = check_binary,
  [AST_MATCH] = check_binary,
  [AST_IN] = check_binary,
  [AST_AND] = check_binary,
  [AST_OR] = check_binary,
  [AST_LITERAL_LIST] = check_literal_list,
  [AST_KEYED_ENTRY] = check_keyed_entry,
  [AST_LITERAL_HASH] = check_literal_hash,
  [AST_BLOCK] = check_block,
  [AST_APPLY_BLOCK] = check_block,
  [AST_CASE_OPTION] = check_case_option,
  [AST_CASE] = check_case,
  [AST_EXPORTED_QUERY] = check_any_query,
  [AST_VIRTUAL_QUERY] = check_any_query,
  [AST_ATTRIBUTE_OPERATION] = check_attribute_operation,
  [AST_ATTRIBUTES_OPERATION] = check_unary,
  [AST_COLLECT] = check_collect,
  [AST_PARAMETER] = check_parameter,
  [AST_FUNCTION_DEFINITION] = check_function_definition,
  [AST_PLAN_DEFINITION] = check_function_definition,
  [AST_RESOURCE_TYPE_DEFINITION] = check_catalog_definition,
  [AST_HOST_CLASS_DEFINITION] = check_host_class_definition,
  [AST_NODE_DEFINITION] = check_node_definition,
  [AST_TYPE_ALIAS] = check_type_alias,
  [AST_TYPE_MAPPING] = check_type_mapping,
  [AST_TYPE_DEFINITION] = check_type_definition,
  [AST_HEREDOC] = check_heredoc,
  [AST_LAMBDA] = check_lambda,
  [AST_APPLY] = check_apply,
  [AST_IF] = check_if,
  [AST_UNLESS] = check_if,
  [AST_CALL_NAMED_FUNCTION] = check_call_named_function,
  [AST_LITERAL_INTEGER] = check_literal_integer,
  [AST_TEXT] = check_unary,
  [AST_RESERVED_WORD] = check_reserved_word,
  [AST_QUALIFIED_REFERENCE] = check_qualified_reference,
  [AST_VARIABLE] = check_variable,
  [AST_EPP] = check_epp,
  [AST_RENDER] = check_unary,
  [AST_RESOURCE_BODY] = check_resource_body,
  [AST_RESOURCE] = check_resource,
  [AST_RESOURCE_DEFAULTS] = check_resource_operations,
  [AST_RESOURCE_OVERRIDE] = check_resource_operations,
  [AST_SELECTOR_ENTRY] = check_selector_entry,
  [AST_SELECTOR] = check_selector,
};

/* -- the walk -- */

/* Kinds without rules and children: half of all nodes, so it pays not to visit them. */
static const bool unchecked_leaf[AST_KIND_COUNT] = {
  [AST_NOP] = true,
  [AST_LITERAL_REGULAR_EXPRESSION] = true,
  [AST_LITERAL_STRING] = true,
  [AST_LITERAL_FLOAT] = true,
  [AST_LITERAL_UNDEF] = true,
  [AST_LITERAL_DEFAULT] = true,
  [AST_LITERAL_BOOLEAN] = true,
  [AST_QUALIFIED_NAME] = true,
  [AST_RENDER_STRING] = true,
};

static void visit(struct checker *c, ast *node);

static inline void visit_child(void *ctx, ast *node)
{
  if (!unchecked_leaf[node->kind]) visit(ctx, node);
}

static void visit(struct checker *c, ast *node)
{
  if (c->stopped) return;
  if (check_table[node->kind] != NULL) check_table[node->kind](c, node);
  /* The path begins in the stack frame of check_program and moves to the arena when it grows. */
  if (c->depth == c->cap) {
    const uint32_t cap = c->cap * 2;
    c->path = arena_regrow(c->a, c->path, c->cap * sizeof *c->path, cap * sizeof *c->path);
    c->cap = cap;
  }
  c->path[c->depth++] = node;
  ast_visit_children(node, visit_child, c);
  c->depth--;
}

void check_program(struct arena *a, struct ast_program *program, const struct parse_options *o, struct diag_list *diags)
{
  const ast *path[64];
  struct checker c = {.a = a,
                      .diags = diags,
                      .program = program,
                      .o = o,
                      .before = *diags,
                      .path = path,
                      .cap = sizeof path / sizeof path[0]};
  check_top_constructs(&c);
  visit(&c, program->body);
}
