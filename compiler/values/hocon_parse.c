/* Parses the tokens of HOCON into a tree. References (${a.b}) and concatenated values remain open in the tree;
 * hocon_resolve.c resolves them when the whole text is read, since they may refer forward. A key that is set again
 * becomes a stack of values, the last on top, unless its value is already known. Errors are those of Ruby's hocon. */
#include "base/array.h"
#include "base/check.h"
#include "base/stack.h"
#include "compiler/values/hocon.h"

struct parser {
  struct hocon *h;
  struct hocon_lexer lexer;
  struct hocon_token now;
  struct path {
    str *items;
    uint32_t n, cap;
  } where; /* keys of the enclosing objects */
};

/* --- the tree --- */

bool hocon_fail(struct hocon *h, uint32_t line, const char *fmt, ...)
{
  if (h->error.n > 0) return false;
  struct buf out = BUF_IN(h->arena);
  if (line > 0) buf_printf(&out, "String: %u: ", line);
  va_list ap;
  va_start(ap, fmt);
  buf_vprintf(&out, fmt, ap);
  va_end(ap);
  h->error = buf_view(&out);
  return false;
}

static struct hocon_node *node_new(struct hocon *h, enum hocon_kind kind, uint32_t line)
{
  struct hocon_node *node = ARENA_NEW(h->arena, struct hocon_node);
  node->kind = kind;
  node->line = line;
  node->v = VALUE_UNDEF;
  return node;
}

/* Adds an item to a node that is not an object. False if there are too many. */
static bool add_item(struct hocon *h, struct hocon_node *to, struct hocon_node *item)
{
  assert(to->kind != HOCON_OBJECT && item != NULL);
  if (++h->nodes > HOCON_MAX_NODES) return hocon_fail(h, to->line, "the document is too large");
  ARENA_ROOM(h->arena, to->items, to->n, to->cap, 4);
  to->items[to->n++] = item;
  return true;
}

struct hocon_field *hocon_field(const struct hocon_node *object, str key)
{
  if (object->fields != NULL) return strmap_get(object->fields, key);
  struct hocon_field *f = object->first;
  while (f != NULL && !str_eq(f->key, key)) f = f->after;
  return f;
}

/* Objects with fewer fields are searched in order, without an index. */
enum { FEW_FIELDS = 8 };

static void index_field(struct hocon *h, struct hocon_node *object, struct hocon_field *f)
{
  if (object->fields == NULL && object->n < FEW_FIELDS) return;
  if (object->fields == NULL) {
    object->fields = ARENA_NEW(h->arena, struct strmap);
    strmap_init(object->fields, h->arena);
    for (struct hocon_field *i = object->first; i != NULL; i = i->after) strmap_put(object->fields, i->key, i);
  }
  strmap_put(object->fields, f->key, f);
}

static void link_first(struct hocon_node *object, struct hocon_field *f)
{
  f->before = NULL;
  f->after = object->first;
  if (object->first != NULL) object->first->before = f;
  else object->last = f;
  object->first = f;
}

static void unlink_field(struct hocon_node *object, struct hocon_field *f)
{
  if (f->before != NULL) f->before->after = f->after;
  else object->first = f->after;
  if (f->after != NULL) f->after->before = f->before;
  else object->last = f->before;
}

static bool add_field(struct hocon *h, struct hocon_node *object, str key, struct hocon_node *item)
{
  assert(object->kind == HOCON_OBJECT && item != NULL);
  if (++h->nodes > HOCON_MAX_NODES) return hocon_fail(h, object->line, "the document is too large");
  struct hocon_field *f = ARENA_NEW(h->arena, struct hocon_field);
  *f = (struct hocon_field){.key = key, .node = item, .before = object->last};
  if (object->last != NULL) object->last->after = f;
  else object->first = f;
  object->last = f;
  object->n++;
  index_field(h, object, f);
  return true;
}

