/* Answers GET, GETNEXT and SET of the master agent from a view. */
#include "subagent/handler.h"

#include <stdlib.h>

#include "base/log.h"

/* ---- between the library's types and ours */

static void take_name(const netsnmp_variable_list *var, struct oid *name)
{
  name->n = var->name_length < OID_MAX ? (uint32_t)var->name_length : OID_MAX;
  for (uint32_t i = 0; i < name->n; i++) name->id[i] = (uint32_t)var->name[i];
}

static void give_name(netsnmp_variable_list *var, const struct oid *name)
{
  oid ids[OID_MAX];
  for (uint32_t i = 0; i < name->n; i++) ids[i] = name->id[i];
  snmp_set_var_objid(var, ids, name->n);
}

/* The octets may be unaligned. */
static void give_oid(netsnmp_variable_list *var, str octets)
{
  oid ids[OID_MAX];
  const size_t n = octets.n / sizeof(uint32_t) < OID_MAX ? octets.n / sizeof(uint32_t) : OID_MAX;
  for (size_t i = 0; i < n; i++) {
    uint32_t id;
    memcpy(&id, octets.p + i * sizeof id, sizeof id);
    ids[i] = id;
  }
  snmp_set_var_typed_value(var, ASN_OBJECT_ID, ids, n * sizeof ids[0]);
}

void handler_give_value(netsnmp_variable_list *var, const struct mib_value *v)
{
  struct counter64 c64;
  switch (v->type) {
  case MIB_INTEGER: snmp_set_var_typed_integer(var, ASN_INTEGER, v->u.i32); break;
  case MIB_GAUGE32: snmp_set_var_typed_integer(var, ASN_GAUGE, (long)v->u.u32); break;
  case MIB_TIME_TICKS: snmp_set_var_typed_integer(var, ASN_TIMETICKS, (long)v->u.u32); break;
  case MIB_COUNTER32: snmp_set_var_typed_integer(var, ASN_COUNTER, (long)v->u.u32); break;
  case MIB_COUNTER64:
    c64 = (struct counter64){.high = (u_long)(v->u.u64 >> 32), .low = (u_long)(v->u.u64 & UINT32_MAX)};
    snmp_set_var_typed_value(var, ASN_COUNTER64, &c64, sizeof c64);
    break;
  case MIB_OCTETS: snmp_set_var_typed_value(var, ASN_OCTET_STR, v->u.octets.p, v->u.octets.n); break;
  case MIB_OID: give_oid(var, v->u.octets); break;
  case MIB_NO_SUCH_OBJECT:
  case MIB_NO_SUCH_INSTANCE: break;
  }
}

/* False when a SET has a type that none of our objects has. */
static bool take_value(const netsnmp_variable_list *var, struct mib_value *v)
{
  switch (var->type) {
  case ASN_INTEGER: *v = (struct mib_value){.type = MIB_INTEGER, .u.i32 = (int32_t)*var->val.integer}; return true;
  case ASN_GAUGE: *v = (struct mib_value){.type = MIB_GAUGE32, .u.u32 = (uint32_t)*var->val.integer}; return true;
  case ASN_TIMETICKS:
    *v = (struct mib_value){.type = MIB_TIME_TICKS, .u.u32 = (uint32_t)*var->val.integer};
    return true;
  case ASN_COUNTER64:
    *v = (struct mib_value){.type = MIB_COUNTER64,
                            .u.u64 = (uint64_t)(var->val.counter64->high & UINT32_MAX) << 32 |
                                     (var->val.counter64->low & UINT32_MAX)};
    return true;
  case ASN_OCTET_STR:
    *v = (struct mib_value){.type = MIB_OCTETS, .u.octets = str_n((const char *)var->val.string, var->val_len)};
    return true;
  default: return false;
  }
}

/* ---- GET and GETNEXT */

static void answer_get(struct handler *h, netsnmp_agent_request_info *info, netsnmp_request_info *request)
{
  struct oid name;
  struct mib_value v;
  take_name(request->requestvb, &name);
  h->objects.get(h->objects.ctx, &name, &v);
  if (v.type == MIB_NO_SUCH_OBJECT) netsnmp_set_request_error(info, request, SNMP_NOSUCHOBJECT);
  else if (v.type == MIB_NO_SUCH_INSTANCE) netsnmp_set_request_error(info, request, SNMP_NOSUCHINSTANCE);
  else handler_give_value(request->requestvb, &v);
}

