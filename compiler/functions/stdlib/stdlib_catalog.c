/* stdlib's functions that read the catalog and add to it: ensure_resource and similar ones, getparam,
 * assert_private. */
#include "compiler/catalog/catalog.h"
#include "compiler/functions/stdlib/stdlib_checks.h"
#include "compiler/scope/scope.h"

/* --- references --- */

/* Splits "Type[title]"; fails if the text has another form. */
static void split_reference(struct fn_call *call, str ref, str *type_name, str *title)
{
  const size_t open = str_index(ref, '[', 0), close = str_index(ref, ']', 0);
  if (open == SIZE_MAX || open == 0 || close < open || ref.n < open + 3 || ref.p[ref.n - 1] != ']') {
    FN_FAIL(call, "No title provided and %.*s is not a valid resource reference",
            STR_FMT(fn_inspect(call, value_str(ref))));
  }
  *type_name = text_downcase(call->arena, str_sub(ref, 0, open));
  *title = str_sub(ref, open + 1, ref.n - open - 2);
}

/* Finds a resource by the name of its type. As in stdlib, an unknown type is treated as a class, and the name of a
 * class is not a type. */
static struct resource *find_resource(struct fn_call *call, str type_name, str title)
{
  struct compilation *c = call->compilation;
  const enum resource_kind kind = environment_find_type(c, type_name).kind;
  if (kind == RESOURCE_BUILTIN || kind == RESOURCE_DEFINE) return catalog_find(c, sym_intern(type_name), title);
  if (!str_eqz(type_name, "class") && environment_find_class(c, type_name) != NULL) return NULL;
  return catalog_find(c, sym_intern(STR("class")), title);
}

/* --- defined_with_params --- */

static bool is_resource_reference(value v)
{
  return v.kind == V_TYPE && (v.type->kind == T_CLASS || v.type->kind == T_RESOURCE);
}

/* The resources of a reference, one after the other. A type without a title means all of its resources. */
struct candidates {
  struct resource *one;
  const symbol *type_name; /* all resources of this type; NULL: only `one` */
  uint32_t at;
};

static struct candidates candidates_of(struct fn_call *call, value reference)
{
  struct candidates found = {0};
  if (reference.kind == V_STRING) {
    str type_name, title;
    split_reference(call, value_text(reference), &type_name, &title);
    found.one = find_resource(call, type_name, title);
  } else if (!is_resource_reference(reference)) {
    FN_FAIL(call, "Reference is not understood: '%s'", ruby_class(reference));
  } else if (reference.type->kind == T_RESOURCE &&
             (!reference.type->resource.has_title || reference.type->resource.title.n == 0)) {
    found.type_name = reference.type->resource.type_name;
  } else {
    found.one = catalog_find_reference(call->compilation, reference.type);
  }
  return found;
}

static struct resource *next_candidate(struct fn_call *call, struct candidates *from)
{
  const struct ptrvec *all = &call->compilation->catalog->resources;
  struct resource *r = from->one;
  from->one = NULL;
  while (from->type_name != NULL && r == NULL && from->at < all->n) {
    struct resource *candidate = all->items[from->at++];
    if (candidate->type == from->type_name) r = candidate;
  }
  return r;
}

static bool param_matches(struct fn_call *call, const struct resource *r, value key, value wanted)
{
  if (key.kind != V_STRING) fn_no_method(call, "intern", key);
  const value has = str_eqz(value_text(key), "title") ? value_str(r->title)
                                                      : resource_value(r, sym_intern(value_text(key)));
  return value_ruby_equal(has, wanted);
}

static bool params_match(struct fn_call *call, const struct resource *r, value params)
{
  bool all = true;
  if (params.kind == V_HASH) {
    for (uint32_t i = 0; i < params.hash->n; i++) {
      const struct hash_entry *e = &params.hash->entries[i];
      all = param_matches(call, r, e->key, e->value) && all;
    }
    return all;
  }
  if (params.kind != V_ARRAY) fn_no_method(call, "map", params);
  for (uint32_t i = 0; i < params.array->n; i++) {
    value one = params.array->items[i], pair[2] = {one, VALUE_UNDEF};
    for (uint32_t k = 0; one.kind == V_ARRAY && k < 2; k++) {
      pair[k] = k < one.array->n ? one.array->items[k] : VALUE_UNDEF;
    }
    all = param_matches(call, r, pair[0], pair[1]) && all;
  }
  return all;
}

