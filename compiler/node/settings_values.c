/* Settings as values of the language, for $settings::NAME. As in Puppet, booleans, numbers and durations have their own
 * types; most others are strings. Environment, manifest and modulepath are those of the environment that is compiled,
 * not of the settings. */
#include "compiler/node/settings_values.h"

static value array_value(struct arena *a, struct settings *s, enum setting_id id)
{
  struct valuevec items = {0};
  str item;
  for (size_t i = 0; settings_item(s, id, i, &item); i++) valuevec_push(&items, a, value_str(arena_str(a, item)));
  return valuevec_array(&items, a);
}

/* The value of one setting. */
static value settings_value(struct arena *a, struct settings *s, enum setting_id id)
{
  struct buf text = BUF_IN(a), error = BUF_IN(a);
  bool nil = false;
  /* A setting that refers to an unknown one has no value; the code that needs it reports that. */
  if (!settings_print(s, id, &text, &nil, &error) || nil) return VALUE_UNDEF;
  switch (setting_defs[id].type) {
  case SETTING_TYPE_BOOLEAN: return value_bool(settings_bool(s, id));
  case SETTING_TYPE_INTEGER:
  case SETTING_TYPE_PORT:
  case SETTING_TYPE_DURATION: return value_int(settings_int(s, id));
  /* Ruby's Float::INFINITY, as a string. */
  case SETTING_TYPE_TTL:
    return settings_int(s, id) == INT64_MAX ? value_str(STR("Infinity")) : value_int(settings_int(s, id));
  case SETTING_TYPE_ARRAY: return array_value(a, s, id);
  default: return value_str(buf_view(&text));
  }
}

bool settings_value_in(struct arena *a, struct settings *s, str section, str name, bool written, value *out)
{
  enum settings_mode mode;
  enum setting_id id;
  if (!settings_mode_parse(section, &mode) || !settings_find(name, &id)) return false;
  if (written) {
    const str text = settings_written(s, mode, id);
    *out = text.p != NULL ? value_str(arena_str(a, text)) : VALUE_UNDEF;
    return true;
  }
  struct settings *view = settings_view(s, mode);
  *out = settings_value(a, view, id);
  settings_free(view);
  return true;
}

const struct hash *settings_values(struct arena *a, struct settings *s, str environment, str manifest,
                                   const str *modulepath, uint32_t nmodulepath)
{
  struct hash *all = hash_new(a, SETTING_COUNT + 4);
  for (int i = 0; i < SETTING_COUNT; i++) {
    hash_put_str(all, a, str_of(setting_defs[i].name), settings_value(a, s, (enum setting_id)i));
  }
  struct buf path = BUF_IN(a);
  for (uint32_t i = 0; i < nmodulepath; i++) buf_printf(&path, "%s%.*s", i > 0 ? ":" : "", STR_FMT(modulepath[i]));
  hash_put_str(all, a, STR("environment"), value_str(environment));
  hash_put_str(all, a, STR("manifest"), manifest.n > 0 ? value_str(manifest) : VALUE_UNDEF);
  hash_put_str(all, a, STR("modulepath"), value_str(buf_view(&path)));
  return all;
}
