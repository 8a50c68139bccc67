/* puppet.conf: reading, sections, file attributes. Error messages are Puppet's; if Puppet's has no place, the place is
 * added.
 *
 * differs: "${name}" in a value is a reference. Puppet 7 treats the braces as file attributes and rejects the file. */
#include <errno.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/ini.h"
#include "base/settings_internal.h"

/* A configuration has some kilobytes; the limit prevents that a wrong path fills the memory. */
enum { FILE_LIMIT = 16 << 20 };

static const char *const section_names[SECTION_COUNT] = {
  [SECTION_MAIN] = "main",   [SECTION_SERVER] = "server", [SECTION_MASTER] = "master",
  [SECTION_AGENT] = "agent", [SECTION_USER] = "user",
};

bool settings__read(const char *path, struct buf *text, bool *missing, struct buf *error)
{
  const int reason = file_read(path, FILE_LIMIT, text);
  *missing = reason == ENOENT || reason == ENOTDIR;
  if (reason != 0 && !*missing) buf_printf(error, "Could not load %s: %s - %s", path, file_reason(reason), path);
  return reason == 0 || *missing;
}

struct parse {
  struct settings_file *file;
  str text;
  const char *name;
  struct buf *error;
  enum settings_result result;
  size_t capacity; /* of the warnings */
};

static void warn(struct parse *p, str text)
{
  struct settings_file *f = p->file;
  if (f->warning_count == p->capacity) {
    size_t capacity = p->capacity == 0 ? 8 : p->capacity * 2;
    f->warnings = arena_regrow(f->arena, f->warnings, p->capacity * sizeof *f->warnings,
                               capacity * sizeof *f->warnings);
    p->capacity = capacity;
  }
  f->warnings[f->warning_count++] = text.p;
}

/* Checks one attribute of a value, "owner = root". */
static bool check_attribute(struct parse *p, str value, str part)
{
  size_t eq = str_index(part, '=', 0);
  str name = str_trim(str_sub(part, 0, eq)), word = eq == SIZE_MAX ? STR_EMPTY : str_trim(str_from(part, eq + 1));
  bool words = name.n > 0 && word.n > 0, digits = word.n > 0;
  for (size_t i = 0; i < name.n; i++) words = words && ascii_is_word((unsigned char)name.p[i]);
  for (size_t i = 0; i < word.n; i++) {
    words = words && ascii_is_word((unsigned char)word.p[i]);
    digits = digits && ascii_is_digit((unsigned char)word.p[i]);
  }
  bool mode = str_eqz(name, "mode");
  if (!words) buf_printf(p->error, "Could not parse '%.*s'", STR_FMT(value));
  else if (!mode && !str_eqz(name, "owner") && !str_eqz(name, "group"))
    buf_printf(p->error, "Invalid file option '%.*s'", STR_FMT(name));
  else if (mode && !digits) buf_z(p->error, "File modes must be numbers");
  else return true;
  return false;
}

static bool is_file_type(enum setting_type type)
{
  return type == SETTING_TYPE_FILE || type == SETTING_TYPE_DIRECTORY || type == SETTING_TYPE_FILE_OR_DIRECTORY ||
         type == SETTING_TYPE_AUTOSIGN;
}

static bool check_owner(struct parse *p, const struct setting_def *def, str part)
{
  size_t eq = str_index(part, '=', 0);
  str name = str_trim(str_sub(part, 0, eq)), word = str_trim(str_from(part, eq + 1));
  if (str_eqz(name, "mode") || str_eqz(word, "root") || str_eqz(word, "service")) return true;
  buf_printf(p->error, "The :%.*s parameter for the setting '%s' must be either 'root' or 'service', not '%.*s'",
             STR_FMT(name), def->name, STR_FMT(word));
  p->result = SETTINGS_REFUSED;
  return false;
}

/* Returns the position of a value's attributes: its first brace that is not part of a reference; SIZE_MAX: none. */
static size_t attributes_at(str value, size_t *end)
{
  for (size_t at = str_index(value, '{', 0); at != SIZE_MAX; at = str_index(value, '{', at + 1)) {
    *end = str_index(value, '}', at);
    if (*end == SIZE_MAX) return SIZE_MAX;
    if (*end > at + 1 && (at == 0 || value.p[at - 1] != '$')) return at;
  }
  return SIZE_MAX;
}

/* Removes "{owner = root, mode = 0640}" from the value. The attributes, owner and mode with which Puppet creates the
 * file, are checked but not used, since ficelle does not create these files. */
