/* Notifications: when they are sent, how often, and with which objects. */
#include "subagent/alarm/alarm_notice.h"

#include <inttypes.h>

#include "base/log.h"
#include "subagent/alarm/alarms_internal.h"

const struct notice_info notice_infos[NOTICE_KINDS] = {
#define NOTICE(symbol, number, name, ...) [number] = {name, {__VA_ARGS__}},
#include "subagent/alarm/notices.def"
#undef NOTICE
};

enum { TEXT_MAX = 255 };

void subject_set(struct alarms *a, struct subject *s, bool now)
{
  if (s->now == now) return;
  /* It changed and changed back before a notification was sent: two notifications are dropped. */
  if (s->now != s->told) a->dropped += 2;
  s->now = now;
  a->dirty = true;
}

/* --- limits ---------------------------------------------------------------------------------------------- */

static uint64_t cost_us(const struct alarms *a) { return SECOND_US / a->config.rate; }

static void refill(struct alarms *a, uint64_t monotonic_us)
{
  const uint64_t most = a->config.burst * cost_us(a), passed = monotonic_us - a->tokens_at_us;
  if (a->tokens_at_us == 0 || passed >= most || a->tokens_us + passed > most) a->tokens_us = most;
  else a->tokens_us += passed;
  a->tokens_at_us = monotonic_us;
}

static bool may_tell(const struct alarms *a)
{
  return a->control[CONTROL_ENABLED] == ALARM_TRUE && a->tokens_us >= cost_us(a) &&
         (!a->options.sink->acknowledges || a->outstanding_count < OUTSTANDING_MAX);
}

static bool gap_over(const struct alarms *a, uint32_t told_s, struct alarms_now now)
{
  return told_s == 0 || (uint32_t)(now.monotonic_us / SECOND_US) + 1 - told_s >= a->control[CONTROL_MIN_GAP];
}

static uint32_t second_of(struct alarms_now now) { return (uint32_t)(now.monotonic_us / SECOND_US) + 1; }

/* --- sending --------------------------------------------------------------------------------------------- */

static void remember(struct alarms *a, enum notice_kind kind, str name)
{
  if (a->outstanding == NULL) a->outstanding = xcalloc(OUTSTANDING_MAX, sizeof *a->outstanding);
  struct outstanding *o = &a->outstanding[(a->outstanding_first + a->outstanding_count++) % OUTSTANDING_MAX];
  o->sequence = a->sequence;
  o->kind = kind;
  o->length = name.n < sizeof o->name ? name.n : sizeof o->name;
  memcpy(o->name, name.p, o->length);
}

/* Passes a notification on. `name`: of its subject. False: not now. */
static bool hand_over(struct alarms *a, struct notice *n, str name)
{
  n->sequence = a->sequence + 1;
  n->value[0].number = n->sequence;
  if (!a->options.sink->send(a->options.sink->ctx, n)) return false;
  a->sequence = n->sequence;
  a->tokens_us -= cost_us(a);
  a->dirty = true;
  const str text = n->value[n->count - 1].text;
  log_info(&log_subagent_alarm, "notification %" PRIu32 ", %s: %.*s", n->sequence, notice_infos[n->kind].name,
           STR_FMT(text));
  if (a->options.sink->acknowledges) {
    remember(a, n->kind, name);
  } else {
    a->confirmed_sequence = a->sequence;
    a->sent++;
  }
  return true;
}

static void told(struct alarms *a, struct subject *s, struct alarms_now now)
{
  s->told = s->now;
  s->told_s[s->now] = second_of(now);
  if (!a->options.sink->acknowledges) s->confirmed = s->told;
}

/* Sets up the objects of a kind, in order, with only the sequence number set. */
static void begin(struct notice *n, enum notice_kind kind)
{
  *n = (struct notice){.kind = kind};
  for (; notice_infos[kind].object[n->count] != NULL; n->count++)
    n->value[n->count].object = notice_infos[kind].object[n->count];
}

static void set_number(struct notice *n, size_t i, str row, uint64_t number)
{
  n->value[i].row = row;
  n->value[i].number = number;
}

static void set_text(struct notice *n, size_t i, str row, enum notice_type type, str text)
{
  n->value[i].row = row;
  n->value[i].type = type;
  n->value[i].text = text;
}

