/* The file is read at the beginning of a run and written at its end, in the YAML that Puppet's agents read (symbols as
 * keys, times with a zone). A damaged file is replaced, which is logged. */
#include "agent/state/state.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"

enum { MAX_STATE = 256 << 20 };

static double seconds_since(int64_t ms) { return (double)(clock_ms(CLOCK_MONOTONIC) - ms) / 1000; }

bool state_load(struct agent_state *s, struct ral *ral)
{
  struct buf text = BUF_IN(ral->arena);
  str error;
  const char *path = settings_strz(ral->settings, SETTING_statefile);
  s->arena = ral->arena;
  s->resources = hash_new(ral->arena, 64);
  const int64_t began = clock_ms(CLOCK_MONOTONIC);
  const int reason = file_read(path, MAX_STATE, &text);
  if (reason == ENOENT) return true;
  if (reason != 0) {
    ral_log_run(ral, LOG_LEVEL_WARNING,
                reason == FILE_NOT_REGULAR || reason == EISDIR ? "Checksumfile %s is not a file, ignoring"
                                                               : "Could not read %s: %s",
                path, file_reason(reason));
    return true;
  }
  bool is_state;
  if (!state_parse(s, buf_view(&text), str_of(path), &is_state, &error)) {
    ral_log_run(ral, LOG_LEVEL_ERR, "Checksumfile %s is corrupt (%.*s); replacing", path, STR_FMT(error));
    const str bad = arena_printf(ral->arena, "%s.bad", path);
    if (rename(path, bad.p) != 0) return ral_fail(ral, "Could not rename corrupt %s; remove manually", path);
    return true;
  }
  ral_log_run(ral, LOG_LEVEL_DEBUG, "Loaded state in %0.2f seconds", seconds_since(began));
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

bool state_save(struct agent_state *s, struct ral *ral, struct file_batch *files)
{
  const char *path = settings_strz(ral->settings, SETTING_statefile);
  struct buf out = BUF_HEAP; /* on the heap, since it can be large and is needed only in this function */
  str error = STR("its values cannot be written as YAML");
  ral_log_run(ral, LOG_LEVEL_DEBUG, "Storing state");
  if (access(path, F_OK) != 0) ral_log_run(ral, LOG_LEVEL_INFO, "Creating state file %s", path);
  const int64_t began = clock_ms(CLOCK_MONOTONIC);
  bool ok = state_text(s, settings_int(ral->settings, SETTING_statettl), time(NULL), &out);
  ral_log_run(ral, LOG_LEVEL_DEBUG, "Pruned old state cache entries in %0.2f seconds", seconds_since(began));
  ok = ok && file_replace_in(files, s->arena, str_of(path), buf_view(&out), 0660, &error);
  if (ok) ral_log_run(ral, LOG_LEVEL_DEBUG, "Stored state in %0.2f seconds", seconds_since(began));
  buf_free(&out);
  return ok || ral_fail(ral, "Could not write state file: %.*s", STR_FMT(error));
}
