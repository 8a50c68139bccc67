/* Reads the tokens of the Ruby code of a template, one at a time. The meaning of "/", "%", "-" or "<<" depends on the
 * token before: `begins` is set where an operand is expected, `after_call` after a name that may take arguments without
 * parentheses. There Ruby guesses from the blanks; since a wrong guess would change the meaning, the template is
 * rejected. The marks \001 to \003 are the texts and insertions of ERB (erb_translate.c). */
#include <errno.h>
#include <stdlib.h>

#include "compiler/erb/erb_parse.h"

#include "base/check.h"

void erb_refuse(struct erb_parser *p, const char *fmt, ...)
{
  if (erb_refused(p)) return;
  va_list ap;
  va_start(ap, fmt);
  p->reason = buf_vformat(p->arena, fmt, ap);
  va_end(ap);
  p->reason_line = p->token.line;
  p->token = (struct erb_token){.kind = TK_END, .line = p->line};
}

static bool is_name_start(char ch) { return ascii_is_alpha(ch) || ch == '_' || (unsigned char)ch >= 0x80; }
static bool is_name(char ch) { return ascii_is_word(ch) || (unsigned char)ch >= 0x80; }

/* A comment ends with its line. It includes ERB's commands for the text on that line, so the text is skipped. */
static void skip_comment(struct erb_parser *p)
{
  while (erb_peek(p, 0) != '\n' && p->at < p->source.code.n) {
    p->next_text += erb_peek(p, 0) == ERB_MARK_TEXT;
    p->at++;
  }
}

/* Whether the next line begins with ".name" or "&.name" and continues the expression. */
static bool line_goes_on(const struct erb_parser *p)
{
  str s = p->source.code;
  size_t i = p->at + 1;
  while (i < s.n && ascii_is_space(s.p[i]) && s.p[i] != '\n') i++;
  if (i + 1 >= s.n) return false;
  return (s.p[i] == '.' && s.p[i + 1] != '.') || (s.p[i] == '&' && s.p[i + 1] == '.');
}

/* Skips blanks, comments and line ends inside an expression. Returns true at a line end that ends a statement. */
static bool skip_blanks(struct erb_parser *p, bool *blank)
{
  for (;;) {
    char ch = erb_peek(p, 0);
    if (ch == ' ' || ch == '\t' || ch == '\r') {
      p->at++;
    } else if (ch == '\\' && erb_peek(p, 1) == '\n') {
      p->at += 2;
      p->line++;
    } else if (ch == '#') {
      skip_comment(p);
    } else if (ch == '\n') {
      if (!p->begins && !line_goes_on(p)) return true;
      p->at++;
      p->line++;
    } else {
      return false;
    }
    *blank = true;
  }
}

static const char keywords[] =
  "alias and begin break case class def defined? do else elsif end ensure false for if in module next nil not or redo "
  "rescue "
  "retry return self super then true undef unless until when while yield BEGIN END __FILE__ __LINE__ __method__ "
  "__ENCODING__";

static void lex_word(struct erb_parser *p)
{
  size_t from = p->at;
  while (is_name(erb_peek(p, 0))) p->at++;
  char ch = erb_peek(p, 0);
  bool marked = (ch == '?' || ch == '!') && erb_peek(p, 1) != '=';
  marked = marked || ((ch == '?' || ch == '!') && erb_peek(p, 1) == '=' && erb_peek(p, 2) == '=');
  p->at += marked;
  str s = str_sub(p->source.code, from, p->at - from);
  p->token.text = s;
  bool label = erb_peek(p, 0) == ':' && erb_peek(p, 1) != ':' && !p->after_dot && (p->begins || p->after_call);
  if (label) {
    p->at++;
    p->token.kind = TK_LABEL;
  } else if (!p->after_dot && str_among(s, keywords)) {
    p->token.kind = TK_KEYWORD;
  } else {
    p->token.kind = ascii_is_upper(s.p[0]) && !marked ? TK_CONST : TK_NAME;
  }
  bool was_dot = p->after_dot;
  p->begins = label || (p->token.kind == TK_KEYWORD && !str_among(s, "end self true false nil"));
  p->after_call = p->token.kind == TK_NAME && (was_dot || erb_variable(p, s) == UINT32_MAX);
}

