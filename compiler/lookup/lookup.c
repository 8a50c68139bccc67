/* lookup(), and the state that all lookups of a compilation share: current names, failures, warnings. A nested lookup
 * (by a data function or %{lookup()}) inherits the names, so that endless recursion is detected, and the
 * explanation. */
#include "compiler/lookup/lookup.h"
#include "base/check.h"

#include "compiler/lookup/internal.h"

struct lookup *lookup_state(struct compilation *c)
{
  if (c->lookup != NULL) return c->lookup;
  struct lookup *state = ARENA_NEW(c->arena, struct lookup);
  state->c = c;
  strmap_init(&state->modules, c->arena);
  strmap_init(&state->once, c->arena);
  strmap_init(&state->variables, c->arena);
  strmap_init(&state->files, c->arena);
  strmap_init(&state->keys, c->arena);
  c->lookup = state;
  return state;
}

struct lookup_module *lookup_module_of(struct lookup_call *call, str name)
{
  assert_hot(name.p != NULL || name.n == 0);
  struct lookup *state = call->state;
  if (name.p == NULL) return &state->none;
  /* The parameters of a class are looked up one after the other. */
  if (state->last != NULL && str_eq(state->last->name, name)) return state->last;
  struct lookup_module *m = strmap_get(&state->modules, name);
  if (m == NULL) {
    m = ARENA_NEW(call->c->arena, struct lookup_module);
    m->name = arena_str(call->c->arena, name);
    strmap_put(&state->modules, m->name, m);
  }
  state->last = m;
  return m;
}

void lookup_call_begin(struct lookup_call *call, struct compilation *c, struct scope *s)
{
  const struct lookup *state = lookup_state(c);
  const struct lookup_call *parent = state->current;
  *call = (struct lookup_call){.c = c,
                               .state = c->lookup,
                               .scope = s,
                               .asked.overrides = &hash_empty,
                               .asked.fallbacks = &hash_empty,
                               .asked.hierarchy = VALUE_UNDEF,
                               .top_key = STR_EMPTY};
  if (parent == NULL) return;
  call->names = parent->names;
  call->explain = parent->explain;
  call->asked.hiera_function = parent->asked.hiera_function;
  call->asked.global_only = parent->asked.global_only;
  call->asked.hierarchy = parent->asked.hierarchy;
}

/* --- recursion --- */

static void write_names(struct buf *out, const struct name_link *link)
{
  if (link->outer != NULL) {
    write_names(out, link->outer);
    buf_z(out, ", ");
  }
  buf_printf(out, "%s%.*s", link->variable ? "scope:" : "", STR_FMT(link->name));
}

void lookup_enter(struct lookup_call *call, struct name_link *link, str name, bool variable)
{
  assert_hot(link != NULL && name.p != NULL);
  for (const struct name_link *l = call->names; l != NULL; l = l->outer) {
    if (l->variable != variable || !str_eq(l->name, name)) continue;
    struct buf all = BUF_IN(call->c->arena);
    write_names(&all, call->names);
    lookup_fail(call, FAILED_IN_LOOKUP, "Recursive lookup detected in [%.*s]", STR_FMT(buf_view(&all)));
  }
  *link = (struct name_link){name, variable, call->names};
  call->names = link;
  call->checks++;
  context_enter(&call->c->context);
}

void lookup_leave(struct lookup_call *call)
{
  assert_hot(call->names != NULL && call->checks > 0);
  call->names = call->names->outer;
  call->checks--;
  context_leave(&call->c->context);
}

struct lookup_mark lookup_mark(struct lookup_call *call)
{
  return (struct lookup_mark){call, call->state->current, call->names, call->checks,
                              call->explain != NULL ? call->explain->current : NULL};
}

void lookup_restore(const struct lookup_mark *m)
{
  assert(m->call != NULL);
  m->call->state->current = m->current;
  m->call->names = m->names;
  m->call->checks = m->checks;
  if (m->call->explain != NULL) m->call->explain->current = m->explained;
}

/* --- failing --- */

/* A LookupError has neither label nor place, except one in hiera.yaml. Any other exception passes through the call of
 * lookup() before it is caught, so its text includes the label and place of that call. Inside a layer (checks > 0)
 * Puppet turns its own errors into LookupErrors. */
