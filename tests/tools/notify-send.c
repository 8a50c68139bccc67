/* Sends numbered notifications through the publisher, as alarms do: for tests of what becomes of them on their way
 * through a real master agent to a real receiver.
 *
 *   notify-send ADDRESS ROOT COUNT PER_SECOND [PATIENCE]
 *
 * Sends COUNT notifications ROOT.0.1 with the object ROOT.1.0 = 1, 2, ... (PER_SECOND of them; 0: all at once), waits
 * at most PATIENCE seconds (30) for the master agent to take them, prints "sent N dropped M waiting K longest U", where
 * U is the longest turn of the loop in microseconds, and serves requests below ROOT all the time. "dropped: N" goes to
 * the standard error for each that found no room. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "subagent/publisher.h"

#define SECOND_US INT64_C(1000000)

static struct oid root;

static int64_t now_us(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * SECOND_US + now.tv_nsec / 1000;
}

/* One object, ROOT.2.0: the tree must not be empty for the test to see that requests are still answered. */
static bool next(void *ctx, const struct oid *start, bool include, struct oid *name, struct mib_value *value)
{
  static const uint32_t ids[] = {2, 0};
  (void)ctx;
  oid_copy(name, &root);
  oid_append(name, ids, 2);
  *value = (struct mib_value){.type = MIB_INTEGER, .u.i32 = 1};
  const int order = oid_cmp(name, start);
  return order > 0 || (order == 0 && include);
}

static void get(void *ctx, const struct oid *name, struct mib_value *value)
{
  struct oid found;
  if (!next(ctx, name, true, &found, value) || oid_cmp(&found, name) != 0) value->type = MIB_NO_SUCH_OBJECT;
}

static void on_event(void *ctx, enum publisher_event event, const char *detail)
{
  static const char *const names[] = {"up", "down", "no master", "refused", "no caps"};
  (void)ctx;
  fprintf(stderr, "%s %s\n", names[event], detail);
}

static void send_one(struct publisher *p, uint32_t number)
{
  static const uint32_t trap[] = {0, 1}, object[] = {1, 0}, text[] = {3, 0};
  struct notification_object objects[2] = {
    {.value = {.type = MIB_GAUGE32, .u.u32 = number}},
    {.value = {.type = MIB_OCTETS,
               .u.octets = STR("a notification of a usual length, with a text that says what happened")}},
  };
  struct notification what = {.objects = objects, .n = 2};
  oid_copy(&what.id, &root);
  oid_append(&what.id, trap, 2);
  oid_copy(&objects[0].name, &root);
  oid_append(&objects[0].name, object, 2);
  oid_copy(&objects[1].name, &root);
  oid_append(&objects[1].name, text, 2);
  if (!publisher_notify(p, &what)) fprintf(stderr, "dropped: %u\n", number);
}

int main(int argc, char **argv)
{
  struct publisher_options o = {.capability = "notify-send", .context = "", .ping_s = 15};
  struct publisher_tree tree = {.objects = {.get = get, .next = next}};
  struct buf why = BUF_HEAP;
  if (argc < 5 || !master_address_parse(argv[1], &o.address, &why) || !oid_parse(argv[2], &root)) {
    fprintf(stderr, "usage: notify-send ADDRESS ROOT COUNT PER_SECOND [PATIENCE] %s\n", why.p == NULL ? "" : why.p);
    return 2;
  }
  const uint32_t count = (uint32_t)strtoul(argv[3], NULL, 10), rate = (uint32_t)strtoul(argv[4], NULL, 10);
  const int64_t patience_us = (argc > 5 ? atoi(argv[5]) : 30) * SECOND_US;
  oid_copy(&tree.root, &root);
  o.trees = &tree;
  o.tree_count = 1;
  signal(SIGPIPE, SIG_IGN);
  struct publisher *p = publisher_new(&o, on_event, NULL);
  const struct notifier *queue = publisher_notifier(p);
  const int64_t began = now_us();
  int64_t longest = 0, until = INT64_MAX;
  for (uint32_t sent = 0; sent < count || (notifier_waiting(queue) > 0 && now_us() < until);) {
    const int64_t now = now_us();
    const int64_t due = rate == 0 ? count : (now - began) * rate / SECOND_US;
    for (; sent < count && sent < due; sent++) send_one(p, sent + 1);
    if (sent == count && until == INT64_MAX) until = now + patience_us;
    publisher_turn(p);
    if (now_us() - now > longest) longest = now_us() - now;
    publisher_wait(p, -1, now + SECOND_US / 100);
  }
  printf("sent %llu dropped %llu waiting %zu longest %lld\n", (unsigned long long)notifier_sent(queue),
         (unsigned long long)notifier_dropped(queue), notifier_waiting(queue), (long long)longest);
  publisher_free(p);
  return 0;
}
