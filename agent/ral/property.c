/* Properties: reading, comparing, setting and showing them, as Puppet's Property does. */
#include "agent/ral/ral.h"

bool ral_retrieve(struct ral_resource *r, value *current)
{
  return r->type->retrieve != NULL ? r->type->retrieve(r, current) : ral_retrieve_each(r, current);
}

bool ral_audits(const struct ral_resource *r, const char *name)
{
  for (uint32_t i = 0; r->audit.kind == V_ARRAY && i < r->audit.array->n; i++) {
    if (str_eqz(value_text(r->audit.array->items[i]), name)) return true;
  }
  return false;
}

void ral_audit_all(struct ral_resource *r)
{
  struct valuevec names = {0};
  for (const struct ral_attribute *a = r->type->attributes; a != NULL && a->name != NULL; a++) {
    if (!(a->flags & RAL_PROPERTY) || a->refused != NULL) continue;
    if (a->features != NULL && r->provider != NULL && !ral_provider_has(r->provider, a->features)) continue;
    valuevec_push(&names, r->ral->arena, value_str(str_of(a->name)));
  }
  r->audit = valuevec_array(&names, r->ral->arena);
}

bool ral_retrieve_each(struct ral_resource *r, value *current)
{
  const struct ral_type *t = r->type;
  bool absent = false;
  for (const struct ral_attribute *a = t->attributes; a != NULL && a->name != NULL; a++) {
    value *is = &current[a - t->attributes];
    const bool ensure = strcmp(a->name, "ensure") == 0;
    const bool wanted = ensure || r->settings[a - t->attributes].set || ral_audits(r, a->name);
    if (!(a->flags & RAL_PROPERTY) || !wanted) continue;
    if (absent && !ensure) {
      *is = RAL_WORD(absent);
      continue;
    }
    if (a->retrieve != NULL) {
      if (!a->retrieve(r, a, is)) return false;
    } else if (r->provider == NULL || r->provider->get == NULL) {
      return ral_fail(r->ral, "No ability to determine if %s exists", t->name);
    } else if (!r->provider->get(r, a, is)) {
      return false;
    }
    if (ensure) absent = ral_is(*is, "absent");
  }
  return true;
}

bool ral_insync(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in)
{
  if (a->insync != NULL) return a->insync(r, a, is, in);
  const struct array *should = r->settings[a - r->type->attributes].value.array;
  *in = true;
  if (should->n == 0) return true;
  if (!(a->flags & RAL_ALL)) {
    *in = false;
    for (uint32_t i = 0; i < should->n && !*in; i++) *in = ral_equal(is, should->items[i]);
    return true;
  }
  *in = is.kind == V_ARRAY && is.array->n == should->n;
  for (uint32_t i = 0; *in && i < should->n; i++) *in = ral_equal(is.array->items[i], should->items[i]);
  return true;
}

bool ral_sync(struct ral_resource *r, const struct ral_attribute *a)
{
  if (a->sync != NULL) return a->sync(r, a);
  if (r->provider == NULL || r->provider->set == NULL) {
    return ral_fail(r->ral, "The %s provider can not handle attribute %s", r->provider != NULL ? r->provider->name : "",
                    a->name);
  }
  if (r->provider->set(r, a, ral_should(r, a))) return true;
  return strcmp(a->name, "ensure") == 0 && ral_fail_setting(r, a->name, ral_text(ral_should(r, a)));
}

static void show(struct ral_resource *r, const struct ral_attribute *a, value v, bool wanted, struct buf *out)
{
  if (r->settings[a - r->type->attributes].sensitive) buf_z(out, "[redacted]");
  else if (a->show != NULL) a->show(r, v, out);
  else if (a->text == NULL || !a->text(r, a, v, wanted, out)) ral_show_value(out, v);
}

void ral_show(struct ral_resource *r, const struct ral_attribute *a, value v, struct buf *out)
{
  show(r, a, v, false, out);
}

void ral_show_should(struct ral_resource *r, const struct ral_attribute *a, struct buf *out)
{
  show(r, a, ral_should(r, a), true, out);
}

static bool is_absent(value v)
{
  return ral_is(v, "absent") || (v.kind == V_ARRAY && v.array->n == 1 && ral_is(v.array->items[0], "absent"));
}

/* "created", "mode changed '0644' to '0600'". */
bool ral_show_change(struct ral_resource *r, const struct ral_attribute *a, value is, struct buf *out)
{
  const value should = ral_should(r, a);
  r->ral->error = STR_EMPTY;
  if (a->change != NULL && a->change(r, a, is, out)) return true;
  if (r->ral->error.n > 0) return false;
  if (strcmp(a->name, "ensure") == 0 && (ral_is(is, "absent") || is.kind == V_UNDEF)) buf_z(out, "created");
  else if (strcmp(a->name, "ensure") == 0 && ral_is(should, "absent")) buf_z(out, "removed");
  else if (ral_is(is, "absent")) {
    buf_printf(out, "defined '%s' as ", a->name);
    ral_show_should(r, a, out);
  } else if (is_absent(should)) {
    buf_printf(out, "undefined '%s' from ", a->name);
    ral_show(r, a, is, out);
  } else {
    buf_printf(out, "%s changed ", a->name);
    ral_show(r, a, is, out);
    buf_z(out, " to ");
    ral_show_should(r, a, out);
  }
  return true;
}