static bool lex_float(struct erb_parser *p, size_t from)
{
  if (erb_peek(p, 0) == '.') {
    p->at++;
    while (ascii_is_digit(erb_peek(p, 0))) p->at++;
  }
  if (ascii_lower(erb_peek(p, 0)) == 'e') {
    p->at += erb_peek(p, 1) == '-' || erb_peek(p, 1) == '+' ? 2 : 1;
    if (!ascii_is_digit(erb_peek(p, 0))) return false;
    while (ascii_is_digit(erb_peek(p, 0))) p->at++;
  }
  char *z = arena_strz(p->arena, str_sub(p->source.code, from, p->at - from));
  p->token.kind = TK_FLOAT;
  p->token.number = strtod(z, NULL);
  return true;
}

/* Reads plain decimal numbers. Other notations require Ruby. */
static void lex_number(struct erb_parser *p)
{
  size_t from = p->at;
  p->at += erb_peek(p, 0) == '-';
  bool zero = erb_peek(p, 0) == '0';
  size_t digits = p->at;
  while (ascii_is_digit(erb_peek(p, 0))) p->at++;
  bool fine = !(zero && p->at - digits > 1) && !is_name_start(erb_peek(p, 0));
  if ((erb_peek(p, 0) == '.' && ascii_is_digit(erb_peek(p, 1))) || ascii_lower(erb_peek(p, 0)) == 'e') {
    fine = lex_float(p, from) && !is_name_start(erb_peek(p, 0));
  } else {
    errno = 0;
    p->token.kind = TK_INT;
    p->token.integer = strtoll(arena_strz(p->arena, str_sub(p->source.code, from, p->at - from)), NULL, 10);
    fine = fine && errno == 0;
  }
  p->begins = p->after_call = false;
  if (!fine) erb_refuse(p, "the number");
}

static char closing(char open)
{
  return open == '(' ? ')' : open == '[' ? ']' : open == '{' ? '}' : open == '<' ? '>' : open;
}

/* Reads a string without interpolation up to the closing delimiter; pairs of brackets nest. Only the delimiters
 * and the backslash itself can be escaped. */
static void lex_plain_string(struct erb_parser *p, char open)
{
  char close = closing(open);
  struct buf b = BUF_IN(p->arena);
  unsigned nested = 0;
  for (;; p->at++) {
    char ch = erb_peek(p, 0);
    if (p->at >= p->source.code.n || (ch > 0 && ch <= ERB_MARK_INSERT_END)) {
      erb_refuse(p, "a string that does not end");
      return;
    }
    p->line += ch == '\n';
    if (ch == '\\' && (erb_peek(p, 1) == '\\' || erb_peek(p, 1) == close || erb_peek(p, 1) == open)) {
      p->at++;
      ch = erb_peek(p, 0);
    } else if (ch == close && nested == 0) {
      break;
    } else if (open != close) {
      nested += ch == open;
      nested -= ch == close;
    }
    buf_char(&b, ch);
  }
  p->at++;
  p->token.kind = TK_STRING;
  p->token.text = buf_finish(&b);
  p->begins = p->after_call = false;
}