static bool defined_with_params(struct fn_call *call, value reference, value params)
{
  if (!value_truthy(reference)) FN_FAIL(call, "Must specify a reference");
  if (!value_truthy(params) || (params.kind == V_STRING && params.length == 0)) params = value_hash(&hash_empty);
  struct candidates from = candidates_of(call, reference);
  for (struct resource *r; (r = next_candidate(call, &from)) != NULL;) {
    if (call->scope->resource != NULL && str_eq(r->ref, call->scope->resource->ref)) continue;
    if (params_match(call, r, params)) return true;
  }
  return false;
}

static value fn_defined_with_params(struct fn_call *call)
{
  return value_bool(defined_with_params(call, fn_arg(call, 0), fn_arg(call, 1)));
}

/* --- ensure_resource, ensure_resources --- */

static void ensure_one(struct fn_call *call, value type_name, value title, value params)
{
  str name = fn_to_s(call, type_name);
  str reference = arena_printf(call->arena, "%.*s[%.*s]", STR_FMT(name), STR_FMT(fn_to_s(call, title)));
  if (defined_with_params(call, value_str(reference), params)) return;
  if (type_name.kind != V_STRING) fn_no_method(call, "capitalize", type_name);
  struct hash *instances = hash_new(call->arena, 1);
  hash_put(instances, call->arena, title, params);
  value args[] = {value_str(text_capitalize(call->arena, name)), value_hash(instances)};
  fn_other(call, "create_resources", args, 2);
}

/* The checks that both begin with; the parameters are args[2]. */
static value check_arguments(struct fn_call *call)
{
  if (!value_truthy(fn_arg(call, 0))) FN_FAIL(call, "Must specify a type");
  if (!value_truthy(fn_arg(call, 1))) FN_FAIL(call, "Must specify a title");
  return value_truthy(fn_arg(call, 2)) ? call->args[2] : value_hash(&hash_empty);
}

static value fn_ensure_resource(struct fn_call *call)
{
  value params = check_arguments(call);
  struct valuevec titles = value_flat(call->context, &call->args[1], 1);
  for (uint32_t i = 0; i < titles.n; i++) ensure_one(call, call->args[0], titles.items[i], params);
  return VALUE_UNDEF;
}

/* Merges two hashes, the right one has priority. A value that is not a hash fails as in Ruby. */
static value merged(struct fn_call *call, value left, value right)
{
  if (left.kind != V_HASH) fn_no_method(call, "merge", left);
  if (right.kind != V_HASH) fn_no_conversion(call, right, "Hash");
  return hash_merged(call->arena, left.hash, right.hash);
}

static value fn_ensure_resources(struct fn_call *call)
{
  value defaults = check_arguments(call);
  if (call->args[1].kind != V_HASH) FN_FAIL(call, "ensure_resources(): Requires second argument to be a Hash");
  const struct hash *resources = call->args[1].hash;
  for (uint32_t i = 0; i < resources->n; i++) {
    value own = resources->entries[i].value;
    value args[] = {call->args[0], resources->entries[i].key,
                    value_truthy(own) ? merged(call, defaults, own) : defaults};
    struct fn_call inner = *call;
    inner.args = args;
    inner.n = 3;
    fn_ensure_resource(&inner);
  }
  return VALUE_UNDEF;
}

/* --- ensure_packages --- */

/* Calls one of the functions above with arguments of the 3.x API (undef as an empty string). */
static void call_older(struct fn_call *call, fn_body *body, value what, value attributes)
{
  struct compilation *c = call->compilation;
  value args[] = {value_str(STR("package")), c->ops->old_argument(c, what), c->ops->old_argument(c, attributes)};
  struct fn_call inner = *call;
  inner.args = args;
  inner.n = 3;
  body(&inner);
}

static value with_ensure(struct fn_call *call, value attributes, const char *usual, str *ensure)
{
  struct hash *h = hash_new(call->arena, 1);
  hash_put_str(h, call->arena, STR("ensure"), value_str(str_of(usual)));
  value all = attributes.kind == V_UNDEF ? value_hash(h) : merged(call, value_hash(h), attributes);
  const value *v = hash_get_str(all.hash, STR("ensure"));
  *ensure = value_text_or_empty(*v);
  return all;
}

static value set_ensure(struct fn_call *call, value attributes, const char *ensure)
{
  struct hash *h = hash_copy(call->arena, attributes.hash, 0);
  hash_put_str(h, call->arena, STR("ensure"), value_str(str_of(ensure)));
  return value_hash(h);
}

/* `same` is replaced by `usual`, which means the same. */
static value packages_attributes(struct fn_call *call, const char *usual, const char *same)
{
  str ensure;
  value attributes = with_ensure(call, fn_arg(call, 1), usual, &ensure);
  return str_eqz(ensure, same) ? set_ensure(call, attributes, usual) : attributes;
}

