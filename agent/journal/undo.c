/* Makes a plan: what undoing a run would restore, and what it cannot restore. */
#include "agent/journal/undo.h"

#include "agent/journal/undo_internal.h"
#include "base/json_write.h"
#include "compiler/types/value_json.h"

value undo_resource(struct arena *a, str rtype, str title, const struct hash *params, const struct array *sensitive)
{
  struct hash *h = hash_new(a, 6);
  const value tag = value_str(STR("undo"));
  struct valuevec secrets = {0};
  for (uint32_t i = 0; i < sensitive->n; i++) {
    if (hash_get(params, sensitive->items[i]) != NULL) valuevec_push(&secrets, a, sensitive->items[i]);
  }
  hash_put_str(h, a, STR("type"), value_str(rtype));
  hash_put_str(h, a, STR("title"), value_str(title));
  hash_put_str(h, a, STR("kind"), value_str(STR("compilable_type")));
  hash_put_str(h, a, STR("tags"), array_of(a, &tag, 1));
  hash_put_str(h, a, STR("parameters"), value_hash(params));
  if (secrets.n > 0) hash_put_str(h, a, STR("sensitive_parameters"), valuevec_array(&secrets, a));
  return value_hash(h);
}

/* --- services that were restarted --- */

/* Adds the references of the resources in the catalog that undo the changes of `ref`. */
static void add_parts(struct undoing *u, const struct undo_targets *files, str ref, struct valuevec *out)
{
  for (uint32_t i = 0; i < files->all.n; i++) {
    const struct undo_target *t = files->all.items[i];
    for (uint32_t k = 0; t->item.state == UNDO_BACK && k < t->by.n; k++) {
      if (!str_eq(value_text(t->by.items[k]), ref)) continue;
      valuevec_push(out, u->arena, value_str(t->item.ref));
      break;
    }
  }
  for (uint32_t i = 0; i < u->plan->n; i++) {
    const struct undo_item *item = &u->plan->items[i];
    if (item->state == UNDO_BACK && item->by.n == 0 && str_eq(item->ref, ref) && !str_starts(ref, STR("File["))) {
      valuevec_push(out, u->arena, value_str(ref));
    }
  }
}

static bool is_known(const struct journal_run *run, str ref)
{
  for (uint32_t i = 0; i < run->nchanges; i++) {
    if (str_eq(run->changes[i]->ref, ref)) return true;
  }
  return false;
}

/* If the run restarted a service, undoing restarts it, so that it reads its old configuration. Events that were sent by
 * a class count as events of all files. */
static bool restart(struct undoing *u, const struct undo_targets *files, const struct journal_change *c,
                    struct undo_item *item)
{
  struct valuevec senders = {0};
  for (uint32_t i = 0; i < c->refreshed_by->n; i++) {
    const str ref = value_text(c->refreshed_by->items[i]);
    if (is_known(u->run, ref)) {
      add_parts(u, files, ref, &senders);
      continue;
    }
    for (uint32_t k = 0; k < files->all.n; k++) {
      const struct undo_target *t = files->all.items[k];
      if (t->item.state == UNDO_BACK) valuevec_push(&senders, u->arena, value_str(t->item.ref));
    }
  }
  if (senders.n == 0) return false;
  struct hash *params = hash_copy(u->arena, c->params, 1);
  hash_put_str(params, u->arena, STR("subscribe"), valuevec_array(&senders, u->arena));
  *item = (struct undo_item){.ref = c->ref, .state = UNDO_BACK, .text = STR("will be restarted")};
  valuevec_push(&item->resources, u->arena, undo_resource(u->arena, STR("Service"), c->title, params, c->sensitive));
  return true;
}

/* --- the plan --- */

static void add(struct undoing *u, const struct undo_item *item)
{
  struct undo_plan *p = u->plan;
  p->nback += item->state == UNDO_BACK;
  p->nchanged += item->state == UNDO_CHANGED;
  p->items[p->n++] = *item;
}

static void add_change(struct undoing *u, const struct journal_change *c)
{
  struct undo_item item = {.ref = c->ref, .state = UNDO_NOT, .text = c->lost};
  if (c->rule == RAL_UNDO_VALUES && c->was->n > 0) undo_values_make(u, c, &item);
  else if (c->rule == RAL_UNDO_FILES) return;
  else if (c->refreshed_by != NULL && c->nevents == 0 && c->lost.n == 0) return; /* restart() handles services */
  add(u, &item);
}

