/* The parts of a setting's value, as the module inifile takes it apart: "-Xmx512m -Xms256m". */
#ifndef FICELLE_AGENT_PROVIDERS_INI_SUBSETTINGS_H
#define FICELLE_AGENT_PROVIDERS_INI_SUBSETTINGS_H

#include "agent/ral/ral.h"

struct subsettings {
  struct ral *ral;
  str separator, assignment; /* between the parts; between name and value of one */
  char quote;                /* around the whole value; NUL: none */
  str *items;
  uint32_t n, cap;
};

/* `text` NULL: the setting is not there. False after ral_fail(): the separator makes no expression. */
bool subsettings_parse(struct subsettings *s, const str *text);
/* The place of the first part that begins with the name, or is the name (`exact`); -1: none is. */
int64_t subsettings_find(const struct subsettings *s, str name, bool exact);
/* The value of a part. */
str subsettings_value(const struct subsettings *s, int64_t at, str name);
/* All parts of that name become "name", assignment, value; false when no part has that name. */
bool subsettings_update(struct subsettings *s, str name, str text, bool exact);
/* At a place; beyond the end is the end, negative ones count from there. False after ral_fail(). */
bool subsettings_insert(struct subsettings *s, int64_t at, str name, str text);
void subsettings_remove(struct subsettings *s, str name, bool exact);
str subsettings_text(const struct subsettings *s);

#endif
