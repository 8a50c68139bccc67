/* Keeps the lines of the file and, for each section, the numbers of its lines. Changing a setting rewrites its line in
 * place, so comments and order are preserved; inserting or deleting a line changes the numbers of all later sections.
 * The steps are done in the module's order, since it shows in the results for unusual files. */
#include "agent/providers/ini/inifile.h"

#include <sys/stat.h>

#include "agent/system/store.h"
#include "base/regex.h"
#include "base/utf8.h"

enum { NONE = -1 };

struct section {
  str name;
  int64_t start, end;           /* line numbers; NONE: a new section has none; the section "" may have none */
  struct strmap present, added; /* name -> str * */
  int64_t indentation;          /* the smallest of its settings; NONE: it has no settings */
};

struct inifile {
  struct ral *ral;
  struct inifile_syntax syntax;
  const struct regex *header, *setting, *comment;
  str *lines;
  int64_t n, cap;
  struct ptrvec names;    /* str *, one for each header */
  struct strmap sections; /* struct section *: the last one with this name */
};

static struct section *section_of(const struct inifile *f, str name) { return strmap_get(&f->sections, name); }
static str name_at(const struct inifile *f, uint32_t i) { return *(const str *)f->names.items[i]; }
static bool is_new(const struct section *s) { return s->end == NONE; }
static bool is_global(const struct section *s) { return s->name.n == 0; }

static const str *kept(struct arena *a, str s)
{
  str *p = ARENA_NEW(a, str);
  *p = s;
  return p;
}

static struct section *section_new(struct inifile *f, str name, int64_t start, int64_t end)
{
  struct arena *a = f->ral->arena;
  struct section *s = ARENA_NEW(a, struct section);
  *s = (struct section){.name = name, .start = start, .end = end, .indentation = NONE};
  strmap_init(&s->present, a);
  strmap_init(&s->added, a);
  return s;
}

static void add_section(struct inifile *f, struct section *s)
{
  strmap_put(&f->sections, s->name, s);
  ptrvec_push(&f->names, f->ral->arena, &s->name);
}

/* --- regular expressions --- */

static void put_escaped(struct buf *out, str s)
{
  for (size_t i = 0; i < s.n; i++) {
    const char c = s.p[i];
    if (strchr(".*?+^$|\\[](){}-# ", c) != NULL && c != '\0') buf_char(out, '\\');
    if (c == '\n') buf_z(out, "\\n");
    else if (c == '\t') buf_z(out, "\\t");
    else buf_char(out, c);
  }
}

static bool is_blank(str s)
{
  for (size_t i = 0; i < s.n; i++) {
    if (!ascii_is_space((unsigned char)s.p[i])) return false;
  }
  return s.n > 0;
}

static const struct regex *compiled(struct ral *ral, const struct buf *source)
{
  str error;
  const struct regex *re = regex_compile(ral->arena, buf_view(source), &error);
  if (re == NULL) ral_fail(ral, "%.*s", STR_FMT(error));
  return re;
}

/* As in the module, the separator is used in the expressions without escaping. */
static bool compile(struct inifile *f)
{
  struct ral *ral = f->ral;
  struct buf header = BUF_IN(ral->arena), setting = BUF_IN(ral->arena), comment = BUF_IN(ral->arena);
  const str separator = is_blank(f->syntax.separator) ? STR(" ") : str_trim(f->syntax.separator);
  buf_z(&header, "^\\s*");
  put_escaped(&header, f->syntax.prefix);
  buf_z(&header, "(.*)");
  put_escaped(&header, f->syntax.suffix);
  buf_z(&header, "\\s*$");
  buf_printf(&setting, "^(\\s*)([^#;\\s]|[^#;\\s].*?[^\\s%.*s])(\\s*%.*s[ \\t]*)(.*)\\s*$", STR_FMT(separator),
             STR_FMT(separator));
  buf_printf(&comment, "^(\\s*)[#;]+(\\s*)(.*?[^\\s%.*s])(\\s*%.*s[ \\t]*)(.*)\\s*$", STR_FMT(separator),
             STR_FMT(separator));
  return (f->header = compiled(ral, &header)) != NULL && (f->setting = compiled(ral, &setting)) != NULL &&
         (f->comment = compiled(ral, &comment)) != NULL;
}

