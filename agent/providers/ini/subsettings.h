/* Splits a setting's value into parts as the module inifile does: "-Xmx512m -Xms256m". */
#ifndef FICELLE_AGENT_PROVIDERS_INI_SUBSETTINGS_H
#define FICELLE_AGENT_PROVIDERS_INI_SUBSETTINGS_H

#include "agent/ral/ral.h"

struct subsettings {
  struct ral *ral;
  str separator, assignment; /* between the parts; between name and value of a part */
  char quote;                /* around the whole value; NUL: none */
  str *items;
  uint32_t n, cap;
};

/* `text` NULL: the setting does not exist. False after ral_fail(): the separator is not a valid expression. */
bool subsettings_parse(struct subsettings *s, const str *text);
/* The index of the first part that begins with the name, or is equal to it (`exact`); -1: none. */
int64_t subsettings_find(const struct subsettings *s, str name, bool exact);
/* The value of a part. */
str subsettings_value(const struct subsettings *s, int64_t at, str name);
/* Sets all parts of that name to "name", assignment, value; false: no part has that name. */
bool subsettings_update(struct subsettings *s, str name, str text, bool exact);
/* Inserts a part at an index; larger indexes mean the end, negative ones count from the end. False after ral_fail(). */
bool subsettings_insert(struct subsettings *s, int64_t at, str name, str text);
void subsettings_remove(struct subsettings *s, str name, bool exact);
str subsettings_text(const struct subsettings *s);

#endif
