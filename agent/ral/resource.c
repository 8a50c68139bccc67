/* Makes resources from a catalog: attributes are validated and munged in Puppet's order, with its messages. */
#include <stdlib.h>

#include "agent/ral/munge.h"
#include "base/array.h"
#include "agent/ral/ral.h"
#include "base/clock.h"
#include "compiler/catalog/resource.h"
#include "compiler/restypes/docs.h"
#include "compiler/restypes/restype.h"
#include "compiler/values/ruby_text.h"

bool ral_is_late(const struct ral *ral)
{
  return ral->deadline_ms > 0 && clock_ms(CLOCK_MONOTONIC) >= ral->deadline_ms;
}

bool ral_fail(struct ral *ral, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  ral->error = buf_vformat(ral->arena, fmt, ap);
  va_end(ap);
  ral->error_file = STR_EMPTY;
  ral->error_line = 0;
  ral->error_of_system = false;
  ral->error_wrapped = STR_EMPTY;
  ral->error_logged = false;
  return false;
}

bool ral_fail_system(struct ral *ral, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  const str text = buf_vformat(ral->arena, fmt, ap);
  va_end(ap);
  ral_fail(ral, "%.*s", STR_FMT(text));
  ral->error_of_system = true;
  return false;
}

bool ral_fail_setting(struct ral_resource *r, const char *attribute, str wanted)
{
  struct ral *ral = r->ral;
  const str why = ral->error;
  if (!ral->error_of_system) return false;
  ral_fail(ral, "Could not set '%.*s' on %s: %.*s", STR_FMT(wanted), attribute, STR_FMT(why));
  if (r->line > 0) {
    const str file = r->file.n > 0 ? arena_printf(ral->arena, "file: %.*s, ", STR_FMT(r->file)) : STR_EMPTY;
    ral->error = arena_printf(ral->arena, "%.*s (%.*sline: %lld)", STR_FMT(ral->error), STR_FMT(file),
                              (long long)r->line);
  }
  ral->error_wrapped = why;
  return false;
}

struct ral_memory {
  struct ral_memory *next;
  const void *owner;
  void *bytes;
};

void *ral_memory(struct ral *ral, const void *owner, size_t size)
{
  for (struct ral_memory *m = ral->memory; m != NULL; m = m->next) {
    if (m->owner == owner) return m->bytes;
  }
  struct ral_memory *m = ARENA_NEW(ral->arena, struct ral_memory);
  *m = (struct ral_memory){.next = ral->memory, .owner = owner, .bytes = arena_array(ral->arena, 1, size)};
  ral->memory = m;
  return m->bytes;
}

void ral_list_add(struct ral_list *l, struct ral_resource *r)
{
  ARENA_ROOM(l->arena, l->items, l->n, l->cap, 16);
  l->items[l->n++] = r;
}

/* --- attributes --- */

/* Nearly all names are literals, looked up again for each resource. So the result is cached by the literal's address;
 * the name is compared, since another name can have the same address later. */
int ral_index(const struct ral_type *t, const char *name)
{
  static struct {
    const struct ral_type *type;
    int index;
  } found[256];
  const size_t at = (((uintptr_t)name >> 2) ^ ((uintptr_t)t >> 6)) % (sizeof found / sizeof *found);
  if (found[at].type == t && strcmp(t->attributes[found[at].index].name, name) == 0) return found[at].index;
  for (int i = 0; t->attributes != NULL && t->attributes[i].name != NULL; i++) {
    if (strcmp(t->attributes[i].name, name) != 0) continue;
    found[at].type = t;
    found[at].index = i;
    return i;
  }
  return -1;
}

struct ral_setting *ral_setting(const struct ral_resource *r, const char *name)
{
  const int i = ral_index(r->type, name);
  return i >= 0 ? &r->settings[i] : NULL;
}

value ral_should(const struct ral_resource *r, const struct ral_attribute *a)
{
  const struct ral_setting *s = &r->settings[a - r->type->attributes];
  if (!s->set) return VALUE_UNDEF;
  if (a->should != NULL) return a->should(r, a);
  if ((a->flags & (RAL_PROPERTY | RAL_ALL)) != RAL_PROPERTY) return s->value;
  return s->value.array->n > 0 ? s->value.array->items[0] : VALUE_UNDEF;
}

value ral_value(const struct ral_resource *r, const char *name)
{
  const int i = ral_index(r->type, name);
  return i >= 0 ? ral_should(r, &r->type->attributes[i]) : VALUE_UNDEF;
}

str ral_value_text(const struct ral_resource *r, const char *name) { return ral_text(ral_value(r, name)); }

str ral_value_to_s(const struct ral_resource *r, const char *name)
{
  return ral_to_s(r->ral->arena, ral_value(r, name));
}

bool ral_is_given(const struct ral_resource *r, const char *name) { return ral_value(r, name).kind != V_UNDEF; }

bool ral_flag(const struct ral_resource *r, const char *name)
{
  const value v = ral_value(r, name);
  return value_is_true(v) || ral_is(v, "true");
}

bool ral_is_noop(const struct ral_resource *r) { return r->noop >= 0 ? r->noop == 1 : r->ral->noop; }