static value ensure_packages(struct fn_call *call, value attributes)
{
  if (call->args[0].kind == V_HASH) {
    call_older(call, fn_ensure_resources, call->args[0], attributes);
    return VALUE_UNDEF;
  }
  const struct value_list packages = value_list_of(call->args);
  for (uint32_t i = 0; i < packages.n; i++) call_older(call, fn_ensure_resource, packages.items[i], attributes);
  return VALUE_UNDEF;
}

static value fn_ensure_packages(struct fn_call *call)
{
  return ensure_packages(call, packages_attributes(call, "installed", "present"));
}

/* Until version 8.2 this was a function of the 3.x API. The row has its default for `ensure`: `present` until version
 * 8.0, then `installed`. */
static value fn_ensure_packages_older(struct fn_call *call)
{
  const char *usual = call->row->word;
  if (call->n == 0 || call->n > 2)
    FN_FAIL(call, "ensure_packages(): Wrong number of arguments given (%u for 1 or 2)", call->n);
  if (call->n == 2 && call->args[1].kind != V_HASH)
    FN_FAIL(call, "ensure_packages(): Requires second argument to be a Hash");
  value attributes = packages_attributes(call, usual, strcmp(usual, "present") == 0 ? "installed" : "present");
  if (call->args[0].kind == V_HASH) return ensure_packages(call, attributes);
  const struct value_list packages = value_list_of(call->args);
  for (uint32_t i = 0; i < packages.n; i++) {
    value package = packages.items[i];
    if (package.kind != V_STRING) fn_no_method(call, "empty?", package);
    if (package.length == 0) FN_FAIL(call, "ensure_packages(): Empty String provided for package name");
    call_older(call, fn_ensure_resource, package, attributes);
  }
  return VALUE_UNDEF;
}

/* Since version 8.6 `present` and `installed` are equivalent: a declared package keeps its own. */
static void ensure_package_8_6(struct fn_call *call, value package, value given)
{
  str ensure;
  value attributes = with_ensure(call, given, "installed", &ensure);
  if (str_eqz(ensure, "present") || str_eqz(ensure, "installed")) {
    struct hash *present = hash_new(call->arena, 1);
    hash_put_str(present, call->arena, STR("ensure"), value_str(STR("present")));
    str reference = arena_printf(call->arena, "Package[%.*s]", STR_FMT(value_text(package)));
    const bool is = defined_with_params(call, value_str(reference), value_hash(present));
    attributes = set_ensure(call, attributes, is ? "present" : "installed");
  }
  call_older(call, fn_ensure_resource, package, attributes);
}

static value fn_ensure_packages_8_6(struct fn_call *call)
{
  value packages = call->args[0], attributes = call->n > 1 ? call->args[1] : value_hash(&hash_empty);
  const struct value_list list = value_list_of(&packages);
  for (uint32_t i = 0; packages.kind != V_HASH && i < list.n; i++) ensure_package_8_6(call, list.items[i], attributes);
  for (uint32_t i = 0; packages.kind == V_HASH && i < packages.hash->n; i++) {
    const struct hash_entry *e = &packages.hash->entries[i];
    ensure_package_8_6(call, e->key, merged(call, attributes, e->value));
  }
  return VALUE_UNDEF;
}

/* --- getparam, assert_private --- */

static value fn_getparam(struct fn_call *call)
{
  value reference = fn_arg(call, 0), param = fn_arg(call, 1);
  if (!value_truthy(reference)) FN_FAIL(call, "Must specify a reference");
  if (param.kind != V_STRING) FN_FAIL(call, "Must specify name of a parameter");
  if (param.length == 0) return value_str(STR_EMPTY);
  str type_name, title;
  split_reference(call, fn_to_s(call, reference), &type_name, &title);
  const struct resource *r = catalog_find(call->compilation, sym_intern(type_name), title);
  if (r == NULL) return value_str(STR_EMPTY);
  if (str_eqz(value_text(param), "title")) return value_str(r->title);
  value v = resource_value(r, sym_intern(value_text(param)));
  return v.kind == V_UNDEF ? value_str(STR_EMPTY) : v;
}

/* Whether the class or define was declared by its own module. */
static bool called_from_own_module(struct fn_call *call)
{
  if (call->scope->kind == SCOPE_TOP) return false;
  const value own = value_or_undef(scope_lookup(call->scope, STR("module_name")));
  return value_same(own, value_or_undef(scope_lookup(call->scope, STR("caller_module_name"))));
}

