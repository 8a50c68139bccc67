/* Chooses the provider of a resource. */
#include <stdlib.h>
#include <unistd.h>

#include "agent/ral/ral.h"
#include "compiler/values/ruby_text.h"

bool ral_provider_has(const struct ral_provider *p, const char *features)
{
  if (p == NULL || features == NULL) return features == NULL;
  if (p->features != NULL && strcmp(p->features, "*") == 0) return true;
  for (const char *at = features; *at != '\0';) {
    const size_t n = strcspn(at, " ");
    bool found = false;
    for (const char *f = p->features; f != NULL && *f != '\0' && !found;) {
      const size_t m = strcspn(f, " ");
      found = m == n && memcmp(f, at, n) == 0;
      f += m + (f[m] == ' ');
    }
    if (!found) return false;
    at += n + (at[n] == ' ');
  }
  return true;
}

/* `name` is a path, or is searched in PATH. */
static bool program_exists(const char *name)
{
  if (strchr(name, '/') != NULL) return access(name, X_OK) == 0;
  const char *path = getenv("PATH");
  struct buf file = BUF_HEAP;
  bool found = false;
  for (const char *at = path != NULL ? path : "/usr/sbin:/usr/bin:/sbin:/bin"; *at != '\0' && !found;) {
    const size_t n = strcspn(at, ":");
    buf_clear(&file);
    buf_append(&file, at, n);
    buf_printf(&file, "/%s", name);
    found = n > 0 && access(file.p, X_OK) == 0;
    at += n + (at[n] == ':');
  }
  buf_free(&file);
  return found;
}

static value fact(const struct hash *facts, const char *path)
{
  value v = value_hash(facts);
  for (const char *at = path; *at != '\0' && v.kind == V_HASH;) {
    const size_t n = strcspn(at, ".");
    const value *found = hash_get_str(v.hash, str_n(at, n));
    if (found == NULL) return VALUE_UNDEF;
    v = *found;
    at += n + (at[n] == '.');
  }
  return v;
}

static bool holds(struct ral *ral, const struct ral_confine *c)
{
  const str is = ral_to_s(ral->arena, fact(ral->facts, c->fact));
  for (const char *const *v = c->values; *v != NULL; v++) {
    if (str_caseeq(is, str_of(*v))) return true;
  }
  return false;
}

bool ral_provider_suitable(struct ral *ral, const struct ral_provider *p)
{
  for (const struct ral_confine *c = p->confines; c != NULL && c->fact != NULL; c++) {
    if (!holds(ral, c)) return false;
  }
  for (const char *const *name = p->commands; name != NULL && *name != NULL; name++) {
    if (!program_exists(*name)) return false;
  }
  return p->suitable == NULL || p->suitable(ral, p);
}

/* Puppet's specificity: a default for this host counts most, then the depth of the provider's class. */
static int weight(struct ral *ral, const struct ral_provider *p)
{
  int n = 0;
  for (const struct ral_confine *c = p->defaults; c != NULL && c->fact != NULL; c++) {
    if (!holds(ral, c)) return p->specificity;
    n++;
  }
  return n * 100 + p->specificity;
}

const struct ral_provider *ral_default_provider(struct ral *ral, const struct ral_type *t)
{
  const struct ral_provider *best = NULL;
  int most = -1;
  for (const struct ral_provider *const *p = t->providers; p != NULL && *p != NULL; p++) {
    const int w = weight(ral, *p);
    if (w <= most || !ral_provider_suitable(ral, *p)) continue;
    best = *p;
    most = w;
  }
  if (t->providers == NULL || ral->foreign == NULL) return best;
  const struct ral_provider *foreign = ral->foreign->default_provider(ral, t, most);
  return foreign != NULL ? foreign : best;
}

static const char *source_of(const struct ral_provider *p) { return p->source != NULL ? p->source : p->name; }

static bool is_listed(const struct ral_provider *const *list, uint32_t n, const struct ral_provider *p)
{
  for (uint32_t i = 0; i < n; i++) {
    if (strcmp(source_of(list[i]), source_of(p)) == 0) return true;
  }
  return false;
}

const struct ral_provider **ral_listing_providers(struct ral *ral, const struct ral_type *t)
{
  if (t->providers == NULL) {
    ral_fail(ral, "%s has no providers and has not overridden 'instances'", t->name);
    return NULL;
  }
  const struct ral_provider *first = ral_default_provider(ral, t);
  uint32_t n = 0, count = 0;
  while (t->providers[count] != NULL) count++;
  const struct ral_provider **out = arena_array(ral->arena, (size_t)count + 1, sizeof *out);
  for (int pass = 0; pass < 2; pass++) {
    for (uint32_t i = 0; i < count; i++) {
      const struct ral_provider *p = t->providers[i];
      if ((p == first) != (pass == 0) || p->instances == NULL || is_listed(out, n, p)) continue;
      if (ral_provider_suitable(ral, p)) out[n++] = p;
    }
  }
  return out;
}
