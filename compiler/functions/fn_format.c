/* Formatting and quoting: sprintf, shellquote. */
#include "compiler/functions/fn_ruby.h"

static value fn_sprintf(struct fn_call *call)
{
  struct buf b = BUF_IN(call->arena);
  ruby_format(call->context, &b, fn_string(call, call->args[0]), call->args + 1, call->n - 1);
  return value_str(buf_view(&b));
}

/* --- shellquote --- */

static bool contains(str word, const char *letters)
{
  for (size_t i = 0; i < word.n; i++) {
    if (word.p[i] != '\0' && strchr(letters, word.p[i]) != NULL) return true;
  }
  return false;
}

static bool is_safe(str word)
{
  for (size_t i = 0; i < word.n; i++) {
    char ch = word.p[i];
    if (!ascii_is_word(ch) && (ch == '\0' || strchr("@%+=:,./-", ch) == NULL)) return false;
  }
  return word.n > 0;
}

/* Quotes a word as Puppet does: not at all if possible, otherwise with the quotes that need fewer escapes. */
static void quote_word(struct buf *out, str word)
{
  static const char dangerous[] = "!\"`$\\"; /* inside double quotes */
  if (is_safe(word)) {
    buf_str(out, word);
    return;
  }
  if (contains(word, dangerous) && !contains(word, "'")) {
    buf_char(out, '\'');
    buf_str(out, word);
    buf_char(out, '\'');
    return;
  }
  buf_char(out, '"');
  for (size_t i = 0; i < word.n; i++) {
    buf_z(out, contains(str_sub(word, i, 1), dangerous) ? "\\" : "");
    buf_char(out, word.p[i]);
  }
  buf_char(out, '"');
}

static value fn_shellquote(struct fn_call *call)
{
  struct valuevec words = {0};
  struct buf b = BUF_IN(call->arena);
  value_flatten(call->context, &words, call->args, call->n);
  for (uint32_t i = 0; i < words.n; i++) {
    value word = words.items[i];
    if (word.kind == V_HASH) fn_no_conversion(call, word, "String");
    if (word.kind != V_STRING) fn_no_method(call, "length", word);
    buf_z(&b, i == 0 ? "" : " ");
    quote_word(&b, value_text(word));
  }
  return value_str(buf_view(&b));
}

const struct fn_row fn_format_rows[] = {
  {"shellquote", NULL, fn_shellquote, "words quoted for a shell", OLD_API(-1)},
  {"sprintf", NULL, fn_sprintf, "text by a format as C's printf", OLD_API(-2)},
  {0},
};
