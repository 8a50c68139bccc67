/* Resources that were skipped in a run keep their stored values (persistence_keep). */
#include "agent/state/persistence.h"

#include <errno.h>
#include <stdio.h>

#include "base/file.h"

enum { MAX_STORE = 256 << 20 };

static value member(value v, str name)
{
  const value *found = v.kind == V_HASH ? hash_get_str(v.hash, name) : NULL;
  return found != NULL ? *found : VALUE_UNDEF;
}

bool persistence_parse(struct persistence *p, str text, str name, bool *is_store, str *error)
{
  value data = VALUE_UNDEF;
  if (!value_read_yaml_state(p->arena, text, name, &data, error)) return false;
  const value resources = member(data, STR("resources"));
  if (resources.kind == V_HASH) p->before = resources.hash;
  *is_store = data.kind == V_HASH;
  return true;
}

bool persistence_load(struct persistence *p, struct ral *ral)
{
  const char *path = settings_strz(ral->settings, SETTING_transactionstorefile);
  struct buf text = BUF_IN(ral->arena);
  bool is_store;
  str error;
  *p = (struct persistence){.arena = ral->arena, .before = &hash_empty, .now = hash_new(ral->arena, 64)};
  const int reason = file_read(path, MAX_STORE, &text);
  if (reason == ENOENT) return true;
  if (reason != 0) {
    ral_log_run(ral, LOG_LEVEL_WARNING,
                reason == FILE_NOT_REGULAR || reason == EISDIR ? "Transaction store file %s is not a file, ignoring"
                                                               : "Could not read %s: %s",
                path, file_reason(reason));
    return true;
  }
  if (!persistence_parse(p, buf_view(&text), str_of(path), &is_store, &error)) {
    ral_log_run(ral, LOG_LEVEL_ERR, "Transaction store file %s is corrupt (%.*s); replacing", path, STR_FMT(error));
    const str bad = arena_printf(ral->arena, "%s.bad", path);
    if (rename(path, bad.p) == 0) return true;
    ral_log_run(ral, LOG_LEVEL_ERR, "Unable to rename corrupt transaction store file: %s", strerror(errno));
    return ral_fail(ral, "Could not rename corrupt transaction store file %s; remove manually", path);
  }
  if (!is_store) {
    ral_log_run(ral, LOG_LEVEL_ERR,
                "Transaction store file %s is valid YAML but not returning a hash. Check the file for "
                "corruption, or remove it before continuing.",
                path);
  }
  return true;
}

bool persistence_text(const struct persistence *p, struct buf *out)
{
  struct hash *whole = hash_new(p->arena, 1);
  hash_put_str(whole, p->arena, STR("resources"), value_hash(p->now));
  return value_write_yaml_state(p->arena, out, value_hash(whole));
}

bool persistence_save(const struct persistence *p, struct ral *ral)
{
  const char *path = settings_strz(ral->settings, SETTING_transactionstorefile);
  struct buf out = BUF_IN(p->arena);
  str error = STR_EMPTY;
  if (persistence_text(p, &out) && file_replace(p->arena, str_of(path), buf_view(&out), 0660, &error)) return true;
  return ral_fail(ral, "Could not write transaction store file: %.*s", STR_FMT(error));
}

value persistence_get(const struct persistence *p, str ref, const char *property)
{
  const value params = member(member(value_hash(p->before), ref), STR("parameters"));
  return member(member(params, str_of(property)), STR("system_value"));
}

static struct hash *below(struct arena *a, struct hash *h, str name)
{
  const value *there = hash_get_str(h, name);
  if (there != NULL) return (struct hash *)there->hash;
  struct hash *made = hash_new(a, 4);
  hash_put_str(h, a, name, value_hash(made));
  return made;
}

void persistence_set(struct persistence *p, str ref, const char *property, value v)
{
  struct hash *params = below(p->arena, below(p->arena, p->now, ref), STR("parameters"));
  hash_put_str(below(p->arena, params, str_of(property)), p->arena, STR("system_value"), v);
}

void persistence_keep(struct persistence *p, str ref)
{
  const value known = member(value_hash(p->before), ref);
  if (known.kind != V_UNDEF) hash_put_str(p->now, p->arena, ref, known);
}
