/* %{…} in data and in configurations: variables, and the methods lookup, hiera, alias, scope and literal. Variables in
 * paths of a hierarchy are recorded with their values (struct dependency). The hierarchy is resolved again if one of
 * them is different in the calling scope. */
#include "base/array.h"
#include "compiler/lookup/internal.h"

/* --- variables --- */

/* Handles an unknown variable by the setting `strict`. Digits and the two built-in names are never reported. */
static void unknown_variable(struct lookup_call *call, str name, str reason)
{
  struct arena *a = call->c->arena;
  if (str_eqz(name, "module_name") || str_eqz(name, "caller_module_name")) return;
  if (str_is_digits(name) || call->c->settings->strict == SEVERITY_IGNORE) return;
  str key = arena_printf(a, "Variable: %.*s", STR_FMT(name));
  str text = arena_printf(a, "Undefined variable '%.*s'; %.*s", STR_FMT(name), STR_FMT(reason));
  if (call->c->settings->strict == SEVERITY_WARNING) {
    lookup_warn_once(call, LOOKUP_UNDEFINED, key, text, STR_EMPTY);
  } else if (call->variables.tolerant) {
    text = arena_printf(a, "Interpolation failed with '%.*s', but compilation continuing; %.*s", STR_FMT(name),
                        STR_FMT(reason));
    lookup_warn_once(call, LOOKUP_UNDEFINED, key, text, STR_EMPTY);
  } else if (call->config != NULL) {
    str pattern = arena_printf(a, "%%\\{['\"]?%.*s['\"]?\\}", STR_FMT(name));
    lookup_fail_issue(call, call->config, hiera_config_line(call, call->config, pattern, 1),
                      ISSUE_HIERA_UNDEFINED_VARIABLE, STR_FMT(name));
  } else {
    lookup_fail(call, FAILED_IN_RUBY, "%.*s", STR_FMT(text));
  }
}

static struct variable_name *variable_name(struct lookup_call *call, str key, str subject)
{
  struct variable_name *name = strmap_get(&call->state->variables, key);
  if (name != NULL) return name;
  struct arena *a = call->c->arena;
  uint32_t n;
  const value *segments = lookup_split(a, key, &n);
  if (n == 0) lookup_fail(call, FAILED_IN_LOOKUP, "Syntax error in string: %.*s", STR_FMT(subject));
  const str root = value_to_str(a, segments[0]);
  const bool qualified = str_find(root, STR("::"), 0) != SIZE_MAX;
  name = ARENA_NEW(a, struct variable_name);
  *name = (struct variable_name){root, qualified ? NULL : sym_intern(root), segments + 1, n - 1, NULL};
  strmap_put(&call->state->variables, arena_str(a, key), name);
  return name;
}

/* Finds the variable; NULL: unknown. *shown is its name for messages, *reason why it is unknown. */
static const value *find_variable(struct lookup_call *call, struct variable_name *name, str *shown, str *reason)
{
  *shown = name->root;
  *reason = STR_EMPTY;
  const value *v = call->variables.locals != NULL ? hash_get_str(call->variables.locals, name->root) : NULL;
  if (v == NULL) v = name->fixed;
  if (v == NULL && name->plain != NULL) {
    v = scope_find(call->scope, name->plain);
    if (scope_is_reserved(name->plain)) name->fixed = v;
  }
  if (v != NULL || name->plain != NULL) return v;
  const str qualified = str_starts(name->root, STR("::")) ? str_from(name->root, 2) : name->root;
  v = scope_find_qualified(call->scope, qualified, reason);
  if (v == NULL && reason->n == 0) *shown = arena_printf(call->c->arena, "::%.*s", STR_FMT(qualified));
  return v;
}

/* The class of the running code: the nearest one among the declarers. */
static str calling_class(const struct lookup_call *call)
{
  for (const struct scope *s = call->scope; s != NULL; s = s->declarer) {
    if (s->definition != NULL && s->definition->kind == DEFINITION_CLASS) return sym_str(s->definition->name);
  }
  return (str){NULL, 0};
}

