/* Puppet Notation, the text form of a syntax tree that `puppet parser dump` prints: nested lists (name element …), maps
 * {:key value …} and lists […], or the same as JSON. The table `forms` has the parts of each kind of node that are
 * printed; the writer above it supports both forms. */
#include <stddef.h>
#include <stdio.h>

#include "base/json_write.h"
#include "compiler/syntax/float_text.h"
#include "compiler/syntax/parse.h"

struct pn {
  struct buf *out;
  struct json_writer json;
  bool as_json, pretty;
  bool in_call, first, after_key; /* the position of the next element */
  uint32_t depth;
};

/* -- writer: both forms -- */

/* Writes what precedes an element: nothing after a key, a new line in pretty output, otherwise a blank. */
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

enum container { CALL, LIST, MAP };
static const char open_of[] = {[CALL] = '(', [LIST] = '[', [MAP] = '{'};
static const char close_of[] = {[CALL] = ')', [LIST] = ']', [MAP] = '}'};
/* In JSON calls and maps are objects with one member, whose name distinguishes them. */
static const char *const member_of[] = {[CALL] = "^", [LIST] = NULL, [MAP] = "#"};

/* A container that was begun, and the state of the one around it. */
struct open {
  enum container container;
  bool outer_in_call;
};

static struct open begin(struct pn *w, enum container container)
{
  const struct open o = {container, w->in_call};
  element(w);
  if (!w->as_json) buf_char(w->out, open_of[container]);
  if (w->as_json && member_of[container] != NULL) {
    json_begin_object(&w->json);
    json_key(&w->json, str_of(member_of[container]));
  }
  if (w->as_json) json_begin_array(&w->json);
  w->in_call = container == CALL;
  w->first = true;
  w->depth++;
  return o;
}

static void end(struct pn *w, struct open o)
{
  if (w->as_json) json_end_array(&w->json);
  if (w->as_json && member_of[o.container] != NULL) json_end_object(&w->json);
  w->depth--;
  w->in_call = o.outer_in_call;
  w->first = false;
  if (!w->as_json) buf_char(w->out, close_of[o.container]);
}

static struct open begin_call(struct pn *w, str name)
{
  const struct open o = begin(w, CALL);
  if (w->as_json) json_str(&w->json, name);
  else buf_str(w->out, name);
  return o;
}

static void key(struct pn *w, str name)
{
  element(w);
  if (w->as_json) {
    json_str(&w->json, name);
    return;
  }
  buf_char(w->out, ':');
  buf_str(w->out, name);
  buf_char(w->out, ' ');
  w->after_key = true;
}

