/* Values: hashes, equality, text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/json_write.h"
#include "compiler/types/value_json.h"
#include "compiler/values/context.h"

static void expect_text(void (*show)(struct buf *, value), value v, const char *expected)
{
  struct buf out = BUF_HEAP;
  show(&out, v);
  buf_char(&out, '\0');
  assert_string_equal(out.p, expected);
  buf_free(&out);
}

/* As Ruby 3.1 prints them. */
static void floats(void **state)
{
  (void)state;
  static const struct {
    double f;
    const char *text;
  } table[] = {
    {0.0, "0.0"},
    {-0.0, "-0.0"},
    {1.0, "1.0"},
    {100.0, "100.0"},
    {0.1, "0.1"},
    {0.0001, "0.0001"},
    {0.00001, "1.0e-05"},
    {0.00012345, "0.00012345"},
    {1e14, "100000000000000.0"},
    {999999999999999.0, "999999999999999.0"},
    {1e15, "1.0e+15"},
    {1e16, "1.0e+16"},
    {9999999999999998.0, "9.999999999999998e+15"},
    {1234567890123456.5, "1234567890123456.5"},
    {123456789.123456789, "123456789.12345679"},
    {1.5e300, "1.5e+300"},
    {5e-324, "5.0e-324"},
    {-2.5, "-2.5"},
  };
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    expect_text(value_render, value_float(table[i].f), table[i].text);
  }
}

static void quoting(void **state)
{
  (void)state;
  expect_text(value_inspect, value_str(STR("it's")), "'it\\'s'");
  expect_text(value_inspect, value_str(STR("a\\b")), "'a\\b'");
  expect_text(value_inspect, value_str(STR("a\\")), "'a\\'");
  expect_text(value_inspect, value_str(STR("a\n\"$\x01")), "\"a\\n\\\"\\$\\u{1}\"");
  expect_text(value_inspect, VALUE_UNDEF, "undef");
  expect_text(value_render, VALUE_UNDEF, "");
}

static void containers(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  struct hash *h = hash_new(a, 0);
  hash_put_str(h, a, STR("k"), VALUE_UNDEF);
  hash_put(h, a, value_int(3), value_sensitive(a, value_int(1)));
  const value items[] = {value_str(STR("x")), VALUE_UNDEF, VALUE_DEFAULT, value_hash(h)};
  expect_text(value_render, array_of(a, items, 4), "[x, , default, {k => , 3 => Sensitive [value redacted]}]");
  expect_text(value_inspect, array_of(a, items, 3), "['x', undef, default]");
  arena_free(a);
}

static void hash_keys(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  struct hash *h = hash_new(a, 0);
  enum { N = 1000 };
  for (int i = 0; i < N; i++) {
    hash_put(h, a, value_int(i), value_int(i));
    hash_put(h, a, value_float(i), value_int(-i));
    hash_put_str(h, a, arena_printf(a, "k%d", i), value_int(i));
  }
  assert_int_equal(h->n, 3 * N);
  hash_put_str(h, a, STR("k5"), value_int(55));
  assert_int_equal(h->n, 3 * N);
  assert_int_equal(hash_get_str(h, STR("k5"))->integer, 55);
  assert_int_equal(hash_get(h, value_float(7))->integer, -7);
  assert_int_equal(hash_get(h, value_int(7))->integer, 7);
  assert_null(hash_get_str(h, STR("K5")));
  assert_null(hash_get(&hash_empty, value_int(7)));
  struct hash *copy = hash_copy(a, h, 1);
  assert_true(value_same(value_hash(copy), value_hash(h)));
  hash_put_str(copy, a, STR("new"), VALUE_UNDEF);
  assert_false(value_same(value_hash(copy), value_hash(h)));
  assert_int_equal(h->entries[2].key.kind, V_STRING);
  arena_free(a);
}

static void equality(void **state)
{
  (void)state;
  assert_true(value_equal(value_int(1), value_float(1)));
  assert_false(value_same(value_int(1), value_float(1)));
  assert_true(value_equal(value_str(STR("Ab")), value_str(STR("aB"))));
  assert_false(value_same(value_str(STR("Ab")), value_str(STR("aB"))));
  assert_false(value_equal(value_str(STR("1")), value_int(1)));
  assert_false(value_equal(VALUE_UNDEF, value_str(STR_EMPTY)));
  /* Exact where a double is not: 2^53 and 2^53 + 1. */
  assert_int_equal(value_compare_numbers(value_int(9007199254740993), value_float(9007199254740992.0)), 1);
  assert_int_equal(value_compare_numbers(value_int(INT64_MAX), value_float(9223372036854775808.0)), -1);
  assert_int_equal(value_compare_numbers(value_float(2.5), value_int(2)), 1);
}