str ral_event_name(struct ral_resource *r, const struct ral_attribute *a, bool *renews)
{
  str name;
  *renews = a->renews != NULL && ral_is(ral_should(r, a), a->renews);
  if (a->describe_event != NULL && a->describe_event(r, a, &name, renews)) return name;
  if (a->event != NULL) return str_of(a->event);
  for (const struct ral_word *w = a->words; w != NULL && w->name != NULL; w++) {
    if (w->event != NULL && ral_is(ral_should(r, a), w->name)) return str_of(w->event);
  }
  if (strcmp(a->name, "ensure") != 0) return arena_printf(r->ral->arena, "%s_changed", a->name);
  const value should = ral_should(r, a);
  return arena_printf(r->ral->arena, "%s_%s", r->type->name,
                      ral_is(should, "present")  ? "created"
                      : ral_is(should, "absent") ? "removed"
                                                 : "changed");
}

/* --- log lines --- */

void ral_log(struct ral_resource *r, enum log_level level, const char *fmt, ...)
{
  if (!log_enabled(&log_agent, level)) return;
  va_list ap;
  va_start(ap, fmt);
  const str text = buf_vformat(r->ral->arena, fmt, ap);
  va_end(ap);
  r->ral->speaking = r;
  r->ral->log(r->ral, level, r->path, text);
  r->ral->speaking = NULL;
}

void ral_log_attribute(struct ral_resource *r, const struct ral_attribute *a, enum log_level level, str message)
{
  if (!log_enabled(&log_agent, level)) return;
  r->ral->speaking_tag = a->name;
  ral_log_event(r, a, level, message);
  r->ral->speaking_tag = NULL;
}

void ral_log_event(struct ral_resource *r, const struct ral_attribute *a, enum log_level level, str message)
{
  if (!log_enabled(&log_agent, level)) return;
  r->ral->speaking = r;
  r->ral->log(r->ral, level, arena_printf(r->ral->arena, "%.*s/%s", STR_FMT(r->path), a->name), message);
  r->ral->speaking = NULL;
}

void ral_log_provider(struct ral_resource *r, enum log_level level, const char *fmt, ...)
{
  struct ral *ral = r->ral;
  if (!log_enabled(&log_agent, level)) return;
  va_list ap;
  va_start(ap, fmt);
  const str text = buf_vformat(ral->arena, fmt, ap);
  va_end(ap);
  ral->log(ral, level, arena_printf(ral->arena, "%.*s(provider=%s)", STR_FMT(r->ref), r->provider->name), text);
}

void ral_log_run(struct ral *ral, enum log_level level, const char *fmt, ...)
{
  if (!log_enabled(&log_agent, level)) return;
  va_list ap;
  va_start(ap, fmt);
  const str text = buf_vformat(ral->arena, fmt, ap);
  va_end(ap);
  ral->log(ral, level, STR("Puppet"), text);
}

void ral_warn_once(struct ral_resource *r, const char *kind, str key, const char *text)
{
  enum { MOST_WARNINGS = 100 };
  static const char owner[] = "warnings";
  struct strmap *warned = ral_memory(r->ral, owner, sizeof *warned);
  bool first;
  str off;
  if (warned->arena == NULL) strmap_init(warned, r->ral->arena);
  for (size_t i = 0; settings_item(r->ral->settings, SETTING_disable_warnings, i, &off); i++) {
    if (str_eqz(str_trim(off), kind)) return;
  }
  if (warned->n >= MOST_WARNINGS) return;
  (void)strmap_slot(warned, arena_printf(r->ral->arena, "%s:%.*s", kind, STR_FMT(key)), &first);
  if (!first) return;
  /* If the resource has no file, Puppet still prints the line for deprecations. */
  if (r->file.n == 0 && strcmp(kind, "deprecations") == 0)
    ral_log_run(r->ral, LOG_LEVEL_WARNING, "%s\n   (file: unknown, line: %lld)", text, (long long)r->line);
  else if (r->file.n == 0) ral_log_run(r->ral, LOG_LEVEL_WARNING, "%s\n   (file & line not available)", text);
  else
    ral_log_run(r->ral, LOG_LEVEL_WARNING, "%s\n   (file: %.*s, line: %lld)", text, STR_FMT(r->file),
                (long long)r->line);
}
