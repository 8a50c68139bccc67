/* Splits commands at blanks as Puppet's provider does: brackets and quotes protect blanks. A table gives the operands
 * of each command. */
#include "agent/providers/augeas/commands.h"

#include <stdio.h>
#include <stdlib.h>

#include "agent/ral/munge.h"

/* Operands: p a path, s a text, c a comparison, i a number, g the rest of the line. */
static const struct {
  const char *name, *formals;
} known[] = {{"set", "ps"},      {"setm", "pss"}, {"rm", "p"},    {"remove", "p"},  {"clear", "p"},
             {"clearm", "ps"},   {"touch", "p"},  {"mv", "pp"},   {"move", "pp"},   {"rename", "ps"},
             {"insert", "ssp"},  {"ins", "ssp"},  {"get", "pcs"}, {"values", "pg"}, {"defvar", "sp"},
             {"defnode", "sps"}, {"match", "pg"}, {"size", "ci"}, {"include", "s"}, {"not_include", "s"},
             {"==", "g"},        {"!=", "g"}};

struct scanner {
  struct ral *ral;
  str text, context;
  size_t at;
};

static bool at_end(const struct scanner *s) { return s->at >= s->text.n; }
static char here(const struct scanner *s) { return at_end(s) ? '\0' : s->text.p[s->at]; }
static bool is_blank(char c) { return c != '\0' && ascii_is_space((unsigned char)c); }

/* Skips to the next bracket, blank or quote that is not escaped. */
static void skip_plain(struct scanner *s)
{
  while (!at_end(s)) {
    const char c = here(s);
    if (c == '\\' && s->at + 1 < s->text.n && s->text.p[s->at + 1] != '\n') s->at += 2;
    else if (c == '\\' || c == '[' || c == ']' || c == '\'' || c == '"' || is_blank(c)) return;
    else s->at++;
  }
}

/* A path ends at a blank that is not in brackets or quotes. */
static bool read_path(struct scanner *s, value *out)
{
  const size_t start = s->at;
  int brackets = 0;
  bool single = false, twice = false;
  while (true) {
    skip_plain(s);
    const char c = here(s);
    if (!at_end(s)) s->at++;
    brackets += (c == '[') - (c == ']');
    single ^= c == '\'';
    twice ^= c == '"';
    if (brackets < 0) return ral_fail(s->ral, "unmatched [");
    if (at_end(s) || (brackets == 0 && !single && !twice && is_blank(c))) break;
  }
  str path = str_sub(s->text, start, s->at - start - !at_end(s));
  if (path.n > 0 && (path.p[0] == '\'' || path.p[0] == '"')) path = str_sub(path, 1, path.n > 1 ? path.n - 2 : 0);
  if (path.n > 0 && path.p[path.n - 1] == '/') path.n--;
  const bool absolute = path.n > 0 && (path.p[0] == '$' || path.p[0] == '/');
  *out = value_str(absolute ? path : arena_printf(s->ral->arena, "%.*s%.*s", STR_FMT(s->context), STR_FMT(path)));
  return true;
}

/* A word, or a text in quotes, in which a backslash escapes only the quote. */
static bool read_text(struct scanner *s, value *out)
{
  const char delimiter = here(s);
  struct buf text = BUF_IN(s->ral->arena);
  if (delimiter != '\'' && delimiter != '"') {
    const size_t start = s->at;
    while (!at_end(s) && !is_blank(here(s))) s->at++;
    *out = value_str(str_sub(s->text, start, s->at - start));
    return s->at > start;
  }
  for (s->at++; !at_end(s) && here(s) != delimiter; s->at++) {
    if (here(s) == '\\') {
      if (s->at + 1 >= s->text.n || s->text.p[s->at + 1] == '\n') break;
      s->at++;
      if (here(s) != delimiter) buf_char(&text, '\\');
    }
    buf_char(&text, here(s));
  }
  s->at++;
  *out = value_str(buf_view(&text));
  return true;
}

static bool read_comparator(struct scanner *s, value *out)
{
  static const char *const all[] = {"==", "!=", "=~", "<=", ">=", "<", ">"};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (!str_starts(str_from(s->text, s->at), str_of(all[i]))) continue;
    s->at += strlen(all[i]);
    *out = value_str(str_of(all[i]));
    return true;
  }
  return false;
}

static bool read_formal(struct scanner *s, struct augeas_command *c, char kind)
{
  value *out = &c->args[c->n++];
  while (is_blank(here(s))) s->at++;
  if (kind == 'p') return read_path(s, out);
  if (kind == 's') {
    return read_text(s, out) || ral_fail(s->ral, "missing string argument %u for %.*s", c->n, STR_FMT(c->name));
  }
  if (kind == 'c') {
    if (read_comparator(s, out)) return true;
    puts(arena_strz(s->ral->arena, str_from(s->text, s->at))); /* Puppet's provider prints this, too */
    return ral_fail(s->ral, "invalid comparator for command %.*s", STR_FMT(c->name));
  }
  const str rest = str_from(s->text, s->at);
  *out = kind == 'i' ? value_int(atoll(arena_strz(s->ral->arena, rest))) : value_str(rest);
  return true;
}

static bool read_command(struct scanner *s, struct augeas_command *c)
{
  const size_t start = s->at;
  while (ascii_is_word((unsigned char)here(s))) s->at++;
  if (s->at == start && (str_starts(s->text, STR("==")) || str_starts(s->text, STR("!=")))) s->at += 2;
  c->name = str_sub(s->text, start, s->at - start);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (!str_eqz(c->name, known[i].name)) continue;
    for (const char *kind = known[i].formals; *kind != '\0'; kind++) {
      if (!read_formal(s, c, *kind)) return false;
    }
    return true;
  }
  return ral_fail(s->ral, "Unknown command %.*s", STR_FMT(c->name));
}