static void set_message(struct notice *n, const struct buf *text)
{
  set_text(n, n->count - 1, STR_EMPTY, NOTICE_TEXT, str_sub(buf_view(text), 0, TEXT_MAX));
}

/* --- alarms ---------------------------------------------------------------------------------------------- */

void alarm_print_text(const struct alarm *alarm, struct buf *out)
{
  const struct alarm_definition *d = alarm->definition;
  const bool begun = alarm->raised.now, high = alarm_watches_high(alarm->value);
  const enum alarm_key key = begun ? ALARM_RISING : ALARM_FALLING;
  buf_z(out, d->name);
  if (alarm->value[ALARM_ENABLED] != ALARM_TRUE) {
    buf_z(out, " was switched off");
    return;
  }
  buf_printf(out, ": %s", d->object_name);
  if (alarm->row_length > 0) buf_printf(out, " of %.*s", (int)alarm->row_length, alarm->row);
  buf_z(out, " is ");
  alarm_number_print(d->object.unit, alarm->last, out);
  buf_printf(out, ", at or %s ", high == begun ? "above" : "below");
  alarm_value_print(key, d->object.unit, alarm->value[key], out);
  if (alarm->value[ALARM_HOLD] > 0) {
    buf_z(out, " for ");
    alarm_value_print(ALARM_HOLD, d->object.unit, alarm->value[ALARM_HOLD], out);
  }
  if (begun && d->description[0] != '\0') buf_printf(out, ". %s", d->description);
}

static void tell_alarm(struct alarms *a, struct alarm *alarm, struct alarms_now now)
{
  const struct alarm_definition *d = alarm->definition;
  const enum alarm_key key = alarm->raised.now ? ALARM_RISING : ALARM_FALLING;
  const str row = str_of(d->name);
  struct buf text = BUF_HEAP;
  struct notice n;
  begin(&n, alarm->raised.now ? NOTICE_ALARM_RAISED : NOTICE_ALARM_CLEARED);
  alarm_print_text(alarm, &text);
  set_text(&n, 1, row, NOTICE_TEXT, row);
  set_number(&n, 2, row, alarm->status);
  set_number(&n, 3, row, alarm->last);
  set_number(&n, 4, row, alarm->value[key]);
  set_number(&n, 5, row, alarm->value[ALARM_SEVERITY]);
  set_text(&n, 6, row, NOTICE_OBJECT, str_of(d->object_name));
  set_text(&n, 7, row, NOTICE_TEXT, str_n(alarm->row, alarm->row_length));
  set_message(&n, &text);
  if (hand_over(a, &n, row)) told(a, &alarm->raised, now);
  buf_free(&text);
}

/* --- nodes ----------------------------------------------------------------------------------------------- */

bool alarm_notice_node(struct alarms *a, const struct watched_node *n, size_t row, unsigned bit,
                       struct subject *subject, struct alarms_now now)
{
  static const struct {
    enum notice_kind kind;
    const char *text;
  } kinds[NODE_BITS][2] = {
    {{NOTICE_COMPILE_OK, "compiled again"}, {NOTICE_COMPILE_FAILED, "could not be compiled"}},
    {{NOTICE_RUN_OK, "has a run without failures again"}, {NOTICE_RUN_FAILED, "has a failed run"}},
    {{NOTICE_NODE_BACK, "has been seen again"}, {NOTICE_NODE_STALE, "has not been seen"}},
  };
  struct alarm_node node = {0};
  struct notice notice;
  if (!may_tell(a)) return false;
  if (!gap_over(a, subject->told_s[subject->now], now)) return true;
  const str index = str_n(n->name, n->length);
  struct buf text = BUF_HEAP;
  a->options.source->node(a->options.source->ctx, row, &node);
  begin(&notice, kinds[bit][subject->now].kind);
  buf_printf(&text, "%.*s %s", STR_FMT(node.label), kinds[bit][subject->now].text);
  if (notice.kind == NOTICE_NODE_STALE) buf_printf(&text, " for %" PRIu64 " s", node.age_s);
  set_text(&notice, 1, index, NOTICE_TEXT, node.label);
  if (notice.count == 4 && 1u << bit == NODE_STALE) set_number(&notice, 2, index, node.age_s);
  else set_text(&notice, 2, index, NOTICE_TEXT, node.environment);
  set_message(&notice, &text);
  const bool taken = hand_over(a, &notice, index);
  if (taken) told(a, subject, now);
  buf_free(&text);
  return taken;
}

