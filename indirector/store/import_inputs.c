/* Inputs of catalogs: what a compilation looked up, as pairs of kind and name ("hiera", a key). Nodes with
 * the same inputs share one list. */
#include <stdlib.h>

#include "indirector/store/internal.h"

static int by_text(const void *x, const void *y)
{
  const value *const *a = x, *const *b = y;
  const int kinds = str_cmp(value_text((*a)->array->items[0]), value_text((*b)->array->items[0]));
  return kinds != 0 ? kinds : str_cmp(value_text((*a)->array->items[1]), value_text((*b)->array->items[1]));
}

static bool is_pair(value v)
{
  return v.kind == V_ARRAY && v.array->n == 2 && v.array->items[0].kind == V_STRING &&
         v.array->items[1].kind == V_STRING;
}

/* The inputs, sorted and without duplicates, as JSON. False: not a list of pairs. */
static bool sorted(struct import *im, value inputs, str *json)
{
  struct ptrvec all = {0};
  struct valuevec kept = {0};
  struct buf out = BUF_IN(im->a);
  if (inputs.kind != V_ARRAY) return false;
  for (uint32_t i = 0; i < inputs.array->n; i++) {
    if (!is_pair(inputs.array->items[i])) return false;
    ptrvec_push(&all, im->a, (void *)&inputs.array->items[i]);
  }
  if (all.n > 0) qsort(all.items, all.n, sizeof *all.items, by_text);
  for (uint32_t i = 0; i < all.n; i++) {
    if (i == 0 || by_text(&all.items[i - 1], &all.items[i]) != 0) valuevec_push(&kept, im->a, *(value *)all.items[i]);
  }
  store_canonical(im->a, &out, valuevec_array(&kept, im->a));
  *json = buf_view(&out);
  return true;
}

static bool list_id(struct import *im, str json, int64_t *id)
{
  static const char find[] = "SELECT id FROM input_list WHERE hash = ?1",
                    insert[] = "INSERT INTO input_list (hash, inputs) VALUES (?1, ?2)";
  unsigned char sum[20];
  bool found;
  store_sha1(json, sum);
  sqlite3_stmt *st = store_statement(im->s, find);
  if (st == NULL) return false;
  lib()->sqlite3_bind_blob64(st, 1, sum, sizeof sum, SQLITE_STATIC);
  if (!store_number(st, &found, id)) return false;
  if (found) return true;
  if ((st = store_statement(im->s, insert)) == NULL) return false;
  lib()->sqlite3_bind_blob64(st, 1, sum, sizeof sum, SQLITE_STATIC);
  store_bind(st, 2, json);
  if (!store_done(st)) return false;
  *id = lib()->sqlite3_last_insert_rowid(im->s->db);
  return true;
}

/* The node's present list; 0: none. */
static bool present_list(struct store *s, int64_t node, int64_t *id)
{
  static const char sql[] = "SELECT coalesce(inputs, 0) FROM node WHERE id = ?1";
  bool found;
  *id = 0;
  sqlite3_stmt *st = store_statement(s, sql);
  if (st == NULL) return false;
  lib()->sqlite3_bind_int64(st, 1, node);
  return store_number(st, &found, id);
}

static bool drop_unused(struct store *s, int64_t list)
{
  static const char sql[] =
    "DELETE FROM input_list WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM node WHERE inputs = ?1)";
  return store_run_with(s, sql, list);
}

static bool set_list(struct import *im, int64_t list, str uuid)
{
  static const char sql[] = "UPDATE node SET inputs = ?2, inputs_produced = ?3, inputs_uuid = ?4 WHERE id = ?1";
  sqlite3_stmt *st = store_statement(im->s, sql);
  if (st == NULL) return false;
  lib()->sqlite3_bind_int64(st, 1, im->node);
  lib()->sqlite3_bind_int64(st, 2, list);
  lib()->sqlite3_bind_int64(st, 3, im->produced);
  store_bind(st, 4, uuid);
  return store_done(st);
}

enum store_result import_inputs(struct import *im)
{
  const value uuid = hash_member(im->payload, "catalog_uuid"), inputs = hash_member(im->payload, "inputs");
  int64_t before, list;
  bool stale;
  str json;
  if (uuid.kind != V_STRING)
    return import_invalid(im, "The catalog inputs of %.*s lack the text 'catalog_uuid'", STR_FMT(im->certname));
  if (!sorted(im, inputs, &json))
    return import_invalid(im, "The key 'inputs' of the catalog inputs of %.*s must be a list of pairs of texts",
                          STR_FMT(im->certname));
  if (inputs.array->n == 0) return STORE_SAME;
  /* Inputs of the same time as the stored ones are stale, too, as in PuppetDB. */
  if (!import_is_stale(im, "SELECT 1 FROM node WHERE id = ?1 AND inputs_produced >= ?2", &stale)) return STORE_FAILED;
  if (stale) return STORE_STALE;
  const bool ok = present_list(im->s, im->node, &before) && list_id(im, json, &list) &&
                  set_list(im, list, value_text(uuid)) && (before == list || drop_unused(im->s, before));
  return ok ? STORE_DONE : STORE_FAILED;
}

bool import_drop_inputs(struct store *s, int64_t node)
{
  static const char clear[] = "UPDATE node SET inputs = NULL, inputs_produced = NULL, inputs_uuid = NULL WHERE id = ?1";
  int64_t list;
  if (!present_list(s, node, &list)) return false;
  sqlite3_stmt *st = store_statement(s, clear);
  if (st == NULL) return false;
  lib()->sqlite3_bind_int64(st, 1, node);
  return store_done(st) && drop_unused(s, list);
}