static bool read_line(struct ral *ral, str line, str context, struct augeas_commands *out)
{
  struct scanner s = {.ral = ral, .text = str_trim(line), .context = context};
  if (s.text.n == 0) return true;
  out->items = arena_regrow(ral->arena, out->items, out->n * sizeof *out->items, (out->n + 1) * sizeof *out->items);
  out->items[out->n] = (struct augeas_command){.n = 0};
  return read_command(&s, &out->items[out->n++]);
}

/* Each text of an array, also of nested arrays, is one command. */
static bool read_array(struct ral *ral, const struct array *lines, str context, struct augeas_commands *out)
{
  for (uint32_t i = 0; i < lines->n; i++) {
    const value v = lines->items[i];
    if (v.kind == V_UNDEF) continue;
    if (v.kind != V_ARRAY && v.kind != V_STRING) return ral_lacks_method(ral, v, "strip!", NULL);
    if (v.kind == V_ARRAY ? !read_array(ral, v.array, context, out) : !read_line(ral, ral_text(v), context, out)) {
      return false;
    }
  }
  return true;
}

bool augeas_parse(struct ral *ral, value data, str context, struct augeas_commands *out)
{
  *out = (struct augeas_commands){0};
  if (context.n > 0 && context.p[context.n - 1] != '/') context = arena_printf(ral->arena, "%.*s/", STR_FMT(context));
  if (data.kind == V_ARRAY) return read_array(ral, data.array, context, out);
  if (data.kind == V_HASH && data.hash->n > 0) { /* Ruby strips the first key, which it may not change */
    return ral_fail_system(ral, "can't modify frozen String: %.*s",
                           STR_FMT(ral_inspect(ral->arena, data.hash->entries[0].key)));
  }
  if (data.kind != V_STRING && data.kind != V_HASH) return ral_lacks_method(ral, data, "flatten", NULL);
  const str text = ral_text(data);
  for (str rest = text; rest.n > 0;) {
    if (!read_line(ral, str_cut(&rest, '\n'), context, out)) return false;
  }
  return true;
}

/* --- lists --- */

static uint32_t read_digits(str text, size_t *at, size_t most, int base)
{
  uint32_t n = 0;
  for (size_t i = 0; i < most && *at < text.n; i++, ++*at) {
    const char digit[2] = {text.p[*at], '\0'};
    char *end;
    const long v = strtol(digit, &end, base);
    if (end == digit) break;
    n = n * (uint32_t)base + (uint32_t)v;
  }
  return n;
}

/* Reads an escape sequence of double quotes. */
static bool read_escape(str text, size_t *at, struct buf *out)
{
  static const char plain[] = "\\\\\"\"a\ab\bt\tn\nv\vf\fr\re\033s ";
  const char c = *at < text.n ? text.p[*at] : '\0';
  const size_t start = *at;
  for (size_t i = 0; plain[i] != '\0'; i += 2) {
    if (plain[i] != c) continue;
    ++*at;
    buf_char(out, plain[i + 1]);
    return true;
  }
  if (c >= '0' && c <= '7') {
    buf_char(out, (char)read_digits(text, at, 3, 8));
    return true;
  }
  if (c != 'x' && c != 'u') return false;
  ++*at;
  const bool braces = c == 'u' && *at < text.n && text.p[*at] == '{';
  if (!braces) {
    const uint32_t code = read_digits(text, at, c == 'x' ? 2 : 4, 16);
    if (c == 'x') buf_char(out, (char)code);
    else buf_utf8(out, code);
    return *at > start + (c == 'x' ? 1 : 4);
  }
  for (++*at; *at < text.n && text.p[*at] != '}';) {
    const size_t before = *at;
    const uint32_t code = read_digits(text, at, 6, 16);
    if (*at == before || code > 0x10ffff) return false;
    buf_utf8(out, code);
    if (is_blank(*at < text.n ? text.p[*at] : '\0')) ++*at;
  }
  return (*at)++ < text.n;
}

static bool read_quoted(struct arena *a, str text, size_t *at, value *out)
{
  const char quote = *at < text.n ? text.p[*at] : '\0';
  struct buf b = BUF_IN(a);
  if (quote != '\'' && quote != '"') return false;
  for (++*at; *at < text.n && text.p[*at] != quote;) {
    const char c = text.p[(*at)++];
    if (c != '\\') {
      buf_char(&b, c);
    } else if (quote == '"') {
      if (!read_escape(text, at, &b)) return false;
    } else if (*at < text.n && (text.p[*at] == '\'' || text.p[*at] == '\\')) {
      buf_char(&b, text.p[(*at)++]);
    } else {
      return false;
    }
  }
  *out = value_str(buf_view(&b));
  return (*at)++ < text.n;
}

bool augeas_parse_list(struct arena *a, str text, struct valuevec *out)
{
  size_t at = 1;
  value v;
  text = str_trim(text);
  if (text.n == 0 || text.p[0] != '[') return false;
  while (true) {
    while (at < text.n && is_blank(text.p[at])) at++;
    if (!read_quoted(a, text, &at, &v)) break;
    valuevec_push(out, a, v);
    while (at < text.n && is_blank(text.p[at])) at++;
    if (at >= text.n || text.p[at] != ',') break;
    at++;
  }
  return at + 1 == text.n && text.p[at] == ']';
}
