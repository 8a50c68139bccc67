/* Adds the definitions of a text to the tables of the environment, in two passes as in Puppet: its loaders register
 * functions, types and the names of defines first, and then classes, defines and nodes are made. This decides which of
 * several errors is reported. A failure leaves the tables incomplete, so it marks the environment as broken. */
#include "compiler/environment/internal.h"
#include "base/check.h"

#include "compiler/compilation/call.h"

static struct definition *definition_new(struct compilation *c, enum definition_kind kind, struct ast_program *p,
                                         const ast *node, struct environment_file *f, str module_name)
{
  struct arena *a = c->environment->generation;
  struct definition *d = ARENA_NEW(a, struct definition);
  d->kind = kind;
  d->node = node;
  d->program = p;
  d->module_name = arena_str(a, module_name);
  d->file = p->source->file;
  d->line = source_line(p->source, node->offset);
  d->origin = f;
  return d;
}

_Noreturn static void fail_taken(struct compilation *c, const struct definition *d, const char *what,
                                 const struct definition *there, const char *rest)
{
  struct buf out = BUF_IN(c->arena);
  buf_printf(&out, "%s'%s' is already defined", what, d->name->text);
  diag_place(&out, there->file, there->line, 0);
  buf_z(&out, rest);
  diag_place(&out, d->file, d->line, 0);
  c->environment->broken = true;
  fail_message(&c->context, FAILURE_DUPLICATE, buf_view(&out));
}

static void add_class(struct compilation *c, struct definition *d)
{
  struct environment *e = c->environment;
  const struct definition *there;
  if ((there = ptrmap_get(&e->defined.classes, d->name)) != NULL)
    fail_taken(c, d, "Class ", there, "; cannot redefine");
  if ((there = ptrmap_get(&e->defined.nodes, d->name)) != NULL) {
    fail_taken(c, d, "Node ", there, "; cannot be redefined as a class");
  }
  /* Puppet does not find a define that was only announced in the first pass: it fails in add_define. */
  if ((there = ptrmap_get(&e->defined.defines, d->name)) != NULL && !there->announced) {
    fail_taken(c, d, "Definition ", there, "; cannot be redefined as a class");
  }
  ptrmap_put(&e->defined.classes, d->name, d);
}

static void add_define(struct compilation *c, struct definition *d)
{
  struct environment *e = c->environment;
  const struct definition *there;
  if ((there = ptrmap_get(&e->defined.classes, d->name)) != NULL) {
    fail_taken(c, d, "", there, " as a class; cannot redefine as a definition");
  }
  d->announced = false;
}

/* Puppet's loaders identify defines, functions and aliases by such URIs, which its messages show. */
_Noreturn static void fail_redefined(struct compilation *c, const char *kind, str name, str file, struct source *source,
                                     const ast *node)
{
  struct buf out = BUF_IN(c->arena);
  buf_printf(&out, "Attempt to redefine entity 'http://puppet.com/2016.1/runtime/%s/%.*s'. Originally set at ", kind,
             STR_FMT(name));
  if (file.n > 0) buf_printf(&out, "file://%.*s", STR_FMT(file));
  else buf_z(&out, "string:");
  buf_printf(&out, "?line=%u&pos=%u.", source_line(source, node->offset), source_column(source, node->offset));
  c->environment->broken = true;
  fail_error(&c->context, FAILURE_DUPLICATE, "%.*s", STR_FMT(buf_view(&out)));
}

static void check_entity(struct compilation *c, const struct definition *d, const char *kind, struct ptrmap *in)
{
  const struct definition *there = ptrmap_get(in, d->name);
  if (there == NULL) return;
  fail_redefined(c, kind, sym_str(d->name), there->file, there->program->source, there->node);
}

/* Types that exist before any manifest: those of the type system, and those that Puppet adds. The two lists differ only
 * in the message. */
static const char type_system_names[] =
  "any array binary boolean callable catalogentry class collection default enum float hash init integer iterable "
  "iterator "
  "notundef numeric object optional pattern regexp resource runtime scalar scalardata semver semverrange sensitive "
  "string "
  "struct timespan timestamp tuple type typealias typereference typeset undef uri variant";
static const char added_names[] = "component data deferred exec file filebucket group node notify package "
                                  "puppet::lookupkey puppet::lookupvalue resources "
                                  "richdata richdatakey schedule service stage tidy user whit";

static void check_known_type(struct compilation *c, const symbol *name)
{
  const bool own = str_among(sym_str(name), type_system_names);
  if (!own && !str_among(sym_str(name), added_names)) return;
  c->environment->broken = true;
  fail_error(&c->context, FAILURE_DUPLICATE,
             "Attempt to redefine entity 'http://puppet.com/2016.1/runtime/type/%s'. %s", name->text,
             own ? "Originally set by Puppet-Type-System/Static-Loader." : "Set at unknown location");
}