struct deep {
  value v, other;
  struct buf out;
  void (*step)(struct deep *d);
};

static void render_deep(struct deep *d) { value_render(&d->out, d->v); }
static void hash_deep(struct deep *d) { value_hash_code(d->v); }
static void compare_deep(struct deep *d) { value_equal(d->v, d->other); }
static void write_deep(struct deep *d)
{
  struct json_writer w;
  json_init(&w, &d->out, false);
  value_write_json(&w, d->v, JSON_RICH);
}

static void run_deep(struct context *c, void *arg)
{
  struct deep *d = arg;
  (void)c;
  d->step(d);
}

static value nested(struct arena *a, int levels)
{
  value v = value_array(&array_empty);
  for (int i = 1; i < levels; i++) v = array_of(a, &v, 1);
  return v;
}

/* Functions on a value with the maximum number of levels succeed; one more level is a failure. */
static void deep(void **state)
{
  (void)state;
  static void (*const steps[])(struct deep * d) = {render_deep, hash_deep, compare_deep, write_deep};
  struct arena *a = arena_new();
  struct context c;
  context_init(&c, a);
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    struct deep fits = {nested(a, NESTING_LEVELS), nested(a, NESTING_LEVELS), BUF_IN(a), steps[i]};
    struct deep too_deep = {nested(a, NESTING_LEVELS + 1), nested(a, NESTING_LEVELS + 1), BUF_IN(a), steps[i]};
    assert_true(context_protect(&c, run_deep, &fits));
    assert_false(context_protect(&c, run_deep, &too_deep));
    assert_int_equal(c.failure.class, FAILURE_LIMIT);
    assert_true(str_eqz(context_message(&c), "Evaluation Error: Nesting too deep: more than 3000 levels"));
  }
  arena_free(a);
}

struct run {
  int reached;
};

static void inner(struct context *c, void *arg)
{
  ((struct run *)arg)->reached++;
  context_enter(c);
  fail_error(c, FAILURE_EVALUATION, "number %d", 5);
}

static void outer(struct context *c, void *arg)
{
  struct run *run = arg;
  assert_false(context_protect(c, inner, arg));
  assert_int_equal(c->depth, 0);
  assert_true(str_eqz(context_message(c), "number 5"));
  run->reached++;
  fail_again(c);
}

static void failing(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  struct context c;
  struct run run = {0};
  context_init(&c, a);
  assert_false(context_protect(&c, outer, &run));
  assert_int_equal(run.reached, 2);
  assert_int_equal(c.failure.class, FAILURE_EVALUATION);
  assert_null(c.abort);
  arena_free(a);
}

static void eat(struct context *c, void *arg)
{
  (void)arg;
  for (;;) arena_alloc(c->arena, 4096);
}

static void memory_limit(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  struct context c;
  context_init(&c, a);
  arena_set_limit(a, 1 << 20);
  assert_false(context_protect(&c, eat, NULL));
  assert_int_equal(c.failure.class, FAILURE_LIMIT);
  assert_true(c.near_limit);
  arena_free(a);
}

static void nothing(struct context *c, void *arg) { (void)c, (void)arg; }

static void eat_after_inner(struct context *c, void *arg)
{
  assert_true(context_protect(arg, nothing, NULL));
  eat(c, NULL);
}

/* Contexts that share an arena: the innermost protected call fails if memory runs out. */
static void memory_limit_of_two(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  struct context outer, inner;
  context_init(&outer, a);
  context_init(&inner, a);
  assert_null(a->fail);
  arena_set_limit(a, 1 << 20);
  assert_false(context_protect(&outer, eat_after_inner, &inner));
  assert_int_equal(outer.failure.class, FAILURE_LIMIT);
  assert_int_equal(inner.failure.class, FAILURE_NONE);
  assert_null(a->fail);
  assert_null(a->fail_ctx);
  arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(floats),    cmocka_unit_test(quoting),      cmocka_unit_test(containers),
    cmocka_unit_test(hash_keys), cmocka_unit_test(equality),     cmocka_unit_test(deep),
    cmocka_unit_test(failing),   cmocka_unit_test(memory_limit), cmocka_unit_test(memory_limit_of_two),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
