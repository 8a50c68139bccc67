/* Translates PQL into AST:
 *
 *   query     = entity ["[" [term {"," term}] "]"] "{" [condition] {paging} "}"
 *   term      = field | function "(" [field {"," text}] ")"
 *   condition = either {"or" either};  either = one {"and" one};  one = "!" one | "(" condition ")" | query | test
 *   test      = field operator literal | field "is" ["not"] "null" | fields "in" (list | query)
 *   fields    = field | "[" field {"," field} "]"
 *   paging    = "group by" term {"," term} | "order by" field ["asc" | "desc"] {"," …} | "limit" n | "offset" n */
#include <errno.h>
#include <stdlib.h>

#include "indirector/query/internal.h"

enum { MAX_DEPTH = 60 };

struct pql {
  struct arena *a;
  str text;
  size_t at;
  int depth;
  size_t failed_at;
  const char *expected; /* one token per line; NULL: no error */
  bool keep_blanks;     /* blanks are expected even after blanks */
};

static bool fail(struct pql *p, const char *expected)
{
  if (p->expected == NULL) {
    p->failed_at = p->at;
    p->expected = expected;
  }
  return false;
}

static void blanks(struct pql *p)
{
  while (p->at < p->text.n && ascii_is_space(p->text.p[p->at])) p->at++;
}

static char peek(const struct pql *p) { return p->at < p->text.n ? p->text.p[p->at] : '\0'; }

static bool take(struct pql *p, char c)
{
  blanks(p);
  if (peek(p) != c) return false;
  p->at++;
  return true;
}

/* Consumes the word if it is next and ends there; otherwise consumes nothing. */
static bool word(struct pql *p, const char *w)
{
  blanks(p);
  const size_t n = strlen(w), end = p->at + n;
  if (!str_starts(str_from(p->text, p->at), str_of(w))) return false;
  if (end < p->text.n && (ascii_is_word(p->text.p[end]) || p->text.p[end] == '?')) return false;
  p->at = end;
  return true;
}

static bool two_words(struct pql *p, const char *one, const char *two)
{
  const size_t from = p->at;
  if (word(p, one) && word(p, two)) return true;
  p->at = from;
  return false;
}

static value list(struct pql *p, struct valuevec *v) { return valuevec_array(v, p->a); }
static value text(const char *z) { return value_str(str_of(z)); }
static void push(struct pql *p, struct valuevec *v, value item) { valuevec_push(v, p->a, item); }

static value pair(struct pql *p, const char *op, value one, value two)
{
  const value items[] = {text(op), one, two};
  return array_of(p->a, items, 3);
}

static value single(struct pql *p, const char *op, value one)
{
  const value items[] = {text(op), one};
  return array_of(p->a, items, 2);
}

/* --- names and literals --- */

static bool is_name(char c) { return ascii_is_word(c); }

/* The end of the quoted text at `at`; 0: it is not terminated. */
static size_t quoted_end(const struct pql *p, size_t at)
{
  const char mark = p->text.p[at];
  for (at++; at < p->text.n; at++) {
    if (p->text.p[at] == '\\') {
      at++;
    } else if (p->text.p[at] == mark) {
      return at + 1;
    }
  }
  return 0;
}

/* In a name after a dot. A parenthesis belongs to `match("…")`. */
static bool is_part(char c) { return !ascii_is_space(c) && strchr(".\",[]!<=>~(){}", c) == NULL; }

static const char path_wanted[] =
  "#\"match\\(.*?\\)\"\n#\"[^\\s\\.\\\",\\[\\]!<=>~]+(\\[\\d+\\])?\"\n#\"\\\".*?\\\"(?=\\.|\\s)\"";

