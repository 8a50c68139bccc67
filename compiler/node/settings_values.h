/* The settings as $settings::NAME shows them. */
#ifndef FICELLE_NODE_SETTINGS_VALUES_H
#define FICELLE_NODE_SETTINGS_VALUES_H

#include "base/settings.h"
#include "compiler/values/value.h"

/* Name -> boolean, integer, string, array of strings, or undef. What belongs to the environment (environment,
 * manifest, modulepath) is given, the rest asked from the settings. */
const struct hash *settings_values(struct arena *a, struct settings *s, str environment, str manifest,
                                   const str *modulepath, uint32_t nmodulepath);

/* The value of a setting in a section of puppet.conf, or as written in the section; false if the setting or section
 * does not exist. */
bool settings_value_in(struct arena *a, struct settings *s, str section, str name, bool written, value *out);

#endif
