/* Parses control structures, blocks, and strings with interpolation. Two counters of the parser resolve ambiguous
 * words: while `no_do` is above 0, a `do` belongs to the enclosing loop or call and does not begin a block here; while
 * `no_command` is above 0, arguments of a call need parentheses. */
#include "compiler/erb/erb_parse.h"

/* --- if, unless, case, while, until --- */

static struct erb_node *condition(struct erb_parser *p)
{
  const uint32_t no_command = p->no_command;
  p->no_command = 0;
  p->no_do++;
  struct erb_node *n = erb_logic(p);
  p->no_do--;
  p->no_command = no_command;
  return n;
}

/* Parses `if` or `elsif` up to the end, and `unless`, which becomes an `if` with its two branches exchanged. An
 * `elsif` is parsed as an `if` in the else branch; the outermost one takes the `end`. */
static struct erb_node *choice(struct erb_parser *p)
{
  struct erb_node *n = erb_node(p, N_IF);
  bool unless = erb_is_word(p, "unless"), inner = erb_is_word(p, "elsif");
  erb_next(p);
  n->a = condition(p);
  if (p->token.kind != TK_LINE && !erb_is_word(p, "then")) erb_refuse(p, "the syntax of a condition");
  erb_skip_lines(p);
  erb_take(p, TK_KEYWORD, "then");
  n->b = erb_statements(p);
  if (erb_is_word(p, "elsif") && !unless) {
    n->c = erb_enter(p) ? choice(p) : NULL;
    p->depth--;
  } else if (erb_take(p, TK_KEYWORD, "else")) {
    n->c = erb_statements(p);
  }
  if (!inner) erb_want(p, TK_KEYWORD, "end");
  if (unless) {
    struct erb_node *b = n->b;
    n->b = n->c;
    n->c = b;
  }
  return n;
}

static struct erb_node *loop(struct erb_parser *p)
{
  struct erb_node *n = erb_node(p, N_WHILE);
  n->flag = erb_is_word(p, "until");
  erb_next(p);
  n->a = condition(p);
  if (p->token.kind != TK_LINE && !erb_is_word(p, "do")) erb_refuse(p, "the syntax of a loop");
  erb_take(p, TK_KEYWORD, "do");
  uint32_t no_do = p->no_do;
  p->no_do = 0;
  p->blocks++;
  n->b = erb_statements(p);
  p->blocks--;
  p->no_do = no_do;
  erb_want(p, TK_KEYWORD, "end");
  return n;
}

static struct erb_node *when(struct erb_parser *p)
{
  struct erb_list patterns = {0};
  do {
    erb_next(p);
    if (erb_is_op(p, "*")) erb_refuse(p, "'*' behind 'when'");
    p->no_command++;
    erb_list_add(p, &patterns, erb_expression(p));
    p->no_command--;
  } while (erb_is_op(p, ","));
  struct erb_node *n = erb_node_list(p, N_WHEN, &patterns);
  if (p->token.kind != TK_LINE && !erb_is_word(p, "then")) erb_refuse(p, "the syntax of 'when'");
  erb_skip_lines(p);
  erb_take(p, TK_KEYWORD, "then");
  n->b = erb_statements(p);
  return n;
}

static struct erb_node *selection(struct erb_parser *p)
{
  struct erb_list whens = {0};
  struct erb_node *n = erb_node(p, N_CASE);
  erb_next(p);
  if (p->token.kind != TK_LINE) n->a = erb_logic(p);
  erb_skip_lines(p);
  while (erb_is_word(p, "when")) erb_list_add(p, &whens, when(p));
  if (whens.n == 0) erb_refuse(p, "a 'case' without 'when'");
  if (erb_take(p, TK_KEYWORD, "else")) n->c = erb_statements(p);
  erb_want(p, TK_KEYWORD, "end");
  erb_node_items(n, &whens);
  return n;
}

struct erb_node *erb_control(struct erb_parser *p)
{
  static const struct {
    const char *word;
    struct erb_node *(*parse)(struct erb_parser *p);
  } words[] = {{"if", choice}, {"unless", choice}, {"case", selection}, {"while", loop}, {"until", loop}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (!erb_is_word(p, words[i].word)) continue;
    struct erb_node *n = erb_enter(p) ? words[i].parse(p) : erb_node(p, N_NIL);
    p->depth--;
    return n;
  }
  return NULL;
}

/* --- blocks --- */

struct parameter_list {
  struct erb_param *items;
  uint32_t n;
};
/* More than templates need: a block with more requires Ruby. */
enum { MAX_PARAMETERS = 16 };

