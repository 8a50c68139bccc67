/* The state of agents, state.yaml and transactionstore.yaml: any bytes as both of them. Valid states are written and
 * read back. */
#include <stdint.h>
#include <stdlib.h>

#include "agent/state/persistence.h"
#include "agent/state/state.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool read_state(struct arena *a, struct agent_state *s, str text)
{
  bool is_state = false;
  str error = STR_EMPTY;
  *s = (struct agent_state){.arena = a, .resources = hash_new(a, 4)};
  if (state_parse(s, text, STR("/state.yaml"), &is_state, &error)) return is_state;
  if (error.n == 0) abort();
  return false;
}

/* Returns the names of all resources. */
static str names_of(struct arena *a, const struct agent_state *s)
{
  struct buf out = BUF_IN(a);
  for (uint32_t i = 0; i < s->resources->n; i++) {
    const struct hash *own = s->resources->entries[i].value.hash;
    buf_str(&out, value_text(s->resources->entries[i].key));
    for (uint32_t k = 0; k < own->n; k++) buf_printf(&out, " %.*s", STR_FMT(value_text(own->entries[k].key)));
    buf_char(&out, '\n');
  }
  return buf_view(&out);
}

static void state(struct arena *a, str text)
{
  struct agent_state s;
  struct buf out = BUF_IN(a);
  if (!read_state(a, &s, text)) return;
  for (uint32_t i = 0; i < s.resources->n && i < 100; i++) {
    const str ref = value_text(s.resources->entries[i].key);
    if (state_of(&s, ref) == NULL) abort();
    (void)state_last_checked(&s, ref);
    state_synced(&s, ref, (struct timespec){.tv_sec = 1});
  }
  state_checked(&s, STR("File[/new]"), (struct timespec){.tv_sec = 2, .tv_nsec = 3});
  const str names = names_of(a, &s);
  if (!state_text(&s, 0, 0, &out)) return;
  if (!read_state(a, &s, arena_str(a, buf_view(&out))) || !str_eq(names_of(a, &s), names)) abort();
  if (state_last_checked(&s, STR("File[/new]")) != 2) abort();
}

static bool read_store(struct arena *a, struct persistence *p, str text)
{
  bool is_store = false;
  str error = STR_EMPTY;
  *p = (struct persistence){.arena = a, .before = &hash_empty, .now = hash_new(a, 4)};
  if (persistence_parse(p, text, STR("/transactionstore.yaml"), &is_store, &error)) return is_store;
  if (error.n == 0) abort();
  return false;
}

static void store(struct arena *a, str text)
{
  struct persistence p;
  struct buf out = BUF_IN(a);
  if (!read_store(a, &p, text)) return;
  for (uint32_t i = 0; i < p.before->n && i < 100; i++) {
    if (p.before->entries[i].key.kind != V_STRING) continue;
    const str ref = value_text(p.before->entries[i].key);
    (void)persistence_get(&p, ref, "ensure");
    persistence_keep(&p, ref);
  }
  persistence_set(&p, STR("File[/new]"), "mode", value_str(STR("0644")));
  if (!persistence_text(&p, &out)) return;
  if (!read_store(a, &p, arena_str(a, buf_view(&out)))) abort();
  if (!str_eqz(value_text(persistence_get(&p, STR("File[/new]"), "mode")), "0644")) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  const str text = arena_str(a, str_n((const char *)data, size));
  state(a, text);
  store(a, text);
  arena_free(a);
  return 0;
}