/* The last compiled expressions: most resources of a run have the same syntax. */
struct memory {
  struct inifile_syntax syntax;
  const struct regex *header, *setting, *comment;
};

static bool same_syntax(const struct inifile_syntax *a, const struct inifile_syntax *b)
{
  return str_eq(a->separator, b->separator) && str_eq(a->prefix, b->prefix) && str_eq(a->suffix, b->suffix);
}

static bool prepare(struct inifile *f)
{
  static const char owner;
  struct memory *m = ral_memory(f->ral, &owner, sizeof *m);
  if (m->header == NULL || !same_syntax(&m->syntax, &f->syntax)) {
    if (!compile(f)) return false;
    *m = (struct memory){f->syntax, f->header, f->setting, f->comment};
  }
  f->header = m->header;
  f->setting = m->setting;
  f->comment = m->comment;
  return true;
}

static str group(str line, const struct regex_match *m, int i)
{
  const int begin = m->at[i].begin;
  return begin < 0 ? STR_EMPTY : str_sub(line, (size_t)begin, (size_t)(m->at[i].end - begin));
}

static bool fits(const struct regex *re, str line, struct regex_match *m)
{
  return regex_search(re, line, 0, m) == REGEX_MATCH;
}

/* --- reading --- */

static void insert_line(struct inifile *f, int64_t at, str line)
{
  if (f->n == f->cap) {
    const int64_t cap = f->cap > 0 ? f->cap * 2 : 64;
    f->lines = arena_regrow(f->ral->arena, f->lines, (size_t)f->cap * sizeof *f->lines, (size_t)cap * sizeof *f->lines);
    f->cap = cap;
  }
  memmove(f->lines + at + 1, f->lines + at, (size_t)(f->n - at) * sizeof *f->lines);
  f->lines[at] = line;
  f->n++;
}

static void delete_line(struct inifile *f, int64_t at)
{
  if (at < 0 || at >= f->n) return;
  memmove(f->lines + at, f->lines + at + 1, (size_t)(f->n - at - 1) * sizeof *f->lines);
  f->n--;
}

/* Reads the lines between a header and the next one. */
static void read_section(struct inifile *f, str name, int64_t start, int64_t *at)
{
  struct section *s = section_new(f, name, start, start);
  struct regex_match m;
  const int64_t first = *at;
  for (; *at < f->n && !fits(f->header, f->lines[*at], NULL); ++*at) {
    const str line = f->lines[*at];
    s->end = *at;
    if (!fits(f->setting, line, &m)) continue;
    const int64_t indentation = m.at[1].end - m.at[1].begin;
    if (s->indentation == NONE || indentation < s->indentation) s->indentation = indentation;
    strmap_put(&s->present, group(line, &m, 2), (void *)kept(f->ral->arena, group(line, &m, 4)));
  }
  if (name.n == 0 && *at == first) s->end = NONE;
  add_section(f, s);
}

struct inifile_syntax inifile_default_syntax(void)
{
  return (struct inifile_syntax){STR(" = "), STR("["), STR("]"), STR(" "), -1};
}

struct inifile *inifile_parse(struct ral *ral, const struct inifile_syntax *syntax, str text)
{
  struct inifile *f = ARENA_NEW(ral->arena, struct inifile);
  struct regex_match m;
  *f = (struct inifile){.ral = ral, .syntax = *syntax};
  strmap_init(&f->sections, ral->arena);
  if (utf8_invalid_at(text) != SIZE_MAX) {
    ral_fail_system(ral, "invalid byte sequence in UTF-8");
    return NULL;
  }
  if (!prepare(f)) return NULL;
  for (size_t at = 0; at < text.n;) {
    const size_t end = str_index(text, '\n', at), next = end == SIZE_MAX ? text.n : end + 1;
    insert_line(f, f->n, str_sub(text, at, next - at));
    at = next;
  }
  int64_t at = 0;
  read_section(f, STR_EMPTY, 0, &at);
  while (at < f->n) {
    const str line = f->lines[at];
    const int64_t start = at++;
    if (fits(f->header, line, &m)) read_section(f, group(line, &m, 1), start, &at);
  }
  return f;
}

