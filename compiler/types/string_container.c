/* String(value, formats) of arrays and hashes, with their separators, delimiters and line breaks ('%#a'). Lines break
 * as in Puppet's StringConverter: a container breaks before itself when it is nested and its format is alternate, after
 * its siblings when they are wider than the width, and trailing blanks are removed before a break. */
#include "base/utf8.h"
#include "compiler/types/object.h"
#include "compiler/types/object_type.h"
#include "compiler/types/string_internal.h"
#include "compiler/values/ruby_string.h"
#include "compiler/values/runtime.h"

/* For Puppet, objects whose types have type parameters (such as Error) are no containers. */
static bool is_container(value v)
{
  v = runtime_as_object(v);
  return v.kind == V_ARRAY || v.kind == V_HASH ||
         (v.kind == V_OBJECT && v.object->type->object.def->nall_parameters == 0);
}

static bool is_array_or_hash(value v) { return v.kind == V_ARRAY || v.kind == V_HASH; }

/* The first element of a container stays on the line of its delimiter. */
static bool breaks(struct indentation in) { return in.indenting && in.level > 0 && !in.first; }

static void break_line(struct buf *out, struct indentation in)
{
  buf_char(out, '\n');
  buf_fill(out, ' ', (size_t)in.level * 2);
}

/* As Ruby's rstrip, which removes NUL bytes too. */
static void strip_end(struct buf *out) { out->n = ruby_strip(buf_view(out), false, true).n; }

static const char *const pairs[] = {"[]", "{}", "()", "<>", "||"};

/* The two delimiters of a container; none if the flag is a blank. */
static const char *delimiters(const struct string_format *f, const char *otherwise)
{
  for (size_t i = 0; f->delimiter != '\0' && i < sizeof pairs / sizeof pairs[0]; i++) {
    if (pairs[i][0] == f->delimiter) return pairs[i];
  }
  return f->delimiter == '\0' && f->plus == ' ' ? "" : otherwise;
}

static void put_delimiter(struct buf *out, const char *pair, int i)
{
  if (pair[0] != '\0') buf_char(out, pair[i]);
}

/* Elements are converted before anything is written, because their width decides where lines break. */
static str converted(struct conversion *c, value v, const struct format_map *map, struct indentation in)
{
  struct buf b = BUF_IN(c->arena);
  struct conversion inner = *c;
  inner.out = &b;
  string_put_value(&inner, v, map, in);
  return buf_view(&b);
}

/* Whether a run of adjacent elements that are not containers is wider than the width. Containers are on their own
 * lines. */
static bool is_too_wide(const struct array *a, const str *texts, const struct string_format *f)
{
  if (!f->alternate || !f->has_width) return false;
  int64_t run = 0, widest = 0;
  for (uint32_t i = 0; i < a->n; i++) {
    run = is_array_or_hash(a->items[i]) ? 0 : run + (int64_t)utf8_count(texts[i]);
    widest = run > widest ? run : widest;
  }
  return widest > f->width;
}

static void put_elements(struct buf *out, const struct array *a, const str *texts, const struct string_format *f,
                         str separator, struct indentation children)
{
  bool too_wide = is_too_wide(a, texts, f);
  for (uint32_t i = 0; i < a->n; i++) {
    bool nested = is_array_or_hash(a->items[i]);
    if (i == 0) {
      buf_z(out, too_wide && !nested ? " " : "");
    } else {
      buf_str(out, separator);
      if (!nested && (too_wide || (f->alternate && is_array_or_hash(a->items[i - 1])))) {
        if (out->p[out->n - 1] != '\n') strip_end(out);
        break_line(out, children);
      }
    }
    if (out->n > 0 && out->p[out->n - 1] == ' ' && texts[i].n > 0 && texts[i].p[0] == '\n') strip_end(out);
    buf_str(out, texts[i]);
  }
}

void string_put_array(struct conversion *c, const struct string_format *f, const struct array *a,
                      const struct format_map *map, struct indentation in)
{
  if (!string_format_is(f, "asp")) string_illegal_format(c, f, "Array", "asp");
  const struct format_map *contents = f->contents != NULL ? f->contents : string_format_contents(c->context);
  const char *pair = delimiters(f, "[]");
  struct buf b = BUF_IN(c->arena);
  in.indenting = f->alternate || in.indenting;
  if (breaks(in)) break_line(&b, in);
  put_delimiter(&b, pair, 0);
  struct indentation children = {.level = in.level + 1, .first = false, .indenting = f->alternate};
  str *texts = arena_array(c->arena, a->n, sizeof *texts);
  for (uint32_t i = 0; i < a->n; i++) {
    texts[i] = converted(c, a->items[i], is_container(a->items[i]) ? map : contents, children);
  }
  put_elements(&b, a, texts, f, f->separator != NULL ? *f->separator : STR(", "), children);
  put_delimiter(&b, pair, 1);
  buf_str(c->out, buf_view(&b));
}

/* Entries have a line each, so blanks at the end of the separator are dropped before the line break. */
static str line_separator(struct arena *a, str separator)
{
  if (!str_ends(separator, STR("\n"))) separator = ruby_strip(separator, false, true);
  return arena_printf(a, "%.*s\n", STR_FMT(separator));
}

void string_put_hash(struct conversion *c, const struct string_format *f, const struct hash *h,
                     const struct format_map *map, struct indentation in)
{
  /* '%a' shows a hash as the array of its pairs. */
  if (f->letter == 'a') {
    string_put_value(c, hash_pairs(c->arena, h), map, in);
    return;
  }
  if (!string_format_is(f, "hsp")) string_illegal_format(c, f, "Hash", "hasp");
  const struct format_map *contents = f->contents != NULL ? f->contents : string_format_contents(c->context);
  str separator = f->separator != NULL ? *f->separator : STR(", ");
  str association = f->separator2 != NULL ? *f->separator2 : STR(" => ");
  separator = f->alternate ? line_separator(c->arena, separator) : separator;
  const char *pair = delimiters(f, "{}");
  in.indenting = f->alternate || in.indenting;
  if (breaks(in)) break_line(c->out, in);
  put_delimiter(c->out, pair, 0);
  buf_z(c->out, f->alternate ? "\n" : "");
  const struct indentation children = {.level = in.level + 1, .first = true, .indenting = false};
  for (uint32_t i = 0; i < h->n; i++) {
    const struct hash_entry *e = &h->entries[i];
    buf_str(c->out, i == 0 ? STR_EMPTY : separator);
    if (f->alternate) buf_fill(c->out, ' ', (size_t)children.level * 2);
    string_put_value(c, e->key, is_container(e->key) ? map : contents, children);
    buf_str(c->out, association);
    string_put_value(c, e->value, is_container(e->value) ? map : contents, children);
  }
  if (f->alternate) break_line(c->out, in);
  put_delimiter(c->out, pair, 1);
}
