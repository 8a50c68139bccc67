/* Puppet Notation, the text form of a syntax tree that `puppet parser dump` prints: nested lists (name element …),
 * maps {:key value …} and lists […], or the same as JSON. Each kind of node has a function dump_KIND; the writer
 * above them hides which form is written. */
#include <stdio.h>

#include "base/json_write.h"
#include "compiler/syntax/float_text.h"
#include "compiler/syntax/parse.h"

struct pn {
  struct buf *out;
  struct json_writer json;
  bool as_json, pretty;
  bool in_call, first, after_key; /* where the next element stands */
  uint32_t depth;
};

/* -- writer: both forms -- */

/* What precedes an element: nothing after a key, a new line when the output is pretty, otherwise a blank. */
static void element(struct pn *w)
{
  if (w->as_json) return;
  if (w->after_key) {
    w->after_key = false;
  } else if (w->depth > 0 && w->pretty) {
    buf_char(w->out, '\n');
    for (uint32_t i = 0; i < w->depth; i++) buf_z(w->out, "  ");
  } else if (w->depth > 0 && (w->in_call || !w->first)) {
    buf_char(w->out, ' ');
  }
  w->first = false;
}

static void json_string(struct pn *w, str s) { json_str(&w->json, s); }

/* State of the container around the one that begins; restored when that ends. */
struct saved {
  bool in_call;
};

static struct saved begin(struct pn *w, bool call)
{
  struct saved s = {w->in_call};
  w->in_call = call;
  w->first = true;
  w->depth++;
  return s;
}

static void end(struct pn *w, struct saved s, char close)
{
  w->depth--;
  w->in_call = s.in_call;
  w->first = false;
  if (!w->as_json) buf_char(w->out, close);
}

static struct saved call_begin(struct pn *w, const char *name)
{
  element(w);
  if (w->as_json) {
    json_begin_object(&w->json);
    json_key(&w->json, STR("^"));
    json_begin_array(&w->json);
    json_string(w, str_of(name));
  } else {
    buf_char(w->out, '(');
    buf_z(w->out, name);
  }
  return begin(w, true);
}

static void call_end(struct pn *w, struct saved s)
{
  if (w->as_json) {
    json_end_array(&w->json);
    json_end_object(&w->json);
  }
  end(w, s, ')');
}

static struct saved list_begin(struct pn *w)
{
  element(w);
  if (w->as_json) json_begin_array(&w->json);
  else buf_char(w->out, '[');
  return begin(w, false);
}

static void list_end(struct pn *w, struct saved s)
{
  if (w->as_json) json_end_array(&w->json);
  end(w, s, ']');
}

static struct saved map_begin(struct pn *w)
{
  element(w);
  if (w->as_json) {
    json_begin_object(&w->json);
    json_key(&w->json, STR("#"));
    json_begin_array(&w->json);
  } else {
    buf_char(w->out, '{');
  }
  return begin(w, false);
}

static void map_end(struct pn *w, struct saved s)
{
  if (w->as_json) {
    json_end_array(&w->json);
    json_end_object(&w->json);
  }
  end(w, s, '}');
}

static void map_key(struct pn *w, str key)
{
  element(w);
  if (w->as_json) {
    json_string(w, key);
    return;
  }
  buf_char(w->out, ':');
  buf_str(w->out, key);
  buf_char(w->out, ' ');
  w->after_key = true;
}

static void key(struct pn *w, const char *name) { map_key(w, str_of(name)); }

static void text(struct pn *w, str s)
{
  element(w);
  if (w->as_json) {
    json_string(w, s);
    return;
  }
  buf_char(w->out, '"');
  for (size_t i = 0; i < s.n; i++) {
    unsigned char c = (unsigned char)s.p[i];
    switch (c) {
    case '\t': buf_z(w->out, "\\t"); break;
    case '\n': buf_z(w->out, "\\n"); break;
    case '\r': buf_z(w->out, "\\r"); break;
    case '"': buf_z(w->out, "\\\""); break;
    case '\\': buf_z(w->out, "\\\\"); break;
    default:
      if (c < 0x20) buf_printf(w->out, "\\o%3.3o", c);
      else buf_char(w->out, (char)c);
    }
  }
  buf_char(w->out, '"');
}

/* A literal that looks the same in both forms. */
static void raw(struct pn *w, str s)
{
  element(w);
  if (w->as_json) json_raw(&w->json, s);
  else buf_str(w->out, s);
}

