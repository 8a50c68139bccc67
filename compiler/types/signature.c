/* Checks arguments against the parameters of classes, defines, functions and lambdas, and describes mismatches as
 * Puppet does. The check itself only compares values with types; only when it fails, the types of the arguments are
 * inferred and compared (mismatch_describe.c) to find the reason, which is much slower. */

#include "compiler/types/mismatch.h"

#include "base/check.h"

str type_describe_mismatch(struct arena *a, str subject, const type *expected, const type *actual)
{
  struct mismatches found = {0};
  struct path path = path_with(a, (struct path){0}, (struct path_element){PATH_SUBJECT, subject, 0});
  mismatch_describe(a, &found, expected, actual, path);
  /* The value was rejected, so there must be a message even if its inferred type fits. */
  if (found.n == 0) mismatch_add(&found, a, mismatch_type(a, MISMATCH_TYPE, path, expected, actual));
  struct buf text = BUF_IN(a);
  for (uint32_t i = 0; i < found.n; i++) {
    if (i != 0) buf_z(&text, "\n ");
    mismatch_format(a, &text, &found.items[i]);
  }
  /* Several mismatches begin on a new line; a single one continues the sentence. */
  return found.n == 1 ? str_trim(buf_view(&text)) : buf_view(&text);
}

void type_assert(struct context *c, str subject, const type *expected, value v)
{
  assert(expected != NULL);
  if (type_instance(expected, v)) return;
  str whole = arena_printf(c->arena, "%.*s has wrong type,", STR_FMT(subject));
  fail_text(c, type_describe_mismatch(c->arena, whole, expected, type_infer_set(c->arena, v)));
}

bool type_check_parameter(struct arena *a, const struct param_check *p)
{
  assert(p != NULL && p->type != NULL);
  if (!p->given) return p->has_default;
  /* `later`: the value is a Deferred, which the agent resolves. Only the type that its function returns can be checked,
   * generalized as Puppet does; nothing if it is unknown. */
  if (!p->later) return type_instance(p->type, p->value);
  return p->result == NULL || type_assignable(type_generalize(a, p->type), type_generalize(a, p->result));
}

static void check_parameter(struct arena *a, struct mismatches *found, const struct param_check *p)
{
  if (!p->given) {
    if (!p->has_default) {
      mismatch_add(found, a, (struct mismatch){.kind = MISMATCH_MISSING_PARAMETER, .key = p->name});
    }
    return;
  }
  if (type_check_parameter(a, p)) return;
  struct path path = path_with(a, (struct path){0}, (struct path_element){PATH_PARAMETER, p->name, 0});
  mismatch_describe(a, found, p->type, p->later ? p->result : type_infer_set(a, p->value), path);
}

bool type_check_parameters(struct arena *a, str subject, const struct param_check *params, uint32_t n, const str *extra,
                           uint32_t nextra, struct buf *out)
{
  struct mismatches found = {0};
  /* Unknown parameters come first in Puppet's list. */
  for (uint32_t i = 0; i < nextra; i++) {
    mismatch_add(&found, a, (struct mismatch){.kind = MISMATCH_EXTRA_PARAMETER, .key = extra[i]});
  }
  for (uint32_t i = 0; i < n; i++) check_parameter(a, &found, &params[i]);
  if (found.n == 0) return true;
  buf_str(out, subject);
  buf_char(out, ':');
  for (uint32_t i = 0; i < found.n; i++) {
    if (found.n > 1) buf_z(out, "\n ");
    mismatch_format(a, out, &found.items[i]);
  }
  return false;
}

/* --- signatures --- */

/* A rest parameter is the last type and may be limited (rest_most). */
struct type_range signature_size(const struct signature *s)
{
  if (!s->rest) return range_of(s->required, s->types.n);
  return range_of(s->required, s->rest_limited ? (int64_t)s->types.n - 1 + s->rest_most : TYPE_MAX);
}

static bool block_is_optional(const struct signature *s)
{
  return s->block == NULL || !s->block_required || type_accepts_undef(s->block);
}

/* Remembers which large arrays and hashes were instances: functions are often called many times with the same data, and
 * checking it each time would be quadratic. Values do not change, so the pair of pointers is enough. Only positive
 * answers are kept; an entry is overwritten by the next pair that falls on its slot. */
