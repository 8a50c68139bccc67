/* A handle is opened for the first resource that needs it, reset before the next one uses it (variables and the list of
 * files to load), and closed at the end of the run. */
#include "agent/providers/augeas/handle.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

struct handle {
  struct handle *next;
  str root, load_path;
  unsigned flags;
  augeas *aug;
  struct ptrvec variables; /* const char * */
};

struct opened {
  struct handle *handles;
  bool knows_lenses;
  str lenses; /* directories of modules */
};

static struct opened *opened(struct ral *ral)
{
  static const char owner;
  return ral_memory(ral, &owner, sizeof(struct opened));
}

static bool has_file(const struct ral_resource *r) { return ral_value(r, "incl").kind != V_UNDEF; }

/* --- queries --- */

bool augeas_match(struct ral *ral, augeas *aug, const char *path, struct valuevec *out)
{
  char **found = NULL;
  const int n = augeas_library()->aug_match(aug, path, &found);
  if (n < 0) return ral_fail(ral, "unknown error - Matching path expression '%s' failed", path);
  for (int i = 0; i < n; i++) {
    valuevec_push(out, ral->arena, value_str(arena_str(ral->arena, str_of(found[i]))));
    free(found[i]);
  }
  free(found);
  return true;
}

value augeas_get(struct ral *ral, augeas *aug, const char *path)
{
  const char *text = NULL;
  if (augeas_library()->aug_get(aug, path, &text) != 1 || text == NULL) return VALUE_UNDEF;
  return value_str(arena_str(ral->arena, str_of(text)));
}

static int count(augeas *aug, const char *path) { return augeas_library()->aug_match(aug, path, NULL); }

void augeas_log_errors(struct ral_resource *r, augeas *aug, const char *path)
{
  struct ral *ral = r->ral;
  struct valuevec errors = {0};
  if (!log_enabled(&log_agent, LOG_LEVEL_DEBUG) || !augeas_match(ral, aug, path, &errors)) return;
  for (uint32_t i = 0; i < errors.n; i++) {
    const char *node = arena_strz(ral->arena, ral_text(errors.items[i]));
    struct valuevec parts = {0};
    const value error = augeas_get(ral, aug, node);
    if (error.kind != V_UNDEF) ral_log_provider(r, LOG_LEVEL_DEBUG, "%s = %.*s", node, STR_FMT(ral_text(error)));
    if (!augeas_match(ral, aug, arena_printf(ral->arena, "%s/*", node).p, &parts)) continue;
    for (uint32_t k = 0; k < parts.n; k++) {
      const char *part = arena_strz(ral->arena, ral_text(parts.items[k]));
      ral_log_provider(r, LOG_LEVEL_DEBUG, "%s = %.*s", part, STR_FMT(ral_text(augeas_get(ral, aug, part))));
    }
  }
}

/* --- opening --- */

static int by_name(const void *x, const void *y)
{
  const str *a = x, *b = y;
  return str_cmp(*a, *b);
}

/* Adds the directories of lenses that modules contain. */
static void list_modules(struct ral *ral, struct buf *out)
{
  for (uint32_t i = 0; i < ral->nmodulepath; i++) {
    DIR *d = opendir(arena_strz(ral->arena, ral->modulepath[i]));
    const struct dirent *e;
    str found[256];
    size_t n = 0;
    while (d != NULL && (e = readdir(d)) != NULL && n < 256) {
      struct stat st;
      if (e->d_name[0] == '.') continue;
      found[n] = arena_printf(ral->arena, "%.*s/%s/lib/augeas/lenses", STR_FMT(ral->modulepath[i]), e->d_name);
      n += stat(found[n].p, &st) == 0;
    }
    if (d != NULL) closedir(d);
    if (n > 1) qsort(found, n, sizeof *found, by_name);
    for (size_t k = 0; k < n; k++) buf_printf(out, "%s%.*s", out->n > 0 ? ":" : "", STR_FMT(found[k]));
  }
}

/* Modules may bring lenses. Looked for once: many resources ask, and there are many modules. */
static str lenses_of_modules(struct ral *ral)
{
  struct opened *o = opened(ral);
  struct buf out = BUF_IN(ral->arena);
  if (!o->knows_lenses) list_modules(ral, &out);
  if (!o->knows_lenses) o->lenses = buf_view(&out);
  o->knows_lenses = true;
  return o->lenses;
}

static str load_path_of(struct ral_resource *r)
{
  const value given = ral_value(r, "load_path");
  struct buf out = BUF_IN(r->ral->arena);
  for (uint32_t i = 0; given.kind != V_UNDEF && i < (given.kind == V_ARRAY ? given.array->n : 1); i++) {
    const str path = ral_to_s(r->ral->arena, given.kind == V_ARRAY ? given.array->items[i] : given);
    if (path.n > 0) buf_printf(&out, "%s%.*s", out.n > 0 ? ":" : "", STR_FMT(path));
  }
  const str lenses = lenses_of_modules(r->ral);
  if (lenses.n > 0) buf_printf(&out, "%s%.*s", out.n > 0 ? ":" : "", STR_FMT(lenses));
  return buf_view(&out);
}

static void close_handle(void *p)
{
  const struct handle *h = p;
  augeas_library()->aug_close(h->aug);
}