/* Words are compared with Ruby's to_s of the value, as in Puppet's Value#match?. */
static const struct ral_word *word_of(const struct ral_attribute *a, str text)
{
  for (const struct ral_word *w = a->words; w != NULL && w->name != NULL; w++) {
    if (str_eqz(text, w->name)) return w;
  }
  return NULL;
}

static bool matches_pattern(struct ral *ral, const struct ral_attribute *a, str text)
{
  for (const char *const *p = a->patterns; p != NULL && *p != NULL; p++) {
    str error;
    const struct regex *re = regex_compile(ral->arena, str_of(*p), &error);
    if (re == NULL) abort(); /* patterns are constants of our tables */
    if (regex_search(re, text, 0, NULL) == REGEX_MATCH) return true;
  }
  return false;
}

static bool lacks_features(struct ral_resource *r, const struct ral_attribute *a, const char *wanted, str text)
{
  struct ral *ral = r->ral;
  if (wanted == NULL || ral_provider_has(r->provider, wanted)) return false;
  struct buf features = BUF_IN(ral->arena);
  for (const char *p = wanted; *p != '\0'; p++) {
    if (*p == ' ') buf_z(&features, ", ");
    else buf_char(&features, *p);
  }
  ral_fail(ral, "Provider %s must have features '%s' to set '%s' to '%.*s'",
           r->provider != NULL ? r->provider->name : "", features.p, a->name, STR_FMT(text));
  return true;
}

static bool validate_word(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  struct ral *ral = r->ral;
  const str text = ral_to_s(ral->arena, v);
  const struct ral_word *w = word_of(a, text);
  if (w != NULL && lacks_features(r, a, w->features, text)) return false;
  if (w != NULL || (a->words == NULL && a->patterns == NULL)) return true;
  if (matches_pattern(ral, a, text)) return !lacks_features(r, a, a->pattern_features, text);
  struct buf out = BUF_IN(ral->arena);
  buf_z(&out, "Invalid value ");
  ruby_inspect(&out, v);
  buf_z(&out, ".");
  const char *comma = " Valid values are ";
  for (w = a->words; w != NULL && w->name != NULL; w++) {
    if (w->alias_of != NULL) continue;
    buf_printf(&out, "%s%s", comma, w->name);
    comma = ", ";
  }
  if (a->words != NULL && a->words->name != NULL) buf_z(&out, ".");
  comma = " Valid values match ";
  for (const char *const *p = a->patterns; p != NULL && *p != NULL; p++) {
    buf_printf(&out, "%s/%s/", comma, *p);
    comma = ", ";
  }
  if (a->patterns != NULL) buf_char(&out, '.');
  return ral_fail(ral, "%s", out.p);
}

static bool munge_one(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  if (a->validate != NULL ? !a->validate(r, a, *v) : !validate_word(r, a, *v)) return false;
  if (a->munge != NULL) return a->munge(r, a, v);
  const struct ral_word *w = word_of(a, ral_to_s(r->ral->arena, *v));
  if (w == NULL) return true;
  const str name = str_of(w->alias_of != NULL ? w->alias_of : w->name);
  if (a->flags & RAL_BOOLEAN) *v = value_bool(str_eqz(name, "true") || str_eqz(name, "yes"));
  else *v = ral_symbol(r->ral->arena, name);
  return true;
}

/* The value of a property is an array; a parameter keeps the value as given. */
static bool set_value(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  struct ral *ral = r->ral;
  struct ral_setting *s = &r->settings[a - r->type->attributes];
  if (a->refused != NULL) return ral_fail(ral, "not supported: %s", a->refused);
  if (a->features != NULL && r->provider != NULL && !ral_provider_has(r->provider, a->features)) {
    ral_log(r, LOG_LEVEL_DEBUG, "Provider %s does not support features %s; not managing attribute %s",
            r->provider->name, a->features, a->name);
    return true;
  }
  if (a->flags & RAL_PROPERTY) {
    const uint32_t n = v.kind == V_ARRAY ? v.array->n : 1;
    struct array *items = array_new(ral->arena, n);
    for (uint32_t i = 0; i < n; i++) items->items[i] = v.kind == V_ARRAY ? v.array->items[i] : v;
    for (uint32_t i = 0; i < n; i++) {
      if (!munge_one(r, a, &items->items[i])) return false;
    }
    v = value_array(items);
  } else if (!munge_one(r, a, &v)) {
    return false;
  }
  s->set = true;
  s->value = v;
  s->sensitive = s->sensitive || a->flags & RAL_SECRET;
  return true;
}

bool ral_put(struct ral_resource *r, const struct ral_attribute *a, value v) { return set_value(r, a, v); }

/* Puppet's ResourceError: which parameter is invalid, why, and the place of the resource. Errors of another kind stay
 * as they are. */
static bool parameter_failed(struct ral_resource *r, const char *name)
{
  struct ral *ral = r->ral;
  const str why = ral->error;
  if (ral->error_of_system) return false;
  ral_fail(ral, "Parameter %s failed on %.*s: %.*s", name, STR_FMT(r->ref), STR_FMT(why));
  ral->error_file = r->file;
  ral->error_line = r->line;
  return false;
}

