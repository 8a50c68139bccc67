/* Restores files to their state before a run. */
#include <dirent.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>

#include "agent/journal/undo_internal.h"

static bool is_kind(const struct journal_file *f, const char *kind) { return str_eqz(f->kind, kind); }

/* --- what the run did to each file --- */

static struct undo_target *target_of(struct undoing *u, struct undo_targets *all, str path, uint32_t at)
{
  bool made;
  void **slot = strmap_slot(&all->by_path, path, &made);
  if (!made) return *slot;
  struct undo_target *t = ARENA_NEW(u->arena, struct undo_target);
  *t = (struct undo_target){.path = path, .first = at};
  *slot = t;
  ptrvec_push(&all->all, u->arena, t);
  return t;
}

static void add_before(struct undo_target *t, const struct journal_file *f)
{
  const bool whole = f->object.n > 0 || f->nbelow > 0 || f->lost.n > 0;
  if (t->before == NULL) t->before = f;
  if (t->whole == NULL && whole) t->whole = f;
}

static void add_change(struct undoing *u, struct undo_targets *all, uint32_t at)
{
  const struct journal_change *c = u->run->changes[at];
  bool secret = false;
  for (uint32_t i = 0; i < c->nbefore; i++) {
    struct undo_target *t = target_of(u, all, c->before[i].path, at);
    add_before(t, &c->before[i]);
    if (!c->finished) t->after = NULL;
  }
  for (uint32_t i = 0; i < c->nevents; i++) {
    secret = secret || (c->events[i].previous.kind == V_UNDEF && c->events[i].desired.kind == V_UNDEF);
  }
  for (uint32_t i = 0; i < c->nafter; i++) {
    struct undo_target *t = target_of(u, all, c->after[i].path, at);
    t->after = &c->after[i];
    t->last = at;
    t->secret = t->secret || secret;
    valuevec_push(&t->by, u->arena, value_str(c->ref));
  }
}

/* Whether the run later removed a directory that contained the file. */
static bool went_along(const struct undo_targets *all, const struct undo_target *t)
{
  for (size_t n = t->path.n; n > 1;) {
    while (n > 0 && t->path.p[n - 1] != '/') n--;
    if (n < 2) break;
    const struct undo_target *above = strmap_get(&all->by_path, str_sub(t->path, 0, --n));
    if (above != NULL && above->last > t->last && above->after != NULL && !is_kind(above->after, "directory"))
      return true;
  }
  return false;
}

/* --- comparing --- */

/* NULL: no difference. */
static const char *difference(const struct journal_file *a, const struct journal_file *b)
{
  if (!str_eq(a->kind, b->kind)) {
    return is_kind(a, "absent") ? "it was removed" : is_kind(b, "absent") ? "it was created again" : "its type changed";
  }
  if (is_kind(a, "absent")) return NULL;
  if (!str_eq(a->sum, b->sum)) return "its contents changed";
  if (!str_eq(a->target, b->target)) return "its target changed";
  if (a->uid != b->uid || a->gid != b->gid) return "its owner changed";
  return a->mode != b->mode && !is_kind(a, "link") ? "its mode changed" : NULL;
}

/* Whether undoing removes everything that is in the directory. */
static bool will_be_empty(const struct undo_targets *all, str path, unsigned depth)
{
  struct buf name = BUF_HEAP;
  buf_str(&name, path);
  buf_char(&name, '\0');
  DIR *d = depth < 64 ? opendir(name.p) : NULL;
  const struct dirent *e;
  bool empty = d != NULL;
  while (empty && (e = readdir(d)) != NULL) {
    if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
    buf_clear(&name);
    buf_str(&name, path);
    buf_printf(&name, "/%s", e->d_name);
    const struct undo_target *t = strmap_get(&all->by_path, buf_view(&name));
    empty = t != NULL && is_kind(t->before, "absent") && (t->item.state == UNDO_BACK || is_kind(&t->now, "directory"));
    if (empty && is_kind(&t->now, "directory")) empty = will_be_empty(all, buf_view(&name), depth + 1);
  }
  if (d != NULL) closedir(d);
  buf_free(&name);
  return empty;
}

static void refuse(const struct undoing *u, struct undo_item *item, const char *why)
{
  item->state = u->force ? UNDO_BACK : UNDO_CHANGED;
  item->forced = u->force;
  if (!u->force) item->text = str_of(why);
}

/* --- saved contents --- */

static str object_path(const struct undoing *u, const struct journal_file *f)
{
  return arena_printf(u->arena, "%.*s/%.*s", STR_FMT(u->run->directory), STR_FMT(f->object));
}

