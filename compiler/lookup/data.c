/* Data files: read once per generation of the environment, with flags of each value. */
#include "base/deadline.h"
#include "base/check.h"
#include "compiler/lookup/internal.h"
#include "compiler/values/runtime.h"

/* A file in one format. */
struct data_file {
  value v;        /* a hash; other values are returned to the caller (JSON, HOCON) */
  uint8_t *flags; /* flags of the hash's entries */
  bool no_hash;   /* YAML without a hash: causes a warning and has no data */
};

struct lookup_store *lookup_store(struct environment *e)
{
  if (e->lookup_store != NULL) return e->lookup_store;
  struct lookup_store *store = ARENA_NEW(e->generation, struct lookup_store);
  strmap_init(&store->configs, e->generation);
  strmap_init(&store->settings, e->generation);
  for (size_t i = 0; i < sizeof store->data / sizeof *store->data; i++) strmap_init(&store->data[i], e->generation);
  e->lookup_store = store;
  return store;
}

/* --- values --- */

static bool interpolates(value v, uint32_t depth)
{
  if (v.kind == V_STRING) return str_find(value_text(v), STR("%{"), 0) != SIZE_MAX;
  nesting_step(depth);
  for (uint32_t i = 0; v.kind == V_ARRAY && i < v.array->n; i++) {
    if (interpolates(v.array->items[i], depth + 1)) return true;
  }
  for (uint32_t i = 0; v.kind == V_HASH && i < v.hash->n; i++) {
    const struct hash_entry *e = &v.hash->entries[i];
    if (interpolates(e->key, depth + 1) || interpolates(e->value, depth + 1)) return true;
  }
  return false;
}

bool value_interpolates(value v) { return interpolates(v, 0); }

static bool is_rich(value v, uint32_t depth)
{
  nesting_step(depth);
  if (v.kind == V_CLOSURE || v.kind == V_ITERATOR) return false;
  if (v.kind == V_RUNTIME && !value_is_big(v) && runtime_as_object(v).kind == V_RUNTIME) return false;
  for (uint32_t i = 0; v.kind == V_ARRAY && i < v.array->n; i++) {
    if (!is_rich(v.array->items[i], depth + 1)) return false;
  }
  for (uint32_t i = 0; v.kind == V_HASH && i < v.hash->n; i++) {
    const struct hash_entry *e = &v.hash->entries[i];
    if (e->key.kind != V_STRING && !value_is_number(e->key)) return false;
    if (!is_rich(e->value, depth + 1)) return false;
  }
  return true;
}

bool value_is_rich_data(value v) { return is_rich(v, 0); }

/* --- reading --- */

static void parse_yaml(struct lookup_call *call, str path, str text, struct data_file *out)
{
  str error;
  if (!value_read_yaml_safely(call->c->environment->generation, text, path, &out->v, &error))
    lookup_fail(call, FAILED_IN_LOOKUP, "Unable to parse %.*s", STR_FMT(error));
  if (out->v.kind == V_HASH) return;
  const bool empty = out->v.kind == V_UNDEF || (out->v.kind == V_BOOL && !out->v.boolean);
  if (call->c->settings->strict == SEVERITY_ERROR && !empty)
    lookup_fail(call, FAILED_IN_LOOKUP, "%.*s: file does not contain a valid yaml hash", STR_FMT(path));
  out->no_hash = true;
  out->v = value_hash(&hash_empty);
}

static void check_parsed(struct lookup_call *call, bool ok, str path, str error)
{
  if (!ok) lookup_fail(call, FAILED_IN_LOOKUP, "Unable to parse (%.*s): %.*s", STR_FMT(path), STR_FMT(error));
}

static void parse_json(struct lookup_call *call, str path, str text, struct data_file *out)
{
  str error = STR_EMPTY;
  const bool ok = value_read_json(call->c->environment->generation, text, &out->v, &error);
  check_parsed(call, ok, path, error);
}

static void parse_hocon(struct lookup_call *call, str path, str text, struct data_file *out)
{
  const struct host *host = call->c->host;
  str error = STR_EMPTY;
  const bool ok = value_read_hocon(call->c->environment->generation, text, host->variable, host->ctx, &out->v, &error);
  check_parsed(call, ok, path, error);
}

static uint8_t *flags_of(struct arena *a, const struct hash *h)
{
  uint8_t *flags = arena_alloc(a, h->n + 1);
  for (uint32_t i = 0; i < h->n; i++) {
    const value v = h->entries[i].value;
    flags[i] = (uint8_t)((value_interpolates(v) ? DATA_INTERPOLATES : 0) | (value_is_rich_data(v) ? 0 : DATA_NOT_RICH));
  }
  return flags;
}

static struct data_file *read_file(struct lookup_call *call, str path, enum builtin format)
{
  static void (*const parsers[BUILTIN_COUNT])(struct lookup_call *, str, str, struct data_file *) = {
#define BUILTIN_HASH(symbol, function, parser, about) [BUILTIN_##symbol] = parser,
#define BUILTIN_KEY BUILTIN_HASH
#include "compiler/lookup/builtin.def"
#undef BUILTIN_HASH
#undef BUILTIN_KEY
  };
  struct environment *e = call->c->environment;
  const struct host *host = e->host;
  struct data_file *f = ARENA_NEW(e->generation, struct data_file);
  const uint64_t began = compile_debug_clock(call->c, &log_lookup);
  str text, error;
  environment_file(e, path);
  if (!host->read_file(host->ctx, e->generation, path, &text, &error)) lookup_fail_unreadable(call, path, error);
  parsers[format](call, path, text, f);
  if (f->v.kind == V_HASH) f->flags = flags_of(e->generation, f->v.hash);
  compile_debug(call->c, &log_lookup, "Read the data file %.*s: %zu bytes, %u keys, in %.2f ms", STR_FMT(path), text.n,
                f->v.kind == V_HASH ? f->v.hash->n : 0, compile_debug_ms(call->c, began));
  return f;
}

value lookup_data_file(struct lookup_call *call, str path, enum builtin format, const uint8_t **flags)
{
  assert(format != BUILTIN_NONE && path.n > 0);
  struct environment *e = call->c->environment;
  struct strmap *known = &lookup_store(e)->data[format];
  struct data_file *f = strmap_get(known, path);
  if (f == NULL) {
    f = read_file(call, path, format);
    strmap_put(known, arena_str(e->generation, path), f);
  }
  if (f->no_hash) {
    str message = arena_printf(call->c->arena, "%.*s: file does not contain a valid yaml hash", STR_FMT(path));
    bool made;
    strmap_slot(&call->state->once, message, &made);
    if (made) compile_log(call->c, CLOG_WARNING, STR_EMPTY, message);
  }
  if (flags != NULL) *flags = f->flags;
  return f->v;
}
