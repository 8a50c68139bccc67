/* The debug line of a lookup: its key and where a value was found, but no values. Puppet prints the whole explanation
 * with values, for which `ficelle lookup --explain` exists. */
#include "compiler/lookup/internal.h"

struct line {
  struct arena *arena;
  struct buf text;
  str key;
  bool any;
};

static void add_place(void *ctx, const struct explain_place *place)
{
  struct line *l = ctx;
  buf_z(&l->text, l->any ? "; " : ": found ");
  l->any = true;
  if (!str_eq(place->key, l->key)) buf_printf(&l->text, "%.*s ", STR_FMT(place->key));
  if (place->provider != NULL) {
    const str name = provider_name(l->arena, place->provider);
    buf_printf(&l->text, "by %.*s ", STR_FMT(str_sub(name, 0, str_find(name, STR(" (hiera"), 0))));
  }
  buf_printf(&l->text, "in \"%.*s\"", STR_FMT(place->level));
  if (place->file.n > 0 && place->file.p[0] == '/') buf_printf(&l->text, ", %.*s", STR_FMT(place->file));
}

/* The strategy that merges several places; NULL: the first value is used. */
static const struct merge *merge_in(const struct explain_node *n, int depth)
{
  if (n->kind == EXPLAIN_META || depth > 200) return NULL;
  if (n->kind == EXPLAIN_MERGE && n->merge->kind != MERGE_FIRST) return n->merge;
  const struct merge *found = NULL;
  for (const struct explain_node *inside = n->first; found == NULL && inside != NULL; inside = inside->next)
    found = merge_in(inside, depth + 1);
  return found;
}

void lookup__log_begin(struct lookup_call *call)
{
  if (!compile_debugs(call->c, &log_lookup) || (call->explain != NULL && !call->explain->for_log)) return;
  call->explain = explain_new(call->c->arena, false, false);
  call->explain->for_log = true;
}

void lookup__log_end(struct lookup_call *call, const char *what, const str *names, uint32_t n, bool found,
                     const char *otherwise)
{
  struct compilation *c = call->c;
  struct line l = {.arena = c->arena, .text = BUF_IN(c->arena), .key = n == 1 ? names[0] : STR_EMPTY};
  buf_printf(&l.text, "%s of ", what);
  for (uint32_t i = 0; i < n; i++) buf_printf(&l.text, "%s'%.*s'", i > 0 ? ", " : "", STR_FMT(names[i]));
  if (found) explain_each_place(call->explain, add_place, &l);
  if (!found) buf_printf(&l.text, ": not found%s", otherwise);
  else if (!l.any) buf_z(&l.text, ": found");
  const struct merge *merge = found ? merge_in(&call->explain->root, 0) : NULL;
  if (merge != NULL) buf_printf(&l.text, ", merged by %s", merge_name(merge));
  compile_debug(c, &log_lookup, "%.*s", STR_FMT(buf_view(&l.text)));
}
