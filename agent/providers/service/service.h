/* Shared by the service type and its providers. */
#ifndef FICELLE_AGENT_PROVIDERS_SERVICE_SERVICE_H
#define FICELLE_AGENT_PROVIDERS_SERVICE_SERVICE_H

#include "agent/ral/ral.h"
#include "agent/system/command.h"

/* The `family` of a provider. Commands are arguments ended by NULL; *argv is NULL if there is no command. A NULL
 * function: the provider does not support it. */
struct service_provider {
  bool (*status)(struct ral_resource *r, bool *running);
  bool (*start)(struct ral_resource *r);
  bool (*stop)(struct ral_resource *r);
  bool (*restart)(struct ral_resource *r);
  bool (*enabled)(struct ral_resource *r, value *is);
  bool (*enable)(struct ral_resource *r);
  bool (*disable)(struct ral_resource *r);
  bool (*mask)(struct ral_resource *r);
  bool (*manual_start)(struct ral_resource *r);
  bool (*delayed_start)(struct ral_resource *r);
  bool (*enabled_insync)(struct ral_resource *r, value is, bool *in); /* NULL: compared for equality */
  bool (*startcmd)(struct ral_resource *r, const char *const **argv);
  bool (*stopcmd)(struct ral_resource *r, const char *const **argv);
  bool (*restartcmd)(struct ral_resource *r, const char *const **argv);
  bool (*statuscmd)(struct ral_resource *r, const char *const **argv);
  const char *path; /* directory of the scripts; NULL: the provider has none */
};
static inline const struct service_provider *service_provider(const struct ral_resource *r)
{
  return r->provider->family;
}

extern const struct ral_provider service_systemd, service_debian, service_init, service_base, service_service;

const char *service_name(const struct ral_resource *r);
/* Copies the arguments into the arena. */
const char *const *service_argv(struct ral_resource *r, const char *program, const char *a, const char *b);

/* --- base.c: uses only the attributes start, stop, status, restart, binary and pattern --- */
bool service_base_status(struct ral_resource *r, bool *running);
bool service_base_start(struct ral_resource *r);
bool service_base_stop(struct ral_resource *r);
bool service_base_restart(struct ral_resource *r);
/* The second field of the first line of `ps -ef` that matches; empty: no line matches. */
str service_find_pid(struct arena *a, str table, const struct regex *pattern);

/* --- init.c: scripts --- */
bool service_init_startcmd(struct ral_resource *r, const char *const **argv);
bool service_init_stopcmd(struct ral_resource *r, const char *const **argv);
bool service_init_restartcmd(struct ral_resource *r, const char *const **argv);
bool service_init_instances(struct ral *ral, struct valuevec *names);

/* --- debian.c --- */
/* The answer of invoke-rc.d whether a service is enabled: RAL_WORD(true) or RAL_WORD(false). `link`: its name in
 * /etc/rc?.d. */
bool service_debian_enabled(struct ral_resource *r, str link, value *is);
bool service_runs_systemd(struct ral *ral);

/* --- systemd.c --- */
/* One unit of `systemctl show`. */
struct service_unit {
  str id, names, load, active, file_state;
};
/* Reads the next block of lines at *at; false at the end. */
bool service_next_unit(str text, size_t *at, struct service_unit *out);
/* The name with its suffix; empty: systemctl would change or reject the name. */
str service_unit_name(struct arena *a, str name);

#endif
