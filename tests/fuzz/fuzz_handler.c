/* Requests of managers: the input becomes requests (GET, GETNEXT, SET in its phases) to the handler for a small store
 * with a few writable objects. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "collectors/compile_stats.h"
#include "subagent/handler.h"
#include "subagent/view.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { VARIABLES_MAX = 8 };

static struct stats_reader *reader;
static struct view *view;
static struct oid root;
static struct handler handler;
static netsnmp_handler_registration *registration;
static char directory[] = "/tmp/fuzz_handler.XXXXXX";
static char path[sizeof directory + 8];
static long kept; /* number of objects being written */

static void get(void *ctx, const struct oid *name, struct mib_value *v)
{
  (void)ctx;
  view_get(view, name, v);
}

static bool next(void *ctx, const struct oid *start, bool include, struct oid *name, struct mib_value *v)
{
  static const struct oid no_end;
  (void)ctx;
  bool found = view_next(view, start, include, &no_end, name, v);
  int order = found ? oid_cmp(name, start) : 1;
  if (order < 0 || (order == 0 && !include)) abort(); /* a walk must ascend */
  return found;
}

/* The first sub-identifier of the instance selects the step at which the object fails. */
static enum set_result fails_at(const struct set_step *s, uint32_t step)
{
  return s->instance_n > 0 && s->instance[0] == step ? SET_FAILED : SET_OK;
}
static enum set_result reserve(void *ctx, struct set_step *s)
{
  (void)ctx;
  if (s->kept != NULL) abort();
  s->kept = xcalloc(1, 16);
  kept++;
  return fails_at(s, 1);
}
static enum set_result change(void *ctx, struct set_step *s)
{
  (void)ctx;
  memset(s->kept, 1, 16);
  return fails_at(s, 2);
}
static enum set_result commit(void *ctx, struct set_step *s)
{
  (void)ctx;
  if (*(char *)s->kept != 1) abort(); /* only changed objects are committed */
  return fails_at(s, 3);
}
static enum set_result undo(void *ctx, struct set_step *s)
{
  (void)ctx;
  if (*(char *)s->kept != 1) abort();
  return fails_at(s, 4);
}
static void release(void *ctx, struct set_step *s)
{
  (void)ctx;
  free(s->kept);
  s->kept = NULL;
  kept--;
}

static const struct writable writable[] = {
  {{1, 2, 1}, 3, MIB_INTEGER, -10, 10, reserve, change, commit, undo, release},
  {{1, 2, 2}, 3, MIB_GAUGE32, 0, UINT32_MAX, reserve, change, commit, undo, release},
  {{1, 2, 3}, 3, MIB_OCTETS, 0, 20, reserve, change, commit, undo, release},
  {{1, 2, 4}, 3, MIB_COUNTER64, 5, INT64_MAX, reserve, change, commit, undo, release},
};

static void clean_up(void)
{
  netsnmp_handler_registration_free(registration);
  view_free(view);
  stats_reader_free(reader);
  unlink(path);
  rmdir(directory);
}

static void set_up(void)
{
  char error[256];
  struct buf why = BUF_HEAP;
  if (mkdtemp(directory) == NULL) abort();
  snprintf(path, sizeof path, "%s/stats", directory);
  struct stats_config config = {.path = path, .rows[STATS_NODE] = 8};
  struct stats_store *store = stats_open(&config, error, sizeof error);
  if (store == NULL) abort();
  const struct stats_type_count types[] = {{STR("file"), 1}, {STR("service"), 2}};
  const struct stats_compile c = {
    .environment = STR("production"), .node = STR("a"), .wall_us = 1000, .types = types, .type_count = 2};
  if (!stats_record_compile(store, &c)) abort();
  stats_close(store);
  reader = stats_reader_new(path, NULL);
  stats_reader_refresh(reader);
  if (!view_check_root("1.3.6.1.4.1.9.1", &root, &why)) abort();
  view = view_new(&root, &stats_list, reader, "1", NULL);
  buf_free(&why);
  handler.objects = (struct objects){.get = get, .next = next, .writable = writable, .writable_n = 4};
  registration = handler_registration(&handler, &root, "");
  atexit(clean_up);
}

