/* Icinga 2 and Nagios: a check command for each scalar, which queries it with check_snmp, services with the thresholds
 * of the shipped alarms, and commands for check_ficelle, which knows tables and states too.
 *
 * Hosts define how to query them: in Nagios by the variable _SNMP, with options for both check_snmp and check_ficelle;
 * in Icinga by the variables of its own command "snmp". */
#include <string.h>

#include "managers/generate.h"

static FILE *out;

static bool is_checked(const struct value *v) { return left_out("checks", v->stat) == NULL; }

static const char *units_of(const struct stats_info *s)
{
  if (strcmp(s->units, "microseconds") == 0) return "us";
  if (strcmp(s->units, "seconds") == 0) return "s";
  if (strcmp(s->units, "kibibytes") == 0) return "KB";
  if (strcmp(s->units, "bytes") == 0) return "B";
  return "";
}

/* The limits of a service, as ranges of plug-ins: "10" alerts above 10, "2:" below 2. */
struct watched {
  const struct stats_info *stat;
  const char *name, *description;
  char warning[40], critical[40];
};

/* From `rising` on the state is that of the severity; a severe one becomes a warning until the value has fallen. */
static void ranges(struct watched *w, double rising, double falling, const char *severity)
{
  const bool severe = strcmp(severity, "major") == 0 || strcmp(severity, "critical") == 0, up = rising > falling;
  char *first = severe ? w->critical : w->warning;
  snprintf(first, sizeof w->critical, up ? "%.15g" : "%.15g:", up ? rising - 1 : rising + 1);
  if (severe) snprintf(w->warning, sizeof w->warning, up ? "%.15g" : "%.15g:", falling);
}

/* The i-th of the alarms on scalars, then of the thresholds on one object; false at the end. */
static bool watched(size_t i, struct watched *w)
{
  *w = (struct watched){0};
  for (size_t k = 0; k < subject->alarms.count; k++) {
    const struct alarm *a = &subject->alarms.a[k];
    if (stats_is_table(stat_group(a->stat)) || i-- > 0) continue;
    w->stat = a->stat;
    w->name = a->name;
    w->description = a->description;
    ranges(w, a->rising, a->falling, a->severity);
    return true;
  }
  for (size_t k = 0; k < subject->thresholds.count; k++) {
    const struct threshold *t = &subject->thresholds.t[k];
    char object[32];
    snprintf(object, sizeof object, "%.*s", (int)strcspn(t->expression, " "), t->expression);
    if (strcmp(t->expression + strlen(object), " + 0") != 0 || i-- > 0) continue;
    w->stat = &subject->list->stats[subject_find(object)];
    w->name = t->name;
    w->description = t->description;
    ranges(w, t->value, t->rearm, t->severity);
    return true;
  }
  return false;
}

/* --- Nagios --- */

static void nagios_commands(void)
{
  out = generate_open("nagios/%s-commands.cfg", subject->stem);
  fprintf(
    out,
    "# Commands for the objects of %s. Made by ficelle-generate.\n"
    "# The variable _SNMP of a host has the SNMP options: \"-P 2c -C public\", \"-P 3 -U user -L authPriv -a SHA\n"
    "# -A password -x AES -X password\". A service gives further options to a command: \"-w RANGE -c RANGE\".\n"
    "\n",
    subject->module);
  for (size_t i = 0; i < subject->values.count; i++) {
    const struct value *v = &subject->values.v[i];
    if (!is_checked(v)) continue;
    fprintf(out,
            "define command {\n  command_name %s-%s\n  command_line $USER1$/check_snmp -H $HOSTADDRESS$ $_HOSTSNMP$ "
            "-o .%s.%s -l %s",
            subject->stem, v->stat->name, v->oid, v->instance, v->stat->name);
    if (*units_of(v->stat) != '\0' && !stats_is_counter(v->stat)) fprintf(out, " -u %s", units_of(v->stat));
    fprintf(out, "%s $ARG1$\n}\n", stats_is_counter(v->stat) ? " --rate" : "");
  }
  if (subject == subjects)
    fprintf(
      out,
      "# check_ficelle, over SNMP and on this host: its mode with what that needs, then options.\n"
      "define command {\n  command_name check_ficelle\n"
      "  command_line $USER1$/check_ficelle $ARG1$ -H $HOSTADDRESS$ $_HOSTSNMP$ $ARG2$\n}\n"
      "define command {\n  command_name check_ficelle_local\n  command_line $USER1$/check_ficelle $ARG1$ $ARG2$\n}\n");
  generate_close(out);
}

