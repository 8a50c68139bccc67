/* The differences of two catalogs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "cli/catalog_compare.h"

static struct catalog_doc read_doc(struct arena *a, const char *text)
{
  struct catalog_doc doc;
  str error = STR_EMPTY;
  if (!catalog_read(a, str_of(text), &doc, &error)) fail_msg("%.*s", STR_FMT(error));
  return doc;
}

#define ONE(title, params) "{\"resources\":[{\"type\":\"T\",\"title\":\"" title "\",\"parameters\":{" params "}}]}"

static struct catalog_diff compare(struct arena *a, const char *before, const char *after, bool order)
{
  struct catalog_doc *docs = arena_array(a, 2, sizeof *docs);
  const struct catalog_diff_options options = {.order = order};
  struct catalog_diff diff;
  docs[0] = read_doc(a, before);
  docs[1] = read_doc(a, after);
  catalog_compare(a, &docs[0], &docs[1], &options, &diff);
  return diff;
}

static void comparing(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  assert_true(compare(a, ONE("x", "\"require\":\"A[b]\""), ONE("x", "\"require\":[\"A[b]\"]"), false).same);
  assert_true(
    compare(a, ONE("x", "\"notify\":[\"A[b]\",\"C[d]\"]"), ONE("x", "\"notify\":[\"C[d]\",\"A[b]\"]"), false).same);
  assert_false(compare(a, ONE("x", "\"p\":[1,2]"), ONE("x", "\"p\":[2,1]"), false).same);
  assert_false(compare(a, ONE("x", "\"p\":1"), ONE("x", "\"p\":\"1\""), false).same);
  struct catalog_diff d = compare(a, ONE("x", "\"p\":1,\"q\":2"), ONE("x", "\"q\":2,\"r\":null"), false);
  assert_int_equal(d.changed, 1);
  assert_int_equal(d.items[0].nparams, 2);
  assert_true(str_eqz(d.items[0].params[0].name, "p") && d.items[0].params[0].after == NULL);
  assert_true(str_eqz(d.items[0].params[1].name, "r") && d.items[0].params[1].before == NULL);
  d = compare(a, ONE("x", ""), ONE("y", ""), false);
  assert_true(d.removed == 1 && d.added == 1 && d.changed == 0);
  arena_free(a);
}

static void comparing_order(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  const char *one = "{\"resources\":[{\"type\":\"T\",\"title\":\"1\"},{\"type\":\"T\",\"title\":\"2\"},{\"type\":\"T\","
                    "\"title\":\"3\"},{\"type\":\"T\",\"title\":\"4\"}]}";
  const char *other =
    "{\"resources\":[{\"type\":\"T\",\"title\":\"4\"},{\"type\":\"T\",\"title\":\"1\"},{\"type\":\"T\","
    "\"title\":\"2\"},{\"type\":\"T\",\"title\":\"3\"}]}";
  assert_true(compare(a, one, other, false).same);
  struct catalog_diff d = compare(a, one, other, true);
  assert_int_equal(d.n, 1);
  assert_true(d.items[0].moved && str_eqz(d.items[0].before->title, "4"));
  arena_free(a);
}

static void secrets(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  const char *one =
    "{\"resources\":[{\"type\":\"T\",\"title\":\"x\",\"parameters\":{\"p\":\"geheim\",\"q\":[{\"__ptype\":"
    "\"Sensitive\",\"__pvalue\":\"geheim\"}]},\"sensitive_parameters\":[\"p\"]}]}";
  struct catalog_diff d = compare(a, one, ONE("x", "\"p\":\"offen\",\"q\":[1]"), false);
  assert_int_equal(d.items[0].nparams, 2);
  for (uint32_t i = 0; i < 2; i++) {
    struct buf out = BUF_IN(a);
    value_inspect(&out, *d.items[0].params[i].before);
    value_inspect(&out, *d.items[0].params[i].after);
    assert_int_equal(str_find(buf_view(&out), STR("geheim"), 0), SIZE_MAX);
    assert_int_equal(str_find(buf_view(&out), STR("offen"), 0), SIZE_MAX);
  }
  arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(comparing),
    cmocka_unit_test(comparing_order),
    cmocka_unit_test(secrets),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
