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

/* Finds the variable; NULL: unknown. *shown is its name for messages, *reason why it is unknown. */
static const value *find_variable(struct lookup_call *call, str name, str *shown, str *reason)
{
  *shown = name;
  *reason = STR_EMPTY;
  const value *local = call->variables.locals != NULL ? hash_get_str(call->variables.locals, name) : NULL;
  if (local != NULL) return local;
  if (str_find(name, STR("::"), 0) == SIZE_MAX) {
    const symbol *known = sym_known(name);
    return known != NULL ? scope_find(call->scope, known) : NULL;
  }
  str qualified = str_starts(name, STR("::")) ? str_from(name, 2) : name;
  const value *v = scope_find_qualified(call->scope, qualified, reason);
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
static bool old_variable(struct lookup_call *call, str *name, value *out)
{
  const bool path = str_eqz(*name, "calling_class_path");
  if (path || str_eqz(*name, "calling_class")) {
    const str class = calling_class(call);
    *out = class.p == NULL ? VALUE_UNDEF : value_str(path ? with_slashes(call->c->arena, class) : class);
    return true;
  }
  if (str_eqz(*name, "calling_module")) *name = STR("module_name");
  return false;
}

/* The value of the variable at the root of a key; *exists: it is known; *slot: its address. Hiera 3 treats an empty
 * string as undef. */
static value root_value(struct lookup_call *call, str root, bool *exists, const value **slot)
{
  value v = VALUE_UNDEF;
  str shown, reason;
  *slot = NULL;
  *exists = true;
  if (call->variables.as_hiera && old_variable(call, &root, &v)) return v;
  *slot = find_variable(call, root, &shown, &reason);
  *exists = *slot != NULL;
  if (*slot == NULL) unknown_variable(call, shown, reason);
  else v = **slot;
  return call->variables.as_hiera && v.kind == V_STRING && v.length == 0 ? VALUE_UNDEF : v;
}

static value find_root(struct lookup_call *call, str root, const value **slot)
{
  *slot = NULL;
  const value *given = hash_get_str(call->asked.overrides, root);
  if (given != NULL) {
    explain_event(call->explain, EVENT_FOUND_IN_OVERRIDES, root, *given);
    return *given;
  }
  /* An unknown variable is not reported if there is a default. */
  const value *fallback = hash_get_str(call->asked.fallbacks, root);
  bool exists;
  value v;
  str shown, reason;
  if (fallback != NULL && find_variable(call, root, &shown, &reason) == NULL) {
    explain_event(call->explain, EVENT_FOUND_IN_DEFAULTS, root, *fallback);
    return *fallback;
  }
  v = root_value(call, root, &exists, slot);
  if (exists) explain_event(call->explain, EVENT_FOUND, root, v);
  return v;
}

static bool is_fixed(str root)
{
  if (str_starts(root, STR("::"))) root = str_from(root, 2);
  return scope_is_reserved(sym_intern(root)); /* the variable exists, and so does the symbol of its name */
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

/* A name in %{…}, parsed once per compilation, since the same names occur many times. */
struct variable_name {
  str root;
  const value *segments;
  uint32_t n;
};

static const struct variable_name *variable_name(struct lookup_call *call, str key, str subject)
{
  const struct variable_name *known = strmap_get(&call->state->variables, key);
  if (known != NULL) return known;
  struct arena *a = call->c->arena;
  uint32_t n;
  const value *segments = lookup_split(a, key, &n);
  if (n == 0) lookup_fail(call, FAILED_IN_LOOKUP, "Syntax error in string: %.*s", STR_FMT(subject));
  struct variable_name *name = ARENA_NEW(a, struct variable_name);
  *name = (struct variable_name){value_to_str(a, segments[0]), segments + 1, n - 1};
  strmap_put(&call->state->variables, arena_str(a, key), name);
  return name;
}

value lookup_variable(struct lookup_call *call, str key, str subject)
{
  const struct variable_name *name = variable_name(call, key, subject);
  struct dependency d = {.key = key, .root = name->root, .segments = name->segments, .n = name->n};
  explain_push(call->explain, EXPLAIN_SCOPE, STR("Global Scope"));
  d.v = find_root(call, d.root, &d.slot);
  explain_pop(call->explain);
  if (d.v.kind != V_UNDEF && d.n > 0 && !lookup_dig(call, key, d.segments, d.n, d.v, &d.v)) d.v = VALUE_UNDEF;
  d.fixed = d.slot != NULL && is_fixed(d.root);
  remember(call, &d);
  return d.v;
}

static bool holds(struct lookup_call *call, const struct dependency *d)
{
  bool exists;
  const value *slot;
  value v = root_value(call, d->root, &exists, &slot);
  /* Variables are set once, so the same address has the same value. */
  if (slot != NULL && slot == d->slot) return true;
  if (v.kind != V_UNDEF && d->n > 0 && !lookup_dig(call, d->key, d->segments, d->n, v, &v)) v = VALUE_UNDEF;
  return value_same(v, d->v);
}

bool lookup_dependencies_hold(struct lookup_call *call, const struct dependency_list *list)
{
  bool all = true;
  struct explain *const explain = call->explain;
  const bool tolerant = call->variables.tolerant;
  /* This check must not be in an explanation, and must not fail. */
  call->explain = NULL;
  call->variables.tolerant = true;
  for (uint32_t i = 0; all && i < list->n; i++) all = list->items[i].fixed || holds(call, &list->items[i]);
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
static bool is_empty(str s) { return s.n == 0 || str_among(s, ":: \"\" '' \"::\" '::'"); }

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

/* Finds the bounds of the next "%{…}" at or after `from`. */
static bool next_expression(str s, size_t from, size_t *begin, size_t *end)
{
  *begin = str_find(s, STR("%{"), from);
  const size_t close = *begin == SIZE_MAX ? SIZE_MAX : str_index(s, '}', *begin + 2);
  *end = close + 1;
  return close != SIZE_MAX;
}

static void append_value(struct lookup_call *call, struct buf *out, const struct expression *e, value v, bool methods)
{
  struct name_link link;
  /* The value may contain expressions, which may refer to itself. */
  lookup_enter(call, &link, e->key, e->method == METHOD_SCOPE);
  v = lookup_interpolate(call, v, methods);
  lookup_leave(call);
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

/* For most texts, which have none, faster than str_find(). */
static bool has_expression(str s)
{
  for (const char *p = s.p, *end = s.p + s.n; s.n > 1 && (p = memchr(p, '%', (size_t)(end - p))) != NULL; p++) {
    if (p + 1 < end && p[1] == '{') return true;
  }
  return false;
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
  if (v.kind != V_STRING && v.kind != V_ARRAY && v.kind != V_HASH) return v;
  if (v.kind == V_STRING && !has_expression(value_text(v))) return v;
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