static void nagios_services(void)
{
  struct watched w;
  if (!watched(0, &w)) return;
  out = generate_open("nagios/%s-services.cfg", subject->stem);
  fprintf(out,
          "# Services for the hosts of the group \"%s\", with the thresholds of the shipped alarms. Made by "
          "ficelle-generate.\n\n"
          "define hostgroup {\n  hostgroup_name %s\n  alias Hosts that publish %s\n}\n",
          subject->stem, subject->stem, subject->module);
  for (size_t i = 0; watched(i, &w); i++) {
    fprintf(out,
            "# %s\ndefine service {\n  use generic-service\n  hostgroup_name %s\n  service_description %s %s\n"
            "  check_command %s-%s!-w %s",
            w.description, subject->stem, subject->stem, w.name, subject->stem, w.stat->name, w.warning);
    if (*w.critical != '\0') fprintf(out, " -c %s", w.critical);
    fprintf(out, "\n}\n");
  }
  generate_close(out);
}

/* --- Icinga 2 --- */

static void icinga_text(const char *before, const char *text, const char *after)
{
  fprintf(out, "%s", before);
  generate_quoted(out, text);
  fprintf(out, "%s", after);
}

static void icinga_commands(void)
{
  for (size_t i = 0; i < subject->values.count; i++) {
    const struct value *v = &subject->values.v[i];
    if (!is_checked(v)) continue;
    fprintf(
      out,
      "object CheckCommand \"%s-%s\" {\n  import \"snmp\"\n  vars.snmp_oid = \".%s.%s\"\n  vars.snmp_label = \"%s\"\n",
      subject->stem, v->stat->name, v->oid, v->instance, v->stat->name);
    if (stats_is_counter(v->stat)) fprintf(out, "  vars.snmp_rate = true\n");
    else if (*units_of(v->stat) != '\0') fprintf(out, "  vars.snmp_units = \"%s\"\n", units_of(v->stat));
    fprintf(out, "}\n");
  }
}

static void icinga_plugin(void)
{
  static const struct {
    const char *option, *variable;
  } arguments[] = {
    {"-w", "ficelle_warning"}, {"-c", "ficelle_critical"},
    {"-H", "ficelle_host"},    {"-p", "snmp_port"},
    {"-P", "snmp_version"},    {"-C", "snmp_community"},
    {"-U", "snmp_secname"},    {"-L", "snmp_seclevel"},
    {"-a", "snmp_authproto"},  {"-A", "snmp_authpasswd"},
    {"-x", "snmp_privproto"},  {"-X", "snmp_privpasswd"},
    {"-t", "snmp_timeout"},    {"--statsfile", "ficelle_statsfile"},
  };
  fprintf(out, "/* check_ficelle: ficelle_mode is its mode, ficelle_operand what that is about. With ficelle_host it "
               "asks by SNMP,\n"
               " * without it on the host where it runs. */\n"
               "object CheckCommand \"ficelle\" {\n  command = [ PluginDir + \"/check_ficelle\" ]\n  arguments = {\n"
               "    mode = { value = \"$ficelle_mode$\", skip_key = true, required = true, order = -2 }\n"
               "    operand = { value = \"$ficelle_operand$\", skip_key = true, order = -1 }\n");
  for (size_t i = 0; i < sizeof arguments / sizeof arguments[0]; i++)
    fprintf(out, "    \"%s\" = \"$%s$\"\n", arguments[i].option, arguments[i].variable);
  fprintf(out, "  }\n}\n");
}

static void icinga_services(void)
{
  struct watched w;
  for (size_t i = 0; watched(i, &w); i++) {
    fprintf(out, "apply Service \"%s %s\" {\n", subject->stem, w.name);
    icinga_text("  notes = ", w.description, "\n");
    fprintf(out, "  check_command = \"%s-%s\"\n  check_interval = 1m\n  vars.snmp_warn = \"%s\"\n", subject->stem,
            w.stat->name, w.warning);
    if (*w.critical != '\0') fprintf(out, "  vars.snmp_crit = \"%s\"\n", w.critical);
    fprintf(out, "  assign where host.vars.%s\n}\n", subject->stem);
  }
}

static void icinga(void)
{
  out = generate_open("icinga/%s.conf", subject->stem);
  fprintf(
    out,
    "/* Check commands for the objects of %s, and services with the thresholds of the shipped alarms for each host "
    "with\n"
    " * vars.%s = true. How a host is asked: vars.snmp_version, vars.snmp_community and the others of the command\n"
    " * \"snmp\". Made by ficelle-generate. */\n",
    subject->module, subject->stem);
  icinga_commands();
  if (subject == subjects) icinga_plugin();
  icinga_services();
  generate_close(out);
}

void checks_write(void)
{
  nagios_commands();
  nagios_services();
  icinga();
}
