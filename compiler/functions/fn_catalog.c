/* Functions that work on the catalog. */
#include "compiler/catalog/catalog.h"
#include "compiler/scope/scope.h"
#include "compiler/functions/fn_ruby.h"

/* --- include, contain, require --- */

static str without_root(str name) { return str_starts(name, STR("::")) ? str_from(name, 2) : name; }

/* Returns the name of a class, from a name or a reference. */
static str class_name(struct fn_call *call, value v)
{
  if (v.kind == V_UNDEF) FN_FAIL(call, "Cannot use undef as a class name");
  if (v.kind == V_STRING) {
    if (v.length == 0) FN_FAIL(call, "Cannot use empty string as a class name");
    return value_text(v);
  }
  if (v.kind == V_TYPE && v.type->kind == T_CLASS) {
    if (v.type->class.name == NULL) FN_FAIL(call, "Cannot use an unspecific Class[] Type");
    return sym_str(v.type->class.name);
  }
  if (v.kind != V_TYPE || v.type->kind != T_RESOURCE) FN_FAIL(call, "undefined method `downcase' for nil:NilClass");
  const type *t = v.type;
  if (t->resource.type_name == NULL)
    FN_FAIL(call, "Cannot use an unspecific Resource[] where a Resource['class', name] is expected");
  if (!str_eqz(sym_str(t->resource.type_name), "class")) {
    struct buf b = BUF_IN(call->arena);
    type_capitalize(&b, sym_str(t->resource.type_name));
    FN_FAIL(call, "Cannot use a Resource[%.*s] where a Resource['class', name] is expected", STR_FMT(buf_view(&b)));
  }
  if (!t->resource.has_title)
    FN_FAIL(call, "Cannot use an unspecific Resource['class'] where a Resource['class', name] is expected");
  return t->resource.title;
}

/* Tasks and plans have no catalog, so Puppet rejects these functions there. */
static void need_catalog(struct fn_call *call)
{
  if (!call->compilation->settings->tasks) return;
  struct context *c = call->context;
  struct buf b = BUF_IN(call->arena);
  buf_printf(&b, "The catalog operation '%s' is only available when compiling a catalog", call->name);
  if (c->node != NULL && c->source != NULL) diag_place(&b, c->source->file, source_line(c->source, c->node->offset), 0);
  fail_message(c, FAILURE_EVALUATION, buf_view(&b));
}

enum { INCLUDE, CONTAIN, REQUIRE };

static value fn_include(struct fn_call *call)
{
  struct compilation *c = call->compilation;
  need_catalog(call);
  struct valuevec flat = value_flat(call->context, call->args, call->n);
  str *names = arena_array(call->arena, flat.n, sizeof *names);
  for (uint32_t i = 0; i < flat.n; i++) {
    names[i] = text_downcase(call->arena, without_root(class_name(call, flat.items[i])));
  }
  switch (call->row->number) {
  case INCLUDE: catalog_include_classes(c, call->scope, names, flat.n, NULL); break;
  case CONTAIN: catalog_contain_classes(c, call->scope, names, flat.n); break;
  default: catalog_require_classes(c, call->scope, names, flat.n); break;
  }
  struct array *references = array_new(call->arena, flat.n);
  for (uint32_t i = 0; i < flat.n; i++) {
    references->items[i] = value_type(type_class(call->arena, sym_intern(names[i])));
  }
  return value_array(references);
}

/* --- realize, create_resources --- */

static value fn_realize(struct fn_call *call)
{
  need_catalog(call);
  struct valuevec flat = value_flat(call->context, call->args, call->n);
  catalog_realize(call->compilation, call->scope, flat.items, flat.n);
  return VALUE_UNDEF;
}

/* Copies the values of attributes: those of one resource, or defaults that all resources of a call share. */
static const struct hash *own_arrays(struct fn_call *call, const struct hash *given)
{
  struct hash *own = hash_new(call->arena, given->n);
  for (uint32_t i = 0; i < given->n; i++) {
    const struct hash_entry *e = &given->entries[i];
    hash_put(own, call->arena, e->key, value_unshared(call->context, e->value));
  }
  return own;
}