/* Whether the value is unknown until references are resolved. */
static bool is_open(const struct hocon_node *n)
{
  return n->kind == HOCON_REFERENCE || n->kind == HOCON_CONCAT || n->kind == HOCON_STACK;
}

static struct hocon_node *put_over(struct hocon *h, struct hocon_node *high, struct hocon_node *low);

/* Merges the later object (`high`) into the earlier one. Its keys come first in the result, as in Ruby's hocon. */
static struct hocon_node *merge_objects(struct hocon *h, struct hocon_node *high, struct hocon_node *low)
{
  if (++h->depth > NESTING_LEVELS || stack_low()) hocon_fail(h, high->line, "nesting too deep");
  for (struct hocon_field *f = high->last, *next; h->error.n == 0 && f != NULL; f = next) {
    struct hocon_field *there = hocon_field(low, f->key);
    next = f->before;
    if (there != NULL) {
      there->node = put_over(h, f->node, there->node);
      unlink_field(low, there);
      link_first(low, there);
    } else {
      link_first(low, f);
      low->n++;
      index_field(h, low, f);
    }
  }
  h->depth--;
  return low;
}

/* The later value replaces the earlier one, except that two objects are merged, and that an open value keeps the
 * earlier one, because it may be an object or refer to it. */
static struct hocon_node *put_over(struct hocon *h, struct hocon_node *high, struct hocon_node *low)
{
  if (high->kind == HOCON_OBJECT && low->kind == HOCON_OBJECT) return merge_objects(h, high, low);
  if (!is_open(high) && (high->kind != HOCON_OBJECT || !is_open(low))) return high;
  struct hocon_node *stack = node_new(h, HOCON_STACK, high->line);
  add_item(h, stack, high);
  if (low->kind != HOCON_STACK) add_item(h, stack, low);
  for (uint32_t i = 0; low->kind == HOCON_STACK && i < low->n; i++) add_item(h, stack, low->items[i]);
  return stack;
}

/* --- tokens --- */

static void advance(struct parser *p) { p->now = hocon_next(&p->lexer); }

static void skip_space(struct parser *p)
{
  while (p->now.kind == TOKEN_SPACE) advance(p);
}

static void skip_lines(struct parser *p)
{
  while (p->now.kind == TOKEN_SPACE || p->now.kind == TOKEN_NEWLINE) advance(p);
}

static bool is(const struct parser *p, char c) { return p->now.kind == TOKEN_PUNCTUATION && p->now.punctuation == c; }

static str shown(struct parser *p)
{
  if (p->now.kind == TOKEN_END) return STR("end of file");
  if (p->now.kind == TOKEN_BAD) return p->now.text;
  return arena_printf(p->h->arena, "'%.*s'", STR_FMT(p->now.text));
}

/* "…, got ':' (if you intended ':' to be part of a key or string value, …". As in the gem, the parenthesis is not
 * closed. */
static bool fail_token(struct parser *p, const char *what)
{
  const str t = shown(p);
  if (p->now.kind == TOKEN_END) return hocon_fail(p->h, p->now.line, "%s%.*s", what, STR_FMT(t));
  return hocon_fail(p->h, p->now.line,
                    "%s%.*s (if you intended %.*s to be part of a key or string value, try "
                    "enclosing the key or value in double quotes",
                    what, STR_FMT(t), STR_FMT(t));
}

static bool fail_unbalanced(struct parser *p)
{
  return hocon_fail(p->h, p->now.line,
                    "unbalanced close brace '}' with no open brace (if you intended '}' to be part of a "
                    "key or string value, try enclosing the key or value in double quotes");
}

/* --- paths --- */

static void path_push(struct parser *p, struct path *path, str element)
{
  ARENA_ROOM(p->h->arena, path->items, path->n, path->cap, 4);
  path->items[path->n++] = element;
}

struct path_builder {
  struct path path;
  struct buf element;
  bool quoted;
};

