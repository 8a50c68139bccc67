/* stdlib's functions that quote and escape text for shells, regular expressions, addresses and documents. */
#include "compiler/functions/stdlib/stdlib.h"

/* --- shells --- */

static void put_shell(struct buf *b, str s)
{
  static const char plain[] = "_-.,:+/@";
  if (s.n == 0) buf_z(b, "''");
  for (size_t i = 0; i < s.n; i++) {
    char ch = s.p[i];
    bool inner = ((unsigned char)ch & 0xC0) == 0x80;
    if (ch == '\n') {
      buf_z(b, "'\n'");
      continue;
    }
    if (!inner && !ascii_is_alpha(ch) && !ascii_is_digit(ch) && (ch == '\0' || strchr(plain, ch) == NULL))
      buf_char(b, '\\');
    buf_char(b, ch);
  }
}

static value fn_shell_escape(struct fn_call *call)
{
  struct buf b = BUF_IN(call->arena);
  put_shell(&b, fn_to_s(call, call->args[0]));
  return value_str(buf_finish(&b));
}

static value fn_shell_join(struct fn_call *call)
{
  if (call->n != 1) FN_FAIL(call, "shell_join(): Wrong number of arguments given (%u for 1)", call->n);
  if (call->args[0].kind != V_ARRAY)
    FN_FAIL(call, "First argument is not an Array: %.*s", STR_FMT(fn_inspect(call, call->args[0])));
  const struct array *a = call->args[0].array;
  struct buf b = BUF_IN(call->arena);
  for (uint32_t i = 0; i < a->n; i++) {
    if (i > 0) buf_char(&b, ' ');
    put_shell(&b, fn_to_s(call, a->items[i]));
  }
  return value_str(buf_finish(&b));
}

_Noreturn static void unmatched(struct fn_call *call, str line)
{
  FN_FAIL(call, "Unmatched quote: %.*s", STR_FMT(fn_inspect(call, value_str(line))));
}

/* Appends text in double quotes from `at` on; returns its end. */
static size_t split_double(struct fn_call *call, str s, size_t at, struct buf *field)
{
  for (; at < s.n && s.p[at] != '"'; at++) {
    if (s.p[at] == '\\' && at + 1 < s.n) {
      if (s.p[at + 1] == '\0' || strchr("$`\"\\\n", s.p[at + 1]) == NULL) buf_char(field, '\\');
      at++;
    }
    buf_char(field, s.p[at]);
  }
  if (at >= s.n) unmatched(call, s);
  return at + 1;
}

/* Appends the piece of a word that begins at `at`; returns its end. */
static size_t split_piece(struct fn_call *call, str s, size_t at, struct buf *field)
{
  if (s.p[at] == '"') return split_double(call, s, at + 1, field);
  if (s.p[at] == '\'') {
    size_t end = str_index(s, '\'', at + 1);
    if (end == SIZE_MAX) unmatched(call, s);
    buf_str(field, str_sub(s, at + 1, end - at - 1));
    return end + 1;
  }
  if (s.p[at] == '\\') {
    /* A line break keeps its backslash. */
    if (at + 1 >= s.n || s.p[at + 1] == '\n') buf_char(field, '\\');
    if (at + 1 < s.n) buf_char(field, s.p[at + 1]);
    return at + 2 > s.n ? s.n : at + 2;
  }
  while (at < s.n && !ascii_is_space(s.p[at]) && (s.p[at] == '\0' || strchr("\\'\"", s.p[at]) == NULL))
    buf_char(field, s.p[at++]);
  return at;
}

static value fn_shell_split(struct fn_call *call)
{
  if (call->n != 1) FN_FAIL(call, "shell_split(): Wrong number of arguments given (%u for 1)", call->n);
  str s = fn_to_s(call, call->args[0]);
  struct valuevec words = {0};
  for (size_t at = 0;;) {
    at = str_spaces(s, at);
    if (at >= s.n) return valuevec_array(&words, call->arena);
    struct buf field = BUF_IN(call->arena);
    while (at < s.n && !ascii_is_space(s.p[at])) at = split_piece(call, s, at, &field);
    valuevec_push(&words, call->arena, value_str(buf_view(&field)));
  }
}

