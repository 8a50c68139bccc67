/* Parses line by line and calls back for each setting; errors contain the line number. */
#include "base/ini.h"
#include "base/check.h"

#include "base/utf8.h"

static bool is_word(char c) { return ascii_is_word((unsigned char)c) || (unsigned char)c >= 0x80; }

static size_t word_length(str s)
{
  size_t n = 0;
  while (n < s.n && is_word(s.p[n])) n++;
  return n;
}

/* Puppet's \s: within a line it matches only these characters. */
static str trim_left(str s)
{
  while (s.n > 0 && ascii_is_space((unsigned char)s.p[0])) s = str_from(s, 1);
  return s;
}

static bool section_of(str line, str *name)
{
  line = str_trim(line);
  if (line.n < 3 || line.p[0] != '[' || line.p[line.n - 1] != ']') return false;
  str word = str_sub(line, 1, line.n - 2);
  if (word_length(word) != word.n) return false;
  *name = word;
  return true;
}

static bool setting_of(str line, str *name, str *value)
{
  line = trim_left(line);
  *name = str_sub(line, 0, word_length(line));
  if (name->n == 0) return false;
  line = trim_left(str_from(line, name->n));
  if (line.n == 0 || line.p[0] != '=') return false;
  *value = str_trim(str_from(line, 1));
  return true;
}

bool ini_parse(str text, ini_fn *fn, void *ctx)
{
  assert(fn != NULL);
  struct ini_line l = {.section = STR("main")};
  while (text.n > 0) {
    str line = str_cut(&text, '\n');
    if (str_ends(line, STR("\r"))) line.n--;
    l.line++;
    l.name = l.value = STR_EMPTY;
    str blank = trim_left(line);
    if (section_of(line, &l.section)) {
      l.kind = INI_SECTION;
    } else if (setting_of(line, &l.name, &l.value)) {
      l.kind = INI_SETTING;
    } else if (blank.n == 0 || blank.p[0] == '#') {
      continue;
    } else {
      l.kind = INI_BAD;
      l.value = line;
    }
    if (!fn(ctx, &l)) return false;
  }
  return true;
}

static bool is_quote(char c) { return c == '"' || c == '\''; }

str ini_value(str value)
{
  assert(value.p != NULL || value.n == 0);
  if (str_caseeq(value, STR("true"))) return STR("true");
  if (str_caseeq(value, STR("false"))) return STR("false");
  if (value.n > 0 && is_quote(value.p[0])) value = str_from(value, 1);
  if (value.n > 0 && is_quote(value.p[value.n - 1])) value.n--;
  while (value.n > 0 && ascii_is_space((unsigned char)value.p[value.n - 1])) value.n--;
  return value;
}

static unsigned line_of(str text, size_t offset)
{
  unsigned line = 1;
  for (size_t i = 0; i < offset; i++) line += text.p[i] == '\n';
  return line;
}

bool ini_check_text(str text, const char *name, struct buf *error)
{
  const char *what = NULL;
  size_t at = 0;
  if (str_starts(text, STR("\xef\xbb\xbf"))) {
    what = "the file begins with a byte order mark (BOM); remove it";
  } else if ((at = utf8_invalid_at(text)) != SIZE_MAX) {
    what = "invalid byte sequence in UTF-8";
  } else if ((at = str_index(text, '\0', 0)) != SIZE_MAX) {
    what = "NUL byte in the text";
  }
  if (!what) return true;
  buf_printf(error, "%s (file: %s, line: %u)", what, name, line_of(text, at));
  return false;
}