void undo_plan_make(struct ral *ral, const struct journal_run *run, bool force, struct undo_plan *out)
{
  struct undoing u = {ral, ral->arena, run, force, out};
  struct undo_targets files;
  *out = (struct undo_plan){.arena = ral->arena};
  undo_files_make(&u, &files);
  out->items = arena_array(ral->arena, (size_t)files.all.n + run->nchanges * 2 + 1, sizeof *out->items);
  uint32_t at = files.all.n;
  for (uint32_t i = run->nchanges; i > 0; i--) {
    while (at > 0 && ((struct undo_target *)files.all.items[at - 1])->first == i - 1) {
      add(&u, &((struct undo_target *)files.all.items[--at])->item);
    }
    add_change(&u, run->changes[i - 1]);
  }
  for (uint32_t i = 0; i < run->nchanges; i++) {
    const struct journal_change *c = run->changes[i];
    struct undo_item item;
    if (c->refreshed_by == NULL || !str_eqz(c->type, "service")) continue;
    bool own = false;
    for (uint32_t k = 0; k < out->n; k++)
      own = own || (out->items[k].state == UNDO_BACK && str_eq(out->items[k].ref, c->ref));
    if (!own && restart(&u, &files, c, &item)) add(&u, &item);
  }
}

/* --- as text --- */

static void append_items(const struct undo_plan *p, enum undo_state state, bool forced, const char *heading,
                         struct buf *out)
{
  bool any = false;
  for (uint32_t i = 0; i < p->n; i++) {
    const struct undo_item *item = &p->items[i];
    if (item->state != state || item->forced != forced) continue;
    if (!any) buf_printf(out, "%s\n", heading);
    any = true;
    buf_printf(out, "  %.*s", STR_FMT(item->ref));
    if (item->by.n > 0) buf_printf(out, " (%.*s)", STR_FMT(item->by));
    if (item->text.n > 0 && state != UNDO_SAME) buf_printf(out, ": %.*s", STR_FMT(item->text));
    buf_char(out, '\n');
    if (item->lost.n > 0 && state == UNDO_BACK) buf_printf(out, "     not restored: %.*s\n", STR_FMT(item->lost));
  }
}

void undo_plan_text(const struct undo_plan *p, const struct journal_run *run, struct buf *out)
{
  buf_printf(out, "Run %lld of %.*s (%.*s)\n", (long long)run->number, STR_FMT(run->time), STR_FMT(run->transaction));
  if (run->cut || !run->ended)
    buf_z(out, "The run did not complete; its journal contains the changes made before it ended.\n");
  append_items(p, UNDO_BACK, false, "Will be restored:", out);
  append_items(p, UNDO_BACK, true, "Will be restored, although it has changed since the run:", out);
  append_items(p, UNDO_SAME, false, "Is already in its state before the run:", out);
  append_items(p, UNDO_CHANGED, false,
               "Will not be restored, because it has changed since the run (--force restores it anyway):", out);
  append_items(p, UNDO_NOT, false, "Cannot be restored:", out);
}

str undo_plan_catalog(const struct undo_plan *p, const struct journal_run *run)
{
  struct arena *a = p->arena;
  struct valuevec resources = {0};
  struct hash *h = hash_new(a, 8);
  struct buf out = BUF_IN(a);
  struct json_writer w;
  for (uint32_t i = 0; i < p->n; i++) {
    const struct undo_item *item = &p->items[i];
    for (uint32_t k = 0; item->state == UNDO_BACK && k < item->resources.n; k++) {
      valuevec_push(&resources, a, item->resources.items[k]);
    }
  }
  hash_put_str(h, a, STR("name"), value_str(run->host));
  hash_put_str(h, a, STR("environment"), value_str(run->environment));
  hash_put_str(h, a, STR("catalog_uuid"), value_str(journal_uuid(a)));
  hash_put_str(h, a, STR("catalog_format"), value_int(2));
  hash_put_str(h, a, STR("tags"), value_array(&array_empty));
  hash_put_str(h, a, STR("classes"), value_array(&array_empty));
  hash_put_str(h, a, STR("resources"), valuevec_array(&resources, a));
  hash_put_str(h, a, STR("edges"), value_array(&array_empty));
  json_init(&w, &out, false);
  value_write_json(&w, value_hash(h), JSON_RICH);
  return buf_view(&out);
}
