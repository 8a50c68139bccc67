#include "agent/state/state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"

enum { MAX_STATE = 256 << 20 };

/* "2026-11-22 19:00:57.182461960 +00:00", also with "Z" and without a fraction. */
static bool read_time(str s, value *out)
{
  struct tm tm = {0};
  char text[64];
  int sign = 1, hours = 0, minutes = 0;
  if (s.n < 19 || s.n >= sizeof text) return false;
  memcpy(text, s.p, s.n);
  text[s.n] = '\0';
  const char *at = strptime(text, "%Y-%m-%d %H:%M:%S", &tm);
  if (at == NULL) return false;
  uint32_t nanos = 0, scale = 100000000;
  if (*at == '.') {
    for (at++; ascii_is_digit((unsigned char)*at); at++, scale /= 10) nanos += (uint32_t)(*at - '0') * scale;
  }
  while (*at == ' ') at++;
  if (*at == '+' || *at == '-') {
    if (*at == '-') sign = -1;
    if (sscanf(at + 1, "%2d:%2d", &hours, &minutes) < 1) return false;
  }
  *out = (value){.kind = V_TIMESTAMP, .length = nanos,
                 .integer = (int64_t)timegm(&tm) - sign * (hours * 3600 + minutes * 60)};
  return true;
}

/* The texts that are times become such. */
static void read_times(struct hash *h)
{
  for (uint32_t i = 0; i < h->n; i++) {
    value *v = &h->entries[i].value, time;
    if (v->kind == V_STRING && read_time(value_text(*v), &time)) *v = time;
  }
}

bool state_parse(struct agent_state *s, str text, str name, bool *is_state, str *error)
{
  value data = VALUE_UNDEF;
  if (!value_read_yaml_state(s->arena, text, name, &data, error)) return false;
  *is_state = data.kind == V_HASH;
  for (uint32_t i = 0; *is_state && i < data.hash->n; i++) {
    const struct hash_entry *e = &data.hash->entries[i];
    if (e->key.kind != V_STRING || e->value.kind != V_HASH) continue;
    struct hash *own = (struct hash *)e->value.hash; /* the file's text is ours, and so is what was made of it */
    read_times(own);
    hash_put(s->resources, s->arena, e->key, value_hash(own));
  }
  return true;
}

bool state_load(struct agent_state *s, struct ral *ral)
{
  struct buf text = BUF_IN(ral->arena);
  str error;
  const char *path = settings_strz(ral->settings, SETTING_statefile);
  s->arena = ral->arena;
  s->resources = hash_new(ral->arena, 64);
  const int reason = file_read(path, MAX_STATE, &text);
  if (reason == ENOENT) return true;
  if (reason != 0) {
    ral_log_run(ral, LOG_LEVEL_WARNING, reason == FILE_NOT_REGULAR || reason == EISDIR
                ? "Checksumfile %s is not a file, ignoring" : "Could not read %s: %s", path, file_reason(reason));
    return true;
  }
  bool is_state;
  if (!state_parse(s, buf_view(&text), str_of(path), &is_state, &error)) {
    ral_log_run(ral, LOG_LEVEL_ERR, "Checksumfile %s is corrupt (%.*s); replacing", path, STR_FMT(error));
    const str bad = arena_printf(ral->arena, "%s.bad", path);
    if (rename(path, bad.p) != 0) return ral_fail(ral, "Could not rename corrupt %s; remove manually", path);
    return true;
  }
  if (!is_state && text.n > 0) ral_log_run(ral, LOG_LEVEL_ERR, "State got corrupted");
  return true;
}

const struct hash *state_of(const struct agent_state *s, str ref)
{
  const value *v = hash_get_str(s->resources, ref);
  return v != NULL ? v->hash : NULL;
}

static struct hash *own_of(struct agent_state *s, str ref)
{
  const value *there = hash_get_str(s->resources, ref);
  struct hash *own = there != NULL ? (struct hash *)there->hash : hash_new(s->arena, 4);
  if (there == NULL) hash_put_str(s->resources, s->arena, ref, value_hash(own));
  return own;
}

void state_touch(struct agent_state *s, str ref) { own_of(s, ref); }

void state_remember(struct agent_state *s, str ref, str name, value v)
{
  hash_put_str(own_of(s, ref), s->arena, name, v);
}

static value time_value(struct timespec t)
{
  return (value){.kind = V_TIMESTAMP, .integer = t.tv_sec, .length = (uint32_t)t.tv_nsec};
}

void state_checked(struct agent_state *s, str ref, struct timespec now)
{
  state_remember(s, ref, STR("checked"), time_value(now));
}

void state_synced(struct agent_state *s, str ref, struct timespec now)
{
  state_remember(s, ref, STR("synced"), time_value(now));
}

int64_t state_last_checked(const struct agent_state *s, str ref)
{
  const struct hash *own = state_of(s, ref);
  const value *v = own != NULL ? hash_get_str(own, STR("checked")) : NULL;
  return v != NULL && v->kind == V_TIMESTAMP ? v->integer : 0;
}

/* The few names that inner hashes have as keys are symbols, each made once. */
static value symbol_of(struct arena *a, struct valuevec *names, value key)
{
  for (uint32_t i = 0; i + 1 < names->n; i += 2) {
    if (str_eq(value_text(names->items[i]), value_text(key))) return names->items[i + 1];
  }
  valuevec_push(names, a, key);
  valuevec_push(names, a, value_runtime_symbol(a, value_text(key)));
  return names->items[names->n - 1];
}

bool state_text(struct agent_state *s, int64_t ttl, int64_t now, struct buf *out)
{
  struct hash *all = hash_new(s->arena, s->resources->n);
  struct valuevec names = {0};
  for (uint32_t i = 0; i < s->resources->n; i++) {
    const struct hash_entry *e = &s->resources->entries[i];
    const int64_t checked = state_last_checked(s, value_text(e->key));
    if (ttl > 0 && ttl != INT64_MAX && checked > 0 && checked < now - ttl) continue;
    struct hash *own = (struct hash *)e->value.hash;
    for (uint32_t k = 0; k < own->n; k++) {      /* one that two resources share is done already; other keys stay */
      if (own->entries[k].key.kind == V_STRING) own->entries[k].key = symbol_of(s->arena, &names, own->entries[k].key);
    }
    hash_put(all, s->arena, e->key, value_hash(own));
  }
  return value_write_yaml_state(s->arena, out, value_hash(all));
}

bool state_save(struct agent_state *s, struct ral *ral)
{
  const char *path = settings_strz(ral->settings, SETTING_statefile);
  struct buf out = BUF_HEAP;           /* it can be large, and is needed no longer than here */
  str error = STR("its values cannot be written as YAML");
  if (access(path, F_OK) != 0) ral_log_run(ral, LOG_LEVEL_INFO, "Creating state file %s", path);
  const bool ok = state_text(s, settings_int(ral->settings, SETTING_statettl), time(NULL), &out) &&
                  file_replace(s->arena, str_of(path), buf_view(&out), 0640, &error);
  buf_free(&out);
  return ok || ral_fail(ral, "Could not write state file: %.*s", STR_FMT(error));
}