/* The complete list of files to load is saved here, since each resource loads only a part of it. */
static const char whole_list[] = "/ficelle/load";

static struct handle *handle_for(struct ral_resource *r)
{
  struct ral *ral = r->ral;
  const struct augeas_library *l = augeas_library();
  const str root = ral_value_to_s(r, "root"), load_path = load_path_of(r);
  unsigned flags = AUG_NO_LOAD | (has_file(r) ? AUG_NO_MODL_AUTOLOAD : 0);
  if (ral_is(ral_value(r, "type_check"), "true")) flags |= AUG_TYPE_CHECK;
  struct handle *h = opened(ral)->handles;
  while (h != NULL && (h->flags != flags || !str_eq(h->root, root) || !str_eq(h->load_path, load_path))) h = h->next;
  if (h != NULL) {
    ral_log_provider(r, LOG_LEVEL_DEBUG, "Using the augeas connection of an earlier resource");
    return h;
  }
  ral_log_provider(r, LOG_LEVEL_DEBUG, "Opening augeas with root %.*s, lens path %.*s, flags %u", STR_FMT(root),
                   STR_FMT(load_path), flags);
  augeas *aug = l->aug_init(arena_strz(ral->arena, root), arena_strz(ral->arena, load_path), flags);
  if (aug == NULL) {
    ral_fail(ral, "unknown error - Failed to initialize Augeas");
    return NULL;
  }
  h = ARENA_NEW(ral->arena, struct handle);
  *h = (struct handle){.next = opened(ral)->handles, .root = root, .load_path = load_path, .flags = flags, .aug = aug};
  opened(ral)->handles = h;
  arena_defer(ral->arena, close_handle, h);
  if (!has_file(r)) l->aug_cp(aug, "/augeas/load", whole_list);
  return h;
}

/* Restores the state after opening. */
static void reset(struct ral_resource *r, struct handle *h)
{
  static const char *const parts[] = {"/files",         "/augeas/files", "/augeas//error",
                                      "/augeas/events", "/augeas/load",  NULL};
  const struct augeas_library *l = augeas_library();
  for (uint32_t i = 0; i < h->variables.n; i++) l->aug_defvar(h->aug, h->variables.items[i], NULL);
  h->variables.n = 0;
  for (size_t i = 0; parts[i] != NULL; i++) l->aug_rm(h->aug, parts[i]);
  if (!has_file(r)) l->aug_cp(h->aug, whole_list, "/augeas/load");
}

/* A path like "/files/etc/hosts", without expressions. */
static bool is_plain_context(str context)
{
  if (!str_starts(context, STR("/files/")) || context.n == strlen("/files/")) return false;
  for (size_t i = 0; i < context.n; i++) {
    if (strchr("'\"[]", context.p[i]) != NULL) return false;
  }
  return true;
}

/* Loads only the files that the context can refer to. Returns the path of their errors, or NULL. */
static const char *restrict_files(struct ral_resource *r, augeas *aug)
{
  struct arena *a = r->ral->arena;
  const struct augeas_library *l = augeas_library();
  const str context = ral_value_to_s(r, "context");
  if (has_file(r)) {
    l->aug_set(aug, "/augeas/load/Xfm/lens", arena_strz(a, ral_value_to_s(r, "lens")));
    l->aug_set(aug, "/augeas/load/Xfm/incl", arena_strz(a, ral_value_to_s(r, "incl")));
    return "/augeas//error";
  }
  if (!is_plain_context(context)) return NULL;
  str path = str_from(context, strlen("/files"));
  while (path.n > 1 && path.p[path.n - 1] == '/') path.n--;
  const char *others = arena_printf(a, "/augeas/load/*['%.*s/' !~ glob(incl) + regexp('/.*')]", STR_FMT(path)).p;
  if (count(aug, others) < count(aug, "/augeas/load/*")) {
    l->aug_rm(aug, others);
    return arena_printf(a, "/augeas/files%.*s//error", STR_FMT(path)).p;
  }
  ral_log_provider(r, LOG_LEVEL_DEBUG, "Unable to optimize files loaded by context path, no glob matches");
  return NULL;
}

augeas *augeas_open(struct ral_resource *r)
{
  struct handle *h = handle_for(r);
  if (h == NULL) return NULL;
  reset(r, h);
  const char *restricted = restrict_files(r, h->aug);
  augeas_library()->aug_load(h->aug);
  if (count(h->aug, "/augeas//error") > 0) {
    if (restricted != NULL && count(h->aug, restricted) > 0) {
      ral_log_provider(r, LOG_LEVEL_WARNING,
                       "Loading failed for one or more files, see debug for /augeas//error output");
    } else {
      ral_log_provider(r, LOG_LEVEL_DEBUG, "Loading failed for one or more files, output from /augeas//error:");
    }
    augeas_log_errors(r, h->aug, "/augeas//error");
  }
  return h->aug;
}

void augeas_remember_variable(struct ral_resource *r, augeas *aug, const char *name)
{
  struct handle *h = opened(r->ral)->handles;
  while (h != NULL && h->aug != aug) h = h->next;
  if (h != NULL) ptrvec_push(&h->variables, r->ral->arena, (void *)name);
}
