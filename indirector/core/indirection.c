/* Requests: the order in which terminus and cache are used; and functions for all termini. */
#include <stdarg.h>

#include "base/map.h"
#include "indirector/core/internal.h"

const char *indirection_name(enum indirection what)
{
  static const char *const names[IND_COUNT] = {[IND_NODE] = "node",
                                               [IND_FACTS] = "facts",
                                               [IND_CATALOG] = "catalog",
                                               [IND_REPORT] = "report",
                                               [IND_RESOURCE] = "resource",
                                               [IND_FILE_CONTENT] = "file_content",
                                               [IND_FILE_METADATA] = "file_metadata"};
  return names[what];
}

/* --- for all termini --- */

enum ind_result ind_fail(struct ind_request *r, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  r->error = buf_vformat(r->arena, fmt, ap);
  va_end(ap);
  return IND_FAILED;
}

enum ind_result ind_not_supported(struct ind_request *r, const char *what)
{
  return ind_fail(r, "not supported: %s", what);
}

void ind_log(struct indirector *in, enum compile_log_level level, str message)
{
  in->host->log(in->host->ctx, &log_indirector, level, STR_EMPTY, message, STR_EMPTY);
}

/* Limit of remembered messages, because a server runs long and messages contain names of nodes. Further messages are
 * logged each time. */
enum { MOST_WARNED = 1000 };

void ind_warn_once(struct indirector *in, str message)
{
  if (strmap_find(&in->warned, message) != NULL) return;
  if (in->warned.n < MOST_WARNED) strmap_put(&in->warned, arena_str(in->arena, message), NULL);
  ind_log(in, CLOG_WARNING, message);
}

struct ind_request ind_request_for(const struct ind_request *r, enum indirection what, str key)
{
  return (struct ind_request){
    .in = r->in, .arena = r->arena, .indirection = what, .key = key, .environment = r->environment};
}

enum ind_result ind_data(struct ind_request *r, struct ind_object *o)
{
  str why;
  if (o->data.kind == V_HASH) return IND_OK;
  if (!value_read_json(r->arena, o->json, &o->data, &why) || o->data.kind != V_HASH) {
    return ind_fail(r, "Could not parse JSON data for %s %.*s: %.*s", indirection_name(r->indirection), STR_FMT(r->key),
                    STR_FMT(o->data.kind == V_HASH || why.n > 0 ? why : STR("it is not a hash")));
  }
  return IND_OK;
}

/* --- requests --- */

static enum ind_result ask(struct ind_request *r, const struct terminus *t, enum ind_method method)
{
  static const char *const verbs[] = {"find", "search", "save", "destroy"};
  static const char *const past[] = {"Looked for", "Searched", "Saved", "Removed"};
  static const char *const outcomes[] = {[IND_OK] = "done", [IND_NOTHING] = "not found", [IND_FAILED] = "failed"};
  enum ind_result (*const by_method[])(struct ind_request *) = {t->find, t->search, t->save, t->destroy};
  if (by_method[method] != NULL) {
    const enum ind_result result = by_method[method](r);
    host_debug(r->in->host, &log_indirector, "%s %s %.*s in the terminus %s: %s", past[method],
               indirection_name(r->indirection), STR_FMT(r->key), t->name, outcomes[result]);
    return result;
  }
  return ind_fail(r, "The terminus %s of the indirection %s cannot %s", t->name, indirection_name(r->indirection),
                  verbs[method]);
}

/* The object in the cache; an error of the cache counts as a miss. */
static bool find_in_cache(struct ind_request *r, const struct terminus *cache)
{
  const enum ind_result found = ask(r, cache, IND_FIND);
  if (found == IND_FAILED) {
    ind_log(r->in, CLOG_ERR,
            arena_printf(r->arena, "Cached %s for %.*s failed: %.*s", indirection_name(r->indirection), STR_FMT(r->key),
                         STR_FMT(r->error)));
    r->error = STR_EMPTY;
  }
  if (found != IND_OK) return false;
  const value expiration = value_member(r->result.data, "expiration");
  if (expiration.kind == V_STRING && time_has_passed(r->in->host, value_text(expiration))) {
    ind_log(r->in, CLOG_INFO,
            arena_printf(r->arena, "Not using expired %s for %.*s from cache; expired at %.*s",
                         indirection_name(r->indirection), STR_FMT(r->key), STR_FMT(value_text(expiration))));
    return false;
  }
  r->from_cache = true;
  host_debug(r->in->host, &log_indirector, "Using cached %s for %.*s", indirection_name(r->indirection),
             STR_FMT(r->key));
  return true;
}

