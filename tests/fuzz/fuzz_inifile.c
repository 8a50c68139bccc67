/* Settings files and parts of settings: any bytes. A setting in a new section is read back from the text. */
#include <stdint.h>

#include "agent/providers/ini/inifile.h"
#include "agent/providers/ini/subsettings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void file(struct ral *ral, str text, const struct inifile_syntax *syntax)
{
  struct inifile *f = inifile_parse(ral, syntax, text);
  struct buf out = BUF_IN(ral->arena);
  const str name = STR("k");
  if (f == NULL) return;
  const bool known = inifile_has_section(f, STR("s")); /* lines of duplicate sections may be lost */
  inifile_set(f, STR("s"), &name, STR("v"));
  if (!inifile_text(f, &out)) return;
  f = inifile_parse(ral, syntax, arena_str(ral->arena, buf_view(&out)));
  const str *found = f != NULL ? inifile_get(f, STR("s"), name) : NULL;
  if (!known && (found == NULL || !str_eqz(*found, "v"))) __builtin_trap();
  if (f == NULL) return;
  buf_clear(&out);
  if (inifile_remove(f, STR("s"), &name)) (void)inifile_text(f, &out);
}

static void parts(struct ral *ral, str text)
{
  struct subsettings s = {.ral = ral, .separator = STR(","), .assignment = STR("=")};
  if (!subsettings_parse(&s, &text)) return;
  if (!subsettings_update(&s, STR("k"), STR("v"), false)) (void)subsettings_insert(&s, 1, STR("k"), STR("v"));
  if (subsettings_find(&s, STR("k"), false) < 0) __builtin_trap();
  (void)subsettings_text(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct ral ral = {.arena = arena_new()};
  const str text = arena_str(ral.arena, str_n((const char *)data, size));
  const struct inifile_syntax usual = inifile_default_syntax(), blanks = {STR(" "), STR(""), STR(":"), STR("\t"), 1};
  file(&ral, text, &usual);
  struct inifile *f = inifile_parse(&ral, &blanks, text);
  struct buf out = BUF_IN(ral.arena);
  if (f != NULL) (void)inifile_text(f, &out);
  parts(&ral, text);
  arena_free(ral.arena);
  return 0;
}