static value fn_assert_private(struct fn_call *call)
{
  /* stdlib's message has the extra brace too. */
  if (call->n > 1) FN_FAIL(call, "assert_private(): Wrong number of arguments given (%u}) for 0 or 1)", call->n);
  if (called_from_own_module(call)) return VALUE_UNDEF;
  if (call->n > 0 && call->args[0].kind == V_STRING) FN_FAIL(call, "%.*s", STR_FMT(fn_text(call, 0)));
  const struct definition *d = call->scope->definition;
  FN_FAIL(call, "%s %s is private", d == NULL || d->kind == DEFINITION_CLASS ? "Class" : "Definition",
          d == NULL || d->name == NULL ? "" : d->name->text);
}

/* --- finding a resource by a reference --- */

/* Splits a line "Type[title]"; false if the text is not a reference. */
static bool match_reference(struct fn_call *call, str ref, str *type_name, str *title)
{
  str error;
  struct regex_match m;
  const struct regex *re = regex_compile(call->arena, STR("(?m:^([^\\[\\]]+)\\[(.+)\\]$)"), &error);
  if (re == NULL || !context_search(re, ref, 0, &m)) return false;
  *type_name = ruby_group(ref, &m, 1);
  *title = ruby_group(ref, &m, 2);
  return true;
}

static value fn_str2resource(struct fn_call *call)
{
  str type_name, title;
  if (!match_reference(call, fn_text(call, 0), &type_name, &title))
    FN_FAIL(call, "No title provided and %.*s is not a valid resource reference",
            STR_FMT(fn_inspect(call, call->args[0])));
  struct buf shown = BUF_IN(call->arena), shown_title = BUF_IN(call->arena);
  type_capitalize(&shown, type_name);
  if (str_eqz(buf_view(&shown), "Component")) {
    buf_clear(&shown);
    buf_z(&shown, "Class");
  }
  if (str_eqz(buf_view(&shown), "Class")) type_capitalize(&shown_title, title);
  title = shown_title.n > 0 ? buf_view(&shown_title) : title;
  const struct resource *r = catalog_find(call->compilation, sym_intern(text_downcase(call->arena, buf_view(&shown))),
                                          title);
  if (r == NULL) {
    FN_FAIL(call,
            "stdlib::str2resource(): could not find %.*s[%.*s], this is parse order dependent and values "
            "should not "
            "be quoted",
            STR_FMT(buf_view(&shown)), STR_FMT(title));
  }
  return call->compilation->ops->as_attribute(call->compilation, catalog_reference(call->compilation, r));
}

#define ENSURES "declares packages that are not there yet"
#define LIST "Variant[String[1], Array[String[1]]] $packages, Hash ?$default_attributes"
#define BY_NAME "Hash[String[1], Any] $packages, Hash ?$default_attributes"
#define PACKAGES "Variant[String[1], Array[String[1]], Hash[String[1], Any]] $packages, Hash ?$default_attributes"

const struct fn_row fn_stdlib_catalog_rows[] = {
  {"assert_private", NULL, fn_assert_private, "fails when another module declares the class or define", OLD_API(-1)},
  {"defined_with_params", NULL, fn_defined_with_params, "whether a resource with these parameters exists", OLD_API(-1)},
  {"ensure_packages", NULL, fn_ensure_packages_older, ENSURES, .from = 5, .from_minor = 2, .below = 8,
   .word = "present", OLD_API(-1)},
  {"ensure_packages", NULL, fn_ensure_packages_older, ENSURES, .from = 8, .below = 8, .below_minor = 3,
   .word = "installed", OLD_API(-1)},
  {"ensure_packages", PACKAGES, fn_ensure_packages, ENSURES, .from = 8, .from_minor = 3, .below = 8, .below_minor = 6},
  {"ensure_packages", LIST "; " BY_NAME, fn_ensure_packages_8_6, ENSURES, .from = 8, .from_minor = 6, .below = 9},
  {"ensure_resource", NULL, fn_ensure_resource, "declares a resource that is not there yet", OLD_API(-1)},
  {"ensure_resources", NULL, fn_ensure_resources, "declares resources that are not there yet", OLD_API(-1)},
  {"getparam", NULL, fn_getparam, "a parameter of a resource", OLD_API(-1)},
  {"stdlib::ensure_packages", LIST "; " BY_NAME, fn_ensure_packages_8_6, ENSURES},
  {"stdlib::str2resource", "String $res_string >> Any", fn_str2resource, "the resource that a text names"},
  {0},
};
