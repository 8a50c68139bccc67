/* A file is a list of lines; each line is a header, a setting, or anything else, which is ignored. A new setting is
 * inserted where `puppet config set` would insert it, so both programs write the same file. */
#include "cli/config_edit.h"

#include <assert.h>

enum line_kind { LINE_OTHER, LINE_SECTION, LINE_SETTING };

struct config_line {
  enum line_kind kind;
  str text; /* the line unchanged, without its end; for a setting: the part before its value */
  str name; /* of the section or setting */
  str value;
  str after; /* the spaces after the value */
};

static size_t word(str s, size_t at)
{
  while (at < s.n && (ascii_is_word((unsigned char)s.p[at]) || (unsigned char)s.p[at] >= 0x80)) at++;
  return at;
}

static bool is_section(str s, str *name)
{
  const size_t open = str_spaces(s, 0), end = open < s.n && s.p[open] == '[' ? word(s, open + 1) : open;
  if (end <= open + 1 || end >= s.n || s.p[end] != ']' || str_spaces(s, end + 1) != s.n) return false;
  *name = str_sub(s, open + 1, end - open - 1);
  return true;
}

static bool is_setting(str s, struct config_line *out)
{
  const size_t begin = str_spaces(s, 0), end = word(s, begin), equals = str_spaces(s, end);
  if (end == begin || equals >= s.n || s.p[equals] != '=') return false;
  const size_t value = str_spaces(s, equals + 1);
  size_t last = s.n;
  while (last > value && ascii_is_space((unsigned char)s.p[last - 1])) last--;
  *out = (struct config_line){.kind = LINE_SETTING,
                              .text = str_sub(s, 0, value),
                              .name = str_sub(s, begin, end - begin),
                              .value = str_sub(s, value, last - value),
                              .after = str_from(s, last)};
  return true;
}

static void insert(struct config_text *t, size_t at, const struct config_line *line)
{
  assert(at <= t->n);
  if (t->n == t->capacity) {
    const size_t capacity = t->capacity == 0 ? 64 : 2 * t->capacity;
    struct config_line *lines = arena_array(t->arena, capacity, sizeof *lines);
    if (t->n > 0) memcpy(lines, t->lines, t->n * sizeof *lines);
    t->lines = lines;
    t->capacity = capacity;
  }
  memmove(t->lines + at + 1, t->lines + at, (t->n - at) * sizeof *t->lines);
  t->lines[at] = *line;
  t->n++;
}

void config_text_read(struct config_text *out, struct arena *a, str text)
{
  *out = (struct config_text){.arena = a};
  for (size_t at = 0; at < text.n;) {
    const size_t end = str_index(text, '\n', at), stop = end == SIZE_MAX ? text.n : end;
    const str whole = str_sub(text, at, stop - at);
    const str line = str_ends(whole, STR("\r")) ? str_sub(whole, 0, whole.n - 1) : whole;
    struct config_line parsed = {.kind = LINE_OTHER, .text = whole};
    if (is_section(line, &parsed.name)) {
      parsed.kind = LINE_SECTION;
      parsed.text = line;
    } else {
      is_setting(line, &parsed);
    }
    insert(out, out->n, &parsed);
    at = stop + 1;
  }
}

/* Index of a setting in a section; `name` NULL: of its last setting. t->n: not found. */
static size_t find_setting(const struct config_text *t, str section, const str *name)
{
  str current = STR("main");
  size_t found = t->n;
  for (size_t i = 0; i < t->n; i++) {
    const struct config_line *line = &t->lines[i];
    if (line->kind == LINE_SECTION) current = line->name;
    if (line->kind != LINE_SETTING || !str_eq(current, section)) continue;
    if (name == NULL) found = i;
    else if (str_eq(line->name, *name)) return i;
  }
  return found;
}

/* Index of the section's header; t->n: not found. */
static size_t find_section(const struct config_text *t, str section)
{
  size_t i = 0;
  while (i < t->n && (t->lines[i].kind != LINE_SECTION || !str_eq(t->lines[i].name, section))) i++;
  return i;
}

static void add_section(struct config_text *t, size_t at, str section)
{
  const struct config_line header = {
    .kind = LINE_SECTION, .text = arena_printf(t->arena, "[%.*s]", STR_FMT(section)), .name = section};
  insert(t, at, &header);
}

static void add_setting(struct config_text *t, str section, str name, str value)
{
  const struct config_line line = {.kind = LINE_SETTING,
                                   .text = arena_printf(t->arena, "%.*s = ", STR_FMT(name)),
                                   .name = name,
                                   .value = value,
                                   .after = STR_EMPTY};
  const bool is_main = str_eqz(section, "main");
  const size_t last = find_setting(t, section, NULL);
  size_t at = last < t->n ? last + 1 : 0;
  /* For Puppet the section "main" starts at the beginning of the file, even if its header comes later. */
  if (last == t->n && !is_main) {
    const size_t header = find_section(t, section);
    if (header == t->n) add_section(t, t->n, section);
    at = header + 1;
  }
  insert(t, at, &line);
}

void config_text_set(struct config_text *t, str section, str name, str value)
{
  assert(section.n > 0 && name.n > 0 && str_index(value, '\n', 0) == SIZE_MAX);
  const size_t found = find_setting(t, section, &name);
  if (found < t->n) t->lines[found].value = value;
  else add_setting(t, section, name, value);
}

bool config_text_delete(struct config_text *t, str section, str name, str *line)
{
  const size_t found = find_setting(t, section, &name);
  if (found == t->n) return false;
  const struct config_line *gone = &t->lines[found];
  *line = str_trim(arena_printf(t->arena, "%.*s%.*s", STR_FMT(gone->text), STR_FMT(gone->value)));
  memmove(t->lines + found, t->lines + found + 1, (t->n - found - 1) * sizeof *t->lines);
  t->n--;
  return true;
}

void config_text_write(const struct config_text *t, struct buf *out)
{
  const str main = STR("main");
  /* If a setting precedes the first header, the file needs a header [main] at its beginning. */
  if (find_setting(t, main, NULL) < t->n && find_section(t, main) == t->n) buf_z(out, "[main]\n");
  for (size_t i = 0; i < t->n; i++) {
    const struct config_line *line = &t->lines[i];
    buf_str(out, line->text);
    if (line->kind == LINE_SETTING) {
      buf_str(out, line->value);
      buf_str(out, line->after);
    }
    buf_char(out, '\n');
  }
}