static void text(struct pn *w, str s)
{
  element(w);
  if (w->as_json) {
    json_str(&w->json, s);
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

/* Writes a literal that is the same in both forms. */
static void raw(struct pn *w, str s)
{
  element(w);
  if (w->as_json) json_raw(&w->json, s);
  else buf_str(w->out, s);
}

static void nil(struct pn *w) { raw(w, w->as_json ? STR("null") : STR("nil")); }

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

/* -- parts of nodes -- */

static void dump(struct pn *w, const ast *n);

static void dump_each(struct pn *w, struct ast_list_of list)
{
  for (uint32_t i = 0; i < list.n; i++) dump(w, list.items[i]);
}

static void dump_list(struct pn *w, struct ast_list_of list)
{
  struct open o = begin(w, LIST);
  dump_each(w, list);
  end(w, o);
}

/* Writes statements as a list, even a single one without a block. */
static void dump_block(struct pn *w, const ast *n)
{
  const bool block = n != NULL && (n->kind == AST_BLOCK || n->kind == AST_APPLY_BLOCK);
  dump_list(w, block ? AST_AS(ast_list, n)->list : (struct ast_list_of){1, (ast *[]){(ast *)n}});
}

static void dump_parameters(struct pn *w, struct ast_list_of parameters)
{
  struct open all = begin(w, MAP);
  for (uint32_t i = 0; i < parameters.n; i++) {
    const struct ast_parameter *p = AST_AS(ast_parameter, parameters.items[i]);
    key(w, sym_str(p->name));
    struct open one = begin(w, MAP);
    if (p->type_expr != NULL) {
      key(w, STR("type"));
      dump(w, p->type_expr);
    }
    if ((p->h.flags & AST_FLAG_CAPTURES_REST) != 0) {
      key(w, STR("splat"));
      raw(w, STR("true"));
    }
    if (p->value != NULL) {
      key(w, STR("value"));
      dump(w, p->value);
    }
    end(w, one);
  }
  end(w, all);
}

/* -- kinds with their own form -- */

static void integer_value(struct pn *w, const struct ast_integer *n, bool negative)
{
  /* Ruby's integers have any size, so the digits are printed as written. */
  if (n->overflow != NULL && n->radix == 10) {
    struct buf b = BUF_HEAP;
    if (negative) buf_char(&b, '-');
    buf_str(&b, *n->overflow);
    raw(w, buf_view(&b));
    buf_free(&b);
  } else {
    integer(w, negative ? -n->value : n->value);
  }
}

static void dump_integer(struct pn *w, const ast *node)
{
  const struct ast_integer *n = AST_AS(ast_integer, node);
  if (n->radix == 10) {
    integer_value(w, n, false);
    return;
  }
  struct open call = begin_call(w, STR("int")), map = begin(w, MAP);
  key(w, STR("radix"));
  integer(w, n->radix);
  key(w, STR("value"));
  integer_value(w, n, false);
  end(w, map);
  end(w, call);
}

static void dump_minus(struct pn *w, const ast *node)
{
  const ast *expr = AST_AS(ast_unary, node)->expr;
  if (expr->kind == AST_LITERAL_INTEGER) {
    integer_value(w, AST_AS(ast_integer, expr), true);
  } else if (expr->kind == AST_LITERAL_FLOAT) {
    floating(w, -AST_AS(ast_float, expr)->value);
  } else {
    struct open call = begin_call(w, STR("-"));
    dump(w, expr);
    end(w, call);
  }
}

static void dump_float(struct pn *w, const ast *node) { floating(w, AST_AS(ast_float, node)->value); }

static void dump_undef(struct pn *w, const ast *node)
{
  (void)node;
  nil(w);
}

static void dump_boolean(struct pn *w, const ast *node)
{
  raw(w, AST_AS(ast_boolean, node)->value ? STR("true") : STR("false"));
}

static void dump_string(struct pn *w, const ast *node) { text(w, ast_string_text(node)); }

static void dump_parameter(struct pn *w, const ast *node) { text(w, sym_str(AST_AS(ast_parameter, node)->name)); }

/* Puppet prints the encoding flags of regular expressions in a special order. */
static void dump_regex(struct pn *w, const ast *node)
{
  const str pattern = AST_AS(ast_regex, node)->pattern;
  struct buf b = BUF_HEAP;
  buf_printf(&b, regex_fixes_encoding(pattern) ? "(?-imx:%.*s)" : "%.*s", STR_FMT(pattern));
  struct open call = begin_call(w, STR("regexp"));
  text(w, buf_view(&b));
  end(w, call);
  buf_free(&b);
}

static void dump_variable(struct pn *w, const ast *node)
{
  const ast *expr = AST_AS(ast_variable, node)->expr;
  struct open call = begin_call(w, STR("var"));
  if (expr->kind == AST_QUALIFIED_NAME) text(w, ast_name_text(expr));
  else dump(w, expr);
  end(w, call);
}

static void dump_epp(struct pn *w, const ast *node)
{
  const ast *body = AST_AS(ast_epp, node)->body;
  struct open call = begin_call(w, STR("epp"));
  if (body != NULL) dump_each(w, AST_AS(ast_list, body)->list);
  end(w, call);
}

/* -- all kinds -- */

enum shape {
  NONE,
  NODE,       /* nop for NULL */
  NODES,      /* each one separately */
  NODE_LIST,  /* as a list */
  STATEMENTS, /* a node as a list of statements */
  TEXT,       /* nil if empty */
  NAME,       /* symbol */
  CASED,      /* of a reference */
  STRING,
  PARAMETERS,   /* as a map */
  RESOURCE_FORM /* virtual or exported */
};

/* A part of a node that is printed, and its offset in the payload. With a key it is an entry of a map. An optional part
 * is omitted if it is empty: no node or a NOP, an empty text or list. */
struct field {
  const char *key;
  enum shape shape;
  size_t at;
  bool optional;
};

#define FIELD(shape, payload, member) ((struct field){NULL, shape, offsetof(struct payload, member), false})
#define ENTRY(key, shape, payload, member) ((struct field){key, shape, offsetof(struct payload, member), false})
#define OPTIONAL(key, shape, payload, member) ((struct field){key, shape, offsetof(struct payload, member), true})
#define OF_FORM ((struct field){"form", RESOURCE_FORM, 0, true})
#define END ((struct field){0})

static const struct field nothing[] = {END};
static const struct field unary[] = {FIELD(NODE, ast_unary, expr), END};
static const struct field query[] = {OPTIONAL(NULL, NODE, ast_unary, expr), END};
static const struct field binary[] = {FIELD(NODE, ast_binary, left), FIELD(NODE, ast_binary, right), END};
static const struct field pair[] = {FIELD(NODE, ast_pair, key), FIELD(NODE, ast_pair, value), END};
static const struct field list[] = {FIELD(NODES, ast_list, list), END};
static const struct field word[] = {FIELD(NAME, ast_name, symbol), END};
static const struct field reference[] = {FIELD(CASED, ast_reference, h), END};
static const struct field string[] = {FIELD(STRING, ast_string, h), END};
static const struct field heredoc[] = {OPTIONAL("syntax", TEXT, ast_heredoc, syntax),
                                       ENTRY("text", NODE, ast_heredoc, text_expr), END};
static const struct field access[] = {FIELD(NODE, ast_access, left), FIELD(NODES, ast_access, keys), END};
static const struct field condition[] = {ENTRY("test", NODE, ast_if, test),
                                         OPTIONAL("then", STATEMENTS, ast_if, then_expr),
                                         OPTIONAL("else", STATEMENTS, ast_if, else_expr), END};
static const struct field cases[] = {FIELD(NODE, ast_case, test), FIELD(NODE_LIST, ast_case, options), END};
static const struct field case_option[] = {ENTRY("when", NODE_LIST, ast_case_option, values),
                                           ENTRY("then", STATEMENTS, ast_case_option, then_expr), END};
static const struct field selector[] = {FIELD(NODE, ast_selector, left), FIELD(NODE_LIST, ast_selector, selectors),
                                        END};
static const struct field call[] = {ENTRY("functor", NODE, ast_call, functor),
                                    ENTRY("args", NODE_LIST, ast_call, arguments),
                                    OPTIONAL("block", NODE, ast_call, lambda), END};
static const struct field lambda[] = {OPTIONAL("params", PARAMETERS, ast_lambda, parameters),
                                      OPTIONAL("returns", NODE, ast_lambda, return_type),
                                      OPTIONAL("body", STATEMENTS, ast_lambda, body), END};
static const struct field apply[] = {ENTRY("args", NODE_LIST, ast_apply, arguments),
                                     ENTRY("body", STATEMENTS, ast_apply, body), END};
static const struct field definition[] = {ENTRY("name", TEXT, ast_definition, name),
                                          OPTIONAL("parent", TEXT, ast_definition, parent_class),
                                          OPTIONAL("params", PARAMETERS, ast_definition, parameters),
                                          OPTIONAL("body", STATEMENTS, ast_definition, body),
                                          OPTIONAL("returns", NODE, ast_definition, return_type),
                                          END};
static const struct field node_definition[] = {ENTRY("matches", NODE_LIST, ast_node, host_matches),
                                               OPTIONAL("parent", NODE, ast_node, parent),
                                               OPTIONAL("body", STATEMENTS, ast_node, body), END};
static const struct field type_alias[] = {FIELD(TEXT, ast_type_alias, name), FIELD(NODE, ast_type_alias, type_expr),
                                          END};
static const struct field type_definition[] = {FIELD(TEXT, ast_type_alias, name), FIELD(TEXT, ast_type_alias, parent),
                                               FIELD(NODE, ast_type_alias, type_expr), END};
static const struct field resource[] = {ENTRY("type", NODE, ast_resource, type_name),
                                        ENTRY("bodies", NODE_LIST, ast_resource, bodies), OF_FORM, END};
static const struct field resource_body[] = {ENTRY("title", NODE, ast_resource_body, title),
                                             ENTRY("ops", NODE_LIST, ast_resource_body, operations), END};
static const struct field defaults[] = {ENTRY("type", NODE, ast_resource_operations, target),
                                        ENTRY("ops", NODE_LIST, ast_resource_operations, operations), OF_FORM, END};
static const struct field override[] = {ENTRY("resources", NODE, ast_resource_operations, target),
                                        ENTRY("ops", NODE_LIST, ast_resource_operations, operations), OF_FORM, END};
static const struct field attribute[] = {FIELD(NAME, ast_attribute, name), FIELD(NODE, ast_attribute, value), END};
static const struct field collect[] = {ENTRY("type", NODE, ast_collect, type_expr),
                                       ENTRY("query", NODE, ast_collect, query),
                                       OPTIONAL("ops", NODE_LIST, ast_collect, operations), END};

/* name: of a call; "%" is the node's operator. Without a name, only the map of the fields is printed. unwanted: the
 * name of a function call whose value is not used. own: prints the whole node. */
struct form {
  const char *name;
  const struct field *fields;
  const char *unwanted;
  void (*own)(struct pn *w, const ast *node);
};

static const struct form forms[AST_KIND_COUNT] = {
  [AST_NOP] = {"nop", nothing},
  [AST_LITERAL_DEFAULT] = {"default", nothing},
  [AST_LITERAL_UNDEF] = {.own = dump_undef},
  [AST_LITERAL_BOOLEAN] = {.own = dump_boolean},
  [AST_LITERAL_INTEGER] = {.own = dump_integer},
  [AST_LITERAL_FLOAT] = {.own = dump_float},
  [AST_LITERAL_STRING] = {.own = dump_string},
  [AST_LITERAL_REGULAR_EXPRESSION] = {.own = dump_regex},
  [AST_QUALIFIED_NAME] = {"qn", word},
  [AST_RESERVED_WORD] = {"reserved", word},
  [AST_QUALIFIED_REFERENCE] = {"qr", reference},
  [AST_VARIABLE] = {.own = dump_variable},
  [AST_CONCATENATED_STRING] = {"concat", list},
  [AST_TEXT] = {"str", unary},
  [AST_HEREDOC] = {"heredoc", heredoc},
  [AST_LITERAL_LIST] = {"array", list},
  [AST_LITERAL_HASH] = {"hash", list},
  [AST_KEYED_ENTRY] = {"=>", pair},
  [AST_PARENTHESIZED] = {"paren", unary},
  [AST_NOT] = {"!", unary},
  [AST_UNARY_MINUS] = {.own = dump_minus},
  [AST_UNFOLD] = {"unfold", unary},
  [AST_ASSIGNMENT] = {"%", binary},
  [AST_ARITHMETIC] = {"%", binary},
  [AST_RELATIONSHIP] = {"%", binary},
  [AST_COMPARISON] = {"%", binary},
  [AST_MATCH] = {"%", binary},
  [AST_IN] = {"in", binary},
  [AST_AND] = {"and", binary},
  [AST_OR] = {"or", binary},
  [AST_NAMED_ACCESS] = {".", binary},
  [AST_ACCESS] = {"access", access},
  [AST_BLOCK] = {"block", list},
  [AST_APPLY_BLOCK] = {"block", list},
  [AST_IF] = {"if", condition},
  [AST_UNLESS] = {"unless", condition},
  [AST_CASE] = {"case", cases},
  [AST_CASE_OPTION] = {NULL, case_option},
  [AST_SELECTOR] = {"?", selector},
  [AST_SELECTOR_ENTRY] = {"=>", pair},
  [AST_CALL_FUNCTION] = {"call-lambda", call, "invoke-lambda"},
  [AST_CALL_NAMED_FUNCTION] = {"call", call, "invoke"},
  [AST_CALL_METHOD] = {"call-method", call, "invoke-method"},
  [AST_LAMBDA] = {"lambda", lambda},
  [AST_APPLY] = {"apply", apply}, /* Puppet has no dump for it; this form is similar to the others */
  [AST_FUNCTION_DEFINITION] = {"function", definition},
  [AST_PLAN_DEFINITION] = {"plan", definition},
  [AST_RESOURCE_TYPE_DEFINITION] = {"define", definition},
  [AST_HOST_CLASS_DEFINITION] = {"class", definition},
  [AST_PARAMETER] = {.own = dump_parameter},
  [AST_NODE_DEFINITION] = {"node", node_definition},
  [AST_TYPE_ALIAS] = {"type-alias", type_alias},
  [AST_TYPE_DEFINITION] = {"type-definition", type_definition},
  [AST_TYPE_MAPPING] = {"type-mapping", pair},
  [AST_RESOURCE] = {"resource", resource},
  [AST_RESOURCE_BODY] = {NULL, resource_body},
  [AST_RESOURCE_DEFAULTS] = {"resource-defaults", defaults},
  [AST_RESOURCE_OVERRIDE] = {"resource-override", override},
  [AST_ATTRIBUTE_OPERATION] = {"%", attribute},
  [AST_ATTRIBUTES_OPERATION] = {"splat-hash", unary},
  [AST_COLLECT] = {"collect", collect},
  [AST_EXPORTED_QUERY] = {"exported-query", query},
  [AST_VIRTUAL_QUERY] = {"virtual-query", query},
  [AST_EPP] = {.own = dump_epp},
  [AST_RENDER] = {"render", unary},
  [AST_RENDER_STRING] = {"render-s", string},
};

static bool is_absent(const ast *node, const struct field *f, const void *at)
{
  const ast *const *child = at;
  switch (f->shape) {
  case NODE:
  case STATEMENTS: return *child == NULL || (*child)->kind == AST_NOP;
  case NODE_LIST:
  case PARAMETERS: return ((const struct ast_list_of *)at)->n == 0;
  case TEXT: return ((const str *)at)->p == NULL;
  case RESOURCE_FORM: return node->form == FORM_REGULAR;
  default: return false;
  }
}

static void dump_field(struct pn *w, const ast *node, const struct field *f)
{
  const void *at = (const char *)node + f->at;
  const str *s = at;
  if (f->optional && is_absent(node, f, at)) return;
  if (f->key != NULL) key(w, str_of(f->key));
  switch (f->shape) {
  case NONE: break;
  case NODE: dump(w, *(const ast *const *)at); break;
  case NODES: dump_each(w, *(const struct ast_list_of *)at); break;
  case NODE_LIST: dump_list(w, *(const struct ast_list_of *)at); break;
  case STATEMENTS: dump_block(w, *(const ast *const *)at); break;
  case TEXT: s->p != NULL ? text(w, *s) : nil(w); break;
  case NAME: text(w, sym_str(*(const symbol *const *)at)); break;
  case PARAMETERS: dump_parameters(w, *(const struct ast_list_of *)at); break;
  case CASED: text(w, ast_cased_text(node)); break;
  case STRING: text(w, ast_string_text(node)); break;
  case RESOURCE_FORM: text(w, node->form == FORM_VIRTUAL ? STR("virtual") : STR("exported")); break;
  }
}

/* The recursion is bounded, since the parser limits the height of a tree. */
static void dump(struct pn *w, const ast *n)
{
  const struct form *form = &forms[n != NULL ? n->kind : AST_NOP];
  struct open outer = {0}, map = {0};
  if (form->own != NULL) {
    form->own(w, n);
    return;
  }
  const char *name = form->name;
  if (form->unwanted != NULL && (n->flags & AST_FLAG_RVALUE) == 0) name = form->unwanted;
  if (name != NULL) outer = begin_call(w, str_of(strcmp(name, "%") == 0 ? ast_op_text((enum ast_op)n->op) : name));
  const bool entries = form->fields[0].key != NULL;
  if (entries) map = begin(w, MAP);
  for (const struct field *f = form->fields; f->shape != NONE; f++) dump_field(w, n, f);
  if (entries) end(w, map);
  if (name != NULL) end(w, outer);
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
