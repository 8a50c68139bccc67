/* GET /puppet/v3/environment_classes: the classes that manifests of an environment define, with their parameters,
 * without evaluating anything. */
#include "compiler/syntax/parse.h"
#include "compiler/types/type.h"
#include "compiler/types/value_json.h"
#include "server/routes/modules.h"
#include "server/routes/routes.h"

struct listing {
  struct worker *worker;
  struct arena *arena;
  const struct site *site;
  struct json_writer out;
};

/* --- parameters --- */

static const type *no_alias(void *ctx, str name)
{
  (void)ctx, (void)name;
  return NULL;
}

static bool no_resource_type(void *ctx, const symbol *name)
{
  (void)ctx, (void)name;
  return false;
}

struct type_text {
  const struct ast_program *program;
  const ast *expr;
  str text;
};

static void format_type(struct context *c, void *arg)
{
  static const struct type_resolver nothing = {.alias = no_alias, .resource_type = no_resource_type};
  struct type_text *t = arg;
  struct buf out = BUF_IN(c->arena);
  type_format(&out, type_from_ast(c, &nothing, t->program->source->text, t->expr));
  t->text = buf_view(&out);
}

/* Names of modules' types remain references. p NULL: the type is unknown without evaluation. */
static str type_text_of(struct arena *a, const struct ast_program *p, const ast *expr)
{
  struct context c = {0};
  struct type_text t = {.program = p, .expr = expr};
  context_init(&c, a);
  c.source = p->source;
  c.node = expr;
  const bool ok = context_protect(&c, format_type, &t);
  return ok ? t.text : (str){0};
}

/* The value of a literal that JSON can express. False for any other expression. */
static bool literal(struct arena *a, const ast *node, value *out)
{
  switch (node->kind) {
  case AST_LITERAL_STRING: *out = value_str(ast_string_text(node)); return true;
  case AST_QUALIFIED_NAME: *out = value_str(ast_name_text(node)); return true;
  case AST_LITERAL_INTEGER: *out = value_int(AST_AS(ast_integer, node)->value); return true;
  case AST_LITERAL_FLOAT: *out = value_float(AST_AS(ast_float, node)->value); return true;
  case AST_LITERAL_BOOLEAN: *out = value_bool(AST_AS(ast_boolean, node)->value); return true;
  case AST_LITERAL_UNDEF: *out = VALUE_UNDEF; return true;
  case AST_CONCATENATED_STRING: {
    const struct ast_list_of *parts = &AST_AS(ast_list, node)->list;
    return parts->n == 1 && parts->items[0]->kind == AST_LITERAL_STRING && literal(a, parts->items[0], out);
  }
  case AST_LITERAL_LIST: {
    const struct ast_list_of *items = &AST_AS(ast_list, node)->list;
    struct array *all = array_new(a, items->n);
    for (uint32_t i = 0; i < items->n; i++) {
      if (!literal(a, items->items[i], &all->items[i])) return false;
    }
    *out = value_array(all);
    return true;
  }
  case AST_LITERAL_HASH: {
    const struct ast_list_of *items = &AST_AS(ast_list, node)->list;
    struct hash *all = hash_new(a, items->n);
    for (uint32_t i = 0; i < items->n; i++) {
      const struct ast_pair *pair = AST_AS(ast_pair, items->items[i]);
      value key, v;
      if (!literal(a, pair->key, &key) || key.kind != V_STRING || !literal(a, pair->value, &v)) return false;
      hash_put(all, a, key, v);
    }
    *out = value_hash(all);
    return true;
  }
  default: return false;
  }
}

/* The extent of a whole tree, because the place of a node may be that of its operator. */
struct extent {
  uint32_t from, to;
};

static void widen(void *ctx, ast *node)
{
  struct extent *e = ctx;
  if (node->offset < e->from) e->from = node->offset;
  if (node->offset + node->length > e->to) e->to = node->offset + node->length;
  ast_each_child(node, widen, e);
}

static str source_of(const struct ast_program *p, const ast *node)
{
  struct extent e = {node->offset, node->offset + node->length};
  ast_each_child(node, widen, &e);
  return str_sub(p->source->text, e.from, e.to - e.from);
}

static void put_parameter(struct listing *l, const struct ast_program *p, const struct ast_parameter *parameter)
{
  const ast *given = parameter->value;
  value v;
  json_begin_object(&l->out);
  if (given != NULL && literal(l->arena, given, &v) && v.kind != V_UNDEF) {
    json_key(&l->out, STR("default_literal"));
    value_write_json(&l->out, v, JSON_PLAIN);
  }
  if (given != NULL) json_kstr(&l->out, STR("default_source"), source_of(p, given));
  json_kstr(&l->out, STR("name"), sym_str(parameter->name));
  const str of_type = parameter->type_expr != NULL ? type_text_of(l->arena, p, parameter->type_expr) : (str){0};
  if (of_type.p != NULL) json_kstr(&l->out, STR("type"), of_type);
  json_end_object(&l->out);
}

