/* The resource type `service`. The providers are in agent/providers/service. */
#include <stdlib.h>

#include "agent/providers/service/service.h"
#include "agent/ral/munge.h"
#include "compiler/values/ruby_text.h"

static const struct ral_provider *const providers[] = {&service_systemd, &service_debian,  &service_init,
                                                       &service_base,    &service_service, NULL};

/* --- enable --- */

static bool read_enable(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  (void)a;
  return service_provider(r)->enabled(r, is);
}

static bool enable_insync(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in)
{
  if (service_provider(r)->enabled_insync != NULL) return service_provider(r)->enabled_insync(r, is, in);
  const struct array *should = r->settings[a - r->type->attributes].value.array;
  *in = should->n == 0;
  for (uint32_t i = 0; i < should->n && !*in; i++) *in = ral_equal(is, should->items[i]);
  return true;
}

static bool sync_enable(struct ral_resource *r, const struct ral_attribute *a)
{
  const struct service_provider *p = service_provider(r);
  const value should = ral_should(r, a);
  if (ral_is(should, "true")) return p->enable(r);
  if (ral_is(should, "mask")) return p->mask(r);
  if (ral_is(should, "manual") && p->manual_start != NULL) return p->manual_start(r);
  if (ral_is(should, "delayed") && p->delayed_start != NULL) return p->delayed_start(r);
  return p->disable(r);
}

/* --- ensure --- */

static bool read_ensure(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  bool running = false;
  (void)a;
  if (service_provider(r)->status == NULL) {
    return ral_fail(r->ral, "undefined method `status' for %.*s(provider=%s):Puppet::Type::Service::ProviderService",
                    STR_FMT(r->ref), r->provider->name);
  }
  if (!service_provider(r)->status(r, &running)) return false;
  *is = running ? RAL_WORD(running) : RAL_WORD(stopped);
  return true;
}

/* Starts or stops the service first. Whether it starts at boot then belongs to the same change. */
static bool sync_ensure(struct ral_resource *r, const struct ral_attribute *a)
{
  const struct service_provider *p = service_provider(r);
  const struct ral_attribute *enable = &r->type->attributes[ral_index(r->type, "enable")];
  bool in = true;
  value is;
  if (!(ral_is(ral_should(r, a), "running") ? p->start(r) : p->stop(r))) return false;
  if (!r->settings[enable - r->type->attributes].set) return true;
  r->ral->changes++;
  if (!read_enable(r, enable, &is) || !enable_insync(r, enable, is, &in)) return false;
  return in || sync_enable(r, enable);
}

/* --- the type --- */

/* Reads only properties that are managed, since each costs a command. */
static bool retrieve(struct ral_resource *r, value *current)
{
  const int ensure = ral_index(r->type, "ensure"), enable = ral_index(r->type, "enable");
  if ((r->settings[ensure].set || ral_audits(r, "ensure")) &&
      !read_ensure(r, &r->type->attributes[ensure], &current[ensure]))
    return false;
  return !(r->settings[enable].set || ral_audits(r, "enable")) ||
         read_enable(r, &r->type->attributes[enable], &current[enable]);
}

static bool refresh(struct ral_resource *r)
{
  value is;
  if (!read_ensure(r, &r->type->attributes[ral_index(r->type, "ensure")], &is)) return false;
  if (ral_is(is, "running")) return service_provider(r)->restart(r);
  ral_log(r, LOG_LEVEL_DEBUG, "Skipping restart; service is not running");
  return true;
}

static bool validate_password(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a;
  return v.kind != V_STRING || str_index(value_text(v), ':', 0) == SIZE_MAX ||
         ral_fail(r->ral, "Passwords cannot include ':'");
}