static bool instance_knowing(const type *t, value v, struct type_known *known)
{
  enum { LARGE = 16, SLOTS = sizeof known->items / sizeof *known->items };
  const bool large = (v.kind == V_HASH && v.hash->n > LARGE) || (v.kind == V_ARRAY && v.array->n > LARGE);
  if (known == NULL || !large) return type_instance(t, v);
  const size_t slot = (((uintptr_t)t ^ (uintptr_t)v.hash) >> 4) % SLOTS;
  if (known->items[slot].t == t && known->items[slot].v == v.hash) return true;
  if (!type_instance(t, v)) return false;
  known->items[slot].t = t;
  known->items[slot].v = v.hash;
  return true;
}

bool signature_accepts_knowing(const struct signature *s, const value *args, uint32_t n, value block,
                               struct type_known *known)
{
  if (!range_has(signature_size(s), n)) return false;
  for (uint32_t i = 0; i < n; i++) {
    if (!instance_knowing(s->types.items[i < s->types.n ? i : s->types.n - 1], args[i], known)) return false;
  }
  if (block.kind == V_UNDEF) return block_is_optional(s);
  return s->block != NULL && type_instance(s->block, block);
}

bool signature_accepts(const struct signature *s, const value *args, uint32_t n, value block)
{
  return signature_accepts_knowing(s, args, n, block, NULL);
}

/* The types of the arguments, and of the block if there is one. */
struct given {
  struct type_list types;
  const type *block;
};

static struct given infer_given(struct arena *a, const value *args, uint32_t n, value block)
{
  struct given g = {{arena_array(a, n, sizeof(const type *)), n}, NULL};
  for (uint32_t i = 0; i < n; i++) g.types.items[i] = type_infer_set(a, args[i]);
  if (block.kind != V_UNDEF) g.block = type_infer(a, block);
  /* Puppet appends the block to the arguments before it compares them, so a last argument that is itself callable is
   * taken for a block. Ours must be too, as it decides which reason is reported. */
  if (g.block == NULL && n > 0 && type_is_callable(g.types.items[n - 1])) g.block = g.types.items[--g.types.n];
  return g;
}

static struct path signature_path(struct arena *a, uint32_t index)
{
  return path_with(a, (struct path){0}, (struct path_element){PATH_SIGNATURE, STR_EMPTY, index});
}

/* The first argument that does not fit, or their number. */
static void describe_arguments(struct arena *a, struct mismatches *out, const struct signature *s,
                               const struct given *g, struct path path)
{
  struct type_range actual = range_of(g->types.n, g->types.n);
  if (!range_within(signature_size(s), actual)) {
    mismatch_add(out, a, mismatch_size(MISMATCH_COUNT, path, signature_size(s), actual));
    return;
  }
  for (uint32_t i = 0; i < g->types.n && out->n == 0; i++) {
    uint32_t at = i < s->types.n ? i : s->types.n - 1;
    const type *expected = s->types.items[at];
    if (type_assignable(expected, g->types.items[i])) continue;
    struct path_element e = {PATH_PARAMETER, s->names == NULL ? STR_EMPTY : s->names[at], 0};
    mismatch_describe(a, out, expected, g->types.items[i], path_with(a, path, e));
  }
}

static void describe_block(struct arena *a, struct mismatches *out, const struct signature *s, const struct given *g,
                           struct path path)
{
  if (g->block == NULL) {
    if (block_is_optional(s)) return;
    mismatch_add(out, a, (struct mismatch){.kind = MISMATCH_MISSING_BLOCK, .path = path});
  } else if (s->block == NULL) {
    mismatch_add(out, a, (struct mismatch){.kind = MISMATCH_UNEXPECTED_BLOCK, .path = path});
  } else {
    const type *expected = s->block_required ? s->block : type_optional(a, s->block);
    mismatch_describe(a, out, expected, g->block, path_with(a, path, (struct path_element){PATH_BLOCK, STR_EMPTY, 0}));
  }
}

static uint32_t count_failed(const struct mismatches *lists, uint32_t count)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < count; i++) n += lists[i].n != 0;
  return n;
}