static void add_node(struct compilation *c, struct definition *d)
{
  struct environment *e = c->environment;
  const struct definition *there;
  there = ptrmap_get(&e->defined.nodes, d->name);
  if (there != NULL) fail_taken(c, d, "Node ", there, "; cannot redefine");
  if ((there = ptrmap_get(&e->defined.classes, d->name)) != NULL) {
    fail_taken(c, d, "Class ", there, "; cannot be redefined as a node");
  }
  ptrmap_put(&e->defined.nodes, d->name, d);
  ptrvec_push(&e->defined.node_list, e->generation, d);
}

/* --- parameters --- */

/* A parameter may have the name of a metaparameter only if it has a default; Puppet warns even then. */
static void warn_metaparameter(struct compilation *c, const struct definition *d, const symbol *name, bool has_default)
{
  if (!environment_is_metaparameter(c, name)) return;
  if (has_default) {
    compile_log(c, CLOG_WARNING, STR_EMPTY,
                arena_printf(c->arena,
                             "%s is a metaparam; this value will inherit to all contained resources in the "
                             "%s definition",
                             name->text, d->name->text));
    return;
  }
  c->environment->broken = true;
  fail_error(&c->context, FAILURE_EVALUATION,
             "%s is a metaparameter; please choose another parameter name in the %s definition", name->text,
             d->name->text);
}

static void add_parameters(struct compilation *c, struct definition *d, const struct ast_list_of *list)
{
  struct arena *a = c->environment->generation;
  d->nparams = list->n;
  d->params = arena_array(a, list->n + 1, sizeof *d->params);
  for (uint32_t i = 0; i < list->n; i++) {
    const struct ast_parameter *p = AST_AS(ast_parameter, list->items[i]);
    d->params[i] = (struct definition_param){.name = p->name, .ast = p, .default_value = p->value};
    if (d->kind == DEFINITION_CLASS || d->kind == DEFINITION_DEFINE) {
      warn_metaparameter(c, d, p->name, p->value != NULL);
    }
  }
}

/* --- nodes --- */

/* The words for the punctuation of (?…): expressions that differ only there have different names. */
static const char *group_word(char ch)
{
  static const char punctuation[] = "(?<>!=)", words[][3] = {"LP", "QU", "LT", "GT", "EX", "EQ", "RP"};
  const char *at = ch != '\0' ? strchr(punctuation, ch) : NULL;
  return at != NULL ? words[at - punctuation] : NULL;
}

/* Puppet's name of such a node: "__node_regexp__" and the characters of the expression that are valid in a name,
 * without leading dots. Two nodes may not have the same name. */
static const symbol *regex_name(struct arena *a, str source)
{
  struct buf out = BUF_IN(a), kept = BUF_IN(a);
  buf_z(&out, "__node_regexp__");
  for (size_t i = 0, group_end = 0; i < source.n; i++) {
    const int ch = ascii_lower((unsigned char)source.p[i]);
    if (i >= group_end && str_starts(str_from(source, i), STR("(?"))) {
      const size_t close = str_index(source, ')', i);
      group_end = close == SIZE_MAX ? i : close + 1;
    }
    const char *word = i < group_end ? group_word(source.p[i]) : NULL;
    if (word != NULL) buf_z(&kept, word);
    else if (ascii_is_word(ch) || ch == '-' || ch == ':' || ch == '.') buf_char(&kept, (char)ch);
  }
  size_t from = 0;
  while (from < kept.n && kept.p[from] == '.') from++;
  buf_str(&out, str_from(buf_view(&kept), from));
  return sym_intern(buf_view(&out));
}

static bool name_node(struct compilation *c, struct definition *d, const ast *match)
{
  struct arena *a = c->arena;
  struct buf text = BUF_IN(a);
  switch (match->kind) {
  case AST_LITERAL_STRING: d->name = sym_intern_lower(ast_string_text(match)); return true;
  case AST_QUALIFIED_NAME: d->name = sym_intern_lower(ast_name_text(match)); return true;
  case AST_LITERAL_DEFAULT: d->name = sym_z("default"); return true;
  case AST_LITERAL_INTEGER:
    buf_int(&text, AST_AS(ast_integer, match)->value);
    d->name = sym_intern(buf_view(&text));
    return true;
  case AST_LITERAL_FLOAT:
    value_render_float(&text, AST_AS(ast_float, match)->value);
    d->name = sym_intern(buf_view(&text));
    return true;
  case AST_LITERAL_REGULAR_EXPRESSION:
    d->is_regex = true;
    d->regex = AST_AS(ast_regex, match)->regex;
    d->name = regex_name(a, AST_AS(ast_regex, match)->pattern);
    return true;
  default: return false;
  }
}

