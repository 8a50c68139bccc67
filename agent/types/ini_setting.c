/* inifile's ini_setting: one setting of a file with sections. */
#include <stdlib.h>

#include "agent/providers/ini/inifile.h"
#include "agent/providers/ini/shown.h"
#include "agent/ral/munge.h"
#include "compiler/values/ruby_text.h"

static const char *path_of(const struct ral_resource *r)
{
  return ral_is_given(r, "path") ? arena_strz(r->ral->arena, ral_value_to_s(r, "path")) : NULL;
}

/* Puppet finds values that are no texts when it opens the file. */
static bool check_values(struct ral_resource *r)
{
  struct ral *ral = r->ral;
  const value separator = ral_value(r, "key_val_separator"), width = ral_value(r, "indent_width");
  const bool number = width.kind == V_UNDEF || width.kind == V_STRING || value_is_number(width);
  if (!number && width.kind == V_BOOL) return ral_lacks_method(ral, width, "to_i", "to_s");
  return ral_need_text(ral, ral_value(r, "section_prefix")) && ral_need_text(ral, ral_value(r, "section_suffix")) &&
         (separator.kind == V_STRING || ral_lacks_method(ral, separator, "strip", NULL)) &&
         (number || ral_lacks_method(ral, width, "to_i", "to_s\n               to_a\n               to_h"));
}

/* The file as it was when this resource first read it, or last changed it. */
static struct inifile *file_of(struct ral_resource *r)
{
  const char *path = path_of(r);
  if (r->data != NULL) return r->data;
  if (!check_values(r)) return NULL;
  struct inifile_syntax s = {.separator = ral_value_to_s(r, "key_val_separator"),
                             .prefix = ral_value_to_s(r, "section_prefix"),
                             .suffix = ral_value_to_s(r, "section_suffix"),
                             .indent_char = ral_value_to_s(r, "indent_char"),
                             .indent_width = -1};
  const bool wide = ral_is_given(r, "indent_width");
  if (wide) s.indent_width = atoll(arena_strz(r->ral->arena, ral_value_to_s(r, "indent_width")));
  return r->data = inifile_open(r->ral, &s, path);
}

/* --- the provider --- */

static bool exists(struct ral_resource *r, const struct inifile *f)
{
  const str section = ral_value_to_s(r, "section");
  if (!ral_is_given(r, "setting")) return inifile_has_section(f, section);
  if (inifile_has_section(f, section)) return inifile_get(f, section, ral_value_to_s(r, "setting")) != NULL;
  if (ral_flag(r, "force_new_section_creation")) return false;
  struct ral_setting *ensure = ral_setting(r, "ensure"); /* so that nothing has to be done */
  ensure->value = array_of(r->ral->arena, (value[]){RAL_WORD(absent)}, 1);
  return false;
}

static bool get(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  const struct inifile *f = file_of(r);
  if (f == NULL) return false;
  if (strcmp(a->name, "ensure") == 0) {
    *is = exists(r, f) ? RAL_WORD(present) : RAL_WORD(absent);
    return true;
  }
  const str *text = inifile_get(f, ral_value_to_s(r, "section"), ral_value_to_s(r, "setting"));
  *is = text != NULL ? value_str(*text) : VALUE_UNDEF;
  return true;
}

static bool put(struct ral_resource *r)
{
  struct inifile *f = file_of(r);
  const str setting = ral_value_to_s(r, "setting"), width = ral_value_to_s(r, "indent_width");
  if (f == NULL) return false;
  if (ral_is_given(r, "indent_width") && width.n > 0 && width.p[0] == '-') {
    return ral_fail_system(r->ral, "negative argument");
  }
  inifile_set(f, ral_value_to_s(r, "section"), ral_is_given(r, "setting") ? &setting : NULL,
              ral_value_to_s(r, "value"));
  return inifile_save(f, path_of(r));
}

static bool destroy(struct ral_resource *r)
{
  struct inifile *f = file_of(r);
  const str setting = ral_value_to_s(r, "setting");
  if (f == NULL) return false;
  if (!inifile_remove(f, ral_value_to_s(r, "section"), ral_is_given(r, "setting") ? &setting : NULL)) return false;
  r->data = NULL;
  return inifile_save(f, path_of(r));
}

