/* Requests as the library passes them, for a small tree with two writable objects. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "subagent/handler.h"

static const char root_text[] = "1.3.6.1.4.1.8072.9999.9999.8140";

/* ---- the tree: ROOT.1.0 an INTEGER, ROOT.2.0 OCTETS (both writable), ROOT.3.0 a Counter64, ROOT.4.0
 * without a value */

static struct {
  struct oid root;
  int32_t number, number_before;
  char text[16], text_before[16];
  struct buf steps;               /* the functions that were called */
  enum set_result text_result[4]; /* of reserve, change, commit, undo of ROOT.2 */
} t;

static void get(void *ctx, const struct oid *name, struct mib_value *v)
{
  (void)ctx;
  v->type = MIB_NO_SUCH_OBJECT;
  if (name->n != t.root.n + 2 || name->id[t.root.n] < 1 || name->id[t.root.n] > 4) return;
  v->type = MIB_NO_SUCH_INSTANCE;
  if (name->id[t.root.n + 1] != 0) return;
  switch (name->id[t.root.n]) {
  case 1: *v = (struct mib_value){.type = MIB_INTEGER, .u.i32 = t.number}; break;
  case 2: *v = (struct mib_value){.type = MIB_OCTETS, .u.octets = str_of(t.text)}; break;
  case 3: *v = (struct mib_value){.type = MIB_COUNTER64, .u.u64 = UINT64_C(0x1234567890)}; break;
  default: break;
  }
}

static bool next(void *ctx, const struct oid *start, bool include, struct oid *name, struct mib_value *v)
{
  for (uint32_t i = 1; i <= 3; i++) {
    const uint32_t ids[] = {i, 0};
    oid_copy(name, &t.root);
    oid_append(name, ids, 2);
    int order = oid_cmp(name, start);
    if (order < 0 || (order == 0 && !include)) continue;
    get(ctx, name, v);
    return true;
  }
  return false;
}

static void note(const char *step, const struct set_step *s)
{
  buf_printf(&t.steps, " %s%s", step, s->value.type == MIB_OCTETS ? "2" : "1");
}

static enum set_result reserve(void *ctx, struct set_step *s)
{
  (void)ctx;
  note("reserve", s);
  if (s->instance_n != 1 || s->instance[0] != 0) return SET_NO_CREATION;
  return s->value.type == MIB_OCTETS ? t.text_result[0] : SET_OK;
}

static enum set_result change(void *ctx, struct set_step *s)
{
  (void)ctx;
  note("change", s);
  if (s->value.type == MIB_INTEGER) {
    t.number_before = t.number;
    t.number = s->value.u.i32;
    return SET_OK;
  }
  if (t.text_result[1] != SET_OK) return t.text_result[1];
  memcpy(t.text_before, t.text, sizeof t.text);
  memset(t.text, 0, sizeof t.text);
  memcpy(t.text, s->value.u.octets.p, s->value.u.octets.n);
  return SET_OK;
}

static enum set_result commit(void *ctx, struct set_step *s)
{
  (void)ctx;
  note("commit", s);
  return s->value.type == MIB_OCTETS ? t.text_result[2] : SET_OK;
}

static enum set_result undo(void *ctx, struct set_step *s)
{
  (void)ctx;
  note("undo", s);
  if (s->value.type == MIB_INTEGER) t.number = t.number_before;
  else memcpy(t.text, t.text_before, sizeof t.text);
  return s->value.type == MIB_OCTETS ? t.text_result[3] : SET_OK;
}

static void release(void *ctx, struct set_step *s)
{
  (void)ctx;
  note("release", s);
}

static const struct writable writable[] = {
  {{1}, 1, MIB_INTEGER, -5, 100, reserve, change, commit, undo, release},
  {{2}, 1, MIB_OCTETS, 1, 8, reserve, change, commit, undo, release},
};

/* ---- the library's side */

enum { VARIABLES_MAX = 4 };

static struct {
  struct handler handler;
  netsnmp_mib_handler lib;
  netsnmp_handler_registration *registration;
  netsnmp_agent_request_info info;
  netsnmp_agent_session session;
  netsnmp_request_info request[VARIABLES_MAX];
  netsnmp_variable_list var[VARIABLES_MAX];
  size_t n;
} lib;

static int begin(void **state)
{
  (void)state;
  memset(&t, 0, sizeof t);
  memset(&lib, 0, sizeof lib);
  t.steps = BUF_HEAP;
  oid_parse(root_text, &t.root);
  strcpy(t.text, "before");
  t.number = 7;
  lib.handler.objects = (struct objects){.get = get, .next = next, .writable = writable, .writable_n = 2};
  lib.registration = handler_registration(&lib.handler, &t.root, "prod");
  return 0;
}