static str with_slashes(struct arena *a, str name)
{
  struct buf out = BUF_IN(a);
  for (size_t i = 0; i < name.n; i++) {
    const bool separator = str_starts(str_from(name, i), STR("::"));
    buf_char(&out, separator ? '/' : name.p[i]);
    i += separator;
  }
  return buf_view(&out);
}

/* Variables that only Hiera 3 has. False: an ordinary variable. */
static bool old_variable(struct lookup_call *call, struct variable_name **name, value *out)
{
  const bool path = str_eqz((*name)->root, "calling_class_path");
  if (path || str_eqz((*name)->root, "calling_class")) {
    const str class = calling_class(call);
    *out = class.p == NULL ? VALUE_UNDEF : value_str(path ? with_slashes(call->c->arena, class) : class);
    return true;
  }
  if (str_eqz((*name)->root, "calling_module")) *name = variable_name(call, STR("module_name"), STR_EMPTY);
  return false;
}

/* The value of the variable at the root of a key; *exists: it is known; *slot: its address. Hiera 3 treats an empty
 * string as undef. */
static value root_value(struct lookup_call *call, struct variable_name *name, bool *exists, const value **slot)
{
  value v = VALUE_UNDEF;
  str shown, reason;
  *slot = NULL;
  *exists = true;
  if (call->variables.as_hiera && old_variable(call, &name, &v)) return v;
  *slot = find_variable(call, name, &shown, &reason);
  *exists = *slot != NULL;
  if (*slot == NULL) unknown_variable(call, shown, reason);
  else v = **slot;
  return call->variables.as_hiera && v.kind == V_STRING && v.length == 0 ? VALUE_UNDEF : v;
}

static value find_root(struct lookup_call *call, struct variable_name *name, const value **slot)
{
  const str root = name->root;
  *slot = NULL;
  const value *given = call->asked.overrides->n > 0 ? hash_get_str(call->asked.overrides, root) : NULL;
  if (given != NULL) {
    explain_event(call->explain, EVENT_FOUND_IN_OVERRIDES, root, *given);
    return *given;
  }
  /* An unknown variable is not reported if there is a default. */
  const value *fallback = call->asked.fallbacks->n > 0 ? hash_get_str(call->asked.fallbacks, root) : NULL;
  bool exists;
  value v;
  str shown, reason;
  if (fallback != NULL && find_variable(call, name, &shown, &reason) == NULL) {
    explain_event(call->explain, EVENT_FOUND_IN_DEFAULTS, root, *fallback);
    return *fallback;
  }
  v = root_value(call, name, &exists, slot);
  if (exists) explain_event(call->explain, EVENT_FOUND, root, v);
  return v;
}

static void remember(struct lookup_call *call, const struct dependency *d)
{
  struct dependency_list *list = call->variables.collected;
  /* A variable with an absolute name is the same in every scope, and does not change once it has a value. */
  if (list == NULL || (d->v.kind != V_UNDEF && str_starts(d->key, STR("::")))) return;
  for (uint32_t i = 0; i < list->n; i++) {
    if (str_eq(list->items[i].key, d->key)) return;
  }
  ARENA_ROOM(call->c->arena, list->items, list->n, list->cap, 4);
  list->items[list->n++] = *d;
}

value lookup_variable(struct lookup_call *call, str key, str subject)
{
  struct variable_name *const name = variable_name(call, key, subject);
  struct dependency d = {.key = key, .name = name};
  explain_push(call->explain, EXPLAIN_SCOPE, STR("Global Scope"));
  d.v = find_root(call, name, &d.slot);
  explain_pop(call->explain);
  if (d.v.kind != V_UNDEF && name->n > 0 && !lookup_dig(call, key, name->segments, name->n, d.v, &d.v))
    d.v = VALUE_UNDEF;
  remember(call, &d);
  return d.v;
}