/* `name`, `latest_report?`, `facts.a."b.c"[0].match("x")` */
static bool field(struct pql *p, value *out)
{
  static const char wanted[] = "parameters\ntrusted\nfacts\n#\"[a-zA-Z0-9_]+\\??\"\n#\"\\s+\"";
  blanks(p);
  const size_t from = p->at;
  while (is_name(peek(p))) p->at++;
  if (p->at == from) return fail(p, wanted);
  const str root = str_sub(p->text, from, p->at - from);
  if (peek(p) == '?') p->at++;
  const bool dotted = str_eqz(root, "facts") || str_eqz(root, "trusted") || str_eqz(root, "parameters");
  while (dotted && (peek(p) == '.' || peek(p) == '[')) {
    if (peek(p) == '[') {
      const size_t end = str_index(p->text, ']', p->at);
      if (end == SIZE_MAX) return fail(p, "]");
      p->at = end + 1;
      continue;
    }
    p->at++;
    if (peek(p) == '"') {
      const size_t end = quoted_end(p, p->at);
      if (end == 0) return fail(p, "\"");
      p->at = end;
    } else {
      const size_t name = p->at;
      while (p->at < p->text.n && is_part(peek(p))) p->at++;
      if (p->at == name) return fail(p, path_wanted);
      if (peek(p) == '(') {
        const size_t end = str_index(p->text, ')', p->at);
        if (end == SIZE_MAX) return fail(p, ")");
        p->at = end + 1;
      }
    }
  }
  *out = value_str(str_sub(p->text, from, p->at - from));
  return true;
}

static bool string(struct pql *p, value *out)
{
  struct buf b = BUF_IN(p->a);
  const size_t end = quoted_end(p, p->at);
  const char mark = p->text.p[p->at];
  if (end == 0) {
    p->at = p->text.n;
    return fail(p, mark == '"' ? "\"" : "'");
  }
  for (size_t i = p->at + 1; i + 1 < end; i++) {
    /* A backslash escapes the quote and itself; elsewhere it is literal. */
    if (p->text.p[i] == '\\' && (p->text.p[i + 1] == mark || p->text.p[i + 1] == '\\')) i++;
    buf_char(&b, p->text.p[i]);
  }
  p->at = end;
  *out = value_str(buf_finish(&b));
  return true;
}

static bool number(struct pql *p, value *out)
{
  const size_t from = p->at;
  bool real = false;
  if (peek(p) == '-') p->at++;
  const size_t digits = p->at;
  while (ascii_is_digit(peek(p))) p->at++;
  if (p->at == digits) return fail(p, "#\"[0-9]+\"");
  if (peek(p) == '.' && p->at + 1 < p->text.n && ascii_is_digit(p->text.p[p->at + 1])) {
    real = true;
    for (p->at++; ascii_is_digit(peek(p)); p->at++) continue;
  }
  if (real && (peek(p) == 'e' || peek(p) == 'E')) {
    p->at++;
    if (peek(p) == '+' || peek(p) == '-') p->at++;
    if (!ascii_is_digit(peek(p))) return fail(p, "#\"[0-9]+\"");
    while (ascii_is_digit(peek(p))) p->at++;
  }
  const char *z = arena_strz(p->a, str_sub(p->text, from, p->at - from));
  errno = 0;
  *out = real ? value_float(strtod(z, NULL)) : value_int(strtoll(z, NULL, 10));
  return errno == 0 || fail(p, "a number of 64 bits");
}

#define LITERAL_WANTED "[\nfalse\ntrue\n#\"[0-9]+\"\n-\n'\n\""

static bool literal(struct pql *p, value *out);

static bool at_word(struct pql *p, const char *w)
{
  const size_t from = p->at;
  const bool is = word(p, w);
  p->at = from;
  return is;
}

static bool at_literal(struct pql *p)
{
  const char c = peek(p);
  return c == '"' || c == '\'' || c == '-' || c == '[' || ascii_is_digit(c) || at_word(p, "true") ||
         at_word(p, "false");
}