/* --- the store ------------------------------------------------------------------------------------------- */

static void tell_store(struct alarms *a, struct alarms_now now)
{
  static const char *const texts[] = {[ALARM_STORE_OK] = "is read again",
                                      "has had nothing new for too long",
                                      "is missing or may not be read",
                                      "is damaged"};
  const struct alarm_source *source = a->options.source;
  struct alarm_object age;
  struct buf text = BUF_HEAP;
  struct notice n;
  uint64_t age_s = 0;
  begin(&n, NOTICE_STORE_STATE);
  set_number(&n, 1, STR_EMPTY, a->store_now);
  if (source->object(source->ctx, STR("ficStatsAge"), &age, &text)) source->scalar(source->ctx, age.id, &age_s);
  buf_clear(&text);
  buf_printf(&text, "the statistics store %s", texts[a->store_now]);
  set_number(&n, 2, STR_EMPTY, age_s);
  set_message(&n, &text);
  if (hand_over(a, &n, STR_EMPTY)) {
    a->store_told = a->store_now;
    a->store_told_s = second_of(now);
    if (!a->options.sink->acknowledges) a->store_confirmed = a->store_told;
  }
  buf_free(&text);
}

/* --- all ------------------------------------------------------------------------------------------------- */

void alarm_notices_tell(struct alarms *a, struct alarms_now now)
{
  refill(a, now.monotonic_us);
  const enum alarm_store store = a->options.source->store(a->options.source->ctx);
  if (store != a->store_now) {
    if (a->store_now != a->store_told) a->dropped += store == a->store_told ? 2 : 1;
    a->store_now = store;
  }
  if (a->store_now != a->store_told && may_tell(a) && gap_over(a, a->store_told_s, now)) tell_store(a, now);
  for (size_t i = 0; i < a->count; i++) {
    struct subject *s = &a->alarm[i].raised;
    if (s->now != s->told && may_tell(a) && gap_over(a, s->told_s[s->now], now)) tell_alarm(a, &a->alarm[i], now);
  }
  alarm_nodes_tell(a, now);
}

/* --- their outcome --------------------------------------------------------------------------------- */

static struct subject *subject_of(struct alarms *a, const struct outstanding *o)
{
  const str name = str_n(o->name, o->length);
  unsigned bit = 0;
  switch (o->kind) {
  case NOTICE_ALARM_RAISED:
  case NOTICE_ALARM_CLEARED: {
    const long i = alarms_find(a, name);
    return i < 0 ? NULL : &a->alarm[i].raised;
  }
  case NOTICE_COMPILE_FAILED:
  case NOTICE_COMPILE_OK: bit = 0; break;
  case NOTICE_RUN_FAILED:
  case NOTICE_RUN_OK: bit = 1; break;
  case NOTICE_NODE_STALE:
  case NOTICE_NODE_BACK: bit = 2; break;
  case NOTICE_STORE_STATE:
  case NOTICE_KINDS: return NULL;
  }
  struct watched_node *n = alarm_nodes_find(a, name);
  return n == NULL ? NULL : &n->subject[bit];
}

static bool settle(struct alarms *a, uint32_t sequence)
{
  if (a->outstanding_count == 0) return false;
  struct outstanding *o = &a->outstanding[a->outstanding_first];
  if (o->sequence != sequence) return false;
  struct subject *s = subject_of(a, o);
  if (s != NULL) s->confirmed = !s->confirmed; /* its notifications alternate */
  if (o->kind == NOTICE_STORE_STATE) a->store_confirmed = a->store_told;
  a->confirmed_sequence = sequence;
  a->outstanding_first = (a->outstanding_first + 1) % OUTSTANDING_MAX;
  a->outstanding_count--;
  a->dirty = true;
  return true;
}

void alarms_acknowledged(struct alarms *a, uint32_t sequence)
{
  if (settle(a, sequence)) a->sent++;
}

void alarms_lost(struct alarms *a, uint32_t sequence)
{
  if (settle(a, sequence)) a->dropped++;
}