static void nil(struct pn *w) { raw(w, w->as_json ? STR("null") : STR("nil")); }
static void boolean(struct pn *w, bool b) { raw(w, b ? STR("true") : STR("false")); }

static void integer(struct pn *w, int64_t i)
{
  char z[24];
  snprintf(z, sizeof z, "%lld", (long long)i);
  raw(w, str_of(z));
}

static void floating(struct pn *w, double d)
{
  struct buf b = BUF_HEAP;
  float_text(&b, d);
  raw(w, buf_view(&b));
  buf_free(&b);
}

/* -- nodes -- */

static void dump(struct pn *w, const ast *n);

static void dump_each(struct pn *w, struct ast_list_of list)
{
  for (uint32_t i = 0; i < list.n; i++) dump(w, list.items[i]);
}

static void dump_list(struct pn *w, struct ast_list_of list)
{
  struct saved s = list_begin(w);
  dump_each(w, list);
  list_end(w, s);
}

static void call_each(struct pn *w, const char *name, struct ast_list_of list)
{
  struct saved s = call_begin(w, name);
  dump_each(w, list);
  call_end(w, s);
}

static void call0(struct pn *w, const char *name) { call_end(w, call_begin(w, name)); }

static void call1(struct pn *w, const char *name, const ast *a)
{
  struct saved s = call_begin(w, name);
  dump(w, a);
  call_end(w, s);
}

static void call2(struct pn *w, const char *name, const ast *a, const ast *b)
{
  struct saved s = call_begin(w, name);
  dump(w, a);
  dump(w, b);
  call_end(w, s);
}

static void call_text(struct pn *w, const char *name, str t)
{
  struct saved s = call_begin(w, name);
  text(w, t);
  call_end(w, s);
}

/* Statements as a list, also when there is only one and the parser made no block. */
static void block_entry(struct pn *w, const char *name, const ast *n)
{
  key(w, name);
  if (n != NULL && (n->kind == AST_BLOCK || n->kind == AST_APPLY_BLOCK)) {
    dump_list(w, AST_AS(ast_list, n)->list);
  } else {
    struct saved s = list_begin(w);
    dump(w, n);
    list_end(w, s);
  }
}

static void parameters_entry(struct pn *w, struct ast_list_of parameters)
{
  if (parameters.n == 0) return;
  key(w, "params");
  struct saved all = map_begin(w);
  for (uint32_t i = 0; i < parameters.n; i++) {
    const struct ast_parameter *p = AST_AS(ast_parameter, parameters.items[i]);
    map_key(w, sym_str(p->name));
    struct saved one = map_begin(w);
    if (p->type_expr != NULL) {
      key(w, "type");
      dump(w, p->type_expr);
    }
    if ((p->h.flags & AST_FLAG_CAPTURES_REST) != 0) {
      key(w, "splat");
      boolean(w, true);
    }
    if (p->value != NULL) {
      key(w, "value");
      dump(w, p->value);
    }
    map_end(w, one);
  }
  map_end(w, all);
}

static void dump_definition(struct pn *w, const char *name, const ast *node)
{
  const struct ast_definition *n = AST_AS(ast_definition, node);
  struct saved call = call_begin(w, name), map = map_begin(w);
  key(w, "name");
  text(w, n->name);
  if (n->parent_class.p != NULL) {
    key(w, "parent");
    text(w, n->parent_class);
  }
  parameters_entry(w, n->parameters);
  if (n->body != NULL) block_entry(w, "body", n->body);
  if (n->return_type != NULL) {
    key(w, "returns");
    dump(w, n->return_type);
  }
  map_end(w, map);
  call_end(w, call);
}

static bool is_nop(const ast *n) { return n == NULL || n->kind == AST_NOP; }

static void dump_if_expression(struct pn *w, const char *name, const ast *node)
{
  const struct ast_if *n = AST_AS(ast_if, node);
  struct saved call = call_begin(w, name), map = map_begin(w);
  key(w, "test");
  dump(w, n->test);
  if (!is_nop(n->then_expr)) block_entry(w, "then", n->then_expr);
  if (!is_nop(n->else_expr)) block_entry(w, "else", n->else_expr);
  map_end(w, map);
  call_end(w, call);
}