static bool literals(struct pql *p, value *out)
{
  struct valuevec all = {0};
  value v;
  p->at++;
  if (!take(p, ']')) {
    do {
      blanks(p);
      if (!at_literal(p)) return fail(p, LITERAL_WANTED "\n#\"\\s+\"");
      if (!literal(p, &v)) return false;
      push(p, &all, v);
    } while (take(p, ','));
    if (!take(p, ']')) return fail(p, "]\n,\n#\"\\s+\"");
  }
  *out = list(p, &all);
  return true;
}

static bool literal(struct pql *p, value *out)
{
  blanks(p);
  const char c = peek(p);
  bool ok;
  if (++p->depth > MAX_DEPTH) return fail(p, "less nesting");
  if (c == '"' || c == '\'') {
    ok = string(p, out);
  } else if (c == '-' || ascii_is_digit(c)) {
    ok = number(p, out);
  } else if (c == '[') {
    ok = literals(p, out);
  } else if (word(p, "true") || word(p, "false")) {
    *out = value_bool(c == 't');
    ok = true;
  } else {
    ok = fail(p, LITERAL_WANTED);
  }
  p->depth--;
  return ok;
}

/* --- terms --- */

static bool function_name(const struct pql *p, size_t *end)
{
  static const char *const names[] = {"to_string", "count", "avg", "sum", "min", "max"};
  for (size_t i = 0; i < 6; i++) {
    if (!str_starts(str_from(p->text, p->at), str_of(names[i]))) continue;
    *end = p->at + strlen(names[i]);
    size_t at = *end;
    at = str_spaces(p->text, at);
    if (at < p->text.n && p->text.p[at] == '(') return true;
  }
  return false;
}

#define TERM_WANTED \
  "to_string\nmax\nmin\nsum\navg\ncount\nparameters\ntrusted\nfacts\n#\"[a-zA-Z0-9_]+\\??\"\n#\"\\s+\""

static bool at_term(const struct pql *p) { return is_name(peek(p)); }

static bool term(struct pql *p, value *out)
{
  struct valuevec call = {0};
  size_t end;
  value v;
  blanks(p);
  if (!function_name(p, &end)) return at_term(p) ? field(p, out) : fail(p, TERM_WANTED);
  push(p, &call, text("function"));
  push(p, &call, value_str(str_sub(p->text, p->at, end - p->at)));
  p->at = end;
  take(p, '(');
  if (!take(p, ')')) {
    if (!field(p, &v)) return false;
    push(p, &call, v);
    while (take(p, ',')) {
      if (!literal(p, &v)) return false;
      push(p, &call, v);
    }
    if (!take(p, ')')) return fail(p, ")\n,");
  }
  *out = list(p, &call);
  return true;
}

static bool terms(struct pql *p, struct valuevec *out)
{
  value v;
  do {
    if (!term(p, &v)) return false;
    push(p, out, v);
  } while (take(p, ','));
  return true;
}

#define OPERATORS_WANTED "is not null\nis null\n#\"\\s+\"\nin\n!~\n!=\n=\n>\n<\n<=\n>=\n~>\n~"

/* --- conditions --- */

static bool condition(struct pql *p, value *out);
static bool query(struct pql *p, bool inside, value *out);

static const struct pdb_entity *entity_at(struct pql *p)
{
  const size_t from = p->at;
  while (is_name(peek(p))) p->at++;
  const struct pdb_entity *e = pdb_entity_named(str_sub(p->text, from, p->at - from));
  const bool plain = e != NULL && strlen(e->name) == p->at - from &&
                     memcmp(e->name, p->text.p + from, p->at - from) == 0;
  if (plain && !e->not_in_pql) return e;
  p->at = from;
  return NULL;
}

/* Skips the longest entity name that is a prefix of the word. */
static bool entity_prefix(struct pql *p)
{
  size_t longest = 0;
  for (size_t i = 0; i < pdb_entity_count; i++) {
    const str name = str_of(pdb_entities[i].name);
    if (!pdb_entities[i].not_in_pql && name.n > longest && str_starts(str_from(p->text, p->at), name)) longest = name.n;
  }
  p->at += longest;
  return longest > 0;
}

