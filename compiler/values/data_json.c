/* Reads JSON into values. The fast reader (data_json_quick.c) handles nearly all valid texts; those that it rejects are
 * read again by jansson, whose strict parser decides and reports errors. UTF-8 is checked, integers beyond 64 bits are
 * errors, and nesting is limited to 2,048. A key that occurs twice keeps its place and gets the last value. */
#include <assert.h>
#include <jansson.h>

#include "base/json_nesting.h"
#include "compiler/values/data_json.h"

/* jansson allocates outside the arena. The holder frees its tree with the arena, since a memory limit may end the
 * conversion by longjmp. */
struct holder {
  json_t *root;
};

static void release(void *ptr)
{
  struct holder *h = ptr;
  json_decref(h->root);
  h->root = NULL;
}

static value convert(struct arena *a, json_t *j);

static value convert_array(struct arena *a, json_t *j)
{
  size_t n = json_array_size(j);
  struct array *out = array_new(a, (uint32_t)n);
  for (size_t i = 0; i < n; i++) out->items[i] = convert(a, json_array_get(j, i));
  return value_array(out);
}

static value convert_object(struct arena *a, json_t *j)
{
  struct hash *out = hash_new(a, (uint32_t)json_object_size(j));
  for (void *it = json_object_iter(j); it != NULL; it = json_object_iter_next(j, it)) {
    str key = arena_str(a, str_of(json_object_iter_key(it)));
    hash_put_str(out, a, key, convert(a, json_object_iter_value(it)));
  }
  return value_hash(out);
}

static value convert(struct arena *a, json_t *j)
{
  switch (json_typeof(j)) {
  case JSON_OBJECT: return convert_object(a, j);
  case JSON_ARRAY: return convert_array(a, j);
  case JSON_STRING: return value_str(arena_str(a, str_n(json_string_value(j), json_string_length(j))));
  case JSON_INTEGER: return value_int(json_integer_value(j));
  case JSON_REAL: return value_float(json_real_value(j));
  case JSON_TRUE: return value_bool(true);
  case JSON_FALSE: return value_bool(false);
  case JSON_NULL: break;
  }
  return VALUE_UNDEF;
}

bool data_json_strict(struct arena *a, str text, value *out, str *error)
{
  struct holder *h = ARENA_NEW(a, struct holder);
  arena_defer(a, release, h);
  json_error_t why;
  h->root = json_loadb(text.p, text.n, JSON_DECODE_ANY | JSON_ALLOW_NUL, &why);
  if (h->root == NULL) {
    *error = arena_printf(a, "%s at line %d column %d", why.text, why.line, why.column);
    return false;
  }
  *out = convert(a, h->root);
  release(h);
  return true;
}

bool data_fits(struct arena *a, str text, str *error)
{
  if (text.n <= DATA_MAX_BYTES) return true;
  *error = arena_printf(a, "the text is larger than %d megabytes", (int)(DATA_MAX_BYTES >> 20));
  return false;
}

bool value_read_json(struct arena *a, str text, value *out, str *error)
{
  assert(out != NULL && error != NULL);
  *out = VALUE_UNDEF;
  if (!data_fits(a, text, error)) return false;
  if (str_starts(text, STR("\xEF\xBB\xBF"))) text = str_from(text, 3);
  /* jansson recurses for each level of nesting, so the depth is checked first. */
  if (!json_fits_stack(text)) {
    *error = STR("maximum parsing depth of the stack reached (see ulimit -s)");
    return false;
  }
  return data_json_quick(a, text, out) || data_json_strict(a, text, out, error);
}