static bool set(struct ral_resource *r, const struct ral_attribute *a, value should)
{
  if (strcmp(a->name, "ensure") != 0) return put(r);
  if (ral_is(should, "absent")) return destroy(r);
  const bool ok = put(r);
  r->data = NULL;
  return ok;
}

static bool instances(struct ral *ral, struct valuevec *names)
{
  (void)names;
  return ral_fail(ral, "Ini_settings only support collecting instances when a file path is hard coded");
}

/* --- attributes --- */

static bool insync(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in)
{
  *in = ral_flag(r, "refreshonly") || value_same(is, ral_should(r, a));
  return true;
}

/* In Puppet the method that the module calls to warn about blanks does not exist: Ruby's error. */
static bool munge_setting(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  if (v->kind != V_STRING) return ral_no_method(r, a, *v, "match?", NULL);
  const str text = value_text(*v);
  for (size_t i = 0; i < text.n; i++) {
    const bool first = i == 0 || text.p[i - 1] == '\n', last = i + 1 == text.n || text.p[i + 1] == '\n';
    if (ascii_is_space((unsigned char)text.p[i]) && (first || last)) {
      return ral_munging_failed(r, a, *v, "private method `warn' called for Puppet:Module\nDid you mean?  warning");
    }
  }
  return true;
}

static bool munge_value(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  const bool printed = v->kind == V_BOOL || value_is_number(*v);
  if (!printed && v->kind != V_STRING) return ral_no_method(r, a, *v, "strip", NULL);
  *v = value_str(ini_stripped(ral_to_s(r->ral->arena, *v)));
  return true;
}

/* Puppet needs the path when it looks for the directory that the file requires. */
static bool related(struct ral_resource *r)
{
  return path_of(r) != NULL || ral_fail(r->ral, "no implicit conversion of nil into String");
}

static bool refresh(struct ral_resource *r)
{
  if (!ral_flag(r, "refreshonly")) return true;
  return ral_is(ral_value(r, "ensure"), "absent") ? destroy(r) : put(r);
}

static const struct ral_provider ruby = {.name = "ruby", .get = get, .set = set, .instances = instances};
static const struct ral_provider *const providers[] = {&ruby, NULL};

static const struct ral_attribute attributes[] = {
  {.name = "name", .flags = RAL_NAMEVAR},
  {.name = "provider"},
  {.name = "ensure",
   .flags = RAL_PROPERTY,
   .words = ral_ensure_words,
   .fallback_value = RAL_WORD_INIT(present),
   .insync = insync},
  {.name = "value", .flags = RAL_PROPERTY, .munge = munge_value, .insync = insync, .show = ini_show},
  {.name = "section", .fallback_value = RAL_TEXT_INIT("")},
  {.name = "setting", .munge = munge_setting},
  {.name = "force_new_section_creation",
   .flags = RAL_BOOLEAN,
   .words = ral_boolean_words,
   .fallback_value = RAL_WORD_INIT(true)},
  {.name = "path", .validate = ral_validate_path},
  {.name = "show_diff", .words = ini_show_words, .fallback = ini_show_fallback},
  {.name = "key_val_separator", .fallback_value = RAL_TEXT_INIT(" = ")},
  {.name = "section_prefix", .fallback_value = RAL_TEXT_INIT("[")},
  {.name = "section_suffix", .fallback_value = RAL_TEXT_INIT("]")},
  {.name = "indent_char", .fallback_value = RAL_TEXT_INIT(" ")},
  {.name = "indent_width"},
  {.name = "refreshonly", .flags = RAL_BOOLEAN, .words = ral_boolean_words, .fallback_value = RAL_WORD_INIT(false)},
  {0}};

const struct ral_type ral_type_ini_setting = {.name = "ini_setting",
                                              .module = "inifile",
                                              .implements = INI_VERSIONS,
                                              .attributes = attributes,
                                              .providers = providers,
                                              .related = related,
                                              .refresh = refresh,
                                              .undo = {RAL_UNDO_FILES, "path"}};