/* --- replacing single characters --- */

struct replacement {
  char ch;
  const char *text;
};

static void put_replaced(struct buf *b, str s, const struct replacement *table)
{
  for (size_t i = 0; i < s.n; i++) {
    const struct replacement *r = table;
    while (r->text != NULL && r->ch != s.p[i]) r++;
    if (r->text != NULL) {
      buf_z(b, r->text);
    } else {
      buf_char(b, s.p[i]);
    }
  }
}

static value replaced(struct fn_call *call, const struct replacement *table, const char *around)
{
  struct buf b = BUF_IN(call->arena);
  buf_z(&b, around);
  put_replaced(&b, fn_to_s(call, call->args[0]), table);
  buf_z(&b, around);
  return value_str(buf_finish(&b));
}

static value fn_batch_escape(struct fn_call *call)
{
  static const struct replacement table[] = {{'"', "\"\""}, {'$', "\\$"}, {'\\', "\\\\"}, {0}};
  return replaced(call, table, "\"");
}

static value fn_powershell_escape(struct fn_call *call)
{
  static const struct replacement table[] = {{' ', "` "},   {'\'', "`'"}, {'`', "``"},    {'|', "`|"},
                                             {'\n', "`\n"}, {'$', "`$"},  {'"', "\\`\""}, {0}};
  return replaced(call, table, "");
}

static value fn_xml_encode(struct fn_call *call)
{
  static const struct replacement text[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {0}};
  static const struct replacement attribute[] = {{'&', "&amp;"},  {'<', "&lt;"},    {'>', "&gt;"},
                                                 {'"', "&quot;"}, {'\'', "&apos;"}, {0}};
  bool attr = call->n > 1 && str_eqz(fn_text(call, 1), "attr");
  return attr ? replaced(call, attribute, "\"") : replaced(call, text, "");
}

static str uri_escaped(struct arena *a, str s)
{
  static const char plain[] = "-_.!~*'();/?:@&=+$,[]";
  struct buf b = BUF_IN(a);
  for (size_t i = 0; i < s.n; i++) {
    char ch = s.p[i];
    if (ascii_is_alpha(ch) || ascii_is_digit(ch) || (ch != '\0' && strchr(plain, ch) != NULL)) {
      buf_char(&b, ch);
    } else {
      buf_printf(&b, "%%%02X", (unsigned char)ch);
    }
  }
  return buf_finish(&b);
}

const struct fn_row fn_stdlib_escape_rows[] = {
  {"batch_escape", "$string", fn_batch_escape, "a text quoted for batch files", .below = 9},
  {"powershell_escape", "$string", fn_powershell_escape, "a text escaped for PowerShell", .below = 9},
  {"regexpescape", NULL, stdlib_each_text, "a text escaped for regular expressions", .change = ruby_regexp_escape,
   OLD_API(-1)},
  {"shell_escape", "$string", fn_shell_escape, "a text escaped for shells", .below = 9},
  {"shell_join", NULL, fn_shell_join, "the words of a command line, escaped", OLD_API(-1)},
  {"shell_split", NULL, fn_shell_split, "the words that a shell reads", OLD_API(-1)},
  {"stdlib::batch_escape", "$string", fn_batch_escape, "a text quoted for batch files"},
  {"stdlib::powershell_escape", "$string", fn_powershell_escape, "a text escaped for PowerShell"},
  {"stdlib::shell_escape", "$string", fn_shell_escape, "a text escaped for shells"},
  {"stdlib::xml_encode", "String $str, Enum['text', 'attr'] ?$type >> String", fn_xml_encode, "a text escaped for XML"},
  {"uriescape", NULL, stdlib_each_text, "a text escaped for addresses", .change = uri_escaped, OLD_API(-1)},
  {0},
};