/* Whether an entity with fields or a condition follows, and not a field with the same name. */
static bool at_query(struct pql *p)
{
  const size_t from = p->at;
  bool is = false;
  if (entity_at(p) != NULL) {
    blanks(p);
    is = peek(p) == '{' || peek(p) == '[';
  }
  p->at = from;
  return is;
}

static bool in_set(struct pql *p, value what, value *out)
{
  value set;
  blanks(p);
  if (peek(p) == '[') {
    if (!literal(p, &set)) return false;
    set = single(p, "array", set);
  } else if (!query(p, false, &set)) {
    return false;
  }
  *out = pair(p, "in", what, set);
  return true;
}

/* The value of an operator: a text for `~`, a list of texts for `~>`, a text or number for `<`, anything else. */
static bool operand(struct pql *p, const char *op, value *out)
{
  const bool regex = strcmp(op, "~") == 0, path = strcmp(op, "~>") == 0, ordered = op[0] == '<' || op[0] == '>';
  blanks(p);
  const char c = peek(p);
  const bool text_next = c == '"' || c == '\'';
  if (path && c != '[') return fail(p, "[");
  if (regex && !text_next) return fail(p, "'\n\"");
  if (ordered && !text_next && c != '-' && !ascii_is_digit(c)) return fail(p, "'\n\"\n#\"[0-9]+\"\n-");
  return literal(p, out);
}

static bool operator_at(struct pql *p, const char **op, bool *negated)
{
  static const char *const all[] = {"!~", "!=", "~>", "<=", ">=", "=", "~", "<", ">"};
  blanks(p);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (!str_starts(str_from(p->text, p->at), str_of(all[i]))) continue;
    p->at += strlen(all[i]);
    *negated = all[i][0] == '!';
    *op = all[i] + *negated;
    return true;
  }
  return fail(p, OPERATORS_WANTED);
}

static bool test(struct pql *p, value *out)
{
  const char *op;
  bool negated;
  value what, v;
  if (!field(p, &what)) return false;
  if (word(p, "in")) return in_set(p, what, out);
  if (word(p, "is")) {
    negated = word(p, "not");
    if (!word(p, "null")) return fail(p, "null\nnot null");
    *out = pair(p, "null?", what, value_bool(!negated));
    return true;
  }
  if (!operator_at(p, &op, &negated) || !(negated ? literal(p, &v) : operand(p, op, &v))) return false;
  *out = pair(p, op, what, v);
  if (negated) *out = single(p, "not", *out);
  return true;
}

/* [a, b] in … */
static bool fields_in(struct pql *p, value *out)
{
  struct valuevec all = {0};
  value v;
  p->at++;
  blanks(p);
  if (!at_term(p)) return fail(p, TERM_WANTED);
  do {
    if (!field(p, &v)) return false;
    push(p, &all, v);
  } while (take(p, ','));
  if (!take(p, ']')) return fail(p, "]\n#\"\\s+\"\n,");
  if (!word(p, "in")) return fail(p, "in");
  return in_set(p, list(p, &all), out);
}

#define CONDITION_WANTED                                                                                               \
  "events\nedges\ninventory\nfact_contents\nfact_paths\nfactsets\nenvironments\nnodes\nresources\npackage_inventory\n" \
  "packages\ncatalogs\nreports\nfacts\nparameters\ntrusted\n#\"[a-zA-Z0-9_]+\\??\"\n[\n(\n!"

static bool at_condition(const struct pql *p)
{
  const char c = peek(p);
  return is_name(c) || c == '!' || c == '(' || c == '[';
}

static bool no_condition(struct pql *p)
{
  p->keep_blanks = true;
  return fail(p, "}\n#\"\\s+\"\norder by\noffset\nlimit\ngroup by\n" CONDITION_WANTED);
}