/* Facts expire after the time between two runs of an agent. */
static void set_expiration(struct ind_request *r)
{
  if (r->indirection != IND_FACTS || value_member(r->result.data, "expiration").kind != V_UNDEF) return;
  struct hash *data = hash_copy(r->arena, r->result.data.hash, 1);
  const int64_t later = settings_int(r->in->settings, SETTING_runinterval);
  hash_put_str(data, r->arena, STR("expiration"), value_str(time_text(r->arena, later)));
  r->result.data = value_hash(data);
}

static enum ind_result save_in_cache(struct ind_request *r, const struct terminus *cache)
{
  struct ind_request save = *r;
  set_expiration(r);
  save.instance = &r->result;
  ind_log(r->in, CLOG_INFO,
          arena_printf(r->arena, "Caching %s for %.*s", indirection_name(r->indirection), STR_FMT(r->key)));
  const enum ind_result saved = ask(&save, cache, IND_SAVE);
  r->error = save.error;
  return saved;
}

enum ind_result indirector_find(struct ind_request *r)
{
  const struct ind_route *route = &r->in->routes[r->indirection];
  r->from_cache = false;
  if (route->terminus == NULL) {
    return ind_fail(r, "No terminus class nor terminus setting was provided for indirection %s",
                    indirection_name(r->indirection));
  }
  if (route->cache != NULL && !r->ignore_cache && find_in_cache(r, route->cache)) return IND_OK;
  if (r->ignore_terminus) return IND_NOTHING;
  r->result = (struct ind_object){.data = VALUE_UNDEF};
  const enum ind_result found = ask(r, route->terminus, IND_FIND);
  if (found != IND_OK || route->cache == NULL || r->ignore_cache_save) return found;
  return save_in_cache(r, route->cache) == IND_FAILED ? IND_FAILED : IND_OK;
}

enum ind_result indirector_search(struct ind_request *r)
{
  const struct terminus *t = r->in->routes[r->indirection].terminus;
  r->results = (struct ptrvec){0};
  return t != NULL ? ask(r, t, IND_SEARCH) : IND_NOTHING;
}

/* New facts invalidate the cached node. */
static enum ind_result expire_node(struct ind_request *r)
{
  const struct terminus *cache = r->in->routes[IND_NODE].cache;
  if (r->indirection != IND_FACTS || cache == NULL || cache->destroy == NULL) return IND_OK;
  struct ind_request node = ind_request_for(r, IND_NODE, r->key);
  const enum ind_result done = cache->destroy(&node);
  r->error = node.error;
  return done;
}

enum ind_result indirector_save(struct ind_request *r)
{
  const struct ind_route *route = &r->in->routes[r->indirection];
  enum ind_result saved = expire_node(r);
  if (saved != IND_FAILED && !r->ignore_terminus && route->terminus != NULL) saved = ask(r, route->terminus, IND_SAVE);
  if (saved != IND_FAILED && route->cache != NULL && !r->ignore_cache_save) saved = ask(r, route->cache, IND_SAVE);
  return saved;
}

enum ind_result indirector_destroy(struct ind_request *r)
{
  const struct ind_route *route = &r->in->routes[r->indirection];
  const enum ind_result done = ask(r, route->terminus, IND_DESTROY);
  if (done == IND_FAILED || route->cache == NULL || route->cache->destroy == NULL) return done;
  return ask(r, route->cache, IND_DESTROY) == IND_FAILED ? IND_FAILED : done;
}