static bool munge_path(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  struct valuevec out = {0};
  for (uint32_t i = 0; i < (v->kind == V_ARRAY ? v->array->n : 1); i++) {
    const value one = v->kind == V_ARRAY ? v->array->items[i] : *v;
    const str text = ral_to_s(r->ral->arena, one);
    if (one.kind != V_STRING) return ral_no_method(r, a, one, "split", NULL);
    for (str rest = text; rest.n > 0;) {
      valuevec_push(&out, r->ral->arena, value_str(str_cut(&rest, ':')));
    }
  }
  *v = valuevec_array(&out, r->ral->arena);
  return true;
}

/* Ruby's to_i: the leading digits. */
static bool munge_timeout(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  const str text = ral_to_s(r->ral->arena, *v);
  const int64_t n = strtoll(arena_strz(r->ral->arena, text), NULL, 10);
  (void)a;
  if (n < 1) {
    return ral_fail(r->ral,
                    "\"%.*s\" is not a positive integer: the timeout parameter must be specified as a positive "
                    "integer",
                    STR_FMT(text));
  }
  *v = value_int(n);
  return true;
}

static value path_of_provider(struct ral_resource *r)
{
  const struct service_provider *p = r->provider != NULL ? r->provider->family : NULL;
  return p != NULL && p->path != NULL ? value_str(str_of(p->path)) : VALUE_UNDEF;
}

static value binary_or_name(struct ral_resource *r)
{
  const value binary = ral_value(r, "binary");
  return binary.kind != V_UNDEF ? binary : ral_value(r, "name");
}

static const struct ral_word enables[] = {{"true", NULL, NULL, "service_enabled"},
                                          {"false", NULL, NULL, "service_disabled"},
                                          {"manual", NULL, "manual_startable", "service_manual_start"},
                                          {"mask", NULL, "maskable", "service_disabled"},
                                          {"delayed", NULL, "delayed_startable", "service_delayed_start"},
                                          {NULL}};
static const struct ral_word states[] = {{"stopped", NULL, NULL, "service_stopped"},
                                         {"running", NULL, NULL, "service_started"},
                                         {"false", "stopped"},
                                         {"true", "running"},
                                         {NULL}};
static const struct ral_word true_or_false[] = {{"true"}, {"false"}, {NULL}};

static const struct ral_attribute attributes[] = {
  {.name = "name", .flags = RAL_NAMEVAR},
  {.name = "provider"},
  {.name = "ensure",
   .flags = RAL_PROPERTY,
   .words = states,
   .retrieve = read_ensure,
   .sync = sync_ensure,
   .renews = "running"},
  {.name = "enable",
   .flags = RAL_PROPERTY,
   .features = "enableable",
   .words = enables,
   .retrieve = read_enable,
   .insync = enable_insync,
   .sync = sync_enable},
  {.name = "logonaccount", .flags = RAL_PROPERTY, .features = "manages_logon_credentials"},
  {.name = "flags", .flags = RAL_PROPERTY, .features = "flaggable"},
  {.name = "logonpassword", .features = "manages_logon_credentials", .validate = validate_password},
  {.name = "binary"},
  {.name = "hasstatus", .words = true_or_false, .fallback_value = RAL_TEXT_INIT("true")},
  {.name = "path", .validate = ral_validate_any, .munge = munge_path, .fallback = path_of_provider},
  {.name = "pattern", .fallback = binary_or_name},
  {.name = "restart"},
  {.name = "start"},
  {.name = "status"},
  {.name = "stop"},
  {.name = "control"},
  {.name = "hasrestart", .words = true_or_false},
  {.name = "manifest"},
  {.name = "timeout",
   .features = "configurable_timeout",
   .validate = ral_validate_any,
   .munge = munge_timeout,
   .fallback_value = RAL_INT_INIT(10)},
  {0}};

const struct ral_type ral_type_service = {.name = "service",
                                          .flags = RAL_WAITS,
                                          .attributes = attributes,
                                          .providers = providers,
                                          .retrieve = retrieve,
                                          .refresh = refresh,
                                          .undo = {RAL_UNDO_VALUES}};