static void lex_percent(struct erb_parser *p)
{
  char kind = erb_peek(p, 1);
  size_t skip = ascii_is_alpha(kind) ? 2 : 1;
  char open = erb_peek(p, skip);
  if (ascii_is_word(open) || ascii_is_space(open) || (unsigned char)open < 0x20 || (unsigned char)open >= 0x80) {
    erb_refuse(p, "a literal that begins with %%");
    return;
  }
  p->at += skip + 1;
  if (skip == 1 || kind == 'Q' || kind == 'r') {
    p->token.kind = kind == 'r' && skip == 2 ? TK_REGEX : TK_DSTRING;
    p->token.open = open;
    p->token.close = closing(open);
  } else if (kind == 'q' || kind == 'w') {
    lex_plain_string(p, open);
    if (kind == 'w' && !erb_refused(p)) p->token.kind = TK_WORDS;
    if (str_index(p->token.text, '\\', 0) != SIZE_MAX && kind == 'w') erb_refuse(p, "an escape in %%w");
  } else {
    erb_refuse(p, "a literal that begins with %%%c", kind);
  }
}

static const char *const operators[] = {"<=>", "===", "...", "**=", "<<=", ">>=", "&&=", "||=", "==", "=~", "=>", "!=",
                                        "!~",  "<=",  ">=",  "<<",  ">>",  "&&",  "||",  "&.",  "..", "::", "->", "**",
                                        "+=",  "-=",  "*=",  "/=",  "%=",  "|=",  "&=",  "^=",  "=",  "<",  ">",  "!",
                                        "+",   "-",   "*",   "/",   "%",   "&",   "|",   "^",   "~",  ".",  ",",  "(",
                                        ")",   "[",   "]",   "{",   "}",   "?",   ":",   NULL};

static str operator_at(const struct erb_parser *p, size_t ahead)
{
  str rest = str_from(p->source.code, p->at + ahead);
  for (const char *const *op = operators; *op != NULL; op++) {
    if (str_starts(rest, str_of(*op))) return str_of(*op);
  }
  return STR_EMPTY;
}

static void lex_symbol(struct erb_parser *p)
{
  p->at++;
  size_t from = p->at;
  if (is_name_start(erb_peek(p, 0))) {
    while (is_name(erb_peek(p, 0))) p->at++;
    p->at += erb_peek(p, 0) == '?' || erb_peek(p, 0) == '!';
  } else {
    str op = operator_at(p, 0);
    bool fine = op.n > 0 && strchr("+-*/%<=>", op.p[0]) != NULL && !str_eqz(op, "=") && !str_eqz(op, "->") &&
                !str_eqz(op, "=>") &&
                (op.n == 1 || op.p[op.n - 1] != '=' || op.p[0] == '=' || op.n == 3 || op.p[0] == '<' || op.p[0] == '>');
    if (!fine) {
      erb_refuse(p, "a symbol");
      return;
    }
    p->at += op.n;
  }
  p->token.kind = TK_SYMBOL;
  p->token.text = str_sub(p->source.code, from, p->at - from);
  p->begins = p->after_call = false;
}

static void lex_operator(struct erb_parser *p)
{
  str op = operator_at(p, 0);
  if (op.n == 0) {
    erb_refuse(p, "the character '%c'", erb_peek(p, 0));
    return;
  }
  p->at += op.n;
  p->token.kind = TK_OPERATOR;
  p->token.text = op;
  p->token.tight = !ascii_is_space(erb_peek(p, 0)) && erb_peek(p, 0) != 0;
  p->begins = !(op.n == 1 && strchr(")]}", op.p[0]) != NULL);
  p->after_call = false;
}

static void lex_variable(struct erb_parser *p)
{
  bool instance = erb_peek(p, 0) == '@';
  size_t from = ++p->at;
  if (instance ? !is_name_start(erb_peek(p, 0)) : erb_peek(p, 0) < '1' || erb_peek(p, 0) > '9') {
    erb_refuse(p, "a variable that begins with %c%c", instance ? '@' : '$', erb_peek(p, 0) > 32 ? erb_peek(p, 0) : ' ');
    return;
  }
  while (instance ? is_name(erb_peek(p, 0)) : ascii_is_digit(erb_peek(p, 0))) p->at++;
  p->token.text = str_sub(p->source.code, from, p->at - from);
  p->token.kind = instance ? TK_IVAR : TK_GROUP;
  p->token.integer = instance || p->at - from > 4 ? 0 : atoi(arena_strz(p->arena, p->token.text));
  p->begins = p->after_call = false;
}

