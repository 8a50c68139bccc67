/* Restores the properties of resources to the values before a run. */
#include <grp.h>
#include <string.h>

#include "agent/journal/undo_internal.h"

/* --- the old values --- */

static bool is_word(value v, const char *word) { return v.kind == V_STRING && str_eqz(value_text(v), word); }
static bool is_gone(value v) { return is_word(v, "absent") || is_word(v, "purged"); }

/* The first value of a setting. */
static value first_of(value v) { return v.kind == V_ARRAY && v.array->n > 0 ? v.array->items[0] : v; }

static bool has_event(const struct journal_change *c, str property)
{
  for (uint32_t i = 0; i < c->nevents; i++) {
    if (str_eq(c->events[i].property, property)) return true;
  }
  return !c->finished && hash_get_str(c->wanted, property) != NULL;
}

/* Whether a catalog can express that a property has no value. */
static bool takes_absent(const struct ral_type *t, const struct ral_attribute *a)
{
  for (const struct ral_word *w = a->words; w != NULL && w->name != NULL; w++) {
    if (strcmp(w->name, "absent") == 0) return true;
  }
  return strcmp(t->name, "cron") == 0;
}

static void add_lost(struct undoing *u, struct undo_item *item, str what)
{
  item->lost = item->lost.n == 0 ? what : arena_printf(u->arena, "%.*s, %.*s", STR_FMT(item->lost), STR_FMT(what));
}

static void add_old(struct undoing *u, const struct journal_change *c, const struct ral_type *t, str name, bool making,
                    struct hash *out, struct undo_item *item)
{
  const value *was = hash_get_str(c->was, name);
  const int at = ral_index(t, arena_strz(u->arena, name));
  if (was == NULL || at < 0 || was->kind == V_UNDEF) return;
  const struct ral_attribute *a = &t->attributes[at];
  const bool none = is_word(*was, "absent") ||
                    (was->kind == V_ARRAY && was->array->n == 1 && is_word(was->array->items[0], "absent"));
  if (none && (making || ral_has_fallback(a))) return;
  if (none && !takes_absent(t, a)) add_lost(u, item, arena_printf(u->arena, "%s (it had no value)", a->name));
  else hash_put_str(out, u->arena, name, *was);
}

/* The state before the run: absent, or present with all known values (if the run removed it), or the values of the
 * changed properties. */
static struct hash *old_values(struct undoing *u, const struct journal_change *c, const struct ral_type *t,
                               struct undo_item *item)
{
  struct hash *out = hash_new(u->arena, 8);
  const value ensure = hash_member(c->was, "ensure"), wanted = first_of(hash_member(c->wanted, "ensure"));
  const bool ensured = has_event(c, STR("ensure"));
  const bool making = c->present && ensured && is_gone(wanted);
  if (ensured && ensure.kind != V_UNDEF) hash_put_str(out, u->arena, STR("ensure"), ensure);
  if (ensured && !c->present) return out;
  const struct hash *names = making ? c->was : c->wanted;
  for (uint32_t i = 0; i < names->n; i++) {
    const value key = names->entries[i].key;
    if (key.kind != V_STRING || str_eqz(value_text(key), "ensure")) continue;
    if (ensured || has_event(c, value_text(key))) add_old(u, c, t, value_text(key), making, out, item);
  }
  return out;
}

/* --- the present state --- */

static void say_nothing(struct ral *ral, enum log_level level, str source, str message)
{
  (void)ral, (void)level, (void)source, (void)message;
}

static str capitalized(struct arena *a, str rtype)
{
  char *z = arena_strz(a, rtype);
  if (rtype.n > 0) z[0] = (char)ascii_upper((unsigned char)z[0]);
  return str_n(z, rtype.n);
}

/* Whether the properties have these values on the host now. False after ral_fail() if they cannot be read. */
static bool in_state(struct undoing *u, const struct journal_change *c, const struct hash *params,
                     const struct hash *properties, bool *in)
{
  struct ral *ral = ARENA_NEW(u->arena, struct ral);
  struct catalog_doc *doc = ARENA_NEW(u->arena, struct catalog_doc);
  struct hash *whole = hash_new(u->arena, 1);
  *ral = *u->ral;
  ral->memory = NULL;
  ral->log = say_nothing;
  const value item = undo_resource(u->arena, capitalized(u->arena, c->type), c->title, params, c->sensitive);
  hash_put_str(whole, u->arena, STR("resources"), array_of(u->arena, &item, 1));
  bool ok = catalog_from_value(u->arena, value_hash(whole), doc, &ral->error) && ral_load(ral, doc) &&
            ral->resources.n > 0;
  struct ral_resource *r = ok ? ral->resources.items[0] : NULL;
  if (ok && r->provider != NULL && r->provider->prefetch != NULL) ok = r->provider->prefetch(ral, &r, 1);
  value current[128] = {{0}};
  ok = ok && ral_retrieve(r, current);
  *in = true;
  for (uint32_t i = 0; ok && *in && i < properties->n; i++) {
    const int at = ral_index(r->type, arena_strz(u->arena, value_text(properties->entries[i].key)));
    if (at < 0 || !r->settings[at].set || !(r->type->attributes[at].flags & RAL_PROPERTY)) continue;
    ok = ral_insync(r, &r->type->attributes[at], current[at], in);
  }
  return ok || ral_fail(u->ral, "%.*s", STR_FMT(ral->error));
}

