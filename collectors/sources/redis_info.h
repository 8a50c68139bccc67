/* The answer of Redis' command INFO, in the forms of Redis 2.2 to 7: lines `key:value` that end in CR LF (a bare LF is
 * accepted too), since 2.6 in sections with a heading `# Name`. Independent of the network. */
#ifndef COLLECTORS_SOURCES_REDIS_INFO_H
#define COLLECTORS_SOURCES_REDIS_INFO_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "collectors/sources/redis_list.h"

struct redis_info {
  str version;                 /* "7.0.15", a part of the text; empty if it is missing */
  bool known[REDIS_STATS];     /* whether the server reports it, as a number */
  uint64_t value[REDIS_STATS]; /* by REDIS_STAT_; processor times in hundredths of a second */
};

/* False if the text contains no line of a Redis server; `info` is then empty. */
bool redis_info_parse(str text, struct redis_info *info);

#endif