_Noreturn static void fail_lookup(struct lookup_call *call, enum failure_origin origin, enum issue issue, str text,
                                  struct failure_place place)
{
  struct context *c = &call->c->context;
  if (origin == FAILED_IN_PUPPET && call->checks > 0) origin = FAILED_IN_LOOKUP;
  struct failure f = {.class = FAILURE_LOOKUP, .origin = origin, .issue = issue, .text = text, .place = place};
  if (origin != FAILED_IN_LOOKUP) f.wrap = WRAP_LABEL;
  fail_with(c, f);
}

void lookup_fail(struct lookup_call *call, enum failure_origin origin, const char *fmt, ...)
{
  assert(origin == FAILED_IN_PUPPET || origin == FAILED_IN_LOOKUP || origin == FAILED_IN_RUBY);
  va_list ap;
  va_start(ap, fmt);
  const str text = buf_vformat(call->c->arena, fmt, ap);
  va_end(ap);
  fail_lookup(call, origin, ISSUE_NONE, text, (struct failure_place){0});
}

void lookup_fail_issue(struct lookup_call *call, const struct hiera_config *config, uint32_t line, enum issue issue,
                       ...)
{
  assert(issue < ISSUE_COUNT);
  struct buf text = BUF_IN(call->c->arena);
  va_list ap;
  va_start(ap, issue);
  buf_vprintf(&text, issue_format(issue), ap);
  va_end(ap);
  const struct failure_place place = {config != NULL ? config->path : STR_EMPTY, line, 0};
  fail_lookup(call, FAILED_IN_LOOKUP, issue, buf_view(&text), place.file.n > 0 ? place : (struct failure_place){0});
}

void lookup_fail_unreadable(struct lookup_call *call, str path, str reason)
{
  /* Ruby opens a directory without an error and fails to read it. */
  const char *where = str_eqz(reason, "Is a directory") ? "io_fread" : "rb_sysopen";
  lookup_fail(call, FAILED_IN_RUBY, "%.*s @ %s - %.*s", STR_FMT(reason), where, STR_FMT(path));
}

void lookup_fail_type(struct lookup_call *call, str subject, const char *what, const struct type *expected,
                      const struct type *actual)
{
  assert(expected != NULL && actual != NULL);
  str whole = arena_printf(call->c->arena, "%.*s %s,", STR_FMT(subject), what);
  str text = type_describe_mismatch(call->c->arena, whole, expected, actual);
  lookup_fail(call, FAILED_IN_PUPPET, "%.*s", STR_FMT(text));
}

void lookup_assert_type(struct lookup_call *call, const char *subject, const struct type *expected, value v)
{
  assert(subject != NULL && expected != NULL);
  if (!type_instance(expected, v))
    lookup_fail_type(call, str_of(subject), "has wrong type", expected, type_infer_set(call->c->arena, v));
}

void lookup_warn_once(struct lookup_call *call, enum lookup_warning kind, str key, str message, str file)
{
  assert(key.n > 0);
  bool made;
  if (kind == LOOKUP_DEPRECATED ? call->c->settings->without_deprecations
                                : kind == LOOKUP_UNDEFINED && call->c->settings->without_undefined)
    return;
  strmap_slot(&call->state->once, arena_str(call->c->arena, key), &made);
  if (!made) return;
  str text = file.n > 0 ? arena_printf(call->c->arena, "%.*s\n   (file: %.*s)", STR_FMT(message), STR_FMT(file))
                        : arena_printf(call->c->arena, "%.*s\n   (file & line not available)", STR_FMT(message));
  compile_log(call->c, CLOG_WARNING, STR_EMPTY, text);
}

void lookup_warn_deprecated(struct compilation *c, const char *function)
{
  assert(function != NULL);
  if (c->settings->strict == SEVERITY_IGNORE) return;
  struct lookup_call call;
  lookup_call_begin(&call, c, c->top);
  /* The link is to the manual of this version, major.minor. */
  const str version = c->settings->server_version;
  const size_t major = str_index(version, '.', 0);
  const size_t minor = major == SIZE_MAX ? SIZE_MAX : str_index(version, '.', major + 1);
  str text = arena_printf(c->arena,
                          "The function '%s' is deprecated in favor of using 'lookup'. See "
                          "https://puppet.com/docs/puppet/%.*s/deprecated_language.html",
                          function, STR_FMT(str_sub(version, 0, minor == SIZE_MAX ? version.n : minor)));
  lookup_warn_once(&call, LOOKUP_DEPRECATED, str_of(function), text, STR_EMPTY);
}

/* --- lookup() --- */

