/* Hashes that are made of an argument, as functions return them: with some entries more or less. What such a hash has of
 * the argument is written as where it stands there. All keys of a model are texts of the usual kind. */
#include "ruby/plugin.h"

enum { MODELS = 4, LEAST_ENTRIES = 16, LOOK_AHEAD = 16 };

static struct model models[MODELS];
static unsigned next;                    /* which is overwritten next */
static uint64_t serial;

/* The largest hash of the last message of the core. */
static struct {
  VALUE hash;                            /* 0: none */
  uint64_t crossing;
} offered;
static bool uneven;

static void mark(void *unused)
{
  (void)unused;
  if (offered.hash != 0) rb_gc_mark(offered.hash);
  for (size_t i = 0; i < MODELS; i++) {
    if (models[i].hash != 0) rb_gc_mark(models[i].hash);
    for (uint32_t j = 0; j < 2 * models[i].n; j++) rb_gc_mark(models[i].pairs[j]);
  }
}

static const rb_data_type_t holder_type = {.wrap_struct_name = "Ficelle::Models", .function = {.dmark = mark}};

static void drop(struct model *m)
{
  m->hash = 0;
  m->n = 0;
  xfree(m->pairs);
  m->pairs = NULL;
  m->serial = ++serial;
}

void model_offer(VALUE h, uint64_t crossing)
{
  const size_t n = RHASH_SIZE(h);
  if (n < LEAST_ENTRIES) return;
  if (offered.hash != 0 && offered.crossing == crossing && RHASH_SIZE(offered.hash) >= n) return;
  offered.hash = h;
  offered.crossing = crossing;
}

void models_uneven(void)
{
  uneven = true;
}

void model_changed(VALUE v)
{
  if (offered.hash == v) offered.hash = 0;
  for (size_t i = 0; i < MODELS; i++) {
    if (models[i].hash == v) drop(&models[i]);
  }
}

struct collecting {
  struct model *m;
  bool plain;
};

static int collect(VALUE key, VALUE value, VALUE arg)
{
  struct collecting *c = (struct collecting *)arg;
  struct model *m = c->m;
  c->plain = is_plain_key(key);
  if (!c->plain) return ST_STOP;
  m->pairs[2 * m->n] = key;
  m->pairs[2 * m->n + 1] = value;
  m->n++;
  return ST_CONTINUE;
}

static const struct model *make(VALUE h, uint32_t number)
{
  struct model *m = &models[next++ % MODELS];
  struct collecting c = {m, true};
  drop(m);
  m->pairs = xmalloc2(RHASH_SIZE(h), 2 * sizeof *m->pairs);
  m->number = number;
  if (!by_identity(h)) rb_hash_foreach(h, collect, (VALUE)&c);
  if (!c.plain || m->n != RHASH_SIZE(h)) m->n = 0;
  m->hash = h;
  return m;
}

const struct model *model_now(void)
{
  uint32_t number;
  if (offered.hash == 0 || uneven || twins_changing() || !twin_number(offered.hash, &number)) return NULL;
  const struct model *m = NULL;
  for (size_t i = 0; i < MODELS; i++) {
    if (models[i].hash == offered.hash) m = &models[i];
  }
  if (m == NULL) m = make(offered.hash, number);
  return m->n > 0 ? m : NULL;
}

bool model_has(const struct model *m, uint32_t *at, VALUE key, VALUE value)
{
  const uint32_t end = m->n - *at < LOOK_AHEAD ? m->n : *at + LOOK_AHEAD;
  for (uint32_t i = *at; i < end; i++) {
    if (m->pairs[2 * i] != key) continue;
    *at = i;
    return m->pairs[2 * i + 1] == value;
  }
  return false;
}

void models_forget(void)
{
  offered.hash = 0;
  uneven = false;
  for (size_t i = 0; i < MODELS; i++) drop(&models[i]);
}

void models_init(void)
{
  rb_gc_register_mark_object(TypedData_Wrap_Struct(rb_cObject, &holder_type, models));
}