struct inifile *inifile_open(struct ral *ral, const struct inifile_syntax *syntax, const char *path)
{
  struct stat st;
  struct buf text = BUF_IN(ral->arena);
  if (stat(path, &st) == 0 && S_ISREG(st.st_mode) && !store_read(ral, path, &text)) return NULL;
  return inifile_parse(ral, syntax, buf_view(&text));
}

/* --- queries --- */

bool inifile_has_section(const struct inifile *f, str section) { return section_of(f, section) != NULL; }

const str *inifile_get(const struct inifile *f, str section, str setting)
{
  const struct section *s = section_of(f, section);
  if (s == NULL) return NULL;
  const str *found = strmap_get(&s->present, setting);
  return found != NULL ? found : strmap_get(&s->added, setting);
}

/* --- changing --- */

/* Changes the line numbers of later sections. As in the module, sections with the same name are changed once for each
 * header. */
static void move_sections(struct inifile *f, uint32_t first, int64_t by)
{
  for (uint32_t i = first; i < f->names.n; i++) {
    struct section *s = section_of(f, name_at(f, i));
    if (s == NULL) continue;
    if (s->start != NONE) s->start += by;
    if (s->end != NONE) s->end += by;
  }
}

static uint32_t place_of(const struct inifile *f, str name)
{
  uint32_t i = 0;
  while (i < f->names.n && !str_eq(name_at(f, i), name)) i++;
  return i;
}

/* A line of the section, which may have lost some. */
static const str *line_of(const struct inifile *f, int64_t at) { return at >= 0 && at < f->n ? &f->lines[at] : NULL; }

static void update_lines(struct inifile *f, const struct section *s, str setting, str text)
{
  struct regex_match m;
  for (int64_t i = s->start; i <= s->end; i++) {
    const str *line = line_of(f, i);
    if (line == NULL || !fits(f->setting, *line, &m) || !str_eq(group(*line, &m, 2), setting)) continue;
    struct buf changed = BUF_IN(f->ral->arena);
    buf_str(&changed, group(*line, &m, 1));
    buf_str(&changed, setting);
    buf_str(&changed, group(*line, &m, 3));
    buf_str(&changed, text);
    f->lines[i] = buf_view(&changed);
  }
}

static str indented(const struct inifile *f, const struct section *s, str setting, str text)
{
  struct buf out = BUF_IN(f->ral->arena);
  int64_t width = f->syntax.indent_width >= 0 ? f->syntax.indent_width : s->indentation;
  for (; width > 0; width--) buf_str(&out, f->syntax.indent_char);
  buf_str(&out, setting);
  buf_str(&out, f->syntax.separator);
  buf_str(&out, text);
  return buf_view(&out);
}

/* Returns the line that contains this setting in a comment; NONE: no such line. */
static int64_t commented(const struct inifile *f, const struct section *s, str setting)
{
  struct regex_match m;
  for (int64_t i = s->start; !is_new(s) && i <= s->end; i++) {
    const str *line = line_of(f, i);
    if (line != NULL && fits(f->comment, *line, &m) && str_eq(group(*line, &m, 3), setting)) return i;
  }
  return NONE;
}

bool inifile_set(struct inifile *f, str section, const str *setting, str text)
{
  struct arena *a = f->ral->arena;
  if (section_of(f, section) == NULL) add_section(f, section_new(f, section, NONE, NONE));
  struct section *s = section_of(f, section);
  const int64_t comment = setting != NULL ? commented(f, s, *setting) : NONE;
  if (setting != NULL && strmap_find(&s->present, *setting) != NULL) {
    update_lines(f, s, *setting, text);
    strmap_put(&s->present, *setting, (void *)kept(a, text));
  } else if (comment != NONE) {
    insert_line(f, comment + 1, indented(f, s, *setting, text));
    strmap_put(&s->present, *setting, (void *)kept(a, text));
    s->end++;
    move_sections(f, place_of(f, section) + 1, 1);
  } else if (setting != NULL || text.n > 0) {
    strmap_put(&s->added, setting != NULL ? *setting : STR_EMPTY, (void *)kept(a, text));
  }
  return true;
}

