/* Tags of resources and of the catalog itself. They are always in lower case, and a qualified tag ("a::b") also adds
 * its segments. Most resources have many tags, most of them the same, so tags are interned per catalog and sets compare
 * pointers. Two words of bits in each set are a Bloom filter, a fast test that a tag is not in it. */
#include "compiler/catalog/internal.h"

#include <stdint.h>

#include "base/check.h"
#include "base/json_plain.h"
#include "base/regex.h"
#include "base/utf8.h"
#include "compiler/values/ruby_text.h"

enum {
  TAGS_INDEXED = 24, /* above this number tags are looked up through a map */
  TAGS_FIRST = 16,   /* capacity for most resources */
};

/* Whether a tag has only letters, digits and "_:.-", and does not begin with one of ":.-". As in Puppet's regular
 * expression, a line break at the end is allowed. */
bool tag_is_valid(str tag)
{
  if (tag.n > 0 && tag.p[tag.n - 1] == '\n') tag.n--;
  if (tag.n == 0) return false;
  for (size_t i = 0; i < tag.n;) {
    unsigned char ch = (unsigned char)tag.p[i];
    if (ch >= 'a' && ch <= 'z') {
      i++;
      continue;
    }
    if (ch < 0x80) {
      if (!ascii_is_word(ch) && (i == 0 || (ch != ':' && ch != '.' && ch != '-'))) return false;
      i++;
      continue;
    }
    uint32_t cp;
    unsigned n = utf8_decode(tag, i, &cp);
    if (n == 0 || !regex_is_alnum(cp)) return false;
    i += n;
  }
  return true;
}

enum { SHAPE_UPPER = 1, SHAPE_COLON = 2, SHAPE_MARK = 4, SHAPE_FOREIGN = 8, SHAPE_BAD = 16 };

/* Kinds of characters. 0: lower case letters, digits and the underscore, the usual characters of tags. */
static const unsigned char shapes[256] = {
  [0 ... ','] = SHAPE_BAD,
  ['-'] = SHAPE_MARK,
  ['.'] = SHAPE_MARK,
  ['/'] = SHAPE_BAD,
  [':'] = SHAPE_COLON,
  [';' ... '@'] = SHAPE_BAD,
  ['A' ... 'Z'] = SHAPE_UPPER,
  ['[' ... '^'] = SHAPE_BAD,
  ['`'] = SHAPE_BAD,
  ['{' ... 0x7f] = SHAPE_BAD,
  [0x80 ... 0xff] = SHAPE_FOREIGN,
};

/* Returns the kinds of characters in the text. Two chains of ORs at a time run in parallel in the processor. */
static unsigned shape_of(str s)
{
  unsigned even = 0, odd = 0;
  size_t i = 0;
  for (; i + 2 <= s.n; i += 2) {
    even |= shapes[(unsigned char)s.p[i]];
    odd |= shapes[(unsigned char)s.p[i + 1]];
  }
  if (i < s.n) even |= shapes[(unsigned char)s.p[i]];
  return even | odd;
}

/* Whether the text may be a tag, like tag_is_valid but faster for most. Also returns its shape. */
static bool check_shape(str tag, unsigned *shape)
{
  const unsigned first = tag.n > 0 ? shapes[(unsigned char)tag.p[0]] : SHAPE_BAD;
  if ((first & (SHAPE_BAD | SHAPE_MARK | SHAPE_COLON)) != 0) return false;
  *shape = shape_of(tag);
  return (*shape & (SHAPE_BAD | SHAPE_FOREIGN)) == 0 || tag_is_valid(tag);
}

/* The first tags, such as "class" and "node", are in nearly all resources: they share a few bits, so the bits of other
 * tags are more selective. Two other tags that share one bit rarely share the other one as well. */
static struct tag_bits bits_of(uint32_t number)
{
  enum { EARLY = 32, SHARED = 8, OWN = 64 - SHARED };
  const uint64_t one = 1;
  if (number < EARLY) return (struct tag_bits){one << number % SHARED, one << number / 4};
  return (struct tag_bits){one << (SHARED + number % OWN), one << (SHARED + number / OWN * 11 % OWN)};
}