static void drop_variables(void)
{
  for (size_t i = 0; i < lib.n; i++) {
    netsnmp_free_all_list_data(lib.request[i].parent_data);
    snmp_reset_var_buffers(&lib.var[i]);
  }
  memset(lib.request, 0, sizeof lib.request);
  memset(lib.var, 0, sizeof lib.var);
  lib.n = 0;
}

static int end(void **state)
{
  (void)state;
  drop_variables();
  netsnmp_handler_registration_free(lib.registration);
  buf_free(&t.steps);
  return 0;
}

/* A variable of the request: its name below the root, and the value of a SET. */
static netsnmp_variable_list *variable(const char *below, const struct mib_value *v)
{
  char text[128];
  struct oid name;
  oid ids[OID_MAX];
  snprintf(text, sizeof text, "%s%s%s", root_text, *below == '\0' ? "" : ".", below);
  assert_true(oid_parse(text, &name));
  for (uint32_t i = 0; i < name.n; i++) ids[i] = name.id[i];
  netsnmp_variable_list *var = &lib.var[lib.n];
  snmp_set_var_objid(var, ids, name.n);
  var->type = ASN_NULL;
  if (v != NULL) handler_give_value(var, v);
  lib.request[lib.n].requestvb = var;
  lib.request[lib.n].index = (int)lib.n + 1;
  if (lib.n > 0) lib.request[lib.n - 1].next = &lib.request[lib.n];
  lib.n++;
  return var;
}

/* Calls the handler; *index is the number of the first variable with an error. */
static int answer(int mode, size_t *index)
{
  lib.info.mode = mode;
  lib.info.asp = &lib.session;
  for (size_t i = 0; i < lib.n; i++) lib.request[i].status = 0;
  assert_int_equal(handler_answer(lib.registration->handler, lib.registration, &lib.info, lib.request),
                   SNMP_ERR_NOERROR);
  for (size_t i = 0; i < lib.n; i++) {
    if (lib.request[i].status == 0) continue;
    *index = i + 1;
    return lib.request[i].status;
  }
  *index = 0;
  return 0;
}

/* Runs all phases in the library's order. The result is the error for the manager. */
static int set(size_t *index)
{
  size_t unused;
  int error = answer(MODE_SET_RESERVE1, index);
  if (error == 0) error = answer(MODE_SET_RESERVE2, index);
  if (error != 0) {
    answer(MODE_SET_FREE, &unused);
    return error;
  }
  error = answer(MODE_SET_ACTION, index);
  if (error != 0) {
    answer(MODE_SET_UNDO, &unused);
    return error;
  }
  return answer(MODE_SET_COMMIT, index);
}

static struct mib_value integer(int32_t i) { return (struct mib_value){.type = MIB_INTEGER, .u.i32 = i}; }
static struct mib_value octets(const char *s) { return (struct mib_value){.type = MIB_OCTETS, .u.octets = str_of(s)}; }

/* ---- the tests */

static void test_registration_is_for_one_context(void **state)
{
  (void)state;
  assert_string_equal(lib.registration->contextName, "prod");
  assert_int_equal(lib.registration->rootoid_len, t.root.n);
}

static void test_get(void **state)
{
  (void)state;
  size_t index;
  const netsnmp_variable_list *number = variable("1.0", NULL), *text = variable("2.0", NULL),
                              *counter = variable("3.0", NULL), *none = variable("4.0", NULL);
  answer(MODE_GET, &index);
  assert_int_equal(number->type, ASN_INTEGER);
  assert_int_equal(*number->val.integer, 7);
  assert_int_equal(text->type, ASN_OCTET_STR);
  assert_int_equal(text->val_len, 6);
  assert_memory_equal(text->val.string, "before", 6);
  assert_int_equal(counter->type, ASN_COUNTER64);
  assert_int_equal(counter->val.counter64->high, 0x12);
  assert_int_equal(counter->val.counter64->low, 0x34567890);
  assert_int_equal(none->type, SNMP_NOSUCHINSTANCE);
  drop_variables();
  const netsnmp_variable_list *unknown = variable("9.0", NULL);
  answer(MODE_GET, &index);
  assert_int_equal(unknown->type, SNMP_NOSUCHOBJECT);
  assert_int_equal(lib.handler.requests, 2);
}