bool ral_set(struct ral_resource *r, const char *name, value v)
{
  if (r->type->assign != NULL) return r->type->assign(r, name, v);
  int i = ral_index(r->type, name);
  for (int k = 0; i < 0 && strcmp(name, "name") == 0 && r->type->attributes[k].name != NULL; k++) {
    if (r->type->attributes[k].flags & RAL_NAMEVAR) i = k;
  }
  if (i < 0) return ral_fail(r->ral, "no parameter named '%s'", name);
  return set_value(r, &r->type->attributes[i], v) || parameter_failed(r, name);
}

/* --- metaparameters --- */

static bool set_noop(struct ral_resource *r, value v)
{
  const str text = ral_to_s(r->ral->arena, v);
  if (str_eqz(text, "true") || str_eqz(text, "false")) {
    r->noop = str_eqz(text, "true");
    return true;
  }
  struct buf out = BUF_IN(r->ral->arena);
  ruby_inspect(&out, v);
  return ral_fail(r->ral, "Invalid value %s. Valid values are true, false.", out.p);
}

static bool set_level(struct ral_resource *r, value v)
{
  const str text = ral_to_s(r->ral->arena, v);
  if (str_eqz(text, "verbose")) {
    r->level = LOG_LEVEL_INFO;
    return true;
  }
  if (log_level_parse(text.p, text.n, &r->level)) return true;
  struct buf out = BUF_IN(r->ral->arena);
  ruby_inspect(&out, v);
  return ral_fail(r->ral,
                  "Invalid value %s. Valid values are debug, info, notice, warning, err, alert, emerg, crit, "
                  "verbose.",
                  out.p);
}

/* All properties that the provider supports. */
static void audit_all(struct ral_resource *r, struct valuevec *names)
{
  for (const struct ral_attribute *a = r->type->attributes; a != NULL && a->name != NULL; a++) {
    if (!(a->flags & RAL_PROPERTY) || a->refused != NULL) continue;
    if (a->features != NULL && r->provider != NULL && !ral_provider_has(r->provider, a->features)) continue;
    valuevec_push(names, r->ral->arena, value_str(str_of(a->name)));
  }
}

static bool set_audit(struct ral_resource *r, value v)
{
  struct valuevec names = {0};
  const uint32_t n = v.kind == V_ARRAY ? v.array->n : 1;
  for (uint32_t i = 0; i < n; i++) {
    const value item = v.kind == V_ARRAY ? v.array->items[i] : v;
    const str name = ral_to_s(r->ral->arena, item);
    if (str_eqz(name, "all")) {
      audit_all(r, &names);
      continue;
    }
    if (item.kind != V_STRING) return ral_no_method_to_validate(r->ral, "audit", item, "to_sym", "to_s");
    const int at = ral_index(r->type, arena_strz(r->ral->arena, name));
    if (at < 0 || !(r->type->attributes[at].flags & RAL_PROPERTY)) {
      return ral_fail(r->ral, "Cannot audit %.*s: not a valid attribute for %.*s", STR_FMT(name), STR_FMT(r->ref));
    }
    valuevec_push(&names, r->ral->arena, value_str(name));
  }
  r->audit = valuevec_array(&names, r->ral->arena);
  for (uint32_t i = 0; i < names.n; i++) {
    const int at = ral_index(r->type, arena_strz(r->ral->arena, value_text(r->audit.array->items[i])));
    if (at >= 0 && r->type->attributes[at].flags & RAL_SECRET) r->settings[at].sensitive = true;
  }
  return true;
}

bool ral_set_metaparameters(struct ral_resource *r, const struct hash *params)
{
  static const struct {
    const char *name;
    bool (*set)(struct ral_resource *, value);
  } metas[] = {{"noop", set_noop}, {"audit", set_audit}, {"loglevel", set_level}};
  for (size_t i = 0; i < sizeof metas / sizeof *metas; i++) {
    const value *v = hash_get_str(params, str_of(metas[i].name));
    if (v != NULL && ral_is_deferred(*v)) r->deferred = true;
    else if (v != NULL && v->kind != V_UNDEF && !metas[i].set(r, *v)) return parameter_failed(r, metas[i].name);
  }
  const value *schedule = hash_get_str(params, STR("schedule"));
  if (schedule != NULL) r->schedule = *schedule;
  return true;
}

/* --- providers --- */

static bool never(struct ral *ral, const struct ral_provider *p)
{
  (void)ral, (void)p;
  return false;
}

/* Treats a provider of Puppet that ficelle does not have like one that is not functional on this host, so only its own
 * resources fail. */
static const struct ral_provider *lacking_provider(struct ral *ral, const char *name)
{
  struct ral_provider *p = ARENA_NEW(ral->arena, struct ral_provider);
  *p = (struct ral_provider){.name = name, .features = "*", .suitable = never};
  return p;
}

