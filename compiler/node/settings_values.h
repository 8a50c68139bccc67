/* The settings for $settings::NAME. */
#ifndef FICELLE_NODE_SETTINGS_VALUES_H
#define FICELLE_NODE_SETTINGS_VALUES_H

#include "base/settings.h"
#include "compiler/values/value.h"

/* Returns name -> boolean, integer, string, array of strings, or undef. The caller passes those of the environment
 * (environment, manifest, modulepath); the rest are read from the settings. */
const struct hash *settings_values(struct arena *a, struct settings *s, str environment, str manifest,
                                   const str *modulepath, uint32_t nmodulepath);

/* Returns the value of a setting in a section of puppet.conf, evaluated or (`written`) as in the file; false if the
 * setting or section does not exist. */
bool settings_value_in(struct arena *a, struct settings *s, str section, str name, bool written, value *out);

#endif
