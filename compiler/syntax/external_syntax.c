/* Checks the texts of heredocs that declare a syntax: JSON, base64, Puppet and EPP. The messages are those of Ruby's
 * libraries, so the JSON checker fails at the same places as Ruby's parser. */
#include "compiler/syntax/external_syntax.h"
#include "base/check.h"

#include "base/base64.h"
#include "base/utf8.h"
#include "compiler/syntax/report.h"

/* -- JSON: accepts what Ruby's parser accepts, and reports the same places -- */

enum { JSON_MAX_NESTING = 100 };
/* Line numbers in json 2.6's parser of the rules that fail, with which its messages begin. */
enum { JSON_AT_VALUE = 859, JSON_IN_ARRAY = 451, JSON_NAN = 225, JSON_INFINITY = 232, JSON_MINUS_INFINITY = 249 };

struct json_check {
  str text;
  size_t at;
  uint32_t depth;
  int code;
  size_t bad;
  bool too_deep;
};

static bool json_value(struct json_check *j);

/* The innermost error is reported; outer levels pass it on. */
static bool json_fail(struct json_check *j, int code, size_t bad)
{
  if (j->code == 0) {
    j->code = code;
    j->bad = bad;
  }
  return false;
}

static str json_rest(const struct json_check *j) { return str_from(j->text, j->at); }
static char json_peek(const struct json_check *j) { return j->at < j->text.n ? j->text.p[j->at] : '\0'; }

/* Skips white space and comments. */
static void json_skip(struct json_check *j)
{
  for (;;) {
    while (j->at < j->text.n && strchr(" \t\r\n", j->text.p[j->at]) != NULL && j->text.p[j->at] != '\0') j->at++;
    size_t end;
    if (str_starts(json_rest(j), STR("/*")) && (end = str_find(j->text, STR("*/"), j->at + 2)) != SIZE_MAX) {
      j->at = end + 2;
    } else if (str_starts(json_rest(j), STR("//"))) {
      end = str_index(j->text, '\n', j->at);
      j->at = end == SIZE_MAX ? j->text.n : end + 1;
    } else {
      return;
    }
  }
}

static bool json_string(struct json_check *j)
{
  size_t at = j->at + 1;
  for (; at < j->text.n && j->text.p[at] != '"'; at++) {
    unsigned char c = (unsigned char)j->text.p[at];
    if (c < 0x20) return false;
    if (c != '\\') continue;
    if (++at >= j->text.n || j->text.p[at] == '\n') return false;
    if (j->text.p[at] != 'u') continue;
    for (int i = 0; i < 4; i++, at++) {
      if (at + 1 >= j->text.n || ascii_hex(j->text.p[at + 1]) < 0) return false;
    }
  }
  if (at >= j->text.n) return false;
  j->at = at + 1;
  return true;
}

static bool json_number(struct json_check *j)
{
  str s = j->text;
  size_t at = j->at + (json_peek(j) == '-'), end = str_digits(s, at);
  if (end == at || (s.p[at] == '0' && end > at + 1)) return false;
  if (end + 1 < s.n && s.p[end] == '.' && ascii_is_digit(s.p[end + 1])) end = str_digits(s, end + 1);
  if (end + 1 < s.n && ascii_lower(s.p[end]) == 'e') {
    size_t digits = end + 1 + (s.p[end + 1] == '+' || s.p[end + 1] == '-');
    if (str_digits(s, digits) > digits) end = str_digits(s, digits);
  }
  j->at = end;
  return true;
}

/* "name": value */
static bool json_member(struct json_check *j)
{
  if (json_peek(j) != '"' || !json_string(j)) return false;
  json_skip(j);
  if (json_peek(j) != ':') return false;
  j->at++;
  json_skip(j);
  return json_value(j);
}

/* Checks an array or object from its bracket on. As in Ruby's parser, the container of a bad object reports it. */
static bool json_container(struct json_check *j, bool object)
{
  const char close = object ? '}' : ']';
  j->at++;
  json_skip(j);
  for (bool first = true; !(first && json_peek(j) == close); first = false) {
    size_t bad = j->at;
    bool ok = object ? json_member(j) : json_value(j);
    if (ok) {
      json_skip(j);
      if (json_peek(j) == close) break;
      bad = j->at;
      ok = json_peek(j) == ',';
    }
    if (!ok && !object) json_fail(j, JSON_IN_ARRAY, bad);
    if (!ok) return false;
    j->at++;
    json_skip(j);
  }
  j->at++;
  return true;
}

static bool json_word(struct json_check *j)
{
  static const str words[] = {STR("true"), STR("false"), STR("null")};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (!str_starts(json_rest(j), words[i])) continue;
    j->at += words[i].n;
    return true;
  }
  if (str_starts(json_rest(j), STR("NaN"))) return json_fail(j, JSON_NAN, j->at);
  if (str_starts(json_rest(j), STR("Infinity"))) return json_fail(j, JSON_INFINITY, j->at > 0 ? j->at - 1 : 0);
  return false;
}