static bool end_element(struct parser *p, struct path_builder *b)
{
  if (b->element.n == 0 && !b->quoted) {
    return hocon_fail(p->h, 0,
                      "path has a leading, trailing, or two adjacent period '.' (use quoted \"\" empty string "
                      "if you want an empty element)");
  }
  path_push(p, &b->path, arena_str(p->h->arena, buf_view(&b->element)));
  b->element = BUF_IN(p->h->arena);
  b->quoted = false;
  return true;
}

static bool add_text(struct parser *p, struct path_builder *b, str text)
{
  for (size_t i = 0; i < text.n; i++) {
    if (text.p[i] != '.') buf_char(&b->element, text.p[i]);
    else if (!end_element(p, b)) return false;
  }
  return true;
}

/* Reads a path: all tokens that can be part of one. Blanks inside belong to the key, those at the end do not. */
static bool parse_path(struct parser *p, struct path *out)
{
  struct path_builder b = {.element = BUF_IN(p->h->arena)};
  str pending = STR_EMPTY;
  for (;; advance(p)) {
    if (p->now.kind == TOKEN_SPACE) {
      pending = p->now.text;
      continue;
    }
    const bool text = p->now.kind == TOKEN_TEXT || p->now.kind == TOKEN_VALUE;
    if (!text && p->now.kind != TOKEN_QUOTED) break;
    buf_str(&b.element, pending);
    pending = STR_EMPTY;
    if (p->now.kind == TOKEN_QUOTED) {
      buf_str(&b.element, p->now.text);
      b.quoted = true;
    } else if (!add_text(p, &b, p->now.text)) {
      return false;
    }
  }
  if (!end_element(p, &b)) return false;
  *out = b.path;
  return true;
}

static bool parse_reference_path(struct parser *p, struct hocon_node *node, str text)
{
  struct parser own = {.h = p->h, .lexer = {.arena = p->h->arena, .text = text, .line = node->line}};
  struct path path = {0};
  advance(&own);
  skip_space(&own);
  if (own.now.kind == TOKEN_END)
    return hocon_fail(p->h, node->line, "Expecting a field name or path here, but got nothing");
  if (!parse_path(&own, &path)) return false;
  if (own.now.kind != TOKEN_END) {
    const str t = shown(&own);
    return hocon_fail(p->h, node->line,
                      "Token not allowed in path expression: %.*s (you can double-quote this token if "
                      "you really want it here)",
                      STR_FMT(t));
  }
  node->path = path.items;
  node->n = path.n;
  return true;
}

/* --- values --- */

static struct hocon_node *parse_object(struct parser *p, bool braces);
static struct hocon_node *parse_list(struct parser *p);

static struct hocon_node *parse_reference(struct parser *p)
{
  struct hocon_node *node = node_new(p->h, HOCON_REFERENCE, p->now.line);
  const str text = p->now.text;
  node->optional = p->now.optional;
  node->text = arena_printf(p->h->arena, "${%s%.*s}", node->optional ? "?" : "", STR_FMT(text));
  advance(p);
  return parse_reference_path(p, node, text) ? node : NULL;
}

static struct hocon_node *parse_leaf(struct parser *p)
{
  struct hocon_node *node = node_new(p->h, HOCON_LEAF, p->now.line);
  node->space = p->now.kind == TOKEN_SPACE;
  node->text = arena_str(p->h->arena, p->now.text);
  node->v = p->now.kind == TOKEN_VALUE ? p->now.v : value_str(node->text);
  advance(p);
  return node;
}

static struct hocon_node *parse_piece(struct parser *p)
{
  if (is(p, '{')) return parse_object(p, true);
  if (is(p, '[')) return parse_list(p);
  return p->now.kind == TOKEN_REFERENCE ? parse_reference(p) : parse_leaf(p);
}

static bool begins_piece(const struct parser *p)
{
  return is(p, '{') || is(p, '[') || p->now.kind == TOKEN_REFERENCE || p->now.kind == TOKEN_TEXT ||
         p->now.kind == TOKEN_VALUE || p->now.kind == TOKEN_QUOTED;
}

