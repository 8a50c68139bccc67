/* The names of a separate list, for a source whose objects have a MIB of their own. Before including it:
 *
 *   #define STATS_DEF "collectors/sources/redis.def"
 *   #define STATS_PREFIX REDIS_
 *
 * The file has one line STATS_GROUP(symbol, 0, name, STORE, SCALARS, description) and lines STAT(...) as stats.def
 * has them, in ascending order of their numbers, with the sources STORE and MIRROR: object N is ROOT.N.0. It defines
 * the macros it needs as empty where they are not defined, and leaves none behind, as stats.def does. Here that gives
 * REDIS_STAT_<name>, identifiers of the objects, and REDIS_STATS, their number. Can be included more than once. */
#define STATS_PASTE_(a, b) a##b
#define STATS_PASTE(a, b) STATS_PASTE_(a, b)
enum {
#define STAT(group_, number_, name_, ...) STATS_PASTE(STATS_PREFIX, STAT_##name_),
#include STATS_DEF
  STATS_PASTE(STATS_PREFIX, STATS)
};
#undef STATS_PASTE
#undef STATS_PASTE_
#undef STATS_DEF
#undef STATS_PREFIX
