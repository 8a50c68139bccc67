/* Formats of String.new: reads "%<flags><width>.<precision><letter>" and the map from types to formats, merges it
 * with the defaults, and finds the format for the type of a value. Merging follows Puppet: entries of the user
 * replace defaults of the same or of a narrower type, then the map is sorted from special to general. */
#include "base/array.h"
#include "base/merge_sort.h"
#include "compiler/types/string_format.h"

#define FAIL_TEXT(c, ...) fail_error(c, FAILURE_EVALUATION, __VA_ARGS__)

/* --- reading --- */

static bool is_flag(char ch) { return ascii_is_space(ch) || (ch != '\0' && strchr("[+#0{<(|-", ch) != NULL); }

/* Reads digits. The value is capped near INT32_MAX to avoid overflow: ruby_format() refuses widths of that size. */
static int64_t take_number(str s, size_t *at)
{
  int64_t n = 0;
  for (; *at < s.n && ascii_is_digit(s.p[*at]); ++*at) n = n > INT32_MAX ? n : n * 10 + (s.p[*at] - '0');
  return n;
}

/* Reads a line of the form %<flags><width>.<precision><letter>. */
static bool read_line(str line, struct string_format *f, str *flags)
{
  if (line.n == 0 || line.p[0] != '%') return false;
  size_t at = 1;
  while (at < line.n && is_flag(line.p[at])) at++;
  *flags = str_sub(line, 1, at - 1);
  if (at < line.n && ascii_is_digit(line.p[at])) {
    f->has_width = true;
    f->width = take_number(line, &at);
  }
  if (at < line.n && line.p[at] == '.') {
    size_t from = ++at;
    f->precision = take_number(line, &at);
    f->has_precision = true;
    if (at == from) return false;
  }
  f->letter = at < line.n ? line.p[at] : '\0';
  return at + 1 == line.n && ascii_is_alpha(f->letter);
}

static void read_flags(struct context *c, struct string_format *f, str flags)
{
  for (size_t i = 0; i < flags.n; i++) {
    char ch = flags.p[i];
    if (str_index(flags, ch, i + 1) != SIZE_MAX) {
      FAIL_TEXT(c, "The same flag can only be used once, got '%.*s'", STR_FMT(f->text));
    }
    f->left = f->left || ch == '-';
    f->alternate = f->alternate || ch == '#';
    f->zero = f->zero || ch == '0';
    if (ch == ' ' || (ch == '+' && f->plus == '\0')) f->plus = ch;
  }
  for (const char *d = "[{(<|"; *d != '\0'; d++) {
    if (str_index(flags, *d, 0) == SIZE_MAX) continue;
    if (f->delimiter != '\0') {
      FAIL_TEXT(c, "Only one of the delimiters [ { ( < | can be given in the format flags, got '%.*s'",
                STR_FMT(f->text));
    }
    f->delimiter = *d;
  }
}

/* Fails with Puppet's messages if the text is not a format. */
static const struct string_format *read_text(struct context *c, str text)
{
  str flags = STR_EMPTY;
  /* Ruby's ^ and $ match at each line, so the first line that is a format counts. */
  for (str rest = text; rest.n > 0;) {
    struct string_format *f = ARENA_NEW(c->arena, struct string_format);
    f->text = text;
    if (!read_line(str_cut(&rest, '\n'), f, &flags)) continue;
    read_flags(c, f, flags);
    return f;
  }
  FAIL_TEXT(c, "The format '%.*s' is not a valid format on the form '%%<flags><width>.<prec><format>'", STR_FMT(text));
}

/* --- maps --- */

static void map_add(struct arena *a, struct format_map *map, const struct type *t, const struct string_format *f)
{
  ARENA_ROOM(a, map->entries, map->n, map->cap, 8);
  map->entries[map->n].type = t;
  map->entries[map->n++].format = f;
}

static const struct string_format *map_get(const struct format_map *map, const struct type *t)
{
  for (uint32_t i = 0; i < map->n; i++) {
    if (type_equal(map->entries[i].type, t)) return map->entries[i].format;
  }
  return NULL;
}

/* Puppet's fixed order of kinds that are not assignable to each other; 0: none. */
static const uint8_t ranks[T_KIND_COUNT] = {
  [T_STRUCT] = 1, [T_HASH] = 2, [T_TUPLE] = 3, [T_ARRAY] = 4, [T_PATTERN] = 10, [T_ENUM] = 11, [T_STRING] = 12};

/* Narrower types first. Unrelated types are ordered by rank, and by their text if one of them has no rank. The
 * comparison is not transitive, so the result depends on the algorithm. Ruby on Linux sorts with qsort_r of the C
 * library, which is a merge sort; merge_sort() splits and merges in the same way. */
static int compare_entries(void *arena, const void *x, const void *y)
{
  const struct type *a = ((const struct format_entry *)x)->type, *b = ((const struct format_entry *)y)->type;
  bool ab = type_assignable(b, a), ba = type_assignable(a, b);
  if (type_equal(a, b)) return 0;
  if (ab != ba) return ab ? -1 : 1;
  const int i = ranks[a->kind], k = ranks[b->kind];
  return i == 0 || k == 0 ? str_cmp(type_to_text(arena, a), type_to_text(arena, b)) : i - k;
}

static const struct format_map *merge_maps(struct arena *a, const struct format_map *lower,
                                           const struct format_map *higher);

