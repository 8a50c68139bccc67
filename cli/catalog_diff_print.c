/* Prints the differences between two catalogs. */
#include "cli/catalog_diff.h"
#include "base/array.h"

#include "compiler/types/value_json.h"

/* --- lines --- */

static void append_value(struct buf *out, const value *v)
{
  if (v == NULL) {
    buf_z(out, "(not set)");
    return;
  }
  value_print_json(out, *v);
}

static void append_place(struct buf *out, const struct catalog_item *item)
{
  if (item == NULL || item->file.n == 0) return;
  buf_printf(out, "  (%.*s:%lld)", STR_FMT(item->file), (long long)item->line);
}

static bool has_lines(const value *v)
{
  return v != NULL && v->kind == V_STRING && str_index(value_text(*v), '\n', 0) != SIZE_MAX;
}

static uint32_t split(struct arena *a, str text, str **out)
{
  uint32_t n = 0, cap = 0;
  *out = NULL;
  for (str rest = text; rest.n > 0;) {
    ARENA_ROOM(a, *out, n, cap, 32);
    (*out)[n++] = str_cut(&rest, '\n');
  }
  return n;
}

/* Of texts with several lines, prints only what is left after removing equal lines at both ends. */
static void append_lines(struct arena *a, struct buf *out, str before, str after)
{
  str *one, *other;
  uint32_t n = split(a, before, &one), m = split(a, after, &other), same = 0;
  while (same < n && same < m && str_eq(one[same], other[same])) same++;
  while (n > same && m > same && str_eq(one[n - 1], other[m - 1])) n--, m--;
  if (n == same && m == same) {
    buf_z(out, " (the line break at the end)\n");
    return;
  }
  buf_printf(out, " (line %u)\n", same + 1);
  for (uint32_t i = same; i < n; i++) buf_printf(out, "        - %.*s\n", STR_FMT(one[i]));
  for (uint32_t i = same; i < m; i++) buf_printf(out, "        + %.*s\n", STR_FMT(other[i]));
}

static void append_params(struct arena *a, struct buf *out, const struct item_diff *d)
{
  size_t width = 0;
  for (uint32_t i = 0; i < d->nparams; i++) width = d->params[i].name.n > width ? d->params[i].name.n : width;
  for (uint32_t i = 0; i < d->nparams; i++) {
    const struct param_diff *p = &d->params[i];
    buf_printf(out, "    %.*s", STR_FMT(p->name));
    if (p->before != NULL && p->after != NULL && p->before->kind == V_STRING && p->after->kind == V_STRING &&
        (has_lines(p->before) || has_lines(p->after))) {
      append_lines(a, out, value_text(*p->before), value_text(*p->after));
      continue;
    }
    for (size_t k = p->name.n; k < width + 2; k++) buf_char(out, ' ');
    append_value(out, p->before);
    buf_z(out, " => ");
    append_value(out, p->after);
    buf_char(out, '\n');
  }
}

static void append_texts(struct buf *out, const char *indent, const char *what, const struct text_diff *d)
{
  for (uint32_t i = 0; i < d->nremoved; i++) buf_printf(out, "%s- %s%.*s\n", indent, what, STR_FMT(d->removed[i]));
  for (uint32_t i = 0; i < d->nadded; i++) buf_printf(out, "%s+ %s%.*s\n", indent, what, STR_FMT(d->added[i]));
}

static void append_item(struct arena *a, struct buf *out, const struct item_diff *d)
{
  const struct catalog_item *item = d->after != NULL ? d->after : d->before;
  buf_printf(out, "%c %.*s", d->before == NULL ? '+' : d->after == NULL ? '-' : '~', STR_FMT(item->ref));
  append_place(out, item);
  buf_char(out, '\n');
  if (d->before == NULL || d->after == NULL) return;
  if (d->exported) buf_printf(out, "    %s exported\n", d->after->exported ? "now" : "no longer");
  if (d->moved) buf_z(out, "    its position in the order changed\n");
  append_params(a, out, d);
  append_texts(out, "    ", "tag ", &d->tags);
}

void catalog_diff_text(struct arena *a, struct buf *out, const struct catalog_diff *d)
{
  for (uint32_t i = 0; i < d->n; i++) append_item(a, out, &d->items[i]);
  append_texts(out, "", "class ", &d->classes);
  append_texts(out, "", "contains: ", &d->edges);
  append_texts(out, "", "tag ", &d->tags);
  if (d->same) return;
  buf_printf(out, "%u added, %u removed, %u changed; classes +%u -%u, containment +%u -%u\n", d->added, d->removed,
             d->changed, d->classes.nadded, d->classes.nremoved, d->edges.nadded, d->edges.nremoved);
}

/* --- JSON --- */

static void write_texts(struct json_writer *w, const char *name, const struct text_diff *d)
{
  json_key(w, str_of(name));
  json_begin_object(w);
  json_key(w, STR("removed"));
  json_begin_array(w);
  for (uint32_t i = 0; i < d->nremoved; i++) json_str(w, d->removed[i]);
  json_end_array(w);
  json_key(w, STR("added"));
  json_begin_array(w);
  for (uint32_t i = 0; i < d->nadded; i++) json_str(w, d->added[i]);
  json_end_array(w);
  json_end_object(w);
}

static void write_place(struct json_writer *w, const struct catalog_item *item)
{
  if (item->file.n == 0) return;
  json_kstr(w, STR("file"), item->file);
  json_kint(w, STR("line"), item->line);
}

/* Writes the only side of a resource that one catalog lacks, or both sides of each different parameter. */
static void write_item(struct json_writer *w, const struct item_diff *d)
{
  const struct catalog_item *item = d->after != NULL ? d->after : d->before;
  const bool both = d->before != NULL && d->after != NULL;
  json_begin_object(w);
  json_kstr(w, STR("resource"), item->ref);
  write_place(w, item);
  if (d->exported) json_kbool(w, STR("exported"), d->after->exported);
  if (d->moved) json_kbool(w, STR("moved"), true);
  json_key(w, STR("parameters"));
  json_begin_object(w);
  for (uint32_t i = 0; i < d->nparams; i++) {
    const struct param_diff *p = &d->params[i];
    json_key(w, p->name);
    if (both) json_begin_object(w);
    if (both && p->before != NULL) json_key(w, STR("before"));
    if (p->before != NULL) value_write_json(w, *p->before, JSON_PLAIN);
    if (both && p->after != NULL) json_key(w, STR("after"));
    if (p->after != NULL) value_write_json(w, *p->after, JSON_PLAIN);
    if (both) json_end_object(w);
  }
  json_end_object(w);
  if (d->tags.nremoved + d->tags.nadded > 0) write_texts(w, "tags", &d->tags);
  json_end_object(w);
}

static void write_items(struct json_writer *w, const char *name, const struct catalog_diff *d, bool before, bool after)
{
  json_key(w, str_of(name));
  json_begin_array(w);
  for (uint32_t i = 0; i < d->n; i++) {
    if ((d->items[i].before != NULL) == before && (d->items[i].after != NULL) == after) write_item(w, &d->items[i]);
  }
  json_end_array(w);
}

void catalog_diff_json(struct json_writer *w, const struct catalog_diff *d)
{
  json_kbool(w, STR("same"), d->same);
  json_key(w, STR("resources"));
  json_begin_object(w);
  write_items(w, "removed", d, true, false);
  write_items(w, "added", d, false, true);
  write_items(w, "changed", d, true, true);
  json_end_object(w);
  write_texts(w, "edges", &d->edges);
  write_texts(w, "classes", &d->classes);
  write_texts(w, "tags", &d->tags);
}
