/* At each refresh, rows are compared with the present subtrees; only if they differ, subtrees are created and freed. A
 * removed subtree is kept until the publisher has unregistered it (gone). */
#include "subagent/foreign.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "collectors/sources/source_mibs.h"
#include "subagent/view.h"

struct one {
  char *name, *root_text;
  const struct source_mib *mib;
  struct oid root;
  struct stats_reader *reader;
  struct view *view; /* NULL: its root is invalid, */
  char *mistake;     /* and this is the reason */
  bool overlaps;     /* overlaps another one, so it is not published */
};

struct foreign {
  char *folder;
  struct oid taken;
  struct one **all;
  size_t count;
  struct one **gone; /* may still be registered */
  size_t gone_count;
  char *refused; /* the last log message about roots that cannot be used */
};

struct foreign *foreign_new(const char *folder, const struct oid *taken)
{
  struct foreign *f = xcalloc(1, sizeof *f);
  f->folder = xstrdup(folder);
  f->refused = xstrdup("");
  oid_copy(&f->taken, taken);
  return f;
}

static void free_one(struct one *o)
{
  if (o == NULL) return;
  view_free(o->view);
  stats_reader_free(o->reader);
  free(o->root_text);
  free(o->mistake);
  free(o->name);
  free(o);
}

void foreign_free(struct foreign *f)
{
  if (f == NULL) return;
  for (size_t i = 0; i < f->count; i++) free_one(f->all[i]);
  foreign_release(f);
  free(f->all);
  free(f->refused);
  free(f->folder);
  free(f);
}

void foreign_release(struct foreign *f)
{
  for (size_t i = 0; i < f->gone_count; i++) free_one(f->gone[i]);
  free(f->gone);
  f->gone = NULL;
  f->gone_count = 0;
}

static bool is_published(const struct one *o) { return o->view != NULL && !o->overlaps; }

/* ---- the rows */

static str cell(const struct stats_reader *reader, uint32_t id, size_t row)
{
  struct stats_value v;
  return stats_reader_cell(reader, id, row, &v) ? str_n(v.text, v.length) : STR_EMPTY;
}

/* NULL: the source does not have its own MIB. */
static const struct source_mib *mib_of(const struct stats_reader *reader, size_t row)
{
  return cell(reader, STAT_ficSrcRoot, row).n == 0 ? NULL : source_mib_find(cell(reader, STAT_ficSrcKind, row));
}

static bool is_row(const struct one *o, const struct stats_reader *reader, size_t row)
{
  return str_eqz(cell(reader, STAT_ficSrcLabel, row), o->name) &&
         str_eqz(cell(reader, STAT_ficSrcKind, row), o->mib->kind) &&
         str_eqz(cell(reader, STAT_ficSrcRoot, row), o->root_text);
}

/* Whether the rows with a root are the same as before, in the same order. */
static bool same_rows(const struct foreign *f, const struct stats_reader *reader)
{
  size_t at = 0;
  for (size_t row = 0; row < stats_reader_rows(reader, STATS_SOURCE); row++) {
    if (mib_of(reader, row) == NULL) continue;
    if (at == f->count || !is_row(f->all[at], reader, row)) return false;
    at++;
  }
  return at == f->count;
}

/* Removes the source of a row from the list and returns it, or NULL if the row is new. The search begins after the
 * source that was found last: rows mostly keep their order, so a thousand rows need about a thousand comparisons. */
static struct one *take_row(struct foreign *f, const struct stats_reader *reader, size_t row, size_t *from)
{
  for (size_t n = 0; n < f->count; n++) {
    const size_t i = (*from + n) % f->count;
    struct one *o = f->all[i];
    if (o == NULL || !is_row(o, reader, row)) continue;
    f->all[i] = NULL;
    *from = i + 1;
    return o;
  }
  return NULL;
}

static char *text_of(str s)
{
  char *text = xmalloc(s.n + 1);
  memcpy(text, s.p, s.n);
  text[s.n] = '\0';
  return text;
}