static bool take_attributes(struct parse *p, const struct setting_def *def, str *value)
{
  size_t end, at = attributes_at(*value, &end);
  if (at == SIZE_MAX) return true;
  str list = str_sub(*value, at + 1, end - at - 1);
  while (list.n > 0) {
    str part = str_cut(&list, ',');
    if (!check_attribute(p, *value, part) || (def && is_file_type(def->type) && !check_owner(p, def, part)))
      return false;
  }
  if (def && !is_file_type(def->type))
    warn(p, arena_printf(p->file->arena, "%s does not support meta data. Ignoring.", def->name));
  str left = arena_printf(p->file->arena, "%.*s%.*s", (int)at, value->p, STR_FMT(str_from(*value, end + 1)));
  while (left.n > 0 && ascii_is_space((unsigned char)left.p[left.n - 1])) left.n--;
  *value = left;
  return true;
}

static void place(struct parse *p, unsigned line) { buf_printf(p->error, " (file: %s, line: %u)", p->name, line); }

static bool find_section(str name, enum settings_section *section)
{
  for (int i = 0; i < SECTION_COUNT; i++) {
    if (str_eqz(name, section_names[i])) {
      *section = (enum settings_section)i;
      return true;
    }
  }
  return false;
}

static bool on_section(struct parse *p, const struct ini_line *line)
{
  enum settings_section section;
  if (find_section(line->section, &section)) return true;
  buf_printf(p->error,
             "Illegal section '%.*s' in config file at (file: %s, line: %u). The only valid puppet.conf "
             "sections are: [main, server, master, agent, user]. Please use the directory environments "
             "feature to specify environments. "
             "(See https://puppet.com/docs/puppet/latest/environments_about.html)",
             STR_FMT(line->section), p->name, line->line);
  return false;
}

static bool on_setting(struct parse *p, const struct ini_line *line)
{
  enum settings_section section = SECTION_MAIN;
  enum setting_id id;
  bool known = settings_find(line->name, &id);
  if (known && (id == SETTING_manifest || id == SETTING_modulepath || id == SETTING_config_version)) {
    buf_printf(p->error, "Cannot set %.*s settings in puppet.conf", STR_FMT(line->name));
    place(p, line->line);
    p->result = SETTINGS_REFUSED;
    return false;
  }
  str value = ini_value(line->value);
  if (!take_attributes(p, known ? &setting_defs[id] : NULL, &value)) {
    place(p, line->line);
    return false;
  }
  if (!known) {
    warn(p, arena_printf(p->file->arena, "Unknown setting '%.*s' is ignored (file: %s, line: %u)", STR_FMT(line->name),
                         p->name, line->line));
    return true;
  }
  find_section(line->section, &section);
  /* The first of several in one section is used. */
  str *slot = &p->file->sections[section][id];
  if (!slot->p) *slot = arena_str(p->file->arena, value);
  return true;
}

static bool on_line(void *ctx, const struct ini_line *line)
{
  struct parse *p = ctx;
  switch (line->kind) {
  case INI_SECTION: return on_section(p, line);
  case INI_SETTING: return on_setting(p, line);
  case INI_BAD: break;
  }
  /* Puppet's message has the end of the line, too */
  const char *end = line->value.p + line->value.n, *last = p->text.p + p->text.n;
  const char *newline = end < last ? memchr(end, '\n', (size_t)(last - end)) : NULL;
  buf_printf(p->error, "Could not match line %.*s%s", STR_FMT(line->value), newline != NULL ? "\n" : "");
  place(p, line->line);
  return false;
}

struct settings_file *settings__parse(str text, const char *name, enum settings_result *result, struct buf *error)
{
  struct settings_file *file = xcalloc(1, sizeof *file);
  struct buf why = BUF_HEAP;
  struct parse p = {.file = file, .text = text, .name = name, .error = &why, .result = SETTINGS_BROKEN};
  file->arena = arena_new();
  if (ini_check_text(text, name, &why) && ini_parse(text, on_line, &p)) {
    *result = SETTINGS_OK;
    buf_free(&why);
    return file;
  }
  *result = p.result;
  if (p.result == SETTINGS_BROKEN) buf_printf(error, "Could not parse %s: ", name);
  buf_str(error, buf_view(&why));
  buf_free(&why);
  settings__file_free(file);
  return NULL;
}

void settings__file_free(struct settings_file *file)
{
  if (!file) return;
  arena_free(file->arena);
  free(file);
}