static void add_param(struct fn_call *call, struct parameter *params, uint32_t *n, const struct hash_entry *e)
{
  str text = e->key.kind == V_STRING ? value_text(e->key) : value_to_str(call->arena, e->key);
  const symbol *name = sym_intern(text);
  uint32_t i = 0;
  while (i < *n && params[i].name != name) i++;
  params[i] = (struct parameter){.name = name, .value = e->value, .setter = call->scope};
  *n += i == *n;
}

static void create_one(struct fn_call *call, str type_name, enum resource_form form, value title, value given,
                       const struct hash *defaults, struct valuevec *refs)
{
  if (given.kind != V_HASH) fn_no_conversion(call, given, "Hash");
  const struct value_list all = value_list_of(&title);
  const value *items = all.items;
  uint32_t n = all.n, nparams = 0;
  str *titles = arena_array(call->arena, n, sizeof *titles);
  for (uint32_t i = 0; i < n; i++) {
    if (items[i].kind == V_UNDEF || (items[i].kind == V_BOOL && !items[i].boolean)) {
      const bool builtin = environment_find_type(call->compilation, type_name).kind == RESOURCE_BUILTIN;
      FN_FAIL(call, "No title provided and %s%.*s%s is not a valid resource reference", builtin ? ":" : "\"",
              STR_FMT(type_name), builtin ? "" : "\"");
    }
    titles[i] = fn_to_s(call, items[i]);
  }
  struct parameter *params = arena_array(call->arena, (size_t)defaults->n + given.hash->n, sizeof *params);
  for (uint32_t i = 0; i < defaults->n; i++) {
    add_param(call, params, &nparams, &defaults->entries[i]);
  }
  const struct hash *own = own_arrays(call, given.hash);
  for (uint32_t i = 0; i < own->n; i++) add_param(call, params, &nparams, &own->entries[i]);
  const struct resource_request request = {.place = call->context->node,
                                           .type_name = type_name,
                                           .form = form,
                                           .titles = titles,
                                           .typed = items,
                                           .ntitles = n,
                                           .params = params,
                                           .nparams = nparams,
                                           .refs = refs};
  catalog_create_resources(call->compilation, call->scope, &request);
}

static value fn_create_resources(struct fn_call *call)
{
  need_catalog(call);
  if (call->n > 3) FN_FAIL(call, "create_resources(): wrong number of arguments (%u; must be 2 or 3)", call->n);
  if (call->args[1].kind != V_HASH) FN_FAIL(call, "create_resources(): second argument must be a hash");
  if (call->n == 3 && call->args[2].kind != V_HASH)
    FN_FAIL(call, "create_resources(): third argument, if provided, must be a hash");
  str type_name = value_to_str(call->arena, call->args[0]);
  enum resource_form form = RESOURCE_FORM_REGULAR;
  if (str_starts(type_name, STR("@@"))) {
    form = RESOURCE_FORM_EXPORTED;
    type_name = str_from(type_name, 2);
  } else if (str_starts(type_name, STR("@"))) {
    form = RESOURCE_FORM_VIRTUAL;
    type_name = str_from(type_name, 1);
  }
  type_name = text_downcase(call->arena, type_name);
  if (form != RESOURCE_FORM_REGULAR && str_eqz(type_name, "class")) {
    struct source *source = call->context->source;
    struct buf b = BUF_IN(call->arena);
    buf_printf(&b, "Evaluation Error: %s", issue_format(ISSUE_CLASS_NOT_VIRTUALIZABLE));
    diag_place(&b, source->file.n == 0 ? STR("unknown") : source->file,
               source_line(source, call->context->node->offset), 0);
    fail_message(call->context, FAILURE_EVALUATION, buf_view(&b));
  }
  const struct hash *instances = call->args[1].hash;
  const struct hash *defaults = call->n == 3 ? own_arrays(call, call->args[2].hash) : &hash_empty;
  struct valuevec refs = {0};
  for (uint32_t i = 0; i < instances->n; i++) {
    create_one(call, type_name, form, instances->entries[i].key, instances->entries[i].value, defaults, &refs);
  }
  return VALUE_UNDEF;
}