static void put_classes(struct listing *l, const struct ast_program *p)
{
  json_key(&l->out, STR("classes"));
  json_begin_array(&l->out);
  for (uint32_t i = 0; i < p->ndefinitions; i++) {
    if (p->definitions[i]->kind != AST_HOST_CLASS_DEFINITION) continue;
    const struct ast_definition *d = AST_AS(ast_definition, p->definitions[i]);
    json_begin_object(&l->out);
    json_kstr(&l->out, STR("name"), d->name);
    json_key(&l->out, STR("params"));
    json_begin_array(&l->out);
    for (uint32_t k = 0; k < d->parameters.n; k++) put_parameter(l, p, AST_AS(ast_parameter, d->parameters.items[k]));
    json_end_array(&l->out);
    json_end_object(&l->out);
  }
  json_end_array(&l->out);
}

/* --- files --- */

static str fault_of(struct arena *a, const struct diag_list *diags, str file)
{
  struct buf out = BUF_IN(a);
  for (uint32_t i = 0; i < diags->n && diags->errors == 1; i++) {
    if (diags->items[i].severity == SEVERITY_ERROR) return diag_text(a, &diags->items[i]);
  }
  buf_printf(&out, "Language validation logged %u errors. Giving up", diags->errors);
  diag_place(&out, file, 0, 0);
  return buf_view(&out);
}

static void put_file(struct listing *l, str path)
{
  const struct host host = compile_cli_host();
  const struct environment_options *e = &l->site->environment->options;
  const struct parse_options options = {.strict = SEVERITY_WARNING,
                                        .module_directories = e->modulepath,
                                        .nmodule_directories = e->nmodulepath,
                                        .initial_manifest = e->manifest};
  struct diag_list diags;
  str text, why;
  struct ast_program *p = NULL;
  diag_list_init(&diags, l->arena);
  const bool there = host.read_file(host.ctx, l->arena, path, &text, &why);
  if (there) p = parse_text(l->arena, path, text, &options, &diags);
  json_begin_object(&l->out);
  if (p != NULL) put_classes(l, p);
  else
    json_kstr(&l->out, STR("error"),
              there ? fault_of(l->arena, &diags, path)
                    : arena_printf(l->arena, "The file %.*s does not exist", STR_FMT(path)));
  json_kstr(&l->out, STR("path"), path);
  json_end_object(&l->out);
}

enum { MOST_LEVELS = 100 };

static void put_directory(struct listing *l, str directory, unsigned level)
{
  const struct host host = compile_cli_host();
  str *names;
  uint32_t n;
  if (level == MOST_LEVELS || !host.list_directory(host.ctx, l->arena, directory, &names, &n)) return;
  for (uint32_t i = 0; i < n; i++) {
    const str path = arena_printf(l->arena, "%.*s/%.*s", STR_FMT(directory), STR_FMT(names[i]));
    if (names[i].p[0] == '.') continue;
    const enum host_file_kind kind = host.stat(host.ctx, path).kind;
    if (kind == HOST_DIRECTORY && !host.is_link(host.ctx, path)) put_directory(l, path, level + 1);
    if (kind == HOST_FILE && str_ends(names[i], STR(".pp"))) put_file(l, path);
  }
}

static void put_files(struct listing *l)
{
  const struct host host = compile_cli_host();
  const struct environment_options *e = &l->site->environment->options;
  struct listed_module *modules;
  json_key(&l->out, STR("files"));
  json_begin_array(&l->out);
  const enum host_file_kind kind = e->manifest.n > 0 ? host.stat(host.ctx, e->manifest).kind : HOST_NOTHING;
  if (kind == HOST_DIRECTORY) put_directory(l, e->manifest, 0);
  if (kind == HOST_FILE) put_file(l, e->manifest);
  const uint32_t n = modules_list(l->arena, e, &modules);
  for (uint32_t i = 0; i < n; i++)
    put_directory(l, arena_printf(l->arena, "%.*s/manifests", STR_FMT(modules[i].directory)), 0);
  json_end_array(&l->out);
}

void route_environment_classes(struct worker *w, struct request *r, struct answer *a)
{
  struct site *site = route_own_site(w, r, a);
  if (site == NULL) return;
  struct buf text = BUF_IN(r->arena);
  struct listing l = {.worker = w, .arena = r->arena, .site = site};
  json_init(&l.out, &text, false);
  json_begin_object(&l.out);
  put_files(&l);
  json_kstr(&l.out, STR("name"), site->name);
  json_end_object(&l.out);
  environments_done(w->environments, site);
  route_tagged(w, r, a, buf_view(&text));
}
