/* Facts about memory, processors, time, the user, and the kind of machine. */
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "agent/facts/facts_internal.h"
#include "base/arena.h"
#include "base/double.h"

/* Converts "MemTotal:  123 kB" to bytes; -1: the line is missing. */
static int64_t meminfo(str text, const char *name)
{
  str line;
  while (facts__next_line(&text, &line)) {
    str word = facts__next_word(&line);
    if (word.n == strlen(name) + 1 && memcmp(word.p, name, word.n - 1) == 0)
      return facts__number(facts__next_word(&line)) * 1024;
  }
  return -1;
}

static void put_memory(struct arena *a, struct fact *memory, const char *key, int64_t total, int64_t available)
{
  struct fact *m = fact_put(a, memory, key, FACT_HASH);
  uint64_t used = (uint64_t)(total - available);
  fact_put_int(a, m, "available_bytes", available);
  fact_put_str(a, m, "available", facts__human_bytes(a, (uint64_t)available));
  fact_put_str(a, m, "capacity", arena_printf(a, "%.2f%%", (double)used / (double)total * 100.0));
  fact_put_int(a, m, "total_bytes", total);
  fact_put_str(a, m, "total", facts__human_bytes(a, (uint64_t)total));
  fact_put_int(a, m, "used_bytes", (int64_t)used);
  fact_put_str(a, m, "used", facts__human_bytes(a, used));
}

void facts__memory(struct facts_host *h)
{
  str text;
  if (!facts__read(h, "/proc/meminfo", &text)) return;
  struct fact *memory = fact_put(h->arena, h->facts, "memory", FACT_HASH);
  int64_t total = meminfo(text, "MemTotal"), available = meminfo(text, "MemAvailable");
  if (available < 0) available = meminfo(text, "MemFree") + meminfo(text, "Buffers") + meminfo(text, "Cached");
  if (total > 0 && available >= 0 && available <= total) put_memory(h->arena, memory, "system", total, available);
  total = meminfo(text, "SwapTotal");
  available = meminfo(text, "SwapFree");
  if (total > 0 && available >= 0 && available <= total) put_memory(h->arena, memory, "swap", total, available);
}

struct cpus {
  int64_t count, mhz, cores, siblings;
  int64_t packages[64]; /* ids that were seen */
  size_t package_count;
};

static void add_package(struct cpus *c, int64_t id)
{
  for (size_t i = 0; i < c->package_count; i++)
    if (c->packages[i] == id) return;
  if (c->package_count < sizeof c->packages / sizeof c->packages[0]) c->packages[c->package_count++] = id;
}

static void read_cpu_line(struct arena *a, struct cpus *c, struct fact *models, str line)
{
  size_t colon = str_index(line, ':', 0);
  str key = str_trim(str_sub(line, 0, colon));
  str value = colon == SIZE_MAX ? STR_EMPTY : str_trim(str_from(line, colon + 1));
  if (str_eqz(key, "processor")) c->count++;
  else if (str_eqz(key, "model name") || str_eqz(key, "cpu")) fact_put_str(a, models, NULL, value);
  else if (str_eqz(key, "physical id")) add_package(c, facts__number(value));
  else if (str_eqz(key, "cpu MHz")) c->mhz = facts__number(value);
  else if (str_eqz(key, "cpu cores")) c->cores = facts__number(value);
  else if (str_eqz(key, "siblings")) c->siblings = facts__number(value);
}

static str speed_text(struct arena *a, int64_t mhz)
{
  return mhz >= 1000 ? arena_printf(a, "%.2f GHz", double_round((double)mhz / 10.0) / 100.0)
                     : arena_printf(a, "%.2f MHz", (double)mhz);
}

/* What `uname -p` prints: "unknown" in Debian's coreutils, the machine in Red Hat's. */
static const char *isa(const struct facts_host *h, const struct utsname *u)
{
  struct fact *family = fact_dig(h->facts, STR("os.family"));
  return family && str_eqz(family->string, "RedHat") ? u->machine : "unknown";
}

void facts__processors(struct facts_host *h)
{
  str text, line;
  struct cpus c = {0};
  struct utsname u;
  struct arena *a = h->arena;
  if (!facts__read(h, "/proc/cpuinfo", &text)) return;
  struct fact *p = fact_put(a, h->facts, "processors", FACT_HASH);
  struct fact *models = fact_put(a, p, "models", FACT_ARRAY);
  while (facts__next_line(&text, &line)) read_cpu_line(a, &c, models, line);
  fact_put_int(a, p, "count", c.count);
  fact_put_int(a, p, "physicalcount", c.package_count > 0 ? (int64_t)c.package_count : 1);
  if (c.cores > 0) {
    fact_put_int(a, p, "cores", c.cores);
    fact_put_int(a, p, "threads", c.siblings >= c.cores ? c.siblings / c.cores : 1);
  }
  if (c.mhz > 0) fact_put_str(a, p, "speed", speed_text(a, c.mhz));
  if (uname(&u) == 0) fact_put_strz(a, p, "isa", isa(h, &u));
}

void facts__load(struct facts_host *h)
{
  static const char *const keys[] = {"1m", "5m", "15m"};
  str text = facts__read_line(h, "/proc/loadavg");
  if (text.n == 0) return;
  struct fact *load = fact_put(h->arena, h->facts, "load_averages", FACT_HASH);
  for (int i = 0; i < 3; i++)
    fact_put_float(h->arena, load, keys[i], strtod(arena_strz(h->arena, facts__next_word(&text)), NULL));
}

void facts__uptime(struct facts_host *h)
{
  str text = facts__read_line(h, "/proc/uptime");
  if (text.n == 0) return;
  int64_t seconds = facts__number(text), hours = seconds / 3600, days = hours / 24;
  struct fact *up = fact_put(h->arena, h->facts, "system_uptime", FACT_HASH);
  fact_put_int(h->arena, up, "days", days);
  fact_put_int(h->arena, up, "hours", hours);
  fact_put_int(h->arena, up, "seconds", seconds);
  str shown = days == 0   ? arena_printf(h->arena, "%d:%02d hours", (int)hours, (int)(seconds / 60 % 60))
              : days == 1 ? STR("1 day")
                          : arena_printf(h->arena, "%lld days", (long long)days);
  fact_put_str(h->arena, up, "uptime", shown);
}

void facts__identity(struct facts_host *h)
{
  struct fact *id = fact_put(h->arena, h->facts, "identity", FACT_HASH);
  const struct passwd *pw = getpwuid(geteuid());
  const struct group *gr = getgrgid(getegid());
  fact_put_int(h->arena, id, "uid", geteuid());
  fact_put_int(h->arena, id, "gid", getegid());
  if (pw) fact_put_strz(h->arena, id, "user", pw->pw_name);
  if (gr) fact_put_strz(h->arena, id, "group", gr->gr_name);
  fact_put_bool(h->arena, id, "privileged", geteuid() == 0);
}

void facts__environment(struct facts_host *h)
{
  char zone[64];
  time_t now = time(NULL);
  struct tm tm;
  if (getenv("PATH")) fact_put_strz(h->arena, h->facts, "path", getenv("PATH"));
  if (localtime_r(&now, &tm) && strftime(zone, sizeof zone, "%Z", &tm) > 0)
    fact_put_strz(h->arena, h->facts, "timezone", zone);
}

void facts__fips(struct facts_host *h)
{
  fact_put_bool(h->arena, h->facts, "fips_enabled", str_eqz(facts__read_line(h, "/proc/sys/crypto/fips_enabled"), "1"));
}