/* Chooses the named provider, else this host's default. */
static bool choose_provider(struct ral_resource *r, const struct hash *params)
{
  struct ral *ral = r->ral;
  if (r->type->providers == NULL) return true;
  const value *named = hash_get_str(params, STR("provider"));
  if (named == NULL || named->kind == V_UNDEF) {
    r->provider = ral_default_provider(ral, r->type);
    return true;
  }
  value first = *named; /* Puppet takes the first of a list */
  if (first.kind == V_ARRAY) first = first.array->n > 0 ? first.array->items[0] : VALUE_UNDEF;
  if (first.kind != V_STRING) {
    ral_no_method_to_validate(ral, "provider", first, "intern",
                              first.kind == V_INT || first.kind == V_FLOAT ? "integer?" : NULL);
    return parameter_failed(r, "provider");
  }
  const str name = value_text(first);
  for (const struct ral_provider *const *p = r->type->providers; *p != NULL; p++) {
    if (!str_eqz(name, (*p)->name)) continue;
    r->provider = *p;
    return true;
  }
  for (const char *const *p = restype_providers(r->type->name); p != NULL && *p != NULL; p++) {
    if (str_eqz(name, *p)) {
      r->provider = lacking_provider(ral, *p);
      return true;
    }
  }
  ral->error = STR_EMPTY;
  r->provider = ral->foreign != NULL ? ral->foreign->provider(ral, r->type, name) : NULL;
  if (r->provider != NULL) return true;
  if (ral->error.n == 0) ral_fail(ral, "Invalid %s provider '%.*s'", r->type->name, STR_FMT(name));
  return parameter_failed(r, "provider");
}

/* --- making resources --- */

static str capitalized(struct arena *a, const char *name)
{
  char *p = arena_strz(a, str_of(name));
  for (size_t i = 0; p[i] != '\0'; i++) {
    if (i == 0 || (p[i - 1] == ':' && i > 1)) p[i] = (char)ascii_upper((unsigned char)p[i]);
  }
  return str_of(p);
}

static str lowered(struct arena *a, str s)
{
  struct buf out = BUF_IN(a);
  for (size_t i = 0; i < s.n; i++) buf_char(&out, (char)ascii_lower((unsigned char)s.p[i]));
  return buf_view(&out);
}

static str key_of(struct arena *a, str name, str title)
{
  return arena_printf(a, "%.*s[%.*s]", STR_FMT(lowered(a, name)), STR_FMT(title));
}

struct ral_resource *ral_find(const struct ral *ral, const char *name, str title)
{
  return strmap_get(&ral->by_ref, key_of(ral->arena, str_of(name), title));
}

struct ral_resource *ral_resource_new(struct ral *ral, const struct ral_type *t, str title)
{
  struct ral_resource *r = ARENA_NEW(ral->arena, struct ral_resource);
  uint32_t n = 0;
  while (t->attributes != NULL && t->attributes[n].name != NULL) n++;
  r->ral = ral;
  r->type = t;
  r->type_name = capitalized(ral->arena, t->name);
  r->title = title;
  r->ref = arena_printf(ral->arena, "%.*s[%.*s]", STR_FMT(r->type_name), STR_FMT(title));
  r->settings = arena_array(ral->arena, n + 1, sizeof *r->settings);
  r->noop = -1;
  r->level = LOG_LEVEL_NOTICE;
  r->tags = &array_empty;
  r->path = arena_printf(ral->arena, "/%.*s", STR_FMT(r->ref));
  return r;
}

/* The names of the namevars that distinguish resources; returns how many there are: 0 if only titles do. A type of a
 * module in Ruby has them in its attributes. */
static uint32_t namevars(const struct ral_resource *r, const char ***names)
{
  const struct restype *t = r->type->flags & RAL_CONTAINER ? NULL : restype_find(sym_z(r->type->name));
  const struct ral_attribute *a = t == NULL ? r->type->attributes : NULL;
  uint32_t n = 0, most = t != NULL ? t->nkeys : 0;
  if (r->type->flags & RAL_TITLES_ONLY || (t != NULL && t->not_isomorphic)) return 0;
  for (const struct ral_attribute *p = a; p != NULL && p->name != NULL; p++) most++;
  *names = arena_array(r->ral->arena, most + 1, sizeof **names);
  for (uint32_t i = 0; t != NULL && i < t->nkeys; i++) (*names)[n++] = t->keys[i]->text;
  for (; a != NULL && a->name != NULL; a++) {
    if (a->flags & RAL_NAMEVAR) (*names)[n++] = a->name;
  }
  return n;
}

/* Its name if that differs from its title. Empty if it has none, or if only titles identify resources of the type. A
 * name of several parts, like a package's name and provider, is not used in references. */
static str other_name(const struct ral_resource *r)
{
  const char **names;
  if (namevars(r, &names) != 1) return STR_EMPTY;
  const str name = ral_value_text(r, names[0]);
  return str_eq(name, r->title) ? STR_EMPTY : name;
}

/* The place in the manifest, as Puppet prints it; empty: none. */
static str place_of(const struct ral_resource *r)
{
  if (r->file.n == 0) return STR_EMPTY;
  return arena_printf(r->ral->arena, " (file: %.*s, line: %lld)", STR_FMT(r->file), (long long)r->line);
}

/* Two resources have the same name, which is known only after munging: File['/a/../b'] and File['/b']. `alias` is the
 * key as Puppet prints it, an array; in the key of the other resource its elements follow the type. */