static void lex_mark(struct erb_parser *p, char mark)
{
  p->at++;
  p->token.kind = mark == ERB_MARK_TEXT ? TK_TEXT : mark == ERB_MARK_INSERT ? TK_INSERT : TK_INSERT_END;
  if (mark == ERB_MARK_TEXT) p->token.text = p->source.texts[p->next_text++];
  p->begins = mark == ERB_MARK_INSERT;
  p->after_call = false;
}

static void lex_quoted(struct erb_parser *p, char ch)
{
  p->at++;
  p->token.kind = ch == '/' ? TK_REGEX : TK_DSTRING;
  p->token.open = p->token.close = ch;
  p->begins = p->after_call = false;
}

/* Whether an operator character begins an operand here. Where Ruby would guess from the blanks around it, the template
 * is rejected. */
static bool begins_operand(struct erb_parser *p, char ch)
{
  if (p->begins) return true;
  bool guess = p->after_call && p->token.blank && !ascii_is_space(erb_peek(p, 1)) && erb_peek(p, 1) != '=';
  if (guess && strchr("/%-+*&<:?", ch) != NULL && !(ch == '&' && (erb_peek(p, 1) == '&' || erb_peek(p, 1) == '.')) &&
      !(ch == '<' && erb_peek(p, 1) != '<') && !(ch == '*' && erb_peek(p, 1) == '*')) {
    if (ch == ':' && erb_peek(p, 1) != ':') return true;
    erb_refuse(p, "'%c' behind a method's name", ch);
  }
  return false;
}

void erb_next(struct erb_parser *p)
{
  assert_hot(p->at <= p->source.code.n);
  p->token = (struct erb_token){.kind = TK_END, .line = p->line};
  if (erb_refused(p)) return;
  bool ends = skip_blanks(p, &p->token.blank);
  p->token.line = p->line;
  char ch = erb_peek(p, 0);
  if (ends || ch == ';') {
    p->line += ch == '\n';
    p->at++;
    p->token.kind = TK_LINE;
    p->token.text = ch == ';' ? STR(";") : STR_EMPTY;
    p->begins = true;
    p->after_call = p->after_dot = false;
    return;
  }
  if (p->at >= p->source.code.n) return;
  bool dot = p->after_dot;
  if (ch > 0 && ch <= ERB_MARK_INSERT_END) lex_mark(p, ch);
  else if (is_name_start(ch)) lex_word(p);
  else if (ascii_is_digit(ch) || (ch == '-' && p->begins && ascii_is_digit(erb_peek(p, 1)))) lex_number(p);
  else if (ch == '\'') p->at++, lex_plain_string(p, ch);
  else if (ch == '"') lex_quoted(p, ch);
  else if (ch == '@' || ch == '$') lex_variable(p);
  else if (ch == '`') erb_refuse(p, "a command in backquotes");
  else if (ch == '/' && begins_operand(p, ch)) lex_quoted(p, ch);
  else if (ch == '%' && begins_operand(p, ch)) lex_percent(p);
  else if (ch == ':' && erb_peek(p, 1) != ':' && begins_operand(p, ch)) lex_symbol(p);
  else if (ch == '?' && begins_operand(p, ch)) erb_refuse(p, "a character literal");
  else if (ch == '<' && erb_peek(p, 1) == '<' && begins_operand(p, ch)) erb_refuse(p, "a here document");
  else if (strchr("-+*&:", ch) != NULL && begins_operand(p, ch) && erb_refused(p)) return;
  else if (!erb_refused(p)) lex_operator(p);
  p->after_dot = !dot && p->token.kind == TK_OPERATOR && (erb_is_op(p, ".") || erb_is_op(p, "&."));
}
