/* annotate() attaches an object of an Annotation type to another value. Annotations are stored per compilation by the
 * address of the value, so values without identity, such as numbers and strings, have none. A cleared annotation
 * remains in the list with undef. */
#include "compiler/functions/fn_ruby.h"
#include "compiler/functions/object_call.h"

struct annotation {
  const struct type *type;
  value v;
  struct annotation *next;
};

/* Returns the address that identifies a value; NULL if it has no identity, or cannot be annotated. */
static const void *identity(value v)
{
  switch ((enum value_kind)v.kind) {
  case V_OBJECT: return v.object;
  case V_ARRAY: return v.array;
  case V_HASH: return v.hash;
  case V_TYPE: return v.type;
  case V_SENSITIVE: return v.sensitive;
  case V_CLOSURE: return v.closure;
  case V_URI: return v.uri;
  case V_SEMVER: return v.semver;
  case V_SEMVER_RANGE: return v.semver_range;
  default: return NULL;
  }
}

static struct annotation *find(struct fn_call *call, const struct type *t, value v)
{
  const void *key = identity(v);
  struct annotation *a = key == NULL ? NULL : ptrmap_get(fn_annotations(call), key);
  while (a != NULL && (a->type != t || value_is_undef(a->v))) a = a->next;
  return a;
}

static value from_hash(struct fn_call *call, const struct type *t, value hash)
{
  str label = object_type_label(t);
  type_assert(call->context, arena_printf(call->arena, "%.*s initializer", STR_FMT(label)), object_type_struct(t),
              hash);
  return object_construct(call, t, &hash, 1);
}

static value associate(struct fn_call *call, const struct type *t, value v, value hash)
{
  value made = from_hash(call, t, hash);
  const void *key = identity(v);
  if (key == NULL) FN_FAIL(call, "can't modify frozen %s: %.*s", ruby_class(v), STR_FMT(fn_inspect(call, v)));
  struct annotation *a = find(call, t, v);
  if (a == NULL) {
    void **slot = ptrmap_slot(fn_annotations(call), key, NULL);
    a = ARENA_NEW(call->arena, struct annotation);
    a->type = t;
    a->next = *slot;
    *slot = a;
  }
  a->v = made;
  return made;
}

/* Returns the annotation in the definition of an object type; NULL: none. */
static const value *declared(const struct type *t, value v)
{
  if (v.kind != V_TYPE || v.type->kind != T_OBJECT || v.type->object.def == NULL) return NULL;
  const struct hash *h = v.type->object.def->annotations;
  return h == NULL ? NULL : hash_get(h, value_type(t));
}

static value fn_annotate(struct fn_call *call)
{
  const struct type *t = call->args[0].type;
  struct annotation *a = find(call, t, call->args[1]);
  if (a != NULL) return a->v;
  const value *hash = declared(t, call->args[1]);
  value made = hash != NULL ? *hash : fn_has_block(call) ? fn_yield(call, NULL, 0) : VALUE_UNDEF;
  return value_is_undef(made) ? made : associate(call, t, call->args[1], made);
}

static value fn_annotate_new(struct fn_call *call)
{
  const struct type *t = call->args[0].type;
  const bool clear = call->args[2].kind == V_STRING;
  if (declared(t, call->args[1]) != NULL) {
    str name = object_type_label(t), label = object_type_label(call->args[1].type);
    FN_FAIL(call, "attempt to %s %.*s annotation declared on %.*s", clear ? "clear" : "redefine", STR_FMT(name),
            STR_FMT(label));
  }
  if (!clear) return associate(call, t, call->args[1], call->args[2]);
  struct annotation *a = find(call, t, call->args[1]);
  value old = a == NULL ? VALUE_UNDEF : a->v;
  if (a != NULL) a->v = VALUE_UNDEF;
  return old;
}

static value fn_annotate_multi(struct fn_call *call)
{
  const struct hash *h = call->args[2].hash;
  for (uint32_t i = 0; i < h->n; i++) {
    const struct type *t = h->entries[i].key.type;
    if (find(call, t, call->args[1]) == NULL) associate(call, t, call->args[1], h->entries[i].value);
  }
  return call->args[1];
}

const struct fn_row fn_annotate_rows[] = {
  {"annotate", "Type[Annotation] $type, Any $value, Callable[0, 0] ?&$block", fn_annotate, "the annotation of a value"},
  {"annotate",
   "Type[Annotation] $type, Any $value, Variant[Enum[clear], Hash[Pcore::MemberName, Any]] "
   "$annotation_hash",
   fn_annotate_new, "gives a value an annotation, or takes it away"},
  {"annotate", "Type[Pcore] $type, Any $value, Hash[Type[Annotation], Hash[Pcore::MemberName, Any]] $annotations",
   fn_annotate_multi, "gives a value annotations that it does not have"},
  {0},
};