static bool name_taken(struct ral_resource *r, const struct ral_resource *other, str alias)
{
  const str place = place_of(r);
  return ral_fail(r->ral, "Cannot alias %.*s to %.*s%s%.*s; resource [\"%.*s\", %.*s already declared%.*s",
                  STR_FMT(r->ref), STR_FMT(alias), place.n > 0 ? " at" : "", STR_FMT(place), STR_FMT(r->type_name),
                  STR_FMT(str_from(alias, 1)), STR_FMT(place_of(other)));
}

/* The key of a resource with several namevars, as Puppet prints it; empty: it has one. */
static str compound_key(const struct ral_resource *r)
{
  const char **names;
  const uint32_t n = namevars(r, &names);
  struct buf out = BUF_IN(r->ral->arena);
  for (uint32_t i = 0; i < n; i++) {
    const bool provider = strcmp(names[i], "provider") == 0 && r->provider != NULL;
    buf_z(&out, i == 0 ? "[" : ", ");
    buf_str(&out, provider ? arena_printf(r->ral->arena, ":%s", r->provider->name)
                           : ral_inspect(r->ral->arena, ral_value(r, names[i])));
  }
  buf_char(&out, ']');
  return n > 1 ? buf_view(&out) : STR_EMPTY;
}

/* The title is that of another resource, or its name: in a catalog from a file, or after munging. */
static bool title_taken(struct ral_resource *r, const struct ral_resource *other)
{
  const str first = place_of(other), second = place_of(r);
  return ral_fail(r->ral, "Duplicate declaration: %.*s is already declared%s%.*s; cannot redeclare%.*s",
                  STR_FMT(r->ref), first.n > 0 ? " at" : "", STR_FMT(first), STR_FMT(second));
}

/* Remembers the resource under its name, too; an error if another one has this name. */
static bool remember_name(struct ral_resource *r)
{
  struct ral *ral = r->ral;
  const str keys = compound_key(r), name = keys.n > 0 ? keys : other_name(r);
  const struct ral_resource *other = name.n > 0 ? ral_find(ral, r->type->name, name) : NULL;
  if (name.n > 0 && other == NULL) strmap_put(&ral->by_ref, key_of(ral->arena, r->type_name, name), r);
  if (other == NULL || other == r) return true;
  const str shown = ral_inspect(ral->arena, value_str(name));
  return name_taken(r, other, keys.n > 0 ? keys : arena_printf(ral->arena, "[%.*s]", STR_FMT(shown)));
}

static bool remember(struct ral_resource *r)
{
  struct ral *ral = r->ral;
  const struct ral_resource *same = strmap_get(&ral->by_ref, key_of(ral->arena, r->type_name, r->title));
  if (same != NULL && same != r) return title_taken(r, same);
  strmap_put(&ral->by_ref, key_of(ral->arena, r->type_name, r->title), r);
  const value alias = r->item != NULL && hash_get_str(r->item->params, STR("alias")) != NULL
                        ? *hash_get_str(r->item->params, STR("alias"))
                        : VALUE_UNDEF;
  const uint32_t n = alias.kind == V_ARRAY ? alias.array->n : alias.kind == V_STRING ? 1 : 0;
  for (uint32_t i = 0; i < n; i++) {
    const str name = ral_text(alias.kind == V_ARRAY ? alias.array->items[i] : alias);
    if (ral_find(ral, r->type->name, name) == NULL) strmap_put(&ral->by_ref, key_of(ral->arena, r->type_name, name), r);
  }
  return remember_name(r);
}

static void set_path(struct ral_resource *r)
{
  const str above = r->container != NULL ? r->container->path : STR_EMPTY;
  const str own = str_eqz(r->type_name, "Class") ? r->title : r->ref;
  r->path = arena_printf(r->ral->arena, "%.*s/%.*s", STR_FMT(above), STR_FMT(own));
}

static void push_tag(struct arena *a, struct valuevec *tags, str text)
{
  const value tag = value_str(arena_lower(a, text));
  if (!value_among(tags->items, tags->n, tag) && tag_is_valid(text)) valuevec_push(tags, a, tag);
}

void ral_copy_metaparameters(struct ral_resource *r, const struct ral_resource *maker)
{
  r->noop = maker->noop;
  r->level = maker->level;
  r->schedule = maker->schedule;
  r->audit = maker->audit;
  ral_merge_tags(r, &array_empty, maker);
}

void ral_merge_tags(struct ral_resource *r, const struct array *own, const struct ral_resource *maker)
{
  struct valuevec tags = {0};
  push_tag(r->ral->arena, &tags, str_of(r->type->name));
  push_tag(r->ral->arena, &tags, r->title);
  for (uint32_t i = 0; i < own->n; i++) push_tag(r->ral->arena, &tags, value_text(own->items[i]));
  for (uint32_t i = 0; i < maker->tags->n; i++) push_tag(r->ral->arena, &tags, value_text(maker->tags->items[i]));
  r->tags = valuevec_array(&tags, r->ral->arena).array;
}

void ral_add_after(struct ral_resource *r, struct ral_resource *maker)
{
  struct ral *ral = r->ral;
  r->container = maker->container;
  if (r->tags->n == 0) r->tags = maker->tags;
  set_path(r);
  r->before = maker;
  ral_list_add(&ral->resources, r);
  (void)remember(r); /* cannot fail: the caller has checked for duplicates */
}