static bool enter(struct parser *p)
{
  if (++p->h->depth <= NESTING_LEVELS && !stack_low()) return true;
  return hocon_fail(p->h, p->now.line, "nesting too deep");
}

/* Reads pieces up to the end of a line, a comma or a bracket. Blanks between two pieces are kept. */
static struct hocon_node *parse_value(struct parser *p)
{
  struct hocon_node *all = node_new(p->h, HOCON_CONCAT, p->now.line), *blank = NULL;
  if (!begins_piece(p)) {
    fail_token(p, "Expecting a value but got wrong token: ");
    return NULL;
  }
  for (;;) {
    if (p->now.kind == TOKEN_SPACE) {
      blank = parse_leaf(p);
      continue;
    }
    if (!begins_piece(p)) break;
    if (blank != NULL && !add_item(p->h, all, blank)) return NULL;
    blank = NULL;
    struct hocon_node *piece = parse_piece(p);
    if (piece == NULL || !add_item(p->h, all, piece)) return NULL;
  }
  return all->n == 1 ? all->items[0] : all;
}

static struct hocon_node *parse_list(struct parser *p)
{
  struct hocon_node *list = node_new(p->h, HOCON_LIST, p->now.line);
  if (!enter(p)) return NULL;
  advance(p);
  skip_lines(p);
  while (!is(p, ']')) {
    if (list->n > 0 && !begins_piece(p)) {
      const str t = shown(p);
      hocon_fail(p->h, p->now.line,
                 "List should have had new element after a comma, instead had token: %.*s (if you want "
                 "the comma or %.*s to be part of a string value, then double-quote it)",
                 STR_FMT(t), STR_FMT(t));
      return NULL;
    }
    struct hocon_node *item = parse_value(p);
    if (item == NULL || !add_item(p->h, list, item)) return NULL;
    const bool line = p->now.kind == TOKEN_NEWLINE;
    skip_lines(p);
    if (is(p, ',')) {
      advance(p);
      skip_lines(p);
    } else if (!is(p, ']') && (!line || !begins_piece(p))) {
      const str t = shown(p);
      hocon_fail(p->h, p->now.line,
                 "List should have ended with ] or had a comma, instead had token: %.*s (if you want "
                 "%.*s to be part of a string value, then double-quote it)",
                 STR_FMT(t), STR_FMT(t));
      return NULL;
    }
  }
  advance(p);
  p->h->depth--;
  return list;
}

/* --- objects --- */

/* a += x means a = ${?a} [x], where a is the whole path from the root. */
static struct hocon_node *appended(struct parser *p, const struct path *path, struct hocon_node *item)
{
  struct path whole = {0};
  for (uint32_t i = 0; i < p->where.n; i++) path_push(p, &whole, p->where.items[i]);
  for (uint32_t i = 0; i < path->n; i++) path_push(p, &whole, path->items[i]);
  struct hocon_node *all = node_new(p->h, HOCON_CONCAT, item->line);
  struct hocon_node *before = node_new(p->h, HOCON_REFERENCE, item->line);
  struct hocon_node *list = node_new(p->h, HOCON_LIST, item->line);
  before->optional = true;
  before->path = whole.items;
  before->n = whole.n;
  before->text = STR("${?}");
  add_item(p->h, list, item);
  add_item(p->h, all, before);
  add_item(p->h, all, list);
  return all;
}

static bool put(struct parser *p, struct hocon_node *object, const struct path *path, struct hocon_node *v)
{
  for (uint32_t i = path->n; i-- > 1;) {
    struct hocon_node *outer = node_new(p->h, HOCON_OBJECT, v->line);
    if (!add_field(p->h, outer, path->items[i], v)) return false;
    v = outer;
  }
  struct hocon_field *there = hocon_field(object, path->items[0]);
  if (there == NULL) return add_field(p->h, object, path->items[0], v);
  there->node = put_over(p->h, v, there->node);
  return p->h->error.n == 0;
}