static bool holds(struct lookup_call *call, const struct dependency *d)
{
  struct variable_name *const name = d->name;
  bool exists;
  const value *slot;
  value v = root_value(call, name, &exists, &slot);
  /* Variables are set once, so the same address has the same value. */
  if (slot != NULL && slot == d->slot) return true;
  if (v.kind != V_UNDEF && name->n > 0 && !lookup_dig(call, d->key, name->segments, name->n, v, &v)) v = VALUE_UNDEF;
  return value_same(v, d->v);
}

static bool is_fixed(const struct dependency *d) { return d->slot != NULL && d->slot == d->name->fixed; }

bool lookup_dependencies_hold(struct lookup_call *call, const struct dependency_list *list)
{
  bool all = true;
  struct explain *const explain = call->explain;
  const bool tolerant = call->variables.tolerant;
  /* This check must not be in an explanation, and must not fail. */
  call->explain = NULL;
  call->variables.tolerant = true;
  for (uint32_t i = 0; all && i < list->n; i++) all = is_fixed(&list->items[i]) || holds(call, &list->items[i]);
  call->explain = explain;
  call->variables.tolerant = tolerant;
  return all;
}

/* --- expressions --- */

enum method { METHOD_SCOPE, METHOD_LOOKUP, METHOD_ALIAS, METHOD_LITERAL };
struct expression {
  enum method method;
  str key;
};

/* Puppet replaces these by an empty string. */
static bool is_empty(str s) { return s.n == 0 || (s.n <= 4 && str_among(s, ":: \"\" '' \"::\" '::'")); }

/* Splits name('key') or name("key"); false: another form. */
static bool split_method(str s, str *name, str *key)
{
  size_t at = 0;
  while (at < s.n && ascii_is_word((unsigned char)s.p[at])) at++;
  if (at == 0 || s.n < at + 5 || s.p[at] != '(' || s.p[s.n - 1] != ')') return false;
  const char quote = s.p[at + 1];
  if ((quote != '"' && quote != '\'') || s.p[s.n - 2] != quote) return false;
  *name = str_sub(s, 0, at);
  *key = str_sub(s, at + 2, s.n - at - 4);
  return str_index(*key, quote, 0) == SIZE_MAX;
}

static struct expression parse_expression(struct lookup_call *call, str s, bool methods)
{
  static const struct {
    const char *name;
    enum method method;
  } known[] = {{"lookup", METHOD_LOOKUP},
               {"hiera", METHOD_LOOKUP},
               {"alias", METHOD_ALIAS},
               {"scope", METHOD_SCOPE},
               {"literal", METHOD_LITERAL}};
  str name, key;
  if (!split_method(s, &name, &key)) return (struct expression){METHOD_SCOPE, s};
  if (!methods) lookup_fail_issue(call, call->config, 0, ISSUE_HIERA_INTERPOLATION_METHOD_SYNTAX_NOT_ALLOWED);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (str_eqz(name, known[i].name)) return (struct expression){known[i].method, key};
  }
  lookup_fail_issue(call, NULL, 0, ISSUE_HIERA_INTERPOLATION_UNKNOWN_INTERPOLATION_METHOD, STR_FMT(name));
}

/* A nested lookup: an empty string if nothing is found. */
static value nested_lookup(struct lookup_call *call, str key)
{
  struct lookup_call own;
  lookup_call_begin(&own, call->c, call->scope);
  own.names = call->names;
  own.explain = call->explain;
  own.asked.overrides = call->asked.overrides;
  own.asked.fallbacks = call->asked.fallbacks;
  own.checks = call->checks;
  own.variables.as_hiera = call->variables.as_hiera && call->asked.global_only;
  const struct lookup_request r = {
    .names = &key, .n = 1, .merge = VALUE_UNDEF, .has_default = true, .default_value = value_str(STR_EMPTY)};
  lookup_log_begin(&own);
  return lookup_run(&own, &r);
}