static void refer_as(struct ral_resource *r, str title)
{
  r->ref = arena_printf(r->ral->arena, "%.*s[%.*s]", STR_FMT(r->type_name), STR_FMT(title));
  r->path = arena_printf(r->ral->arena, "/%.*s", STR_FMT(r->ref));
}

/* Sets the namevars from the title. */
static bool set_keys(struct ral_resource *r, const struct hash *params)
{
  const struct restype *t = restype_find(sym_z(r->type->name));
  struct title_parts parts = {0};
  if (t == NULL) { /* a type of a module: its namevar is the title */
    const struct ral_attribute *key = r->type->attributes;
    while (key->name != NULL && !(key->flags & RAL_NAMEVAR)) key++;
    const value *given = key->name != NULL ? hash_get_str(params, str_of(key->name)) : NULL;
    if (given == NULL) given = hash_get_str(params, STR("name"));
    return ral_set(r, key->name != NULL ? key->name : "name", given != NULL ? *given : value_str(r->title));
  }
  if (restype_split_title(t, r->ral->arena, r->title, &parts) != TITLE_SPLIT) {
    return ral_fail(r->ral, "No set of title patterns matched the title \"%.*s\".", STR_FMT(r->title));
  }
  for (const struct ral_attribute *a = r->type->attributes; r->type->title != NULL && a->name != NULL; a++) {
    const value *given = a->flags & RAL_NAMEVAR ? hash_get_str(params, str_of(a->name)) : NULL;
    if (given != NULL && given->kind != V_UNDEF && !ral_set(r, a->name, *given)) return false;
    refer_as(r, r->type->title(r)); /* so that messages about the next attributes use this title */
  }
  for (uint32_t i = 0; i < parts.n; i++) {
    const char *name = parts.items[i].name->text;
    const int at = ral_index(r->type, name);
    if (at < 0 || strcmp(name, "provider") == 0) continue;
    const value *given = hash_get_str(params, str_of(name));
    if (given != NULL && ral_is_deferred(*given)) given = NULL;
    if (given == NULL && (r->type->attributes[at].flags & RAL_NAMEVAR)) given = hash_get_str(params, STR("name"));
    if (given != NULL && ral_is_deferred(*given)) given = NULL;
    const value v = given != NULL ? *given : parts.items[i].value;
    if (v.kind != V_UNDEF && !ral_set(r, name, v)) return false;
  }
  if (r->type->title != NULL) {
    r->title = r->type->title(r);
    refer_as(r, r->title);
  }
  return true;
}

/* A type in Ruby makes the whole resource; audit => all makes it read all properties. */
bool ral_set_title(struct ral_resource *r)
{
  if (r->type->make == NULL) return set_keys(r, &hash_empty);
  struct hash *params = hash_new(r->ral->arena, 1);
  hash_put_str(params, r->ral->arena, STR("audit"), value_str(STR("all")));
  return r->type->make(r, params);
}

bool ral_finish(struct ral_resource *r)
{
  if (r->provider == NULL && r->type->providers != NULL) r->provider = ral_default_provider(r->ral, r->type);
  for (const struct ral_attribute *a = r->type->attributes; a != NULL && a->name != NULL; a++) {
    const struct ral_setting *s = &r->settings[a - r->type->attributes];
    if (s->set || s->later || !ral_has_fallback(a) || ral_audits(r, a->name))
      continue; /* an audited property that is not set gets no default */
    const value v = a->fallback != NULL ? a->fallback(r) : a->fallback_value;
    if (v.kind != V_UNDEF && !set_value(r, a, v)) return parameter_failed(r, a->name);
  }
  return r->deferred || ral_validate(r);
}

bool ral_validate(struct ral_resource *r)
{
  struct ral *ral = r->ral;
  if (r->type->validate == NULL || r->type->validate(r)) return true;
  const str why = ral->error;
  ral_fail(ral, "Validation of %.*s failed: %.*s", STR_FMT(r->ref), STR_FMT(why));
  ral->error_file = r->file;
  ral->error_line = r->line;
  return false;
}

static const value *plain_sensitive(const struct catalog_item *item, str name, const value *v)
{
  if (item == NULL || catalog_item_is_sensitive(item, name) || v->kind != V_HASH) return v;
  const value *rtype = hash_get_str(v->hash, STR("__ptype")), *wrapped = hash_get_str(v->hash, STR("__pvalue"));
  return rtype != NULL && wrapped != NULL && str_eqz(ral_text(*rtype), "Sensitive") ? wrapped : v;
}

static void mark_sensitive(struct ral_resource *r, str name)
{
  struct ral_setting *s = ral_setting(r, arena_strz(r->ral->arena, name));
  const bool property = s != NULL && r->type->attributes[s - r->settings].flags & RAL_PROPERTY;
  if (s != NULL) s->sensitive = true;
  if (s != NULL && r->type->attributes[s - r->settings].flags & RAL_HIDES) return;
  if (property && !s->set && !s->later) {
    ral_log(r, LOG_LEVEL_WARNING, "Unable to mark '%.*s' as sensitive: the property itself was not assigned a value.",
            STR_FMT(name));
  } else if (s != NULL && s->set && !property) {
    ral_log(r, LOG_LEVEL_WARNING,
            "Unable to mark '%.*s' as sensitive: %.*s is a parameter and not a property, and "
            "cannot be automatically redacted.",
            STR_FMT(name), STR_FMT(name));
  }
}