static bool one(struct pql *p, value *out)
{
  bool ok;
  if (++p->depth > MAX_DEPTH) return fail(p, "less nesting");
  blanks(p);
  if (!at_condition(p)) return fail(p, CONDITION_WANTED);
  if (take(p, '!')) {
    ok = one(p, out);
    if (ok) *out = single(p, "not", *out);
  } else if (take(p, '(')) {
    ok = condition(p, out) && (take(p, ')') || fail(p, ")\nor\nand\n#\"\\s+\""));
  } else if (peek(p) == '[') {
    ok = fields_in(p, out);
  } else if (at_query(p)) {
    ok = query(p, true, out);
  } else {
    ok = test(p, out);
  }
  p->depth--;
  return ok;
}

/* Parses a chain of one operator into one list. */
static bool chain(struct pql *p, const char *op, bool (*part)(struct pql *, value *), value *out)
{
  struct valuevec all = {0};
  value v;
  if (!part(p, &v)) return false;
  push(p, &all, text(op));
  push(p, &all, v);
  while (word(p, op)) {
    if (!part(p, &v)) return false;
    push(p, &all, v);
  }
  *out = all.n == 2 ? v : list(p, &all);
  return true;
}

static bool either(struct pql *p, value *out) { return chain(p, "and", one, out); }
static bool condition(struct pql *p, value *out) { return chain(p, "or", either, out); }

/* --- queries --- */

static bool order_by(struct pql *p, value *out)
{
  struct valuevec all = {0};
  value v;
  do {
    if (!field(p, &v)) return false;
    const bool descending = word(p, "desc");
    if (descending || word(p, "asc")) v = single(p, "", v);
    if (v.kind == V_ARRAY) {
      const value named[] = {v.array->items[1], text(descending ? "desc" : "asc")};
      v = array_of(p->a, named, 2);
    }
    push(p, &all, v);
  } while (take(p, ','));
  *out = single(p, "order_by", list(p, &all));
  return true;
}

/* Parses the clauses after the condition; *grouped is undef without groups. */
static bool paging(struct pql *p, struct valuevec *clauses, value *grouped)
{
  value v;
  for (;;) {
    if (two_words(p, "group", "by")) {
      struct valuevec groups = {0};
      push(p, &groups, text("group_by"));
      if (!terms(p, &groups)) return false;
      *grouped = list(p, &groups);
    } else if (two_words(p, "order", "by")) {
      if (!order_by(p, &v)) return false;
      push(p, clauses, v);
    } else if (word(p, "limit") || word(p, "offset")) {
      const bool limit = str_ends(str_sub(p->text, 0, p->at), STR("limit"));
      blanks(p);
      if (!ascii_is_digit(peek(p))) return fail(p, "#\"[0-9]+\"");
      if (!number(p, &v)) return false;
      push(p, clauses, single(p, limit ? "limit" : "offset", v));
    } else {
      return true;
    }
  }
}

static bool at_paging(struct pql *p)
{
  const size_t from = p->at;
  const bool is = two_words(p, "group", "by") || two_words(p, "order", "by") || word(p, "limit") || word(p, "offset");
  p->at = from;
  return is;
}

/* `inside` a condition: a sub-query joined by the common fields. */
static value assemble(struct pql *p, const struct pdb_entity *e, bool inside, bool has_fields, value fields, value cond,
                      value grouped, struct valuevec *clauses)
{
  struct valuevec out = {0}, extract = {0};
  push(p, &out, text(inside ? "subquery" : "from"));
  push(p, &out, text(e->name));
  if (has_fields) {
    push(p, &extract, text("extract"));
    push(p, &extract, fields);
    if (cond.kind != V_UNDEF) push(p, &extract, cond);
    if (grouped.kind != V_UNDEF) push(p, &extract, grouped);
    push(p, &out, list(p, &extract));
  } else if (cond.kind != V_UNDEF) {
    push(p, &out, cond);
  }
  for (uint32_t i = 0; i < clauses->n; i++) push(p, &out, clauses->items[i]);
  return list(p, &out);
}

