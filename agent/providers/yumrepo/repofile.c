/* Each line of a file becomes an entry of its section, also blank lines and comments, and is written unchanged unless
 * its value changed. */
#include "agent/providers/yumrepo/repofile.h"
#include "base/array.h"

#include "compiler/values/ruby_text.h"

static struct repo_file *file_of(const struct repo_files *all, str path)
{
  for (uint32_t i = 0; i < all->files.n; i++) {
    struct repo_file *f = all->files.items[i];
    if (str_eq(f->path, path)) return f;
  }
  return NULL;
}

static struct repo_section *in_file(const struct repo_file *f, str name)
{
  for (uint32_t i = 0; i < f->sections.n; i++) {
    struct repo_section *s = f->sections.items[i];
    if (str_eq(s->name, name)) return s;
  }
  return NULL;
}

struct repo_section *repo_find(const struct repo_files *all, str name)
{
  struct repo_section *found = NULL; /* the last one of several */
  for (uint32_t i = 0; i < all->files.n; i++) {
    struct repo_section *s = in_file(all->files.items[i], name);
    if (s != NULL) found = s;
  }
  return found;
}

static struct repo_section *add_section(struct repo_files *all, struct repo_file *f, str name)
{
  struct ral *ral = all->ral;
  const struct repo_section *known = repo_find(all, name);
  if (in_file(f, name) != NULL || (known != NULL && !known->destroy)) {
    struct buf shown = BUF_IN(ral->arena);
    ruby_inspect(&shown, value_str(name));
    ral_fail(ral, "Section %s is already defined, cannot redefine (file: %.*s)", shown.p, STR_FMT(f->path));
    return NULL;
  }
  struct repo_section *s = ARENA_NEW(ral->arena, struct repo_section);
  *s = (struct repo_section){.name = name, .file = f->path};
  ptrvec_push(&f->sections, ral->arena, s);
  return s;
}

static struct repo_file *file_new(struct repo_files *all, str path)
{
  struct repo_file *f = file_of(all, path);
  if (f == NULL) {
    f = ARENA_NEW(all->ral->arena, struct repo_file);
    ptrvec_push(&all->files, all->ral->arena, f);
  }
  *f = (struct repo_file){.path = path, .head = STR_EMPTY};
  return f;
}

struct repo_section *repo_add(struct repo_files *all, str path, str name)
{
  struct repo_file *f = file_of(all, path);
  return add_section(all, f != NULL ? f : file_new(all, path), name);
}

static void add_entry(struct arena *a, struct repo_section *s, struct repo_entry e)
{
  ARENA_ROOM(a, s->entries, s->n, s->cap, 16);
  s->entries[s->n++] = e;
}

static struct repo_entry *entry_of(const struct repo_section *s, str key)
{
  for (uint32_t i = 0; i < s->n; i++) {
    if (s->entries[i].key.n > 0 && str_eq(s->entries[i].key, key)) return &s->entries[i];
  }
  return NULL;
}

const str *repo_get(const struct repo_section *s, str key)
{
  const struct repo_entry *e = entry_of(s, key);
  return e != NULL && !e->unset ? &e->text : NULL;
}

static void set_in(struct arena *a, struct repo_section *s, str key, const str *text)
{
  const struct repo_entry wanted = {.key = key, .text = text != NULL ? *text : STR_EMPTY, .unset = text == NULL};
  struct repo_entry *e = entry_of(s, key);
  s->dirty = true;
  if (e != NULL) *e = wanted;
  else add_entry(a, s, wanted);
}

void repo_set(struct repo_files *all, struct repo_section *s, str key, const str *text)
{
  set_in(all->ral->arena, s, key, text);
}

/* --- reading --- */

/* The texts may contain any bytes, also NUL. */
static void put(struct buf *out, str a, str b, str c)
{
  buf_str(out, a);
  buf_str(out, b);
  buf_str(out, c);
}

static bool is_space(char c) { return ascii_is_space((unsigned char)c); }

/* A blank line, or one that starts with #, ; or rem. */
static bool is_comment(str line)
{
  size_t i = 0;
  if (line.p[0] == '#' || line.p[0] == ';') return true;
  while (i < line.n && is_space(line.p[i])) i++;
  return i == line.n || (str_caseeq(str_sub(line, i, 3), STR("rem")) && i + 3 < line.n && is_space(line.p[i + 3]));
}