/* Adds the properties that identify where a record is: in some types that is not a parameter. */
static void add_place(struct undoing *u, const struct journal_change *c, struct hash *all)
{
  static const char *const names[] = {"user", "target"};
  for (size_t i = 0; i < 2; i++) {
    const value v = first_of(hash_member(c->wanted, names[i]));
    if (v.kind != V_UNDEF && !is_gone(v)) hash_put_str(all, u->arena, str_of(names[i]), v);
  }
}

static struct hash *with_parameters(struct undoing *u, const struct journal_change *c, const struct hash *properties)
{
  struct hash *all = hash_copy(u->arena, c->params, properties->n + 3);
  add_place(u, c, all);
  for (uint32_t i = 0; i < properties->n; i++)
    hash_put(all, u->arena, properties->entries[i].key, properties->entries[i].value);
  return all;
}

/* Removing a user also removes the group with his name, so it is created again. */
static void add_group(struct undoing *u, const struct journal_change *c, const struct hash *old, struct undo_item *item)
{
  const value gid = hash_member(old, "gid");
  if (!str_eqz(c->type, "user") || gid.kind != V_INT || getgrgid((gid_t)gid.integer) != NULL ||
      getgrnam(arena_strz(u->arena, c->title)) != NULL)
    return;
  for (uint32_t i = 0; i < u->run->nchanges; i++) {
    const struct journal_change *other = u->run->changes[i];
    if (str_eqz(other->type, "group") && value_same(hash_member(other->was, "gid"), gid)) return;
  }
  struct hash *params = hash_new(u->arena, 2);
  hash_put_str(params, u->arena, STR("ensure"), value_str(STR("present")));
  hash_put_str(params, u->arena, STR("gid"), gid);
  valuevec_push(&item->resources, u->arena, undo_resource(u->arena, STR("Group"), c->title, params, &array_empty));
}

/* The values that the run wanted: only `ensure` if the resource was to be removed; without defaults that mean no
 * value. */
static const struct hash *wanted_values(struct undoing *u, const struct journal_change *c)
{
  const value ensure = hash_member(c->wanted, "ensure");
  const bool gone = is_gone(first_of(ensure));
  struct hash *out = hash_new(u->arena, c->wanted->n + 1);
  for (uint32_t i = 0; i < c->wanted->n; i++) {
    const struct hash_entry *e = &c->wanted->entries[i];
    const bool own = e->key.kind == V_STRING && str_eqz(value_text(e->key), "ensure");
    if (own || (!gone && !is_gone(first_of(e->value)))) hash_put(out, u->arena, e->key, e->value);
  }
  return out;
}

/* --- as text --- */

static str text_of(struct undoing *u, const struct journal_change *c, const struct hash *properties)
{
  struct buf out = BUF_IN(u->arena);
  for (uint32_t i = 0; i < properties->n; i++) {
    const struct hash_entry *e = &properties->entries[i];
    buf_printf(&out, "%s%.*s => ", i > 0 ? ", " : "", STR_FMT(value_text(e->key)));
    if (value_among(c->sensitive->items, c->sensitive->n, e->key)) buf_z(&out, "[redacted]");
    else if (e->value.kind == V_STRING && e->value.length == 0) buf_z(&out, "''");
    else value_render(&out, e->value);
  }
  return buf_view(&out);
}

void undo_values_make(struct undoing *u, const struct journal_change *c, struct undo_item *item)
{
  const struct ral_type *t = ral_type_in_c(u->ral, c->type);
  bool as_before = false, as_left = false;
  *item = (struct undo_item){.ref = c->ref, .state = UNDO_NOT};
  if (t == NULL) {
    item->text = STR("its type is unknown");
    return;
  }
  const struct hash *old = old_values(u, c, t, item);
  if (old->n == 0) {
    item->text = STR("its old values are unknown");
    return;
  }
  struct hash *params = with_parameters(u, c, old);
  const struct hash *wanted = wanted_values(u, c);
  if (hash_get_str(old, STR("groups")) != NULL) { /* removes the groups that the run added */
    hash_put_str(params, u->arena, STR("membership"), value_str(STR("inclusive")));
  }
  const value made = undo_resource(u->arena, capitalized(u->arena, c->type), c->title, params, c->sensitive);
  const bool existence = hash_get_str(old, STR("ensure")) != NULL &&
                         (!c->present || is_gone(first_of(hash_member(c->wanted, "ensure"))));
  if (existence && c->lost.n > 0) add_lost(u, item, c->lost);
  item->state = UNDO_BACK;
  item->text = text_of(u, c, old);
  add_group(u, c, old, item);
  valuevec_push(&item->resources, u->arena, made);
  if (in_state(u, c, params, old, &as_before) && as_before) item->state = UNDO_SAME;
  else if (in_state(u, c, with_parameters(u, c, wanted), wanted, &as_left) && as_left) return;
  else if (u->force) item->forced = true;
  else {
    item->state = UNDO_CHANGED;
    item->text = STR("it has changed since the run");
  }
}