static struct one *new_one(const struct foreign *f, const struct stats_reader *reader, size_t row,
                           const struct source_mib *mib)
{
  struct one *o = xcalloc(1, sizeof *o);
  struct buf path = BUF_HEAP, why = BUF_HEAP;
  const struct stats_reader_options options = {.list = mib->list};
  o->name = text_of(cell(reader, STAT_ficSrcLabel, row));
  o->root_text = text_of(cell(reader, STAT_ficSrcRoot, row));
  o->mib = mib;
  buf_printf(&path, "%s/%s.stats", f->folder, o->name);
  if (strchr(o->name, '/') != NULL) buf_z(&why, "its name cannot be used as a file name");
  if (why.n == 0 && view_check_root(o->root_text, &o->root, &why)) {
    o->reader = stats_reader_new(path.p, &options);
    stats_reader_refresh(o->reader);
    o->view = view_new(&o->root, mib->list, o->reader, "", NULL);
  } else {
    o->mistake = xstrdup(why.p);
  }
  buf_free(&path);
  buf_free(&why);
  return o;
}

static bool overlap(const struct oid *a, const struct oid *b)
{
  return a->n > 0 && b->n > 0 && (oid_starts(a, b) || oid_starts(b, a));
}

/* Of two overlapping subtrees only the first is published. Reports the others. */
static void find_overlaps(struct foreign *f, struct buf *refused)
{
  for (size_t i = 0; i < f->count; i++) {
    struct one *o = f->all[i];
    o->overlaps = overlap(&o->root, &f->taken);
    for (size_t k = 0; k < i && !o->overlaps; k++)
      o->overlaps = is_published(f->all[k]) && overlap(&o->root, &f->all[k]->root);
    if (o->mistake != NULL) buf_printf(refused, "; %s: %s", o->name, o->mistake);
    if (o->overlaps) buf_printf(refused, "; %s: %s overlaps another subtree", o->name, o->root_text);
  }
}

static void tell_refused(struct foreign *f, struct buf *refused)
{
  if (refused->n == 0) buf_z(refused, "");
  if (refused->n > 0 && strcmp(refused->p, f->refused) != 0)
    log_problem(&log_subagent_store, LOG_LEVEL_WARNING, "SOURCE_ROOT",
                "Give each source its own root (oid in collector.conf).", "sources that cannot be published: %s",
                refused->p + 2);
  free(f->refused);
  f->refused = xstrdup(refused->p);
}

static void take_rows(struct foreign *f, const struct stats_reader *reader)
{
  const size_t rows = stats_reader_rows(reader, STATS_SOURCE);
  struct one **all = xcalloc(rows + 1, sizeof *all);
  struct buf refused = BUF_HEAP;
  size_t count = 0, from = 0;
  for (size_t row = 0; row < rows; row++) {
    const struct source_mib *mib = mib_of(reader, row);
    if (mib == NULL) continue;
    struct one *o = take_row(f, reader, row, &from);
    all[count++] = o != NULL ? o : new_one(f, reader, row, mib);
  }
  f->gone = xrealloc(f->gone, (f->gone_count + f->count + 1) * sizeof *f->gone);
  for (size_t i = 0; i < f->count; i++) {
    if (f->all[i] != NULL) f->gone[f->gone_count++] = f->all[i];
  }
  free(f->all);
  f->all = all;
  f->count = count;
  find_overlaps(f, &refused);
  tell_refused(f, &refused);
  buf_free(&refused);
}

bool foreign_refresh(struct foreign *f, const struct stats_reader *reader, bool changed)
{
  if (!changed) return false;
  if (same_rows(f, reader)) {
    for (size_t i = 0; i < f->count; i++) {
      if (f->all[i]->reader != NULL) stats_reader_refresh(f->all[i]->reader);
    }
    return false;
  }
  take_rows(f, reader);
  for (size_t i = 0; i < f->count; i++) {
    if (f->all[i]->reader != NULL) stats_reader_refresh(f->all[i]->reader);
  }
  return true;
}

/* ---- the trees */

size_t foreign_count(const struct foreign *f)
{
  size_t n = 0;
  for (size_t i = 0; i < f->count; i++) n += is_published(f->all[i]);
  return n;
}

static void get(void *ctx, const struct oid *name, struct mib_value *value) { view_get(ctx, name, value); }

static bool next(void *ctx, const struct oid *start, bool include, struct oid *name, struct mib_value *value)
{
  static const struct oid no_end;
  return view_next(ctx, start, include, &no_end, name, value);
}

void foreign_trees(const struct foreign *f, struct publisher_tree *trees)
{
  for (size_t i = 0; i < f->count; i++) {
    const struct one *o = f->all[i];
    if (!is_published(o)) continue;
    oid_copy(&trees->root, &o->root);
    trees->objects = (struct objects){.ctx = o->view, .get = get, .next = next};
    trees++;
  }
}