/* If the variable is unchanged, the library continues after the subtree. */
static void answer_next(struct handler *h, netsnmp_request_info *request)
{
  struct oid start, name;
  struct mib_value v;
  take_name(request->requestvb, &start);
  if (!h->objects.next(h->objects.ctx, &start, request->inclusive, &name, &v)) return;
  give_name(request->requestvb, &name);
  handler_give_value(request->requestvb, &v);
}

/* ---- SET */

static const char *error_name(int error)
{
  switch (error) {
  case SNMP_ERR_WRONGTYPE: return "wrongType";
  case SNMP_ERR_WRONGLENGTH: return "wrongLength";
  case SNMP_ERR_WRONGVALUE: return "wrongValue";
  case SNMP_ERR_NOCREATION: return "noCreation";
  case SNMP_ERR_INCONSISTENTVALUE: return "inconsistentValue";
  case SNMP_ERR_RESOURCEUNAVAILABLE: return "resourceUnavailable";
  case SNMP_ERR_COMMITFAILED: return "commitFailed";
  case SNMP_ERR_UNDOFAILED: return "undoFailed";
  case SNMP_ERR_NOTWRITABLE: return "notWritable";
  default: return "genErr";
  }
}

#define PENDING_NAME "ficelle"

/* An object of a SET during its phases; the library keeps it with the request. */
struct pending {
  const struct objects *objects;
  const struct writable *object;
  struct set_step step;
  bool reserved, changed;
  uint32_t instance[OID_MAX];
  char octets[];
};

static void free_pending(void *data)
{
  struct pending *p = data;
  if (p->reserved) p->object->release(p->objects->ctx, &p->step);
  free(p);
}

static const struct writable *find_writable(const struct handler *h, const struct oid *below_root)
{
  for (size_t i = 0; i < h->objects.writable_n; i++) {
    const struct writable *w = &h->objects.writable[i];
    if (below_root->n >= w->below_root_n &&
        memcmp(below_root->id, w->below_root, w->below_root_n * sizeof w->below_root[0]) == 0)
      return w;
  }
  return NULL;
}

static bool in_range(const struct writable *w, const struct mib_value *v)
{
  switch (v->type) {
  case MIB_INTEGER: return v->u.i32 >= w->least && v->u.i32 <= w->most;
  case MIB_GAUGE32:
  case MIB_TIME_TICKS: return v->u.u32 >= w->least && v->u.u32 <= w->most;
  case MIB_COUNTER64: return (w->least <= 0 || v->u.u64 >= (uint64_t)w->least) && v->u.u64 <= (uint64_t)w->most;
  default: return (int64_t)v->u.octets.n >= w->least && (int64_t)v->u.octets.n <= w->most;
  }
}

static void keep_pending(struct handler *h, const struct writable *w, netsnmp_request_info *request,
                         const struct oid *instance, const struct mib_value *v)
{
  size_t octets = v->type == MIB_OCTETS ? v->u.octets.n : 0;
  struct pending *p = xcalloc(1, sizeof *p + octets);
  p->objects = &h->objects;
  p->object = w;
  memcpy(p->instance, instance->id, instance->n * sizeof instance->id[0]);
  p->step = (struct set_step){.instance = p->instance, .instance_n = instance->n, .value = *v};
  if (octets > 0) memcpy(p->octets, v->u.octets.p, octets);
  if (v->type == MIB_OCTETS) p->step.value.u.octets = str_n(p->octets, octets);
  netsnmp_request_add_list_data(request, netsnmp_create_data_list(PENDING_NAME, p, free_pending));
}