static bool json_value(struct json_check *j)
{
  char c = json_peek(j);
  if (c == '"') return json_string(j);
  if (c == '[' || c == '{') {
    if (++j->depth > JSON_MAX_NESTING) {
      j->too_deep = true;
      return json_fail(j, JSON_AT_VALUE, j->at);
    }
    bool ok = json_container(j, c == '{');
    j->depth--;
    return ok;
  }
  if (str_starts(json_rest(j), STR("-Infinity"))) return json_fail(j, JSON_MINUS_INFINITY, j->at);
  return c == '-' || ascii_is_digit(c) ? json_number(j) : json_word(j);
}

static str first_characters(str s, size_t n) { return str_sub(s, 0, utf8_offset(s, n)); }

static str one_line(struct arena *a, str s)
{
  struct buf b = BUF_IN(a);
  for (size_t i = 0; i < s.n; i++) {
    if (s.p[i] == '\r' && i + 1 < s.n && s.p[i + 1] == '\n') continue;
    if (s.p[i] == '\n') buf_z(&b, "\\n");
    else buf_char(&b, s.p[i]);
  }
  return buf_view(&b);
}

static bool check_json(struct arena *a, str text, str *message)
{
  struct json_check j = {.text = text};
  json_skip(&j);
  size_t start = j.at;
  if (!json_value(&j)) {
    json_fail(&j, JSON_AT_VALUE, start);
  } else {
    json_skip(&j);
    if (j.at == text.n) return true;
    json_fail(&j, JSON_AT_VALUE, j.at);
  }
  str bad = str_from(text, j.bad);
  /* Ruby builds the message with C's printf, which ends at a NUL. */
  size_t nul = str_index(bad, '\0', 0);
  if (nul != SIZE_MAX) bad.n = nul;
  str s = j.too_deep ? arena_printf(a, "nesting of %d is too deep", JSON_MAX_NESTING + 1)
                     : arena_printf(a, "%d: unexpected token at '%.*s'", j.code, STR_FMT(bad));
  s = one_line(a, first_characters(s, 100));
  *message = arena_printf(a, "JSON syntax checker: Cannot parse invalid JSON string. \"%.*s\"", STR_FMT(s));
  return false;
}

/* -- base64: strict, ignoring blanks and line breaks (and question marks, as in Puppet) -- */

static bool check_base64(struct arena *a, str text, str *message)
{
  struct buf b = BUF_IN(a);
  for (size_t i = 0; i < text.n; i++)
    if (text.p[i] == '\0' || strchr("\r?\n \t", text.p[i]) == NULL) buf_char(&b, text.p[i]);
  str cleaned = buf_view(&b), bytes;
  if (base64_decode_strictly(a, cleaned, &bytes)) return true;
  *message = cleaned.n * 8 % 6 != 0
               ? STR("Base64 syntax checker: Cannot parse invalid Base64 string - padding is not correct")
               : STR("Base64 syntax checker: Cannot parse invalid Base64 string - contains letters outside "
                     "strict base 64 range "
                     "(or whitespace)");
  return false;
}

/* -- Puppet and EPP -- */

static bool check_puppet(struct arena *a, str text, bool epp, const struct parse_options *o, str *message)
{
  struct parse_options inner = {.epp = epp, .tasks = o->tasks, .strict = o->strict};
  /* A text may contain heredocs with such texts. Halving the limit at each level bounds the total. */
  inner.max_depth = o->max_depth != 0 ? o->max_depth / 2 + 1 : 500;
  struct diag_list diags;
  diag_list_init(&diags, a);
  if (parse_text(a, STR_EMPTY, text, &inner, &diags) != NULL) return true;
  str s = one_line(a, first_characters(report_summary(a, &diags, REPORT_MAX_ERRORS), 500));
  *message = arena_printf(a, "%s syntax checker: \"%.*s\"", epp ? "EPP" : "PP", STR_FMT(s));
  return false;
}

bool external_syntax_check(struct arena *a, str text, str syntax, const struct parse_options *o,
                           struct external_problem *problem)
{
  assert(problem != NULL);
  for (str s = syntax;;) {
    if (str_eq(s, STR("json"))) {
      problem->issue = ISSUE_EXTERNAL_JSON;
      return check_json(a, text, &problem->message);
    }
    if (str_eq(s, STR("base64"))) {
      problem->issue = ISSUE_EXTERNAL_BASE64;
      return check_base64(a, text, &problem->message);
    }
    bool epp = str_eq(s, STR("epp"));
    if (epp || str_eq(s, STR("pp"))) {
      problem->issue = epp ? ISSUE_EXTERNAL_EPP : ISSUE_EXTERNAL_PP;
      /* Puppet's checkers for Puppet and EPP fail if their name is only a part of the syntax's name. */
      if (s.n == syntax.n) return check_puppet(a, text, epp, o, &problem->message);
      problem->issue = ISSUE_EXTERNAL_SYNTAX_NAME;
      problem->message = epp ? STR("EPP") : STR("PP");
      return false;
    }
    /* "a+b+json": without a checker for the whole name, tries the part after the first plus. */
    size_t plus = str_index(s, '+', 0);
    if (plus == SIZE_MAX) return true;
    s = str_from(s, plus + 1);
  }
}