/* Values of `higher` win; separators and contents that it does not set are those of `lower`. */
static const struct string_format *merge(struct arena *a, const struct string_format *lower,
                                         const struct string_format *higher)
{
  if (lower == NULL || higher == NULL) return lower == NULL ? higher : lower;
  struct string_format *f = ARENA_NEW(a, struct string_format);
  *f = *higher;
  f->separator = higher->separator != NULL ? higher->separator : lower->separator;
  f->separator2 = higher->separator2 != NULL ? higher->separator2 : lower->separator2;
  f->contents = merge_maps(a, lower->contents, higher->contents);
  return f;
}

/* A more general type in `higher` hides a narrower one in `lower`: the user's format for Scalar replaces the
 * default for Float. */
static bool is_hidden(const struct type *t, const struct format_map *higher)
{
  for (uint32_t i = 0; i < higher->n; i++) {
    if (!type_equal(higher->entries[i].type, t) && type_assignable(higher->entries[i].type, t)) return true;
  }
  return false;
}

static const struct format_map *merge_maps(struct arena *a, const struct format_map *lower,
                                           const struct format_map *higher)
{
  if (lower == NULL || higher == NULL) return lower == NULL ? higher : lower;
  struct format_map *out = ARENA_NEW(a, struct format_map);
  for (uint32_t i = 0; i < lower->n; i++) {
    const struct type *t = lower->entries[i].type;
    if (!is_hidden(t, higher)) map_add(a, out, t, merge(a, lower->entries[i].format, map_get(higher, t)));
  }
  for (uint32_t i = 0; i < higher->n; i++) {
    if (map_get(out, higher->entries[i].type) == NULL) {
      map_add(a, out, higher->entries[i].type, higher->entries[i].format);
    }
  }
  struct format_entry *room = arena_array(a, out->n, sizeof *room);
  merge_sort(out->entries, out->n, sizeof *out->entries, room, compare_entries, a);
  return out;
}

/* Elements of a container are shown as literals (%p) unless the format says otherwise. */
const struct format_map *string_format_contents(struct context *c)
{
  struct format_map *map = ARENA_NEW(c->arena, struct format_map);
  map_add(c->arena, map, type_simple(T_ANY), read_text(c, STR("%p")));
  return map;
}

static const str comma = {", ", 2}, arrow = {" => ", 4};

/* Puppet's DEFAULT_STRING_FORMATS. */
static const struct format_map *default_map(struct context *c)
{
  static const struct {
    enum type_kind kind;
    const char *format;
    const str *separator2; /* containers */
  } defaults[] = {
    {T_OBJECT, "%p", NULL}, {T_FLOAT, "%f", NULL},  {T_NUMERIC, "%d", NULL}, {T_ARRAY, "%a", &comma},
    {T_HASH, "%h", &arrow}, {T_BINARY, "%B", NULL}, {T_ANY, "%s", NULL},
  };
  struct format_map *map = ARENA_NEW(c->arena, struct format_map);
  for (size_t i = 0; i < sizeof defaults / sizeof defaults[0]; i++) {
    struct string_format *f = ARENA_NEW(c->arena, struct string_format);
    *f = *read_text(c, str_of(defaults[i].format));
    if (defaults[i].separator2 != NULL) {
      f->separator = &comma;
      f->separator2 = defaults[i].separator2;
      f->contents = string_format_contents(c);
    }
    map_add(c->arena, map, type_simple(defaults[i].kind), f);
  }
  return map;
}

/* --- formats as values --- */

static const str *text_member(struct context *c, const struct hash *h, const char *name)
{
  const value *v = hash_get_str(h, str_of(name));
  if (v == NULL || v->kind != V_STRING) return NULL;
  str *s = ARENA_NEW(c->arena, str);
  *s = value_text(*v);
  return s;
}

static const struct format_map *read_map(struct context *c, const struct hash *h);

static const struct string_format *read_format(struct context *c, value v)
{
  if (v.kind != V_HASH) return read_text(c, value_text(v));
  const str *text = text_member(c, v.hash, "format");
  const value *contents = hash_get_str(v.hash, STR("string_formats"));
  struct string_format *f = ARENA_NEW(c->arena, struct string_format);
  *f = *read_text(c, text == NULL ? STR_EMPTY : *text);
  f->separator = text_member(c, v.hash, "separator");
  f->separator2 = text_member(c, v.hash, "separator2");
  f->contents = contents == NULL ? NULL : read_map(c, contents->hash);
  return f;
}

static const struct format_map *read_map(struct context *c, const struct hash *h)
{
  struct format_map *map = ARENA_NEW(c->arena, struct format_map);
  for (uint32_t i = 0; i < h->n; i++) {
    map_add(c->arena, map, h->entries[i].key.type, read_format(c, h->entries[i].value));
  }
  return map;
}

const struct format_map *string_format_map(struct context *c, value v, value formats)
{
  if (formats.kind == V_HASH) return merge_maps(c->arena, default_map(c), read_map(c, formats.hash));
  const struct format_map *defaults = default_map(c);
  if (formats.kind != V_STRING) return defaults;
  /* A single format is for this value, so its exact type is the key. For arrays and hashes it is the general type,
   * since the format also applies to nested ones. */
  struct format_map *own = ARENA_NEW(c->arena, struct format_map);
  const struct type *t = v.kind == V_ARRAY  ? type_simple(T_ARRAY)
                         : v.kind == V_HASH ? type_simple(T_HASH)
                                            : type_infer_set(c->arena, v);
  map_add(c->arena, own, t, read_text(c, value_text(formats)));
  return merge_maps(c->arena, defaults, own);
}

const struct string_format *string_format_find(struct context *c, const struct format_map *map, const struct type *t)
{
  for (uint32_t i = 0; i < map->n; i++) {
    if (type_assignable(map->entries[i].type, t)) return map->entries[i].format;
  }
  return read_text(c, STR("%s"));
}