/* Marks the attributes that the catalog lists as sensitive, and those whose value is a Sensitive. */
static bool set_sensitive(struct ral_resource *r)
{
  bool any = r->item->sensitive->n > 0;
  for (uint32_t i = 0; i < r->item->sensitive->n; i++) mark_sensitive(r, value_text(r->item->sensitive->items[i]));
  for (uint32_t i = 0; i < r->item->params->n; i++) {
    const struct hash_entry *e = &r->item->params->entries[i];
    if (plain_sensitive(r->item, ral_text(e->key), &e->value) == &e->value) continue;
    mark_sensitive(r, ral_text(e->key));
    any = true;
  }
  if (any && r->type->redact != NULL) r->type->redact(r);
  return true;
}

static bool set_attributes(struct ral_resource *r, const struct hash *params)
{
  for (const struct ral_attribute *a = r->type->attributes; a != NULL && a->name != NULL; a++) {
    const value *v = hash_get_str(params, str_of(a->name));
    if (v == NULL || v->kind == V_UNDEF) continue;
    if (r->settings[a - r->type->attributes].set && !ral_is_deferred(*v)) continue;
    if (strcmp(a->name, "provider") == 0) continue;
    v = plain_sensitive(r->item, str_of(a->name), v);
    if (ral_is_deferred(*v)) r->deferred = r->settings[a - r->type->attributes].later = true;
    else if (!set_value(r, a, *v)) return parameter_failed(r, a->name);
  }
  for (uint32_t i = 0; i < params->n; i++) {
    const str name = ral_text(params->entries[i].key);
    if (ral_index(r->type, arena_strz(r->ral->arena, name)) >= 0 || str_eqz(name, "name") ||
        restype_is_metaparameter(sym_intern(name)))
      continue;
    return ral_fail(r->ral, "no parameter named '%.*s'", STR_FMT(name));
  }
  return true;
}

bool ral_set_params(struct ral_resource *r, const struct hash *params)
{
  return choose_provider(r, params) && set_keys(r, params) && ral_set_metaparameters(r, params) &&
         set_attributes(r, params) && ral_finish(r);
}

/* --- the catalog --- */

static bool is_container(const struct catalog_item *item)
{
  if (str_eqz(item->type, "Class") || str_eqz(item->type, "Node")) return true;
  return item->kind.n > 0 ? !str_eqz(item->kind, "compilable_type") : false;
}

/* "a::b" -> "A::B". */
static str class_title(struct arena *a, str title)
{
  char *p = arena_strz(a, title);
  for (size_t i = 0; i < title.n; i++) {
    if (i == 0 || (i > 1 && p[i - 1] == ':' && p[i - 2] == ':')) p[i] = (char)ascii_upper((unsigned char)p[i]);
  }
  return str_n(p, title.n);
}

/* Like Puppet, takes a resource without a kind for a defined type, if the catalog's format has kinds. */
static bool has_no_type(const struct ral *ral, const struct catalog_item *item)
{
  return is_container(item) || (ral->catalog->format >= 2 && !str_eqz(item->kind, "compilable_type"));
}

static bool load_one(struct ral *ral, const struct catalog_item *item)
{
  const str lower = lowered(ral->arena, item->type);
  const struct ral_type *rtype = has_no_type(ral, item)         ? &ral_type_component
                                 : str_eqz(item->type, "Stage") ? &ral_type_stage
                                                                : NULL;
  ral->error = STR_EMPTY;
  if (rtype == NULL) rtype = ral_type_get(ral, lower);
  if (rtype == NULL) {
    /* Like an unknown type: it is a defined type, about which the catalog has no data. */
    if (ral->error.n == 0 && item->kind.n == 0 && restype_find(sym_intern(lower)) == NULL) {
      rtype = &ral_type_component;
    } else if (ral->error.n == 0 && restype_find(sym_intern(lower)) == NULL) {
      return ral_fail(ral, "Resource type '%.*s' was not found", STR_FMT(item->type));
    } else {
      if (ral->error.n == 0) ral_fail(ral, "not supported: resource type '%.*s'", STR_FMT(lower));
      ral->error_file = item->file;
      ral->error_line = item->line;
      return false;
    }
  }
  const bool class = str_eqz(item->type, "Class");
  struct ral_resource *r = ral_resource_new(ral, rtype, class ? class_title(ral->arena, item->title) : item->title);
  r->item = item;
  r->type_name = item->type;
  r->ref = arena_printf(ral->arena, "%.*s[%.*s]", STR_FMT(r->type_name), STR_FMT(r->title));
  r->path = arena_printf(ral->arena, "/%.*s", STR_FMT(class ? r->title : r->ref));
  r->file = item->file;
  r->line = item->line;
  r->tags = item->tags;
  ral_list_add(&ral->resources, r);
  if (rtype->flags & RAL_CONTAINER) {
    return remember(r) && ral_set_metaparameters(r, item->params);
  }
  if (rtype->make != NULL) {
    /* Ruby makes the whole resource at once, so Deferred values are resolved now. */
    if (!ral_resolve_item(ral, &((struct catalog_doc *)ral->catalog)->items[item->index])) return false;
    if (!ral_set_metaparameters(r, item->params) || !rtype->make(r, item->params)) return false;
    refer_as(r, r->title);
    return remember(r);
  }
  if (rtype->title != NULL) refer_as(r, rtype->title(r)); /* messages about the namevars cannot use the title yet */
  if (!choose_provider(r, item->params) || !set_keys(r, item->params) || !ral_set_metaparameters(r, item->params) ||
      !set_attributes(r, item->params) || !ral_finish(r) || !set_sensitive(r))
    return false;
  return remember(r);
}

