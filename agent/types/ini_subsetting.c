/* inifile's ini_subsetting: one part of a setting's value. */
#include <stdlib.h>

#include "agent/providers/ini/inifile.h"
#include "agent/providers/ini/shown.h"
#include "agent/providers/ini/subsettings.h"
#include "agent/ral/munge.h"
#include "compiler/values/ruby_text.h"

struct state {
  struct inifile *file;
  struct subsettings parts;
};

static bool is_exact(const struct ral_resource *r) { return ral_flag(r, "use_exact_match"); }

/* The file and the setting as they were when this resource first read them. */
static struct state *state_of(struct ral_resource *r)
{
  struct ral *ral = r->ral;
  struct state *s = ARENA_NEW(ral->arena, struct state);
  const str quote = ral_value_to_s(r, "quote_char");
  if (r->data != NULL) return r->data;
  const value separator = ral_value(r, "key_val_separator");
  if (!ral_is_given(r, "path")) {
    ral_fail_system(ral, "no implicit conversion of nil into String");
    return NULL;
  }
  if (separator.kind != V_STRING) {
    ral_lacks_method(ral, separator, "strip", NULL);
    return NULL;
  }
  struct inifile_syntax syntax = inifile_default_syntax();
  syntax.separator = ral_value_to_s(r, "key_val_separator");
  s->file = inifile_open(ral, &syntax, arena_strz(ral->arena, ral_value_to_s(r, "path")));
  if (s->file == NULL) return NULL;
  s->parts = (struct subsettings){.ral = ral,
                                  .separator = ral_value_to_s(r, "subsetting_separator"),
                                  .assignment = ral_value_to_s(r, "subsetting_key_val_separator"),
                                  .quote = quote.n > 0 ? quote.p[0] : '\0'};
  const str *text = inifile_get(s->file, ral_value_to_s(r, "section"), ral_value_to_s(r, "setting"));
  if (!subsettings_parse(&s->parts, text)) return NULL;
  return r->data = s;
}

static bool get(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  const struct state *s = state_of(r);
  if (s == NULL) return false;
  const bool ensure = strcmp(a->name, "ensure") == 0;
  const str name = ral_value_to_s(r, "subsetting");
  const int64_t at = subsettings_find(&s->parts, name, ensure && is_exact(r));
  if (ensure) *is = at >= 0 ? RAL_WORD(present) : RAL_WORD(absent);
  else *is = at >= 0 ? value_str(subsettings_value(&s->parts, at, name)) : VALUE_UNDEF;
  return true;
}

static bool save(struct ral_resource *r, struct state *s)
{
  const str setting = ral_value_to_s(r, "setting"), text = subsettings_text(&s->parts);
  inifile_set(s->file, ral_value_to_s(r, "section"), ral_is_given(r, "setting") ? &setting : NULL, text);
  return inifile_save(s->file, arena_strz(r->ral->arena, ral_value_to_s(r, "path")));
}

/* The position for a new part. */
static bool place_of(struct ral_resource *r, const struct subsettings *parts, int64_t *at)
{
  const value how = ral_value(r, "insert_type"), where = ral_value(r, "insert_value");
  const bool before = ral_is(how, "before"), after = ral_is(how, "after");
  *at = parts->n;
  if (ral_is(how, "start")) *at = 0;
  if (ral_is(how, "index")) *at = atoll(arena_strz(r->ral->arena, ral_to_s(r->ral->arena, where)));
  if (!before && !after) return true;
  if (where.kind == V_UNDEF && !is_exact(r)) return ral_fail_system(r->ral, "undefined method `+' for nil:NilClass");
  const int64_t found = subsettings_find(parts, ral_to_s(r->ral->arena, where), is_exact(r));
  if (found >= 0) *at = found + after;
  return true;
}