/* "[name]…" */
static bool is_header(str line, str *name)
{
  const size_t end = line.p[0] == '[' ? str_index(line, ']', 1) : SIZE_MAX;
  if (end == SIZE_MAX || end < 2) return false;
  *name = str_sub(line, 1, end - 1);
  return true;
}

static bool is_property(str line, str *key, str *text)
{
  size_t start = 0, end;
  while (start < line.n && is_space(line.p[start])) start++;
  for (end = start; end < line.n && !is_space(line.p[end]) && line.p[end] != '='; end++) {
  }
  size_t at = end;
  while (at < line.n && is_space(line.p[at])) at++;
  if (end == start || at == line.n || line.p[at] != '=') return false;
  *key = str_sub(line, start, end - start);
  *text = str_trim(str_from(line, at + 1));
  return true;
}

static str without_end(str line)
{
  if (line.n > 0 && line.p[line.n - 1] == '\n') line.n--;
  if (line.n > 0 && line.p[line.n - 1] == '\r') line.n--;
  return line;
}

struct reader {
  struct repo_files *all;
  struct repo_file *file;
  struct repo_section *section; /* NULL: before the first section */
  str option;                   /* the last option of the section, which the next lines may continue; empty: none */
  struct buf head;
  uint32_t line;
};

static bool read_line(struct reader *r, str line)
{
  struct ral *ral = r->all->ral;
  str name, key, text;
  r->line++;
  if (is_comment(line)) {
    if (r->section == NULL) buf_str(&r->head, line);
    else add_entry(ral->arena, r->section, (struct repo_entry){.key = STR_EMPTY, .text = line});
  } else if (is_space(line.p[0]) && line.p[0] != '\v' && r->section != NULL && r->option.n > 0) {
    struct repo_entry *e = entry_of(r->section, r->option);
    struct buf longer = BUF_IN(ral->arena);
    put(&longer, e->text, STR("\n"), without_end(line));
    e->text = buf_view(&longer);
  } else if (is_header(line, &name)) {
    r->section = add_section(r->all, r->file, name);
    r->option = STR_EMPTY;
    return r->section != NULL;
  } else if (is_property(line, &key, &text)) {
    if (r->section == NULL) {
      struct buf shown = BUF_IN(ral->arena);
      ruby_inspect(&shown, value_str(key));
      return ral_fail(ral, "Property with key %s outside of a section", shown.p);
    }
    set_in(ral->arena, r->section, key, &text);
    r->option = key;
  } else {
    return ral_fail(ral, "Can't parse line '%.*s' (file: %.*s, line: %u)", STR_FMT(without_end(line)),
                    STR_FMT(r->file->path), r->line);
  }
  return true;
}

bool repo_parse(struct repo_files *all, str path, str text)
{
  struct reader r = {.all = all, .file = file_new(all, path), .option = STR_EMPTY, .head = BUF_IN(all->ral->arena)};
  for (size_t at = 0; at < text.n;) {
    const size_t end = str_index(text, '\n', at), next = end == SIZE_MAX ? text.n : end + 1;
    if (!read_line(&r, str_sub(text, at, next - at))) return false;
    at = next;
  }
  r.file->head = buf_view(&r.head);
  for (uint32_t i = 0; i < r.file->sections.n; i++) ((struct repo_section *)r.file->sections.items[i])->dirty = false;
  return true;
}

/* --- writing --- */

void repo_text(const struct repo_file *f, struct buf *out)
{
  buf_str(out, f->head);
  for (uint32_t i = 0; i < f->sections.n; i++) {
    const struct repo_section *s = f->sections.items[i];
    if (s->destroy) continue;
    put(out, STR("["), s->name, STR("]\n"));
    for (uint32_t k = 0; k < s->n; k++) {
      const struct repo_entry *e = &s->entries[k];
      if (e->key.n == 0) buf_str(out, e->text);
      else if (!e->unset) {
        put(out, e->key, STR("="), e->text);
        buf_char(out, '\n');
      }
    }
  }
}