/* Whether the saved contents have the size and checksum that the journal gives. */
static bool is_kept(const struct undoing *u, const struct journal_file *f)
{
  if (!is_kind(f, "file")) return true;
  const struct journal_file object = journal_file_of(u->arena, journal_file_now(u->arena, object_path(u, f).p));
  return f->object.n > 0 && is_kind(&object, "file") && str_eq(object.sum, f->sum);
}

static bool all_kept(const struct undoing *u, const struct journal_file *f)
{
  bool kept = is_kept(u, f);
  for (uint32_t i = 0; kept && i < f->nbelow; i++) kept = is_kept(u, &f->below[i]);
  return kept;
}

/* --- resources --- */

static void put(struct hash *h, struct arena *a, const char *key, value v) { hash_put_str(h, a, str_of(key), v); }

static struct hash *attributes_of(struct undoing *u, const struct journal_file *f)
{
  struct arena *a = u->arena;
  struct hash *h = hash_new(a, 10);
  put(h, a, "path", value_str(f->path));
  put(h, a, "backup", value_bool(false));
  if (is_kind(f, "absent")) {
    put(h, a, "ensure", value_str(STR("absent")));
    put(h, a, "force", value_bool(true));
    return h;
  }
  put(h, a, "owner", value_int(f->uid));
  put(h, a, "group", value_int(f->gid));
  if (!is_kind(f, "link")) put(h, a, "mode", value_str(arena_printf(a, "%04o", f->mode)));
  return h;
}

/* `whole`: sets the contents, too, whatever the file contains now. */
static value resource_of(struct undoing *u, const struct journal_file *f, bool whole, bool secret)
{
  struct arena *a = u->arena;
  struct hash *h = attributes_of(u, f);
  const value name = value_str(STR("source"));
  if (whole && !is_kind(f, "absent")) {
    put(h, a, "ensure", value_str(f->kind));
    put(h, a, "force", value_bool(true));
  }
  if (is_kind(f, "link")) put(h, a, "target", value_str(f->target));
  if (whole && is_kind(f, "file")) {
    put(h, a, "source", value_str(object_path(u, f)));
    put(h, a, "checksum", value_str(STR("sha256")));
  }
  return undo_resource(a, STR("File"), f->path, h, secret ? array_of(a, &name, 1).array : &array_empty);
}

static str owner_text(struct arena *a, const struct journal_file *f)
{
  const struct passwd *p = getpwuid((uid_t)f->uid);
  const struct group *g = getgrgid((gid_t)f->gid);
  const str user = p != NULL ? arena_str(a, str_of(p->pw_name)) : arena_printf(a, "%lld", (long long)f->uid);
  const str group = g != NULL ? arena_str(a, str_of(g->gr_name)) : arena_printf(a, "%lld", (long long)f->gid);
  return arena_printf(a, "owner %.*s, group %.*s", STR_FMT(user), STR_FMT(group));
}

static str text_of(struct undoing *u, const struct journal_file *f, bool whole)
{
  struct arena *a = u->arena;
  if (is_kind(f, "absent")) return STR("will be removed");
  const str owner = owner_text(a, f);
  if (is_kind(f, "link")) return arena_printf(a, "link to %.*s", STR_FMT(f->target));
  if (is_kind(f, "directory") && f->nbelow > 0) {
    return arena_printf(a, "directory with its contents (%u), mode %04o, %.*s", f->nbelow, f->mode, STR_FMT(owner));
  }
  const char *what = !whole ? "" : is_kind(f, "file") ? "contents, " : "directory, ";
  return arena_printf(a, "%smode %04o, %.*s", what, f->mode, STR_FMT(owner));
}

/* --- one file --- */

static bool can_be_made(const struct journal_file *f)
{
  return is_kind(f, "absent") || is_kind(f, "directory") || is_kind(f, "link") || is_kind(f, "file");
}