static value asserted(struct lookup_call *call, const char *subject, const struct lookup_request *r, value v)
{
  if (r->type != NULL) lookup_assert_type(call, subject, r->type, v);
  return v;
}

static bool among(struct lookup_call *call, const struct hash *h, str name, const char *what,
                  const struct lookup_request *r, value *out)
{
  const value *v = hash_get_str(h, name);
  if (v == NULL) return false;
  str subject = arena_printf(call->c->arena, "Value found for key '%.*s' in %s", STR_FMT(name), what);
  *out = asserted(call, subject.p, r, *v);
  return true;
}

static bool find(struct lookup_call *call, const struct lookup_request *r, value *out)
{
  for (uint32_t i = 0; i < r->n; i++) {
    /* Overrides have priority over the search, and are not merged with its result. */
    if (call->asked.overrides->n > 0 && among(call, call->asked.overrides, r->names[i], "override hash", r, out))
      return true;
    if (!lookup_search(call, r->names[i], r->merge, out)) continue;
    *out = asserted(call, "Found value", r, *out);
    return true;
  }
  /* Default values are used only if none of the names was found. */
  for (uint32_t i = 0; call->asked.fallbacks->n > 0 && i < r->n; i++) {
    if (among(call, call->asked.fallbacks, r->names[i], "default values hash", r, out)) return true;
  }
  return false;
}

_Noreturn static void fail_not_found(struct lookup_call *call, const struct lookup_request *r)
{
  if (r->n == 1)
    lookup_fail(call, FAILED_IN_LOOKUP, "Function lookup() did not find a value for the name '%.*s'",
                STR_FMT(r->names[0]));
  struct buf all = BUF_IN(call->c->arena);
  for (uint32_t i = 0; i < r->n; i++) buf_printf(&all, "%s'%.*s'", i > 0 ? ", " : "", STR_FMT(r->names[i]));
  lookup_fail(call, FAILED_IN_LOOKUP, "Function lookup() did not find a value for any of the names [%.*s]",
              STR_FMT(buf_view(&all)));
}

value lookup_run(struct lookup_call *call, const struct lookup_request *r)
{
  assert(r->n == 0 || r->names != NULL);
  value v;
  const bool found = find(call, r, &v);
  lookup_log_end(call, "Lookup", r->names, r->n, found,
                 r->otherwise != NULL ? ", the block is called"
                 : r->has_default     ? ", the default is taken"
                                      : "");
  if (found) return v;
  if (r->otherwise != NULL)
    return asserted(call, "Value returned from default block", r, r->otherwise(r->otherwise_ctx));
  if (!r->has_default) fail_not_found(call, r);
  return asserted(call, "Default value", r, r->default_value);
}

static void begin(struct lookup_call *call, struct compilation *c, struct scope *s, const struct lookup_request *r)
{
  lookup_call_begin(call, c, s);
  if (r->overrides != NULL) call->asked.overrides = r->overrides;
  if (r->fallbacks != NULL) call->asked.fallbacks = r->fallbacks;
  if (r->explain != NULL) call->explain = r->explain;
  lookup_log_begin(call);
}

value lookup_values(struct compilation *c, struct scope *s, const struct lookup_request *r)
{
  assert(r != NULL && (r->names != NULL || r->n == 0));
  struct lookup_call call;
  begin(&call, c, s, r);
  return lookup_run(&call, r);
}

value lookup_hiera(struct compilation *c, struct scope *s, const struct lookup_request *r, value hierarchy)
{
  assert(r != NULL && (r->names != NULL || r->n == 0));
  struct lookup_call call;
  begin(&call, c, s, r);
  call.asked.hiera_function = true;
  call.asked.global_only = call.asked.global_only || !lookup_has_environment(&call);
  if (hierarchy.kind != V_UNDEF && !(hierarchy.kind == V_ARRAY && hierarchy.array->n == 0))
    call.asked.hierarchy = hierarchy;
  return lookup_run(&call, r);
}

bool lookup_parameter(struct compilation *c, struct scope *s, const struct lookup_key *key, value *out)
{
  assert(key != NULL && out != NULL);
  struct lookup_call call;
  lookup_call_begin(&call, c, s);
  lookup_log_begin(&call);
  const bool found = lookup_search_key(&call, key, VALUE_UNDEF, out);
  lookup_log_end(&call, "Automatic Parameter Lookup", &key->text, 1, found, "");
  return found;
}