/* `include "x"` includes nothing, since the text has no directory to search; forms with a function are rejected. */
static bool parse_include(struct parser *p)
{
  skip_space(p);
  if (p->now.kind == TOKEN_QUOTED) {
    advance(p);
    return true;
  }
  const str t = shown(p);
  if (p->now.kind == TOKEN_TEXT && str_index(p->now.text, '(', 0) != SIZE_MAX)
    return hocon_fail(p->h, p->now.line, "not supported: include %.*s", STR_FMT(p->now.text));
  return hocon_fail(p->h, p->now.line, "include keyword is not followed by a quoted string, but by: %.*s", STR_FMT(t));
}

static bool parse_field(struct parser *p, struct hocon_node *object)
{
  struct path path = {0};
  if (p->now.kind == TOKEN_TEXT && str_eqz(p->now.text, "include")) {
    advance(p);
    return parse_include(p);
  }
  if (!parse_path(p, &path)) return false;
  skip_lines(p);
  const bool append = p->now.kind == TOKEN_PLUS_EQUALS;
  if (!append && !is(p, ':') && !is(p, '=') && !is(p, '{')) {
    const str key = path.items[path.n - 1];
    return fail_token(p, arena_printf(p->h->arena, "Key '%.*s' may not be followed by token: ", STR_FMT(key)).p);
  }
  if (!is(p, '{')) {
    advance(p);
    skip_lines(p);
  }
  const uint32_t before = p->where.n;
  for (uint32_t i = 0; i < path.n; i++) path_push(p, &p->where, path.items[i]);
  struct hocon_node *v = parse_value(p);
  p->where.n = before;
  if (v == NULL) return false;
  return put(p, object, &path, append ? appended(p, &path, v) : v);
}

static bool begins_field(const struct parser *p)
{
  return p->now.kind == TOKEN_TEXT || p->now.kind == TOKEN_VALUE || p->now.kind == TOKEN_QUOTED;
}

static bool at_end(const struct parser *p, bool braces) { return braces ? is(p, '}') : p->now.kind == TOKEN_END; }

/* After a field: a comma, a new line, or the end. */
static bool parse_separator(struct parser *p, bool braces)
{
  skip_space(p);
  const bool line = p->now.kind == TOKEN_NEWLINE;
  skip_lines(p);
  if (is(p, ',')) {
    advance(p);
    skip_lines(p);
    return true;
  }
  if (at_end(p, braces)) return true;
  if (is(p, '}') && !braces) return fail_unbalanced(p);
  if (!line || p->now.kind == TOKEN_END) return fail_token(p, "Expecting close brace } or a comma, got ");
  return true;
}

static struct hocon_node *parse_object(struct parser *p, bool braces)
{
  struct hocon_node *object = node_new(p->h, HOCON_OBJECT, p->now.line);
  if (!enter(p)) return NULL;
  if (braces) advance(p);
  skip_lines(p);
  while (!at_end(p, braces)) {
    if (!begins_field(p)) {
      const str t = shown(p);
      if (is(p, '}')) fail_unbalanced(p);
      else hocon_fail(p->h, p->now.line, "expecting a close brace or a field name here, got %.*s", STR_FMT(t));
      return NULL;
    }
    if (!parse_field(p, object) || !parse_separator(p, braces)) return NULL;
  }
  if (braces) advance(p);
  p->h->depth--;
  return object;
}

bool hocon_parse(struct hocon *h, str text)
{
  struct parser p = {.h = h, .lexer = {.arena = h->arena, .text = text, .line = 1}};
  advance(&p);
  skip_lines(&p);
  if (is(&p, '[')) return hocon_fail(h, 1, " has type LIST rather than object at file root");
  const bool braces = is(&p, '{');
  h->root = parse_object(&p, braces);
  if (h->root == NULL) return false;
  skip_lines(&p);
  if (p.now.kind == TOKEN_END) return true;
  const str t = shown(&p);
  return hocon_fail(h, p.now.line, "Document has trailing tokens after first object or array: %.*s", STR_FMT(t));
}