static void parameters(struct erb_parser *p, const char *close, struct erb_block *b, struct parameter_list *out,
                       bool inner)
{
  out->items = arena_array(p->arena, MAX_PARAMETERS, sizeof *out->items);
  while (!erb_is_op(p, close) && !erb_refused(p)) {
    if (out->n == MAX_PARAMETERS) erb_refuse(p, "more than %d parameters of a block", MAX_PARAMETERS);
    if (erb_refused(p)) return;
    struct erb_param *one = &out->items[out->n++];
    one->splat = erb_take(p, TK_OPERATOR, "*");
    if (erb_is_op(p, "(") && !inner && !one->splat) {
      struct parameter_list parts = {0};
      erb_next(p);
      parameters(p, ")", b, &parts, true);
      one->parts = parts.items;
      one->nparts = parts.n;
    } else if (p->token.kind == TK_NAME) {
      one->slot = erb_declare(p, p->token.text);
      erb_next(p);
    } else {
      erb_refuse(p, "a parameter of a block");
    }
    if (!erb_take(p, TK_OPERATOR, ",")) break;
    b->trailing_comma = !inner && erb_is_op(p, close);
  }
  erb_want(p, TK_OPERATOR, close);
}

/* The locals of a block get slots of their own, which erb_yield() sets to nil at the beginning of each call. The names
 * are not visible after the block, but the slots are not reused. */
struct erb_block *erb_block(struct erb_parser *p)
{
  bool braces = erb_is_op(p, "{");
  if (!braces && (!erb_is_word(p, "do") || p->no_do > 0)) return NULL;
  struct erb_block *b = ARENA_NEW(p->arena, struct erb_block);
  if (!erb_enter(p)) return b;
  uint32_t visible = p->nvariables, no_do = p->no_do;
  b->first_local = p->nslots;
  p->no_do = 0;
  p->blocks++;
  erb_next(p);
  if (erb_take(p, TK_OPERATOR, "|")) {
    struct parameter_list l = {0};
    parameters(p, "|", b, &l, false);
    b->params = l.items;
    b->nparams = l.n;
  }
  b->body = erb_statements(p);
  p->blocks--;
  p->no_do = no_do;
  p->nvariables = visible;
  b->nlocals = p->nslots - b->first_local;
  p->depth--;
  if (braces) erb_want(p, TK_OPERATOR, "}");
  else erb_want(p, TK_KEYWORD, "end");
  return b;
}

/* --- strings and regular expressions --- */

struct pieces {
  struct erb_parser *p;
  struct erb_list list;
  struct buf text;
  char open, close;
  bool regex;
  unsigned nested;
};

static void end_piece(struct pieces *s)
{
  if (s->text.n == 0) return;
  struct erb_node *n = erb_node(s->p, N_STRING);
  n->text = buf_finish(&s->text);
  s->text = BUF_IN(s->p->arena);
  erb_list_add(s->p, &s->list, n);
}

/* Parses #{statements}. The lexer reads tokens on demand, so its position is set after the brace. */
static void interpolation(struct pieces *s)
{
  struct erb_parser *p = s->p;
  end_piece(s);
  uint32_t no_do = p->no_do;
  p->at += 2;
  p->no_do = 0;
  p->begins = true;
  p->after_call = p->after_dot = false;
  erb_next(p);
  erb_list_add(p, &s->list, erb_statements(p));
  p->no_do = no_do;
  if (!erb_is_op(p, "}")) erb_refuse(p, "the syntax of an interpolation");
}

static int hex_digits(struct erb_parser *p, unsigned most)
{
  int v = 0;
  unsigned n = 0;
  for (; n < most; n++) {
    int digit = ascii_hex(erb_peek(p, 0));
    if (digit < 0) break;
    v = v * 16 + digit;
    p->at++;
  }
  return n == 0 ? -1 : v;
}

static void unicode_escape(struct pieces *s)
{
  struct erb_parser *p = s->p;
  bool braces = erb_peek(p, 0) == '{';
  p->at += braces;
  size_t from = p->at;
  int v = hex_digits(p, braces ? 6 : 4);
  bool fine = v > 0 && v <= 0x10FFFF && !(v >= 0xD800 && v <= 0xDFFF) && (braces || p->at - from == 4) &&
              (!braces || erb_peek(p, 0) == '}');
  p->at += braces;
  if (fine) buf_utf8(&s->text, (uint32_t)v);
  else erb_refuse(p, "an escape in a string");
}

/* Reads the rest of an escape in a double-quoted string. Octal, control and meta escapes require Ruby, and so do bytes
 * above 0x7F, which may make the string invalid UTF-8. */