static bool put(struct ral_resource *r)
{
  struct state *s = state_of(r);
  int64_t at;
  const value wanted = ral_value(r, "value");
  const str name = ral_value_to_s(r, "subsetting"), text = ral_text(wanted);
  if (s == NULL) return false;
  if (wanted.kind != V_UNDEF && wanted.kind != V_STRING) {
    return ral_fail_system(r->ral, "no implicit conversion of %s into String", ruby_class(wanted));
  }
  if (!subsettings_update(&s->parts, name, text, is_exact(r)) &&
      (!place_of(r, &s->parts, &at) || !subsettings_insert(&s->parts, at, name, text)))
    return false;
  return save(r, s);
}

/* Removes the setting if its last part was removed. The module intends to do that only with delete_if_empty, but its
 * condition is always true. */
static bool destroy(struct ral_resource *r)
{
  struct state *s = state_of(r);
  const str setting = ral_value_to_s(r, "setting");
  if (s == NULL) return false;
  subsettings_remove(&s->parts, ral_value_to_s(r, "subsetting"), is_exact(r));
  if (subsettings_text(&s->parts).n > 0) return save(r, s);
  return inifile_remove(s->file, ral_value_to_s(r, "section"), ral_is_given(r, "setting") ? &setting : NULL) &&
         inifile_save(s->file, arena_strz(r->ral->arena, ral_value_to_s(r, "path")));
}

static bool set(struct ral_resource *r, const struct ral_attribute *a, value should)
{
  return strcmp(a->name, "ensure") == 0 && ral_is(should, "absent") ? destroy(r) : put(r);
}

static bool validate_quote(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  const str text = ral_text(v);
  if (v.kind != V_STRING) return ral_no_method_to_validate(r->ral, a->name, v, "match?", NULL);
  if (text.n == 0 || (text.n == 1 && (text.p[0] == '"' || text.p[0] == '\''))) return true;
  return ral_fail(r->ral, ":quote_char valid values are '', '\"' and \"'\"");
}

static const struct ral_provider ruby = {.name = "ruby", .get = get, .set = set, .instances = ral_no_instances};
static const struct ral_provider *const providers[] = {&ruby, NULL};
static const struct ral_word places[] = {{.name = "start"}, {.name = "end"},   {.name = "before"},
                                         {.name = "after"}, {.name = "index"}, {0}};

static const struct ral_attribute attributes[] = {
  {.name = "name", .flags = RAL_NAMEVAR},
  {.name = "provider"},
  {.name = "ensure", .flags = RAL_PROPERTY, .words = ral_ensure_words, .fallback_value = RAL_WORD_INIT(present)},
  {.name = "value", .flags = RAL_PROPERTY, .show = ini_show},
  {.name = "section", .fallback_value = RAL_TEXT_INIT("")},
  {.name = "setting"},
  {.name = "subsetting"},
  {.name = "subsetting_separator", .fallback_value = RAL_TEXT_INIT(" ")},
  {.name = "subsetting_key_val_separator", .fallback_value = RAL_TEXT_INIT("")},
  {.name = "path", .validate = ral_validate_path},
  {.name = "show_diff", .words = ini_show_words, .fallback = ini_show_fallback},
  {.name = "key_val_separator", .fallback_value = RAL_TEXT_INIT(" = ")},
  {.name = "quote_char", .validate = validate_quote, .fallback_value = RAL_TEXT_INIT("")},
  {.name = "use_exact_match", .words = ral_true_false_words, .fallback_value = RAL_WORD_INIT(false)},
  {.name = "insert_type", .words = places, .fallback_value = RAL_WORD_INIT(end)},
  {.name = "insert_value"},
  {.name = "delete_if_empty", .words = ral_true_false_words, .fallback_value = RAL_WORD_INIT(false)},
  {0}};

const struct ral_type ral_type_ini_subsetting = {.name = "ini_subsetting",
                                                 .module = "inifile",
                                                 .implements = INI_VERSIONS,
                                                 .attributes = attributes,
                                                 .providers = providers,
                                                 .undo = {RAL_UNDO_FILES, "path"}};