/* Describes the mismatches with each signature. As in Puppet, blocks only matter if some signature accepts the
 * arguments. */
static struct mismatches *describe_all(struct arena *a, const struct signature *s, uint32_t count,
                                       const struct given *g)
{
  struct mismatches *lists = arena_array(a, count, sizeof *lists), *blocks = arena_array(a, count, sizeof *blocks);
  for (uint32_t i = 0; i < count; i++) describe_arguments(a, &lists[i], &s[i], g, signature_path(a, i));
  if (count_failed(lists, count) == count) return lists;
  for (uint32_t i = 0; i < count; i++) describe_block(a, &blocks[i], &s[i], g, signature_path(a, i));
  if (count_failed(blocks, count) == count) return blocks;
  for (uint32_t i = 0; i < count; i++) {
    if (lists[i].n == 0) lists[i] = blocks[i];
  }
  return lists;
}

static void format_type(struct buf *out, const type *t)
{
  if (t->kind == T_ALIAS || t->kind == T_OBJECT) type_format_detailed(out, t);
  else type_format(out, t);
}

static const type *without_optional(const type *t) { return t->kind == T_OPTIONAL && t->inner != NULL ? t->inner : t; }

void signature_format(struct buf *out, const struct signature *s)
{
  assert(s != NULL);
  struct type_range size = signature_size(s);
  /* As in Puppet, the parentheses are empty then, even without the block. */
  if (size.to == 0) return;
  for (uint32_t i = 0; i < s->types.n; i++) {
    const type *t = s->types.items[i];
    const char *mark = "";
    if (s->rest && i + 1 == s->types.n) {
      /* "+": one or more, "*": any number, "?": optional. */
      mark = s->required == s->types.n ? "+" : "*";
    } else if (i + 1 > s->required) {
      mark = "?";
      t = without_optional(t);
    }
    if (i != 0) buf_z(out, ", ");
    format_type(out, t);
    str name = s->names == NULL ? STR_EMPTY : s->names[i];
    buf_printf(out, " %.*s%s", STR_FMT(name), mark);
  }
  /* As in Puppet, a required block is omitted if its type is not a Callable but an alias or a Variant. */
  if (s->block == NULL || (s->block_required && s->block->kind != T_CALLABLE)) return;
  if (s->types.n != 0) buf_z(out, ", ");
  format_type(out, without_optional(s->block));
  buf_printf(out, " %.*s%s", STR_FMT(s->block_name), s->block_required ? "" : "?");
}

static void format_rejected(struct arena *a, struct buf *out, const char *indent, const struct mismatches *list)
{
  for (uint32_t i = 0; i < list->n; i++) {
    struct mismatch m = mismatch_chop(a, list->items[i], 0);
    buf_printf(out, "\n%srejected:", indent);
    mismatch_format(a, out, &m);
  }
}

str signature_describe_mismatch(struct arena *a, str function_name, const struct signature *s, uint32_t count,
                                const value *args, uint32_t n, value block)
{
  assert(s != NULL && count > 0);
  struct given g = infer_given(a, args, n, block);
  struct mismatches *lists = describe_all(a, s, count, &g), merged = {0};
  struct buf out = BUF_IN(a);
  mismatch_merge(a, &merged, 0, MISMATCH_COUNT, lists, count);
  /* The name that callers give to a lambda; there is no function of that name. */
  bool lambda = str_eq(function_name, STR("lambda"));
  str label = lambda ? STR("block") : arena_printf(a, "'%.*s'", STR_FMT(function_name));
  if (merged.n == 1) {
    buf_str(&out, label);
    mismatch_format(a, &out, &merged.items[0]);
    return buf_view(&out);
  }
  const bool one = count == 1;
  if (one) buf_str(&out, label);
  else
    buf_printf(&out,
               "The function %.*s was called with arguments it does not accept. It expects one of:", STR_FMT(label));
  for (uint32_t i = 0; i < count; i++) {
    buf_z(&out, one ? " expects (" : "\n  (");
    signature_format(&out, &s[i]);
    buf_char(&out, ')');
    format_rejected(a, &out, one ? "  " : "    ", &lists[i]);
  }
  return buf_view(&out);
}