static void dump_call(struct pn *w, const ast *node, const char *wanted, const char *unwanted)
{
  const struct ast_call *n = AST_AS(ast_call, node);
  struct saved call = call_begin(w, (n->h.flags & AST_FLAG_RVALUE) != 0 ? wanted : unwanted), map = map_begin(w);
  key(w, "functor");
  dump(w, n->functor);
  key(w, "args");
  dump_list(w, n->arguments);
  if (n->lambda != NULL) {
    key(w, "block");
    dump(w, n->lambda);
  }
  map_end(w, map);
  call_end(w, call);
}

static void form_entry(struct pn *w, const ast *n)
{
  if (n->form == FORM_REGULAR) return;
  key(w, "form");
  text(w, n->form == FORM_VIRTUAL ? STR("virtual") : STR("exported"));
}

static void dump_operations(struct pn *w, const char *name, const char *target, const ast *node)
{
  const struct ast_resource_operations *n = AST_AS(ast_resource_operations, node);
  struct saved call = call_begin(w, name), map = map_begin(w);
  key(w, target);
  dump(w, n->target);
  key(w, "ops");
  dump_list(w, n->operations);
  form_entry(w, node);
  map_end(w, map);
  call_end(w, call);
}

static void dump_binary(struct pn *w, const char *name, const ast *node)
{
  const struct ast_binary *n = AST_AS(ast_binary, node);
  call2(w, name, n->left, n->right);
}

/* -- one function a kind, named after ast.def -- */

#define DUMP(suffix) static void dump_##suffix(struct pn *w, const ast *node)
#define UNARY(node) (AST_AS(ast_unary, node)->expr)
#define OPERATOR(suffix) \
  DUMP(suffix) { dump_binary(w, ast_op_text(node->op), node); }
#define WRAPPER(suffix, name) \
  DUMP(suffix) { call1(w, name, UNARY(node)); }
#define LITERAL_CALL(suffix, name) \
  DUMP(suffix)                     \
  {                                \
    (void)node;                    \
    call0(w, name);                \
  }

LITERAL_CALL(nop, "nop")
LITERAL_CALL(literal_default, "default")
WRAPPER(parenthesized, "paren")
WRAPPER(not, "!")
WRAPPER(unfold, "unfold")
WRAPPER(attributes_operation, "splat-hash")
WRAPPER(text, "str")
WRAPPER(render, "render")
OPERATOR(assignment)
OPERATOR(arithmetic)
OPERATOR(relationship)
OPERATOR(comparison)
OPERATOR(match)
DUMP(in) { dump_binary(w, "in", node); }
DUMP(and) { dump_binary(w, "and", node); }
DUMP(or) { dump_binary(w, "or", node); }
DUMP(named_access) { dump_binary(w, ".", node); }
DUMP(literal_list) { call_each(w, "array", AST_AS(ast_list, node)->list); }
DUMP(literal_hash) { call_each(w, "hash", AST_AS(ast_list, node)->list); }
DUMP(block) { call_each(w, "block", AST_AS(ast_list, node)->list); }
DUMP(apply_block) { call_each(w, "block", AST_AS(ast_list, node)->list); }
DUMP(concatenated_string) { call_each(w, "concat", AST_AS(ast_list, node)->list); }
DUMP(keyed_entry) { call2(w, "=>", AST_AS(ast_pair, node)->key, AST_AS(ast_pair, node)->value); }
DUMP(selector_entry) { call2(w, "=>", AST_AS(ast_pair, node)->key, AST_AS(ast_pair, node)->value); }
DUMP(type_mapping) { call2(w, "type-mapping", AST_AS(ast_pair, node)->key, AST_AS(ast_pair, node)->value); }
DUMP(function_definition) { dump_definition(w, "function", node); }
DUMP(plan_definition) { dump_definition(w, "plan", node); }
DUMP(resource_type_definition) { dump_definition(w, "define", node); }
DUMP(host_class_definition) { dump_definition(w, "class", node); }
DUMP(if) { dump_if_expression(w, "if", node); }
DUMP(unless) { dump_if_expression(w, "unless", node); }
DUMP(call_function) { dump_call(w, node, "call-lambda", "invoke-lambda"); }
DUMP(call_named_function) { dump_call(w, node, "call", "invoke"); }
DUMP(call_method) { dump_call(w, node, "call-method", "invoke-method"); }
/* Puppet prints the encoding flags of regular expressions in a special order. */
DUMP(literal_regular_expression)
{
  str pattern = AST_AS(ast_regex, node)->pattern;
  if (!regex_fixes_encoding(pattern)) {
    call_text(w, "regexp", pattern);
    return;
  }
  struct buf b = BUF_HEAP;
  buf_printf(&b, "(?-imx:%.*s)", STR_FMT(pattern));
  call_text(w, "regexp", buf_view(&b));
  buf_free(&b);
}
DUMP(literal_string) { text(w, AST_AS(ast_string, node)->value); }
DUMP(literal_undef)
{
  (void)node;
  nil(w);
}
DUMP(literal_float) { floating(w, AST_AS(ast_float, node)->value); }
DUMP(literal_boolean) { boolean(w, AST_AS(ast_boolean, node)->value); }
DUMP(qualified_name) { call_text(w, "qn", AST_AS(ast_name, node)->value); }
DUMP(reserved_word) { call_text(w, "reserved", AST_AS(ast_name, node)->value); }
DUMP(qualified_reference) { call_text(w, "qr", AST_AS(ast_reference, node)->cased); }
DUMP(render_string) { call_text(w, "render-s", AST_AS(ast_string, node)->value); }
DUMP(resource_defaults) { dump_operations(w, "resource-defaults", "type", node); }
DUMP(resource_override) { dump_operations(w, "resource-override", "resources", node); }