static value expression_value(struct lookup_call *call, const struct expression *e, str subject)
{
  switch (e->method) {
  case METHOD_LITERAL: return value_str(e->key);
  case METHOD_SCOPE: return lookup_variable(call, e->key, subject);
  default: return nested_lookup(call, e->key);
  }
}

/* --- texts --- */

/* For most texts, which have none, faster than str_find(). */
static size_t find_expression(str s, size_t from)
{
  while ((from = str_index(s, '%', from)) != SIZE_MAX && !str_starts(str_from(s, from), STR("%{"))) from++;
  return from;
}

/* Whether it is or may contain a text with an expression. */
static bool may_have_expression(value v)
{
  if (v.kind == V_STRING) return find_expression(value_text(v), 0) != SIZE_MAX;
  return v.kind == V_ARRAY || v.kind == V_HASH;
}

/* Finds the bounds of the next "%{…}" at or after `from`. */
static bool next_expression(str s, size_t from, size_t *begin, size_t *end)
{
  *begin = find_expression(s, from);
  const size_t close = *begin == SIZE_MAX ? SIZE_MAX : str_index(s, '}', *begin + 2);
  *end = close + 1;
  return close != SIZE_MAX;
}

static void append_value(struct lookup_call *call, struct buf *out, const struct expression *e, value v, bool methods)
{
  if (may_have_expression(v)) { /* even one that refers to itself */
    struct name_link link;
    lookup_enter(call, &link, e->key, e->method == METHOD_SCOPE);
    v = lookup_interpolate(call, v, methods);
    lookup_leave(call);
  }
  if (v.kind != V_UNDEF) ruby_to_s(out, v);
  if (out->n > DATA_MAX_BYTES)
    lookup_fail(call, FAILED_IN_LOOKUP, "An interpolated text is larger than %d megabytes",
                (int)(DATA_MAX_BYTES >> 20));
}

static value interpolate_text(struct lookup_call *call, str subject, bool methods)
{
  struct buf out = BUF_IN(call->c->arena);
  size_t at = 0, begin, end;
  while (next_expression(subject, at, &begin, &end)) {
    buf_str(&out, str_sub(subject, at, begin - at));
    at = end;
    const str inner = lookup_strip(str_sub(subject, begin + 2, end - begin - 3));
    if (is_empty(inner)) continue;
    const struct expression e = parse_expression(call, inner, methods);
    if (e.method == METHOD_ALIAS && end - begin != subject.n)
      lookup_fail_issue(call, NULL, 0, ISSUE_HIERA_INTERPOLATION_ALIAS_NOT_ENTIRE_STRING);
    const value v = expression_value(call, &e, subject);
    /* An alias returns the value itself, which may be a hash, so the string must not contain anything else. */
    if (e.method == METHOD_ALIAS) return v;
    append_value(call, &out, &e, v, methods);
  }
  buf_str(&out, str_from(subject, at));
  return value_str(buf_view(&out));
}

struct interpolation {
  struct lookup_call *call;
  bool methods;
};

static value interpolate_part(void *ctx, value v)
{
  const struct interpolation *x = ctx;
  return lookup_interpolate(x->call, v, x->methods);
}

value lookup_interpolate(struct lookup_call *call, value v, bool methods)
{
  if (!may_have_expression(v)) return v;
  context_enter(&call->c->context);
  value out = v;
  if (v.kind == V_STRING) {
    explain_push(call->explain, EXPLAIN_INTERPOLATE, value_text(v));
    out = interpolate_text(call, value_text(v), methods);
    explain_pop(call->explain);
  } else {
    struct interpolation x = {call, methods};
    out = value_map(call->c->arena, v, interpolate_part, interpolate_part, &x);
  }
  context_leave(&call->c->context);
  return out;
}

str lookup_interpolate_text(struct lookup_call *call, str text, bool methods)
{
  return value_to_str(call->c->arena, lookup_interpolate(call, value_str(text), methods));
}
