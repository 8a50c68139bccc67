/* A table maps the keys of INFO to objects; keys that were renamed have a line for each name. Unknown keys are
 * skipped. */
#include "collectors/sources/redis_info.h"

/* A whole number, or seconds with a fraction, stored as hundredths. */
enum form { WHOLE, HUNDREDTHS };

static const struct key {
  const char *name;
  uint32_t id;
  enum form form;
} keys[] = {
  {"connected_clients", REDIS_STAT_redisConnectedClients, WHOLE},
  {"connected_slaves", REDIS_STAT_redisConnectedSlaves, WHOLE},
  {"used_memory", REDIS_STAT_redisUsedMemory, WHOLE},
  {"changes_since_last_save", REDIS_STAT_redisChangesSinceLastSave, WHOLE}, /* before 2.6 */
  {"rdb_changes_since_last_save", REDIS_STAT_redisChangesSinceLastSave, WHOLE},
  {"total_connections_received", REDIS_STAT_redisTotalConnections, WHOLE},
  {"total_commands_processed", REDIS_STAT_redisCommandsProcessed, WHOLE},
  {"used_cpu_sys", REDIS_STAT_redisCPUSys, HUNDREDTHS},
  {"used_cpu_user", REDIS_STAT_redisCPUUsr, HUNDREDTHS},
  {"blocked_clients", REDIS_STAT_redisBlockedClients, WHOLE},
  {"evicted_keys", REDIS_STAT_redisEvictedKeys, WHOLE},
  {"expired_keys", REDIS_STAT_redisExpiredKeys, WHOLE},
  {"keyspace_hits", REDIS_STAT_redisKeyspaceHits, WHOLE},
  {"keyspace_misses", REDIS_STAT_redisKeyspaceMisses, WHOLE},
  {"pubsub_channels", REDIS_STAT_redisPubsubChannels, WHOLE},
  {"pubsub_patterns", REDIS_STAT_redisPubsubPatterns, WHOLE},
  {"uptime_in_seconds", REDIS_STAT_redisUptime, WHOLE},
  {"used_memory_rss", REDIS_STAT_redisUsedMemoryRss, WHOLE},
};

/* Takes the digits at the beginning of the text; false without digits, or when the number exceeds 64 bits. */
static bool take_digits(str *text, uint64_t *number)
{
  size_t n = 0;
  for (*number = 0; n < text->n && ascii_is_digit(text->p[n]); n++) {
    if (__builtin_mul_overflow(*number, 10, number) || __builtin_add_overflow(*number, text->p[n] - '0', number))
      return false;
  }
  *text = str_from(*text, n);
  return n > 0;
}

/* "12.345678" is 1234: further digits are cut off. */
static bool read_hundredths(str text, uint64_t *number)
{
  uint64_t whole;
  unsigned hundredths = 0;
  if (!take_digits(&text, &whole)) return false;
  if (text.n > 0) {
    if (text.n < 2 || text.p[0] != '.') return false;
    for (size_t i = 1; i < text.n; i++) {
      if (!ascii_is_digit(text.p[i])) return false;
    }
    hundredths = (unsigned)(text.p[1] - '0') * 10 + (text.n > 2 ? (unsigned)(text.p[2] - '0') : 0);
  }
  return !__builtin_mul_overflow(whole, 100, number) && !__builtin_add_overflow(*number, hundredths, number);
}

static bool read_number(str text, enum form form, uint64_t *number)
{
  if (form == HUNDREDTHS) return read_hundredths(text, number);
  return take_digits(&text, number) && text.n == 0;
}

/* Whether the line is one of a Redis server. */
static bool read_line(str line, struct redis_info *info)
{
  const size_t colon = str_index(line, ':', 0);
  if (colon == SIZE_MAX || line.p[0] == '#') return false;
  const str name = str_sub(line, 0, colon), value = str_from(line, colon + 1);
  if (str_eqz(name, "redis_version")) {
    info->version = value;
    return true;
  }
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    if (!str_eqz(name, keys[i].name)) continue;
    uint64_t number;
    if (!read_number(value, keys[i].form, &number)) return false;
    info->known[keys[i].id] = true;
    info->value[keys[i].id] = number;
    return true;
  }
  return false;
}

bool redis_info_parse(str text, struct redis_info *info)
{
  bool any = false;
  *info = (struct redis_info){.version = STR_EMPTY};
  while (text.n > 0) {
    str line = str_cut(&text, '\n');
    if (str_ends(line, STR("\r"))) line.n--;
    if (line.n > 0 && read_line(line, info)) any = true;
  }
  return any;
}
