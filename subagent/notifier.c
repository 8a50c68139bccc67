/* The queue of notifications: limits their rate, and keeps each until the master agent acknowledged it. */
#include "subagent/notifier.h"

#include <stdlib.h>

#define SECOND_US INT64_C(1000000)

enum state { WAITS, ON_ITS_WAY, DONE };

/* One notification, packed: a struct oid alone is half a kilobyte, and the queue is long. */
struct entry {
  enum state state;
  char *packed;
};

struct notifier {
  struct entry entry[NOTIFIER_CAPACITY]; /* a ring: number n is at n % NOTIFIER_CAPACITY */
  uint32_t first, end;                   /* numbers of the oldest and one past the newest */
  uint32_t on_their_way;
  int64_t earliest_us; /* when the next one would be due without bursts */
  uint64_t sent, dropped;
  struct notification out; /* the last one returned, unpacked */
  struct notification_object *objects;
};

struct notifier *notifier_new(void) { return xcalloc(1, sizeof(struct notifier)); }

static struct entry *at(struct notifier *n, uint32_t number) { return &n->entry[number % NOTIFIER_CAPACITY]; }

static void forget(struct entry *e)
{
  free(e->packed);
  *e = (struct entry){.state = DONE};
}

void notifier_free(struct notifier *n)
{
  if (n == NULL) return;
  for (uint32_t i = n->first; i != n->end; i++) forget(at(n, i));
  free(n->objects);
  free(n);
}

/* ---- packing */

static void pack_oid(struct buf *b, const struct oid *o)
{
  buf_append(b, (const char *)&o->n, sizeof o->n);
  buf_append(b, (const char *)o->id, o->n * sizeof o->id[0]);
}

static char *pack(const struct notification *what)
{
  struct buf b = BUF_HEAP;
  pack_oid(&b, &what->id);
  buf_append(&b, (const char *)&what->n, sizeof what->n);
  for (size_t i = 0; i < what->n; i++) {
    const struct mib_value *v = &what->objects[i].value;
    pack_oid(&b, &what->objects[i].name);
    buf_append(&b, (const char *)v, sizeof *v);
    if (v->type == MIB_OCTETS || v->type == MIB_OID) buf_str(&b, v->u.octets);
  }
  return b.p;
}

static const char *unpack(const char *p, void *to, size_t n)
{
  memcpy(to, p, n);
  return p + n;
}

static const char *unpack_oid(const char *p, struct oid *o)
{
  p = unpack(p, &o->n, sizeof o->n);
  return unpack(p, o->id, o->n * sizeof o->id[0]);
}

/* The octets remain in the packed entry. */
static void unpack_into(struct notifier *n, const char *p)
{
  p = unpack_oid(p, &n->out.id);
  p = unpack(p, &n->out.n, sizeof n->out.n);
  n->objects = xrealloc(n->objects, (n->out.n + 1) * sizeof *n->objects);
  for (size_t i = 0; i < n->out.n; i++) {
    struct mib_value *v = &n->objects[i].value;
    p = unpack_oid(p, &n->objects[i].name);
    p = unpack(p, v, sizeof *v);
    if (v->type != MIB_OCTETS && v->type != MIB_OID) continue;
    v->u.octets.p = p;
    p += v->u.octets.n;
  }
  n->out.objects = n->objects;
}

/* ---- the queue */

bool notifier_add(struct notifier *n, const struct notification *what)
{
  if (n->end - n->first == NOTIFIER_CAPACITY) {
    n->dropped++;
    return false;
  }
  *at(n, n->end++) = (struct entry){.state = WAITS, .packed = pack(what)};
  return true;
}

static struct entry *first_waiting(struct notifier *n, uint32_t *number)
{
  for (*number = n->first; *number != n->end; (*number)++) {
    struct entry *e = at(n, *number);
    if (e->state == WAITS) return e;
  }
  return NULL;
}

static bool is_any_waiting(const struct notifier *n)
{
  uint32_t number;
  return first_waiting((struct notifier *)n, &number) != NULL;
}

int64_t notifier_next_us(const struct notifier *n)
{
  if (n->on_their_way == NOTIFIER_ON_THEIR_WAY || !is_any_waiting(n)) return INT64_MAX;
  return n->earliest_us - (NOTIFIER_BURST - 1) * (SECOND_US / NOTIFIER_PER_SECOND);
}

const struct notification *notifier_next(struct notifier *n, int64_t now_us, uint32_t *number)
{
  if (now_us < notifier_next_us(n)) return NULL;
  struct entry *e = first_waiting(n, number);
  if (e == NULL) return NULL;
  e->state = ON_ITS_WAY;
  n->on_their_way++;
  if (n->earliest_us < now_us) n->earliest_us = now_us;
  n->earliest_us += SECOND_US / NOTIFIER_PER_SECOND;
  unpack_into(n, e->packed);
  return &n->out;
}

/* Removes a notification that is in flight from the queue. True if that number was. */
static bool end_one(struct notifier *n, uint32_t number)
{
  if (number - n->first >= n->end - n->first || at(n, number)->state != ON_ITS_WAY) return false;
  n->on_their_way--;
  forget(at(n, number));
  while (n->first != n->end && at(n, n->first)->state == DONE) n->first++;
  return true;
}

void notifier_taken(struct notifier *n, uint32_t number)
{
  if (end_one(n, number)) n->sent++;
}

void notifier_refused(struct notifier *n, uint32_t number)
{
  if (end_one(n, number)) n->dropped++;
}

void notifier_session_ended(struct notifier *n)
{
  for (uint32_t i = n->first; i != n->end; i++) {
    if (at(n, i)->state == ON_ITS_WAY) at(n, i)->state = WAITS;
  }
  n->on_their_way = 0;
}

size_t notifier_waiting(const struct notifier *n)
{
  size_t waiting = 0;
  for (uint32_t i = n->first; i != n->end; i++) waiting += n->entry[i % NOTIFIER_CAPACITY].state != DONE;
  return waiting;
}

uint64_t notifier_sent(const struct notifier *n) { return n->sent; }
uint64_t notifier_dropped(const struct notifier *n) { return n->dropped; }
