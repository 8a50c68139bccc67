/* Text formats of external facts, except YAML: NAME=VALUE lines and JSON. */
#include <jansson.h>

#include "agent/facts/external.h"
#include "base/arena.h"
#include "base/json_nesting.h"

const char *facts__external_name(struct arena *a, str name)
{
  char *z = arena_strz(a, name);
  for (char *p = z; *p; p++) *p = (char)ascii_lower((unsigned char)*p);
  return z;
}

/* Names and values have at least one character; nothing is trimmed. */
const char *facts__external_txt(struct arena *a, str text, struct fact *out)
{
  str line;
  while (facts__next_line(&text, &line)) {
    if (line.n > 0 && line.p[line.n - 1] == '\r') line.n--;
    size_t eq = str_index(line, '=', 1);
    if (eq != SIZE_MAX && eq + 1 < line.n)
      fact_put_str(a, out, facts__external_name(a, str_sub(line, 0, eq)), str_from(line, eq + 1));
  }
  return NULL;
}

/* The recursion is limited, because jansson limits the depth to 2048. */
static void put_json(struct arena *a, struct fact *parent, const char *key, const json_t *json)
{
  const char *name;
  json_t *value;
  size_t i;
  switch (json_typeof(json)) {
  case JSON_OBJECT: {
    struct fact *hash = fact_put(a, parent, key, FACT_HASH);
    json_object_foreach((json_t *)json, name, value) put_json(a, hash, name, value);
    return;
  }
  case JSON_ARRAY: {
    struct fact *array = fact_put(a, parent, key, FACT_ARRAY);
    json_array_foreach(json, i, value) put_json(a, array, NULL, value);
    return;
  }
  case JSON_STRING: fact_put_str(a, parent, key, str_n(json_string_value(json), json_string_length(json))); return;
  case JSON_INTEGER: fact_put_int(a, parent, key, json_integer_value(json)); return;
  case JSON_REAL: fact_put_float(a, parent, key, json_real_value(json)); return;
  case JSON_TRUE:
  case JSON_FALSE: fact_put_bool(a, parent, key, json_is_true(json)); return;
  case JSON_NULL: fact_put(a, parent, key, FACT_NULL); return;
  }
}

struct fact *fact_read_json(struct arena *a, str text, const char **wrong)
{
  json_error_t error;
  if (!json_fits_stack(text)) {
    *wrong = "maximum parsing depth of the stack reached (see ulimit -s)";
    return NULL;
  }
  json_t *json = json_loadb(text.p, text.n, JSON_ALLOW_NUL | JSON_DECODE_ANY, &error);
  *wrong = NULL;
  if (!json) {
    *wrong = arena_printf(a, "%s (line %d, column %d)", error.text, error.line, error.column).p;
    return NULL;
  }
  struct fact *holder = fact_new(a, FACT_ARRAY);
  put_json(a, holder, NULL, json);
  json_decref(json);
  return holder->first;
}

const char *facts__external_json(struct arena *a, str text, struct fact *out)
{
  const char *wrong;
  const struct fact *read = fact_read_json(a, text, &wrong);
  if (wrong) return wrong;
  if (read->kind == FACT_NULL) return FACTS_NOTHING;
  if (read->kind == FACT_BOOLEAN && !read->boolean) return FACTS_FALSE;
  if (read->kind != FACT_HASH) return "it does not contain a hash";
  for (const struct fact *f = read->first; f; f = f->next)
    fact_copy(a, out, str_of(facts__external_name(a, f->key)), f);
  return NULL;
}