static void escape(struct pieces *s)
{
  static const char names[] = "ntsreabvf0", values[] = "\n\t \r\033\a\b\v\f";
  struct erb_parser *p = s->p;
  char ch = erb_peek(p, 0);
  const char *found = ch == 0 ? NULL : strchr(names, ch);
  p->at++;
  if (ch == 'u') {
    unicode_escape(s);
  } else if (ch == 'x') {
    int v = hex_digits(p, 2);
    if (v < 0 || v > 0x7F) erb_refuse(p, "an escape in a string");
    else buf_char(&s->text, (char)v);
  } else if (found != NULL && !(ch == '0' && ascii_is_digit(erb_peek(p, 0)))) {
    buf_char(&s->text, ch == '0' ? '\0' : values[found - names]);
  } else if (ch == '\n') {
    p->line++;
  } else if (ascii_is_digit(ch) || ch == 'c' || ch == 'C' || ch == 'M' || ch == 0) {
    erb_refuse(p, "an escape in a string");
  } else {
    buf_char(&s->text, ch);
  }
}

/* The regular expression keeps its escapes, since it interprets them itself. Only "\/" in /…/ becomes "/". */
static void regex_escape(struct pieces *s)
{
  if (erb_peek(s->p, 0) != s->close || s->close != '/') buf_char(&s->text, '\\');
  s->p->line += erb_peek(s->p, 0) == '\n';
  buf_char(&s->text, erb_peek(s->p, 0));
  s->p->at++;
}

/* Returns true at the end of the string. */
static bool one_character(struct pieces *s)
{
  struct erb_parser *p = s->p;
  char ch = erb_peek(p, 0);
  if (p->at >= p->source.code.n || (ch > 0 && ch <= ERB_MARK_INSERT_END)) {
    erb_refuse(p, "a string that does not end");
    return true;
  }
  if (ch == '#' && erb_peek(p, 1) == '{') {
    interpolation(s);
    return erb_refused(p);
  }
  if (ch == '#' && (erb_peek(p, 1) == '@' || erb_peek(p, 1) == '$')) erb_refuse(p, "an interpolation without braces");
  p->at++;
  p->line += ch == '\n';
  if (ch == '\\') {
    if (s->regex) regex_escape(s);
    else escape(s);
    return erb_refused(p);
  }
  if (ch == s->close && s->nested == 0) return true;
  if (s->open != s->close) {
    s->nested += ch == s->open;
    s->nested -= ch == s->close;
  }
  buf_char(&s->text, ch);
  return erb_refused(p);
}

static uint8_t regex_flags(struct erb_parser *p)
{
  uint8_t flags = 0;
  for (; ascii_is_alpha(erb_peek(p, 0)); p->at++) {
    char ch = erb_peek(p, 0);
    if (ch != 'i' && ch != 'm' && ch != 'x') erb_refuse(p, "the option %c of a regular expression", ch);
    flags |= ch == 'i' ? ERB_REGEX_I : ch == 'm' ? ERB_REGEX_M : ERB_REGEX_X;
  }
  return flags;
}

static struct erb_node *regex_node(struct pieces *s)
{
  struct erb_parser *p = s->p;
  uint8_t flags = regex_flags(p);
  struct erb_node *n = erb_node_list(p, N_DREGEX, &s->list);
  n->op = flags;
  if (s->list.n > 1 || (s->list.n == 1 && s->list.items[0]->kind != N_STRING)) return n;
  n->kind = N_REGEX;
  n->regex = erb_regex_make(p->arena, s->list.n == 0 ? STR_EMPTY : s->list.items[0]->text, flags);
  if (n->regex == NULL) erb_refuse(p, "a regular expression");
  return n;
}

struct erb_node *erb_pieces(struct erb_parser *p)
{
  struct pieces s = {.p = p, .open = p->token.open, .close = p->token.close, .regex = p->token.kind == TK_REGEX};
  uint32_t line = p->token.line;
  s.text = BUF_IN(p->arena);
  bool done = !erb_enter(p);
  while (!done) done = one_character(&s);
  end_piece(&s);
  p->depth--;
  struct erb_node *n;
  if (s.regex) {
    n = regex_node(&s);
  } else if (s.list.n == 0 || (s.list.n == 1 && s.list.items[0]->kind == N_STRING)) {
    n = erb_node(p, N_STRING);
    n->text = s.list.n == 0 ? STR_EMPTY : s.list.items[0]->text;
  } else {
    n = erb_node_list(p, N_DSTRING, &s.list);
  }
  n->line = line;
  p->begins = p->after_call = p->after_dot = false;
  erb_next(p);
  return n;
}