static void integer_value(struct pn *w, const struct ast_integer *n, bool negative)
{
  /* Ruby's integers have any size, so the digits are printed as they were written. */
  if (n->overflow.p != NULL && n->radix == 10) {
    struct buf b = BUF_HEAP;
    if (negative) buf_char(&b, '-');
    buf_str(&b, n->overflow);
    raw(w, buf_view(&b));
    buf_free(&b);
  } else {
    integer(w, negative ? -n->value : n->value);
  }
}

DUMP(literal_integer)
{
  const struct ast_integer *n = AST_AS(ast_integer, node);
  if (n->radix == 10) {
    integer_value(w, n, false);
    return;
  }
  struct saved call = call_begin(w, "int"), map = map_begin(w);
  key(w, "radix");
  integer(w, n->radix);
  key(w, "value");
  integer_value(w, n, false);
  map_end(w, map);
  call_end(w, call);
}

DUMP(unary_minus)
{
  const ast *expr = UNARY(node);
  if (expr->kind == AST_LITERAL_INTEGER) integer_value(w, AST_AS(ast_integer, expr), true);
  else if (expr->kind == AST_LITERAL_FLOAT) floating(w, -AST_AS(ast_float, expr)->value);
  else call1(w, "-", expr);
}

static void dump_query(struct pn *w, const char *name, const ast *node)
{
  if (is_nop(UNARY(node))) call0(w, name);
  else call1(w, name, UNARY(node));
}
DUMP(exported_query) { dump_query(w, "exported-query", node); }
DUMP(virtual_query) { dump_query(w, "virtual-query", node); }

DUMP(access)
{
  const struct ast_access *n = AST_AS(ast_access, node);
  struct saved s = call_begin(w, "access");
  dump(w, n->left);
  dump_each(w, n->keys);
  call_end(w, s);
}

DUMP(case_option)
{
  const struct ast_case_option *n = AST_AS(ast_case_option, node);
  struct saved map = map_begin(w);
  key(w, "when");
  dump_list(w, n->values);
  block_entry(w, "then", n->then_expr);
  map_end(w, map);
}

DUMP(case)
{
  const struct ast_case *n = AST_AS(ast_case, node);
  struct saved s = call_begin(w, "case");
  dump(w, n->test);
  dump_list(w, n->options);
  call_end(w, s);
}

DUMP(selector)
{
  const struct ast_selector *n = AST_AS(ast_selector, node);
  struct saved s = call_begin(w, "?");
  dump(w, n->left);
  dump_list(w, n->selectors);
  call_end(w, s);
}

DUMP(attribute_operation)
{
  const struct ast_attribute *n = AST_AS(ast_attribute, node);
  struct saved s = call_begin(w, ast_op_text(node->op));
  text(w, sym_str(n->name));
  dump(w, n->value);
  call_end(w, s);
}

DUMP(collect)
{
  const struct ast_collect *n = AST_AS(ast_collect, node);
  struct saved call = call_begin(w, "collect"), map = map_begin(w);
  key(w, "type");
  dump(w, n->type_expr);
  key(w, "query");
  dump(w, n->query);
  if (n->operations.n != 0) {
    key(w, "ops");
    dump_list(w, n->operations);
  }
  map_end(w, map);
  call_end(w, call);
}