/* Makes a tag with its text and its JSON. Usually both share memory: the text is inside the quotes. TAG_ROOM bytes can
 * always be read, since the writer of the catalog copies as many. */
static struct tag *tag_new(struct compilation *c, str text, unsigned shape, uint32_t number)
{
  struct tag *t;
  if ((shape & (SHAPE_FOREIGN | SHAPE_BAD)) != 0) {
    struct buf quoted = BUF_IN(c->arena);
    t = ARENA_NEW(c->arena, struct tag);
    t->text = arena_str(c->arena, text);
    json_quote(&quoted, t->text);
    buf_reserve(&quoted, TAG_ROOM);
    t->quoted = buf_view(&quoted);
  } else {
    t = arena_alloc(c->arena, sizeof *t + text.n + 2 + TAG_ROOM);
    char *quoted = (char *)(t + 1);
    *t = (struct tag){.text = {quoted + 1, text.n}, .quoted = {quoted, text.n + 2}};
    quoted[0] = '"';
    *json_put_bytes(quoted + 1, text.p, text.n) = '"';
    memset(quoted + text.n + 2, 0, TAG_ROOM);
  }
  t->bits = bits_of(number);
  if (t->quoted.n > c->catalog->tags.longest) c->catalog->tags.longest = t->quoted.n;
  t->qualified = (shape & SHAPE_COLON) != 0 && str_find(t->text, STR("::"), 0) != SIZE_MAX;
  return t;
}

static struct tag *shaped_tag(struct compilation *c, str text, unsigned shape, bool make)
{
  struct strmap *tags = &c->catalog->tags.known;
  char folded[256];
  str key = text;
  bool made;
  if ((shape & SHAPE_FOREIGN) != 0) {
    key = text_downcase(c->arena, text);
  } else if ((shape & SHAPE_UPPER) != 0) {
    char *p = text.n <= sizeof folded ? folded : arena_alloc(c->arena, text.n);
    for (size_t i = 0; i < text.n; i++) p[i] = (char)ascii_lower((unsigned char)text.p[i]);
    key = str_n(p, text.n);
  }
  if (!make) return strmap_get(tags, key);
  void **slot = strmap_slot(tags, key, &made);
  if (made) {
    struct tag *t = tag_new(c, key, shape, tags->n - 1);
    strmap_keep_key(tags, t->text);
    *slot = t;
  }
  return *slot;
}

struct tag *catalog_tag(struct compilation *c, str text, bool make)
{
  return shaped_tag(c, text, shape_of(text), make);
}

static bool has(const struct resource *r, const struct tag *t)
{
  if (!tag_bits_cover(r->tags.bits, t->bits)) return false;
  if (r->tags.index != NULL) return ptrmap_find(r->tags.index, t) != NULL;
  for (uint32_t i = 0; i < r->tags.n; i++) {
    if (r->tags.items[i] == t) return true;
  }
  return false;
}

static void index_tags(struct compilation *c, struct resource *r)
{
  r->tags.index = ARENA_NEW(c->arena, struct ptrmap);
  ptrmap_init(r->tags.index, c->arena);
  for (uint32_t i = 0; i < r->tags.n; i++) ptrmap_put(r->tags.index, r->tags.items[i], r);
}

static void tags_reserve(struct compilation *c, struct resource *r, uint32_t more)
{
  if (r->tags.cap - r->tags.n >= more) return;
  uint32_t cap = r->tags.cap == 0 ? TAGS_FIRST : r->tags.cap < 32 ? r->tags.n + more + 3 : r->tags.cap * 2;
  if (cap - r->tags.n < more) cap = r->tags.n + more;
  if (r->tags.cap == 0) r->tags.items = arena_alloc(c->arena, cap * sizeof *r->tags.items);
  else
    r->tags.items = arena_regrow(c->arena, r->tags.items, r->tags.cap * sizeof *r->tags.items,
                                 cap * sizeof *r->tags.items);
  r->tags.cap = cap;
}