static bool query(struct pql *p, bool inside, value *out)
{
  struct valuevec clauses = {0}, names = {0};
  value fields = VALUE_UNDEF, cond = VALUE_UNDEF, grouped = VALUE_UNDEF;
  blanks(p);
  const struct pdb_entity *e = entity_at(p);
  bool has_fields = false;
  if (e == NULL && entity_prefix(p)) return fail(p, "{\n#\"\\s+\"\n[");
  if (e == NULL)
    return fail(
      p, "nodes\nfacts\nfactsets\nfact_contents\nfact_paths\ninventory\nresources\nedges\ncatalogs\nreports\nevents\n"
         "environments\npackages\npackage_inventory");
  if (!inside && take(p, '[')) {
    has_fields = true;
    if (!take(p, ']')) {
      blanks(p);
      if (!at_term(p)) return fail(p, "]\n" TERM_WANTED);
      if (!terms(p, &names)) return false;
      if (!take(p, ']')) return fail(p, "]\n#\"\\s+\"\n,");
    }
    fields = list(p, &names);
  }
  if (!take(p, '{')) return fail(p, inside ? "{\n" OPERATORS_WANTED : has_fields ? "{\n#\"\\s+\"" : "{\n#\"\\s+\"\n[");
  if (!take(p, '}')) {
    if (!at_paging(p)) {
      if (!at_condition(p)) return no_condition(p);
      if (!condition(p, &cond)) return false;
    }
    if (!paging(p, &clauses, &grouped)) return false;
    if (!take(p, '}'))
      return fail(p,
                  cond.kind == V_UNDEF ? "}\n#\"\\s+\"" : "}\nor\nand\noffset\nlimit\norder by\ngroup by\n#\"\\s+\"");
  }
  if (grouped.kind != V_UNDEF && !has_fields) return fail(p, "fields between brackets, which 'group by' needs");
  if (inside && clauses.n > 0) return fail(p, "no order and no limit in a sub-query");
  *out = assemble(p, e, inside, has_fields, fields, cond, grouped, &clauses);
  return true;
}

/* The expected tokens. Where blanks were just read, no more are expected. */
static str expected_tokens(const struct pql *p)
{
  static const char blank[] = "#\"\\s+\"";
  struct buf out = BUF_IN(p->a);
  const bool after_blank = !p->keep_blanks && p->failed_at > 0 && ascii_is_space(p->text.p[p->failed_at - 1]);
  for (const char *line = p->expected; line != NULL;) {
    const char *end = strchr(line, '\n');
    const size_t n = end != NULL ? (size_t)(end - line) : strlen(line);
    if (!after_blank || !str_eqz(str_n(line, n), blank)) buf_printf(&out, "%.*s\n", (int)n, line);
    line = end != NULL ? end + 1 : NULL;
  }
  return buf_view(&out);
}

static void explain(const struct pql *p, str *error)
{
  size_t line = 1, begin = 0, end;
  for (size_t i = 0; i < p->failed_at; i++) {
    if (p->text.p[i] == '\n') line++, begin = i + 1;
  }
  end = str_index(p->text, '\n', begin);
  if (end == SIZE_MAX) end = p->text.n;
  const size_t column = p->failed_at - begin;
  const str tokens = expected_tokens(p);
  const bool one = str_index(tokens, '\n', 0) + 1 == tokens.n;
  *error = arena_printf(p->a, "PQL parse error at line %zu, column %zu:\n\n%.*s\n%*s^\n\n%s\n%.*s", line, column + 1,
                        STR_FMT(str_sub(p->text, begin, end - begin)), (int)(column < 10000 ? column : 10000), "",
                        one ? "Expected:" : "Expected one of:\n", STR_FMT(tokens));
}

bool pdb_parse_pql(struct arena *a, str source, value *tree, str *error)
{
  struct pql p = {.a = a, .text = source};
  bool ok = query(&p, false, tree);
  if (ok) {
    blanks(&p);
    ok = p.at == p.text.n || fail(&p, "the end of the query");
  }
  if (!ok) explain(&p, error);
  return ok;
}