static void test_get_next(void **state)
{
  (void)state;
  size_t index;
  const netsnmp_variable_list *first = variable("", NULL), *inclusive = variable("1.0", NULL),
                              *second = variable("1.0", NULL), *last = variable("3.0", NULL);
  lib.request[1].inclusive = 1;
  answer(MODE_GETNEXT, &index);
  assert_int_equal(first->name[first->name_length - 2], 1);
  assert_int_equal(inclusive->name[first->name_length - 2], 1);
  assert_int_equal(second->name[second->name_length - 2], 2);
  assert_int_equal(second->type, ASN_OCTET_STR);
  assert_int_equal(last->type, ASN_NULL); /* the library continues after the subtree */
}

static void test_set_of_two_changes_both(void **state)
{
  (void)state;
  size_t index;
  struct mib_value one = integer(-5), two = octets("after");
  variable("1.0", &one);
  variable("2.0", &two);
  assert_int_equal(set(&index), 0);
  assert_int_equal(t.number, -5);
  assert_string_equal(t.text, "after");
  assert_string_equal(t.steps.p, " reserve1 reserve2 change1 change2 commit1 release1 commit2 release2");
}

static void assert_refused(const char *below, struct mib_value v, int error)
{
  size_t index;
  struct mib_value good = integer(50);
  variable("1.0", &good);
  variable(below, &v);
  assert_int_equal(set(&index), error);
  assert_int_equal(index, 2);
  assert_int_equal(t.number, 7);
  assert_string_equal(t.text, "before");
  drop_variables();
}

static void test_one_bad_object_changes_none(void **state)
{
  (void)state;
  assert_refused("2.0", integer(1), SNMP_ERR_WRONGTYPE);
  assert_refused("1.0", integer(101), SNMP_ERR_WRONGVALUE);
  assert_refused("1.0", integer(-6), SNMP_ERR_WRONGVALUE);
  assert_refused("2.0", octets(""), SNMP_ERR_WRONGLENGTH);
  assert_refused("2.0", octets("too long!"), SNMP_ERR_WRONGLENGTH);
  assert_refused("3.0", integer(1), SNMP_ERR_NOTWRITABLE);
  assert_refused("99.1.2.3", integer(1), SNMP_ERR_NOTWRITABLE);
  assert_refused("", integer(1), SNMP_ERR_NOTWRITABLE);
  assert_null(t.steps.p); /* no object was called */
  assert_refused("2.1", octets("x"), SNMP_ERR_NOCREATION);
  assert_string_equal(t.steps.p, " reserve1 reserve2 release1 release2");
}

static void test_failure_of_one_object_undoes_the_others(void **state)
{
  (void)state;
  t.text_result[0] = SET_INCONSISTENT_VALUE;
  assert_refused("2.0", octets("x"), SNMP_ERR_INCONSISTENTVALUE);
  t.text_result[0] = SET_OK;
  t.text_result[1] = SET_NO_RESOURCES;
  buf_clear(&t.steps);
  assert_refused("2.0", octets("x"), SNMP_ERR_RESOURCEUNAVAILABLE);
  assert_string_equal(t.steps.p, " reserve1 reserve2 change1 change2 undo1 release1 release2");
}

static void test_failed_commit_is_reported_and_the_rest_continues(void **state)
{
  (void)state;
  size_t index;
  struct mib_value two = octets("x"), one = integer(1);
  t.text_result[2] = SET_COMMIT_FAILED;
  variable("2.0", &two);
  variable("1.0", &one);
  assert_int_equal(set(&index), SNMP_ERR_COMMITFAILED);
  assert_string_equal(t.steps.p, " reserve2 reserve1 change2 change1 commit2 release2 commit1 release1");
}

static void test_abandoned_request_releases_its_memory(void **state)
{
  (void)state;
  size_t index;
  struct mib_value one = integer(1);
  variable("1.0", &one);
  answer(MODE_SET_RESERVE1, &index);
  answer(MODE_SET_RESERVE2, &index);
  drop_variables();
  assert_string_equal(t.steps.p, " reserve1 release1");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_registration_is_for_one_context, begin, end),
    cmocka_unit_test_setup_teardown(test_get, begin, end),
    cmocka_unit_test_setup_teardown(test_get_next, begin, end),
    cmocka_unit_test_setup_teardown(test_set_of_two_changes_both, begin, end),
    cmocka_unit_test_setup_teardown(test_one_bad_object_changes_none, begin, end),
    cmocka_unit_test_setup_teardown(test_failure_of_one_object_undoes_the_others, begin, end),
    cmocka_unit_test_setup_teardown(test_failed_commit_is_reported_and_the_rest_continues, begin, end),
    cmocka_unit_test_setup_teardown(test_abandoned_request_releases_its_memory, begin, end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
