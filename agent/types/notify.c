/* The resource type `notify`. Its only property is never in sync, so the message is logged in each run and counts as a
 * change, as in Puppet. */
#include "agent/ral/ral.h"

static bool read_message(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  (void)r, (void)a;
  *is = RAL_WORD(absent);
  return true;
}

static bool never_insync(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in)
{
  (void)r, (void)a, (void)is;
  *in = false;
  return true;
}

/* Joins nested arrays with blanks: Ruby's join. */
static void join(struct ral *ral, struct buf *out, value v)
{
  if (v.kind != V_ARRAY) buf_str(out, ral_to_s(ral->arena, v));
  for (uint32_t i = 0; v.kind == V_ARRAY && i < v.array->n; i++) {
    if (i > 0) buf_char(out, ' ');
    join(ral, out, v.array->items[i]);
  }
}

static bool speak(struct ral_resource *r, const struct ral_attribute *a)
{
  const struct ral_setting *s = &r->settings[a - r->type->attributes];
  struct buf said = BUF_IN(r->ral->arena);
  join(r->ral, &said, ral_should(r, a));
  const str text = s->sensitive ? STR("Sensitive [value redacted]") : buf_view(&said);
  if (ral_flag(r, "withpath")) ral_log_attribute(r, a, r->level, text);
  else ral_log_run(r->ral, r->level, "%.*s", STR_FMT(text));
  return true;
}

static value title_of(struct ral_resource *r) { return ral_value(r, "name"); }
static const struct ral_word yes_or_no[] = {{"true", NULL, NULL}, {"false", NULL, NULL}, {NULL, NULL, NULL}};

static const struct ral_attribute attributes[] = {
  {.name = "name", .flags = RAL_NAMEVAR},
  {.name = "message",
   .flags = RAL_PROPERTY | RAL_NOT_IDEMPOTENT,
   .fallback = title_of,
   .retrieve = read_message,
   .insync = never_insync,
   .sync = speak},
  {.name = "withpath", .words = yes_or_no, .fallback_value = RAL_BOOL_INIT(false)},
  {0}};

const struct ral_type ral_type_notify = {
  .name = "notify", .attributes = attributes, .undo = {RAL_UNDO_NEEDLESS, .lost = "a message was logged"}};