/* Checks of a value that do not need the object. */
static int check_set(struct handler *h, const struct oid *root, netsnmp_request_info *request)
{
  struct oid name, below;
  struct mib_value v;
  take_name(request->requestvb, &name);
  if (!oid_starts(&name, root)) return SNMP_ERR_NOTWRITABLE;
  below.n = name.n - root->n;
  memcpy(below.id, name.id + root->n, below.n * sizeof below.id[0]);
  const struct writable *w = find_writable(h, &below);
  if (w == NULL) return SNMP_ERR_NOTWRITABLE;
  if (!take_value(request->requestvb, &v) || v.type != w->type) return SNMP_ERR_WRONGTYPE;
  if (!in_range(w, &v)) return v.type == MIB_OCTETS ? SNMP_ERR_WRONGLENGTH : SNMP_ERR_WRONGVALUE;
  below.n -= (uint32_t)w->below_root_n;
  memmove(below.id, below.id + w->below_root_n, below.n * sizeof below.id[0]);
  keep_pending(h, w, request, &below, &v);
  return SNMP_ERR_NOERROR;
}

/* One phase for one object that passed the check. */
static int run_phase(int mode, struct pending *p)
{
  const struct writable *w = p->object;
  void *ctx = p->objects->ctx;
  int error = SET_OK;
  switch (mode) {
  case MODE_SET_RESERVE2:
    error = (int)w->reserve(ctx, &p->step);
    p->reserved = true; /* also after a failure, because it may have allocated something */
    break;
  case MODE_SET_ACTION:
    error = (int)w->change(ctx, &p->step);
    p->changed = error == SET_OK;
    break;
  case MODE_SET_COMMIT: error = (int)w->commit(ctx, &p->step); break;
  case MODE_SET_UNDO:
    if (p->changed) error = (int)w->undo(ctx, &p->step);
    break;
  default: break; /* FREE */
  }
  return error;
}

static bool is_last_phase(int mode)
{
  return mode == MODE_SET_COMMIT || mode == MODE_SET_UNDO || mode == MODE_SET_FREE;
}

/* False when it failed; then the others of the request need not be tried. */
static bool set_one(struct handler *h, const struct oid *root, netsnmp_agent_request_info *info,
                    netsnmp_request_info *request)
{
  int error = SNMP_ERR_NOERROR;
  if (info->mode == MODE_SET_RESERVE1) {
    error = check_set(h, root, request);
  } else {
    struct pending *p = netsnmp_request_get_list_data(request, PENDING_NAME);
    if (p == NULL) return true;
    error = run_phase(info->mode, p);
    if (is_last_phase(info->mode)) netsnmp_request_remove_list_data(request, PENDING_NAME);
  }
  if (error == SNMP_ERR_NOERROR) return true;
  log_info(&log_agentx, "refused a SET: %s", error_name(error));
  netsnmp_set_request_error(info, request, error);
  return is_last_phase(info->mode);
}

/* ---- callbacks of the library */

int handler_answer(netsnmp_mib_handler *handler, netsnmp_handler_registration *registration,
                   netsnmp_agent_request_info *info, netsnmp_request_info *requests)
{
  struct handler *h = handler->myvoid;
  struct oid root = {.n = (uint32_t)registration->rootoid_len};
  for (uint32_t i = 0; i < root.n; i++) root.id[i] = (uint32_t)registration->rootoid[i];
  h->requests++;
  for (netsnmp_request_info *q = requests; q != NULL; q = q->next) {
    if (q->processed) continue;
    switch (info->mode) {
    case MODE_GET: answer_get(h, info, q); break;
    case MODE_GETNEXT: answer_next(h, q); break;
    default:
      if (!set_one(h, &root, info, q)) return SNMP_ERR_NOERROR;
      break;
    }
  }
  return SNMP_ERR_NOERROR;
}

netsnmp_handler_registration *handler_registration(struct handler *h, const struct oid *root, const char *context)
{
  oid ids[OID_MAX];
  for (uint32_t i = 0; i < root->n; i++) ids[i] = root->id[i];
  netsnmp_handler_registration *r = netsnmp_create_handler_registration("ficelle", handler_answer, ids, root->n,
                                                                        HANDLER_CAN_RWRITE);
  if (r == NULL) return NULL;
  r->handler->myvoid = h;
  if (*context != '\0') r->contextName = strdup(context);
  return r; /* the library puts its helper bulk_to_next before a handler that does not claim GETBULK */
}