/* --- tags --- */

static value fn_tag(struct fn_call *call)
{
  need_catalog(call);
  for (uint32_t i = 0; i < call->n; i++) {
    resource_tag_value(call->compilation, call->scope->resource, call->args[i]);
  }
  return VALUE_UNDEF;
}

static value fn_tagged(struct fn_call *call)
{
  need_catalog(call);
  for (uint32_t i = 0; i < call->n; i++) {
    str text = text_downcase(call->arena, value_to_str(call->arena, call->args[i]));
    if (!resource_has_tag(call->compilation, &call->compilation->catalog->tag_holder, text) &&
        !resource_is_tagged(call->compilation, call->scope->resource, text)) {
      return value_bool(false);
    }
  }
  return value_bool(true);
}

/* --- defined --- */

/* Neither nodes nor classes are a resource type for this function. */
static bool type_exists(struct fn_call *call, str name)
{
  const enum resource_kind kind = environment_find_type(call->compilation, name).kind;
  return kind == RESOURCE_BUILTIN || kind == RESOURCE_DEFINE;
}

static bool name_defined(struct fn_call *call, str name)
{
  if (name.n > 1 && name.p[0] == '$') return scope_exists(call->scope, str_from(name, 1));
  if (name.n == 0 || str_eqz(name, "main")) return name.n > 0;
  str plain = without_root(name);
  /* As in Puppet, "::notify" names no resource type but only a class or define. */
  const enum resource_kind kind = environment_find_type(call->compilation, plain).kind;
  return kind == RESOURCE_DEFINE || (kind == RESOURCE_BUILTIN && plain.n == name.n) ||
         environment_find_class(call->compilation, plain) != NULL;
}

static bool reference_defined(struct fn_call *call, const type *t)
{
  if (t->kind == T_TYPE) {
    const type *inner = t->inner;
    if (inner != NULL && inner->kind == T_CLASS) {
      if (inner->class.name == NULL) FN_FAIL(call, "The given class type is a reference to all classes");
      return environment_find_class(call->compilation, sym_str(inner->class.name)) != NULL;
    }
    return inner != NULL && reference_defined(call, inner);
  }
  if (t->kind == T_CLASS) {
    if (t->class.name == NULL) FN_FAIL(call, "The given class type is a reference to all classes");
    return catalog_find_reference(call->compilation, t) != NULL;
  }
  if (t->resource.type_name == NULL) FN_FAIL(call, "The given resource type is a reference to all kind of types");
  str name = sym_str(t->resource.type_name);
  if (!t->resource.has_title) return type_exists(call, name);
  return (type_exists(call, name) || str_eqz(name, "class")) && catalog_find_reference(call->compilation, t) != NULL;
}

static value fn_defined(struct fn_call *call)
{
  for (uint32_t i = 0; i < call->n; i++) {
    value v = call->args[i];
    if (v.kind == V_STRING ? name_defined(call, value_text(v)) : reference_defined(call, v.type))
      return value_bool(true);
  }
  return value_bool(false);
}

const struct fn_row fn_catalog_rows[] = {
  {"contain", "Any +$names", fn_include, "includes classes and contains them in the current one", .number = CONTAIN},
  {"create_resources", NULL, fn_create_resources, "resources from a hash", OLD_API(-3)},
  {"defined", "Variant[String, Type[CatalogEntry], Type[Type[CatalogEntry]]] +$vals", fn_defined,
   "whether a class, type, resource or variable exists"},
  {"include", "Any +$names", fn_include, "declares and evaluates classes", .number = INCLUDE},
  {"realize", NULL, fn_realize, "makes virtual resources real", OLD_API(-2)},
  {"require", "Any +$names", fn_include, "includes classes and depends on them", .number = REQUIRE},
  {"tag", NULL, fn_tag, "tags the current class or define", OLD_API(-2)},
  {"tagged", NULL, fn_tagged, "whether the current class or define has all the tags", OLD_API(-2)},
  {0},
};