/* Happens only for catalogs that were not made by a compiler. */
static bool edge_failed(struct ral *ral, const char *missing, str named, str other)
{
  return ral_fail(ral,
                  "Could not deserialize catalog from rich_data_json: Could not intern from rich_data_json: Could not "
                  "intern from data: Could not find relationship %s \"%.*s\" for %.*s",
                  missing, STR_FMT(named), STR_FMT(other));
}

/* The path of a container is set before those of its contents. */
static bool contain(struct ral *ral, const struct catalog_doc *catalog)
{
  for (uint32_t i = 0; i < catalog->nlinks; i++) {
    const str source = catalog->links[i].source, target = catalog->links[i].target;
    const struct catalog_item *outer = strmap_get(&catalog->by_ref, source);
    const struct catalog_item *inner = strmap_get(&catalog->by_ref, target);
    if (outer == NULL) return edge_failed(ral, "source", source, target);
    struct ral_resource *container = ral->resources.items[outer->index];
    if (inner == NULL) return edge_failed(ral, "target", target, container->ref);
    struct ral_resource *r = ral->resources.items[inner->index];
    if (r->container == NULL) r->container = container;
  }
  for (uint32_t i = 0; i < ral->resources.n; i++) ral->resources.items[i]->path = STR_EMPTY;
  for (uint32_t i = 0; i < ral->resources.n; i++) {
    struct ral_resource *chain[64], *r = ral->resources.items[i];
    size_t depth = 0;
    for (; r != NULL && r->path.n == 0 && depth < 64; r = r->container) chain[depth++] = r;
    while (depth > 0) set_path(chain[--depth]);
  }
  return true;
}

/* Finds it by its title, or by the name made from the title: "/a/" is "/a". */
static bool is_there(struct ral *ral, str named, str title)
{
  const char *name = arena_strz(ral->arena, named);
  struct title_parts parts = {0};
  if (strcmp(name, "Class") == 0) title = class_title(ral->arena, title);
  if (ral_find(ral, name, title) != NULL) return true;
  const struct restype *t = restype_find(sym_intern(lowered(ral->arena, named)));
  if (t == NULL || restype_split_title(t, ral->arena, title, &parts) != TITLE_SPLIT || parts.n != 1) return false;
  return ral_find(ral, name, value_text(parts.items[0].value)) != NULL;
}

static bool lacks_relation(struct ral_resource *r, bool late, bool before, str ref)
{
  if (late) return ral_fail(r->ral, "Could not retrieve dependency '%.*s' of %.*s", STR_FMT(ref), STR_FMT(r->ref));
  ral_fail(r->ral, "Could not find %s %.*s for %.*s", before ? "dependent" : "dependency", STR_FMT(ref),
           STR_FMT(r->ref));
  r->ral->error_file = r->file;
  r->ral->error_line = r->line;
  return false;
}

bool ral_check_relations(struct ral_resource *r, bool late)
{
  static const char *const all[] = {"require", "subscribe", "before", "notify"};
  for (size_t k = 0; r->item != NULL && k < sizeof all / sizeof *all; k++) {
    const value *v = hash_get_str(r->item->params, str_of(all[k]));
    const uint32_t n = v == NULL || v->kind == V_UNDEF ? 0 : v->kind == V_ARRAY ? v->array->n : 1;
    for (uint32_t i = 0; i < n; i++) {
      const str ref = ral_text(v->kind == V_ARRAY ? v->array->items[i] : *v);
      const size_t open = str_index(ref, '[', 0);
      if (open == SIZE_MAX || ref.p[ref.n - 1] != ']') continue;
      if (is_there(r->ral, str_sub(ref, 0, open), str_sub(ref, open + 1, ref.n - open - 2))) continue;
      return lacks_relation(r, late, k >= 2, ref);
    }
  }
  return true;
}

bool ral_load(struct ral *ral, const struct catalog_doc *catalog)
{
  ral->catalog = catalog;
  ral->resources = (struct ral_list){.arena = ral->arena};
  strmap_init(&ral->by_ref, ral->arena);
  for (uint32_t i = 0; i < catalog->n; i++) {
    if (!load_one(ral, &catalog->items[i])) return false;
  }
  if (!contain(ral, catalog)) return false;
  for (uint32_t i = 0; i < ral->resources.n; i++) {
    struct ral_resource *r = ral->resources.items[i];
    if (!ral->as_listed && !ral->as_given && !ral_check_relations(r, false)) return false;
    if (r->type->finish != NULL && !r->type->finish(r)) return false;
  }
  return true;
}