DUMP(parameter) { text(w, sym_str(AST_AS(ast_parameter, node)->name)); }

DUMP(node_definition)
{
  const struct ast_node *n = AST_AS(ast_node, node);
  struct saved call = call_begin(w, "node"), map = map_begin(w);
  key(w, "matches");
  dump_list(w, n->host_matches);
  if (n->parent != NULL) {
    key(w, "parent");
    dump(w, n->parent);
  }
  if (n->body != NULL) block_entry(w, "body", n->body);
  map_end(w, map);
  call_end(w, call);
}

DUMP(type_alias)
{
  const struct ast_type_alias *n = AST_AS(ast_type_alias, node);
  struct saved s = call_begin(w, "type-alias");
  text(w, n->name);
  dump(w, n->type_expr);
  call_end(w, s);
}

DUMP(type_definition)
{
  const struct ast_type_alias *n = AST_AS(ast_type_alias, node);
  struct saved s = call_begin(w, "type-definition");
  text(w, n->name);
  if (n->parent.p != NULL) text(w, n->parent);
  else nil(w);
  dump(w, n->type_expr);
  call_end(w, s);
}

DUMP(heredoc)
{
  const struct ast_heredoc *n = AST_AS(ast_heredoc, node);
  struct saved call = call_begin(w, "heredoc"), map = map_begin(w);
  if (n->syntax.p != NULL) {
    key(w, "syntax");
    text(w, n->syntax);
  }
  key(w, "text");
  dump(w, n->text_expr);
  map_end(w, map);
  call_end(w, call);
}

DUMP(lambda)
{
  const struct ast_lambda *n = AST_AS(ast_lambda, node);
  struct saved call = call_begin(w, "lambda"), map = map_begin(w);
  parameters_entry(w, n->parameters);
  if (n->return_type != NULL) {
    key(w, "returns");
    dump(w, n->return_type);
  }
  if (n->body != NULL) block_entry(w, "body", n->body);
  map_end(w, map);
  call_end(w, call);
}

/* Puppet has no dump for "apply"; this form follows that of the others. */
DUMP(apply)
{
  const struct ast_apply *n = AST_AS(ast_apply, node);
  struct saved call = call_begin(w, "apply"), map = map_begin(w);
  key(w, "args");
  dump_list(w, n->arguments);
  block_entry(w, "body", n->body);
  map_end(w, map);
  call_end(w, call);
}

DUMP(variable)
{
  const ast *expr = AST_AS(ast_variable, node)->expr;
  if (expr->kind == AST_QUALIFIED_NAME) call_text(w, "var", AST_AS(ast_name, expr)->value);
  else call1(w, "var", expr);
}

DUMP(epp)
{
  const ast *body = AST_AS(ast_epp, node)->body;
  if (body == NULL) call0(w, "epp");
  else call_each(w, "epp", AST_AS(ast_list, body)->list);
}

DUMP(resource_body)
{
  const struct ast_resource_body *n = AST_AS(ast_resource_body, node);
  struct saved map = map_begin(w);
  key(w, "title");
  dump(w, n->title);
  key(w, "ops");
  dump_list(w, n->operations);
  map_end(w, map);
}

DUMP(resource)
{
  const struct ast_resource *n = AST_AS(ast_resource, node);
  struct saved call = call_begin(w, "resource"), map = map_begin(w);
  key(w, "type");
  dump(w, n->type_name);
  key(w, "bodies");
  dump_list(w, n->bodies);
  form_entry(w, node);
  map_end(w, map);
  call_end(w, call);
}

typedef void dump_fn(struct pn *w, const ast *node);
static dump_fn *const dump_table[AST_KIND_COUNT] = {
#define X(kind, suffix, payload, name) [AST_##kind] = dump_##suffix,
#include "compiler/syntax/ast.def"
#undef X
};

/* The recursion is bounded, since the parser limits the height of a tree. */
static void dump(struct pn *w, const ast *n)
{
  if (n == NULL) call0(w, "nop");
  else dump_table[n->kind](w, n);
}

void pn_dump(struct buf *out, const struct ast_program *p, bool pretty)
{
  struct pn w = {.out = out, .pretty = pretty};
  dump(&w, p->body);
}

void pn_dump_json(struct buf *out, const struct ast_program *p, bool pretty)
{
  struct pn w = {.out = out, .as_json = true};
  json_init(&w.json, out, pretty);
  dump(&w, p->body);
}