/* Collectors must check this resource, or all that it contains, again. */
static void tags_changed(struct compilation *c, const struct resource *r)
{
  if (r->body_scope != NULL) c->catalog->tags.container_changes++;
  if (r->listed != NULL) r->listed->changes++;
}

static void add_new_tag(struct compilation *c, struct resource *r, const struct tag *t)
{
  if (r->tags.n == r->tags.cap) tags_reserve(c, r, 1);
  r->tags.items[r->tags.n++] = t;
  r->tags.bits = tag_bits_both(r->tags.bits, t->bits);
  tags_changed(c, r);
  if (r->tags.index != NULL) ptrmap_put(r->tags.index, t, r);
  else if (r->tags.n > TAGS_INDEXED) index_tags(c, r);
}

static void resource_add_tag(struct compilation *c, struct resource *r, const struct tag *t)
{
  if (!has(r, t)) add_new_tag(c, r, t);
}

/* The segments of a qualified tag, made once: most are names of defines, which occur in each of their resources. */
static const struct ptrvec *segments_of(struct compilation *c, struct tag *t)
{
  if (t->segments != NULL) return t->segments;
  struct ptrvec *segments = ARENA_NEW(c->arena, struct ptrvec);
  size_t from = 0, end;
  do {
    end = str_find(t->text, STR("::"), from);
    str segment = str_sub(t->text, from, end == SIZE_MAX ? SIZE_MAX : end - from);
    /* Ruby's split keeps empty segments, except at the end. */
    if (segment.n > 0 || end != SIZE_MAX) ptrvec_push(segments, c->arena, catalog_tag(c, segment, true));
    from = end + 2;
  } while (end != SIZE_MAX);
  t->segments = segments;
  return segments;
}

static void add_with_segments(struct compilation *c, struct resource *r, struct tag *whole)
{
  if (has(r, whole)) return;
  add_new_tag(c, r, whole);
  if (!whole->qualified) return;
  const struct ptrvec *segments = segments_of(c, whole);
  for (uint32_t i = 0; i < segments->n; i++) resource_add_tag(c, r, segments->items[i]);
}

void resource_tag(struct compilation *c, struct resource *r, str tag)
{
  assert_hot(r != NULL);
  unsigned shape;
  if (check_shape(tag, &shape)) {
    add_with_segments(c, r, shaped_tag(c, tag, shape, true));
    return;
  }
  struct buf out = BUF_IN(c->arena);
  buf_printf(&out, "Invalid tag '%.*s'", STR_FMT(arena_lower(c->arena, tag)));
  if (r->origin.line == 0) fail_error(&c->context, FAILURE_EVALUATION, "%.*s", STR_FMT(buf_view(&out)));
  resource_place(&out, r);
  fail_message(&c->context, FAILURE_EVALUATION, buf_view(&out));
}

void resource_tag_type(struct compilation *c, struct resource *r)
{
  struct type_texts *texts = r->texts;
  if (texts->tag != NULL) {
    add_with_segments(c, r, texts->tag);
    return;
  }
  resource_tag(c, r, sym_str(r->type));
  texts->tag = catalog_tag(c, sym_str(r->type), true);
}

static void resource_tag_if_valid(struct compilation *c, struct resource *r, str title)
{
  unsigned shape;
  if (check_shape(title, &shape)) add_with_segments(c, r, shaped_tag(c, title, shape, true));
}

void resource_tag_title(struct compilation *c, struct resource *r)
{
  const bool named = r->kind == RESOURCE_CLASS && r->definition->name->length > 0;
  resource_tag_if_valid(c, r, named ? sym_str(r->definition->name) : r->title);
}

void resource_tag_value(struct compilation *c, struct resource *r, value v)
{
  if (v.kind == V_UNDEF) return;
  if (v.kind == V_ARRAY) {
    context_enter(&c->context);
    for (uint32_t i = 0; i < v.array->n; i++) resource_tag_value(c, r, v.array->items[i]);
    context_leave(&c->context);
    return;
  }
  resource_tag(c, r, value_is_reference(v) ? reference_text(c, v.type) : ruby_text_of(c->arena, v));
}