bool inifile_remove(struct inifile *f, str section, const str *setting)
{
  struct section *s = section_of(f, section);
  struct regex_match m;
  if (s == NULL) return ral_fail_system(f->ral, "undefined method `existing_setting?' for nil:NilClass");
  if (setting == NULL || strmap_find(&s->present, *setting) == NULL) return true;
  for (int64_t i = s->start; i <= s->end; i++) {
    const str *line = line_of(f, i);
    if (line != NULL && fits(f->setting, *line, &m) && str_eq(group(*line, &m, 2), *setting)) delete_line(f, i);
  }
  strmap_remove(&s->present, *setting);
  const uint32_t place = place_of(f, section);
  if (s->end != NONE) s->end--;
  move_sections(f, place + 1, -1);
  if (is_global(s) ? !is_new(s) : s->start != s->end) return true;
  delete_line(f, s->start);
  move_sections(f, place + 1, -1);
  memmove(f->names.items + place, f->names.items + place + 1, (f->names.n - place - 1) * sizeof *f->names.items);
  f->names.n--;
  strmap_remove(&f->sections, section);
  return true;
}

/* --- writing --- */

static void put_line(struct buf *out, str line)
{
  buf_str(out, line);
  if (line.n == 0 || line.p[line.n - 1] != '\n') buf_char(out, '\n');
}

/* Whether Ruby's /^\s*$/ matches, that is, a line of the text is blank. */
static bool has_blank_line(str s)
{
  bool blank = true;
  for (size_t i = 0; i < s.n; i++) {
    if (s.p[i] == '\n' && blank) return true;
    blank = s.p[i] == '\n' || (blank && ascii_is_space((unsigned char)s.p[i]));
  }
  return blank && (s.n == 0 || s.p[s.n - 1] != '\n');
}

static bool put_lines(const struct inifile *f, const struct section *s, struct buf *out, struct buf *blank)
{
  for (int64_t i = s->start; i <= s->end; i++) {
    const str *line = line_of(f, i);
    if (line == NULL) return ral_fail_system(f->ral, "undefined method `match?' for nil:NilClass");
    if (has_blank_line(*line)) {
      put_line(blank, *line);
      continue;
    }
    buf_str(out, buf_view(blank));
    buf_clear(blank);
    put_line(out, *line);
  }
  return true;
}

bool inifile_text(const struct inifile *f, struct buf *out)
{
  const struct section *global = section_of(f, STR_EMPTY);
  const bool no_global = is_new(global) && global->added.live == 0;
  for (uint32_t i = 0; i < f->names.n; i++) {
    const struct section *s = section_of(f, name_at(f, i));
    struct buf blank = BUF_IN(f->ral->arena); /* new settings are inserted before the last blank lines */
    if (s == NULL) return ral_fail_system(f->ral, "undefined method `new_section?' for nil:NilClass");
    if (is_new(s) && !is_global(s)) {
      if ((i == 1 && !no_global) || i > 1) buf_char(out, '\n');
      buf_str(out, f->syntax.prefix);
      buf_str(out, s->name);
      buf_str(out, f->syntax.suffix);
      buf_char(out, '\n');
    }
    if (!is_new(s) && !put_lines(f, s, out, &blank)) return false;
    for (uint32_t k = 0; k < s->added.n; k++) {
      const struct strmap_entry *e = &s->added.entries[k];
      put_line(out, indented(f, s, e->key, *(const str *)e->value));
    }
    if (blank.n > 0) buf_str(out, buf_view(&blank));
    else if (is_new(s) && s->added.live > 0 && i + 1 < f->names.n) buf_char(out, '\n');
  }
  return true;
}

bool inifile_save(const struct inifile *f, const char *path)
{
  struct buf out = BUF_IN(f->ral->arena);
  return inifile_text(f, &out) && store_lines(f->ral, path, buf_view(&out));
}