static void register_nodes(struct compilation *c, struct ast_program *p, const struct ast_node *node,
                           struct environment_file *f, str module_name)
{
  /* `node a, b {}` defines a node for each name, with the same body. */
  for (uint32_t i = 0; i < node->host_matches.n; i++) {
    struct definition *d = definition_new(c, DEFINITION_NODE, p, &node->h, f, module_name);
    d->body = node->body;
    if (name_node(c, d, node->host_matches.items[i])) add_node(c, d);
  }
}

/* --- all --- */

static void register_definition(struct compilation *c, struct ast_program *p, const ast *node,
                                enum definition_kind kind, struct environment_file *f, str module_name)
{
  const struct ast_definition *from = AST_AS(ast_definition, node);
  struct environment *e = c->environment;
  struct definition *d = definition_new(c, kind, p, node, f, module_name);
  d->name = sym_intern_lower(from->name);
  d->body = from->body;
  if (from->parent_class.p != NULL) {
    str parent = from->parent_class;
    if (str_starts(parent, STR("::"))) parent = str_from(parent, 2);
    d->parent = sym_intern_lower(parent);
  }
  add_parameters(c, d, &from->parameters);
  if (kind == DEFINITION_CLASS) {
    add_class(c, d);
  } else if (kind == DEFINITION_DEFINE) {
    check_entity(c, d, "type", &e->defined.defines);
    d->announced = true;
    ptrmap_put(&e->defined.defines, d->name, d);
  } else {
    check_entity(c, d, "function", &e->defined.functions);
    ptrmap_put(&e->defined.functions, d->name, d);
  }
}

static void register_alias(struct compilation *c, struct ast_program *p, const struct ast_type_alias *node,
                           struct environment_file *f, str module_name)
{
  struct definition *d = definition_new(c, DEFINITION_ALIAS, p, &node->h, f, module_name);
  d->written = node->name;
  d->name = sym_intern_lower(node->name);
  d->body = node->type_expr;
  check_known_type(c, d->name);
  check_entity(c, d, "type", &c->environment->defined.defines);
  check_entity(c, d, "type", &c->environment->defined.aliases);
  ptrmap_put(&c->environment->defined.aliases, d->name, d);
}

/* Evaluates the types of parameters to find errors. Puppet does this when a text is loaded, in order with its aliases,
 * before the other definitions exist. A failure leaves the environment broken. */
static void check_parameter_types(struct compilation *c, struct ast_program *p, const ast *node)
{
  const struct ast_list_of *list = &AST_AS(ast_definition, node)->parameters;
  struct source *source = c->context.source;
  const ast *place = c->context.node;
  const bool broken = c->environment->broken;
  c->environment->broken = true;
  c->context.source = p->source;
  for (uint32_t i = 0; i < list->n; i++) c->ops->parameter_type(c, c->top, AST_AS(ast_parameter, list->items[i]));
  c->context.source = source;
  c->context.node = place;
  c->environment->broken = broken;
}

/* The first pass: definitions of Puppet's loaders. */
static void register_loadable(struct compilation *c, struct ast_program *p, const ast *node, struct environment_file *f,
                              str module_name)
{
  switch (node->kind) {
  case AST_HOST_CLASS_DEFINITION: check_parameter_types(c, p, node); break;
  case AST_RESOURCE_TYPE_DEFINITION:
    check_parameter_types(c, p, node);
    register_definition(c, p, node, DEFINITION_DEFINE, f, module_name);
    break;
  case AST_FUNCTION_DEFINITION: register_definition(c, p, node, DEFINITION_FUNCTION, f, module_name); break;
  case AST_TYPE_ALIAS: register_alias(c, p, AST_AS(ast_type_alias, node), f, module_name); break;
  case AST_TYPE_DEFINITION:
    fail_not_supported(&c->context, "type definitions with a parent (%.*s)",
                       STR_FMT(AST_AS(ast_type_alias, node)->name));
  default: break;
  }
}

static struct definition *define_of(struct compilation *c, const ast *node)
{
  return ptrmap_get(&c->environment->defined.defines, sym_intern_lower(AST_AS(ast_definition, node)->name));
}

void environment_register(struct compilation *c, struct ast_program *p, struct environment_file *f, str module_name)
{
  assert(p != NULL);
  for (uint32_t i = 0; i < p->ndefinitions; i++) register_loadable(c, p, p->definitions[i], f, module_name);
  /* The second pass. */
  for (uint32_t i = 0; i < p->ndefinitions; i++) {
    const ast *node = p->definitions[i];
    switch (node->kind) {
    case AST_HOST_CLASS_DEFINITION: register_definition(c, p, node, DEFINITION_CLASS, f, module_name); break;
    case AST_RESOURCE_TYPE_DEFINITION: add_define(c, define_of(c, node)); break;
    case AST_NODE_DEFINITION: register_nodes(c, p, AST_AS(ast_node, node), f, module_name); break;
    default: break;
    }
  }
}

void environment_define(struct compilation *c, struct ast_program *p)
{
  assert(p != NULL);
  environment_register(c, p, NULL, STR_EMPTY);
}