struct input {
  const uint8_t *p, *end;
};

static unsigned take(struct input *in) { return in->p < in->end ? *in->p++ : 0; }

/* Reads a name: below the root (odd) or anywhere, of small numbers and some large ones. */
static void take_name(struct input *in, netsnmp_variable_list *var)
{
  oid ids[OID_MAX];
  const unsigned head = take(in);
  size_t n = 0, more = head >> 1;
  if (head & 1) {
    for (uint32_t i = 0; i < root.n; i++) ids[n++] = root.id[i];
  }
  for (; more > 0 && n < OID_MAX; more--) {
    const unsigned id = take(in);
    ids[n++] = id < 200 ? id : UINT32_MAX - (id - 200);
  }
  snmp_set_var_objid(var, ids, n);
}

static void take_value(struct input *in, netsnmp_variable_list *var)
{
  static const u_char types[] = {ASN_INTEGER, ASN_GAUGE,     ASN_TIMETICKS, ASN_COUNTER64,
                                 ASN_COUNTER, ASN_OCTET_STR, ASN_OBJECT_ID, ASN_NULL};
  const u_char type = types[take(in) % 8];
  long number = 0;
  for (unsigned n = take(in) % 9; n > 0; n--) number = (long)((unsigned long)number << 8 | take(in));
  struct counter64 c64 = {.high = (u_long)number >> 16, .low = (u_long)number};
  const size_t length = (size_t)number % 64;
  oid ids[1] = {(oid)number};
  switch (type) {
  case ASN_COUNTER64: snmp_set_var_typed_value(var, type, &c64, sizeof c64); break;
  case ASN_OCTET_STR:
    snmp_set_var_typed_value(var, type, in->p, length < (size_t)(in->end - in->p) ? length : (size_t)(in->end - in->p));
    break;
  case ASN_OBJECT_ID: snmp_set_var_typed_value(var, type, ids, sizeof ids); break;
  case ASN_NULL: snmp_set_var_typed_value(var, type, NULL, 0); break;
  default: snmp_set_var_typed_value(var, type, &number, sizeof number); break;
  }
}

static bool answer(int mode, netsnmp_request_info *requests, size_t n)
{
  netsnmp_agent_session session = {0};
  netsnmp_agent_request_info info = {.mode = mode, .asp = &session};
  for (size_t i = 0; i < n; i++) requests[i].status = 0;
  handler_answer(registration->handler, registration, &info, requests);
  for (size_t i = 0; i < n; i++) {
    if (requests[i].status != 0) return false;
  }
  return true;
}

static void set(netsnmp_request_info *requests, size_t n, bool given_up)
{
  if (!answer(MODE_SET_RESERVE1, requests, n) || !answer(MODE_SET_RESERVE2, requests, n)) {
    answer(MODE_SET_FREE, requests, n);
  } else if (!given_up) {
    answer(answer(MODE_SET_ACTION, requests, n) ? MODE_SET_COMMIT : MODE_SET_UNDO, requests, n);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct input in = {data, data + size};
  if (view == NULL) set_up();
  while (in.p < in.end) {
    netsnmp_request_info requests[VARIABLES_MAX] = {0};
    netsnmp_variable_list vars[VARIABLES_MAX] = {0};
    const unsigned head = take(&in), mode = head % 4;
    const size_t n = 1 + head / 4 % VARIABLES_MAX;
    for (size_t i = 0; i < n; i++) {
      take_name(&in, &vars[i]);
      vars[i].type = ASN_NULL;
      if (mode >= 2) take_value(&in, &vars[i]);
      requests[i] = (netsnmp_request_info){.requestvb = &vars[i],
                                           .index = (int)i + 1,
                                           .inclusive = (int)(head >> 7),
                                           .next = i + 1 < n ? &requests[i + 1] : NULL};
    }
    if (mode == 0) answer(MODE_GET, requests, n);
    else if (mode == 1) answer(MODE_GETNEXT, requests, n);
    else set(requests, n, mode == 3);
    for (size_t i = 0; i < n; i++) {
      netsnmp_free_all_list_data(requests[i].parent_data);
      snmp_reset_var_buffers(&vars[i]);
    }
    if (kept != 0) abort();
  }
  return 0;
}