bool resource_has_tag(struct compilation *c, const struct resource *r, str tag)
{
  const struct tag *t = catalog_tag(c, tag, false);
  return t != NULL && has(r, t);
}

bool resource_is_tagged(struct compilation *c, struct resource *r, str tag)
{
  const struct tag *t = catalog_tag(c, tag, false);
  return t != NULL && resource_is_tagged_with(c, r, t);
}

static struct resource *container_of(const struct resource *r)
{
  struct resource *outer = r->scope != NULL ? r->scope->resource : NULL;
  return outer != r ? outer : NULL;
}

/* The bits of the tags of all containers, cached until a container gets a tag: queries check every resource of a type,
 * and most do not match. */
static struct tag_bits outer_bits(struct compilation *c, struct resource *r)
{
  const uint32_t version = c->catalog->tags.container_changes + 1;
  if (r->inherited.version == version) return r->inherited.bits;
  struct tag_bits bits = {0};
  for (const struct resource *o = container_of(r); o != NULL; o = container_of(o))
    bits = tag_bits_both(bits, o->tags.bits);
  r->inherited.bits = bits;
  r->inherited.version = version;
  return bits;
}

struct tag_bits resource_all_tag_bits(struct compilation *c, struct resource *r)
{
  return tag_bits_both(r->tags.bits, outer_bits(c, r));
}

bool resource_is_tagged_with(struct compilation *c, struct resource *r, const struct tag *t)
{
  if (has(r, t)) return true;
  if (!tag_bits_cover(outer_bits(c, r), t->bits)) return false;
  for (const struct resource *o = container_of(r); o != NULL; o = container_of(o)) {
    if (has(o, t)) return true;
  }
  return false;
}

static bool among(const struct tag *const *tags, uint32_t n, const struct tag *t)
{
  for (uint32_t i = 0; i < n; i++) {
    if (tags[i] == t) return true;
  }
  return false;
}

/* Merges small sets. `from` has no duplicates, so a tag is compared only with those that `to` had before. */
static void merge_few(struct compilation *c, struct resource *to, const struct resource *from, uint32_t begin)
{
  const uint32_t before = to->tags.n;
  const struct tag_bits bits = to->tags.bits;
  tags_reserve(c, to, from->tags.n - begin);
  const struct tag **end = to->tags.items + before;
  for (uint32_t i = begin; i < from->tags.n; i++) {
    const struct tag *t = from->tags.items[i];
    if (!tag_bits_cover(bits, t->bits) || !among(to->tags.items, before, t)) *end++ = t;
  }
  to->tags.n = (uint32_t)(end - to->tags.items);
  to->tags.bits = tag_bits_both(
    bits, from->tags.bits); /* from->tags.bits also has those of tags before `begin`, which `to` already has */
}

void resource_merge_tags(struct compilation *c, struct resource *to, const struct resource *from)
{
  /* Containers pass their tags several times (declaration, finish, flow). Tags are only added, so the merge continues
   * where the last one from this container ended. */
  const uint32_t begin = to->inherited.merged == from ? to->inherited.nmerged : 0;
  if (to == from || begin == from->tags.n) return;
  if (to->tags.n + from->tags.n - begin <= TAGS_INDEXED) {
    merge_few(c, to, from, begin);
  } else {
    for (uint32_t i = begin; i < from->tags.n; i++) resource_add_tag(c, to, from->tags.items[i]);
  }
  tags_changed(c, to);
  to->inherited.merged = from;
  to->inherited.nmerged = from->tags.n;
}

void resource_add_scope_tags(struct compilation *c, struct resource *r)
{
  if (r->done.scope_tagged) return;
  r->done.scope_tagged = true;
  const struct resource *outer = r->scope != NULL ? r->scope->resource : NULL;
  if (outer != NULL && outer != r) resource_merge_tags(c, r, outer);
}