static void decide(struct undoing *u, const struct undo_targets *all, struct undo_target *t)
{
  static const struct journal_file gone = {.kind = {"absent", 6}};
  const struct journal_file *back = t->whole != NULL ? t->whole : t->before;
  const struct journal_file *after = went_along(all, t) ? &gone : t->after;
  struct undo_item *item = &t->item;
  const char *since = after != NULL ? difference(&t->now, after) : "the run ended while it was changed";
  item->ref = arena_printf(u->arena, "File[%.*s]", STR_FMT(t->path));
  item->state = UNDO_BACK;
  item->text = text_of(u, back, t->whole != NULL);
  if (!can_be_made(t->before) || back->lost.n > 0) {
    item->state = UNDO_NOT;
    item->text = back->lost.n > 0 ? back->lost : STR("it was not a file, link or directory");
  } else if (difference(&t->now, t->before) == NULL) {
    item->state = UNDO_SAME;
  } else if (t->whole == NULL && is_kind(t->before, "file") && after != NULL && !str_eq(t->before->sum, after->sum)) {
    item->state = UNDO_NOT;
    item->text = STR("its contents were not saved");
  } else if (t->whole != NULL && !all_kept(u, t->whole)) {
    item->state = UNDO_NOT;
    item->text = STR("the saved contents are damaged or missing");
  } else if (since != NULL) {
    refuse(u, item, since);
  }
}

static void make_resources(struct undoing *u, const struct undo_targets *all, struct undo_target *t)
{
  const struct journal_file *back = t->whole != NULL ? t->whole : t->before;
  const bool made = is_kind(&t->now, "absent") || !str_eq(t->now.kind, back->kind);
  struct valuevec *out = &t->item.resources;
  const bool whole = (t->whole != NULL || made) && (!is_kind(back, "file") || back->object.n > 0);
  valuevec_push(out, u->arena, resource_of(u, back, whole, t->secret));
  for (uint32_t i = 0; made && i < back->nbelow; i++) {
    if (strmap_get(&all->by_path, back->below[i].path) != NULL) continue; /* it has its own item */
    valuevec_push(out, u->arena, resource_of(u, &back->below[i], true, t->secret));
  }
}

static void name_resources(struct undoing *u, struct undo_target *t)
{
  struct buf out = BUF_IN(u->arena);
  for (uint32_t i = 0; i < t->by.n; i++) {
    const str ref = value_text(t->by.items[i]);
    if (str_eq(ref, t->item.ref)) continue;
    if (i > 10) {
      buf_printf(&out, ", %u more", t->by.n - i);
      break;
    }
    buf_printf(&out, "%s%.*s", out.n > 0 ? ", " : "", STR_FMT(ref));
  }
  t->item.by = buf_view(&out);
}

static int deepest_first(const void *x, const void *y)
{
  const struct undo_target *const *a = x, *const *b = y;
  return ((*a)->path.n < (*b)->path.n) - ((*a)->path.n > (*b)->path.n);
}

/* A directory that the run created is removed only if it contains nothing else. */
static void decide_directories(struct undoing *u, const struct undo_targets *all)
{
  struct undo_target **list = arena_array(u->arena, (size_t)all->all.n + 1, sizeof *list);
  uint32_t n = 0;
  for (uint32_t i = 0; i < all->all.n; i++) {
    struct undo_target *t = all->all.items[i];
    if (t->item.state == UNDO_BACK && is_kind(t->before, "absent") && is_kind(&t->now, "directory")) list[n++] = t;
  }
  if (n > 1) qsort(list, n, sizeof *list, deepest_first);
  for (uint32_t i = 0; i < n; i++) {
    if (!will_be_empty(all, list[i]->path, 0)) refuse(u, &list[i]->item, "it contains other files");
  }
}

/* The run may not have reached the change. Nothing is known of a file without a record "before". */
static bool is_changed(const struct undo_targets *all, const struct undo_target *t)
{
  if (t->before == NULL) return false;
  return t->after == NULL || difference(t->before, t->after) != NULL || went_along(all, t);
}

void undo_files_make(struct undoing *u, struct undo_targets *out)
{
  *out = (struct undo_targets){{0}};
  strmap_init(&out->by_path, u->arena);
  for (uint32_t i = 0; i < u->run->nchanges; i++) {
    if (u->run->changes[i]->rule == RAL_UNDO_FILES) add_change(u, out, i);
  }
  uint32_t kept = 0;
  for (uint32_t i = 0; i < out->all.n; i++) {
    struct undo_target *t = out->all.items[i];
    if (is_changed(out, t)) out->all.items[kept++] = t;
    else strmap_remove(&out->by_path, t->path);
  }
  out->all.n = kept;
  for (uint32_t i = 0; i < kept; i++) {
    struct undo_target *t = out->all.items[i];
    t->now = journal_file_of(u->arena, journal_file_now(u->arena, arena_strz(u->arena, t->path)));
    decide(u, out, t);
    name_resources(u, t);
  }
  decide_directories(u, out);
  for (uint32_t i = 0; i < kept; i++) {
    struct undo_target *t = out->all.items[i];
    if (t->item.state == UNDO_BACK) make_resources(u, out, t);
  }
}
