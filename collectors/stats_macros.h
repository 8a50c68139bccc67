/* Expands the words of a list (stats.def) for its tables: the arguments `syntax`, `source` and `rows`. */
#ifndef COLLECTORS_STATS_MACROS_H
#define COLLECTORS_STATS_MACROS_H

#define ROWS_SCALARS .rows = STATS_ROWS_SCALARS
#define ROWS_NAMED(usual_, most_) .rows = STATS_ROWS_NAMED, .usual = usual_, .most = most_
#define ROWS_FIXED(enum_) .rows = STATS_ROWS_FIXED, .enumeration = STATS_ENUM_##enum_
#define ROWS_HISTOGRAMS .rows = STATS_ROWS_HISTOGRAMS
#define ROWS_CONFIGURED .rows = STATS_ROWS_CONFIGURED
#define SYNTAX_COUNTER64 .syntax = STATS_COUNTER64
#define SYNTAX_GAUGE32 .syntax = STATS_GAUGE32
#define SYNTAX_UNSIGNED32 .syntax = STATS_UNSIGNED32
#define SYNTAX_INTEGER32 .syntax = STATS_INTEGER32
#define SYNTAX_TIMETICKS .syntax = STATS_TIMETICKS
#define SYNTAX_TIMESTAMP .syntax = STATS_TIMESTAMP
#define SYNTAX_DATEANDTIME .syntax = STATS_DATEANDTIME
#define SYNTAX_STRING .syntax = STATS_STRING
#define SYNTAX_TRUTHVALUE .syntax = STATS_TRUTHVALUE
#define SYNTAX_RATIO .syntax = STATS_RATIO
#define SYNTAX_OID .syntax = STATS_OID
#define SYNTAX_ENUM(enum_) .syntax = STATS_ENUMERATED, .enumeration = STATS_ENUM_##enum_
#define SYNTAX_COUNTER32 .syntax = STATS_COUNTER32
#define SYNTAX_GAUGE64 .syntax = STATS_GAUGE64
#define FROM_STORE               \
  {                              \
    .source = STATS_SOURCE_STORE \
  }
#define FROM_MIRROR               \
  {                               \
    .source = STATS_SOURCE_MIRROR \
  }
#define FROM_INDEX               \
  {                              \
    .source = STATS_SOURCE_INDEX \
  }
#define FROM_LABEL               \
  {                              \
    .source = STATS_SOURCE_LABEL \
  }
#define FROM_AGE(stat_)                            \
  {                                                \
    .source = STATS_SOURCE_AGE, .of = STAT_##stat_ \
  }
#define FROM_LEFT(stat_)                            \
  {                                                 \
    .source = STATS_SOURCE_LEFT, .of = STAT_##stat_ \
  }
#define FROM_STAMP               \
  {                              \
    .source = STATS_SOURCE_STAMP \
  }
#define FROM_EVICTED(group_)                             \
  {                                                      \
    .source = STATS_SOURCE_EVICTED, .of = STATS_##group_ \
  }
#define FROM_WINDOW(window_, sample_, what_)                                                                   \
  {                                                                                                            \
    .source = STATS_SOURCE_WINDOW, .of = STATS_WINDOW_##window_, .sample = STATS_SAMPLE_##window_##_##sample_, \
    .number = STATS_WHAT_##what_                                                                               \
  }
#define FROM_ROWS(group_)                             \
  {                                                   \
    .source = STATS_SOURCE_ROWS, .of = STATS_##group_ \
  }
#define FROM_COUNT(stat_, number_)                                      \
  {                                                                     \
    .source = STATS_SOURCE_COUNT, .of = STAT_##stat_, .number = number_ \
  }
#define FROM_COUNT_NAME(stat_)                            \
  {                                                       \
    .source = STATS_SOURCE_COUNT_NAME, .of = STAT_##stat_ \
  }
#define FROM_COUNT_OLDER(stat_, other_)                                             \
  {                                                                                 \
    .source = STATS_SOURCE_COUNT_OLDER, .of = STAT_##stat_, .number = STAT_##other_ \
  }
#define FROM_BUCKET_BOUND               \
  {                                     \
    .source = STATS_SOURCE_BUCKET_BOUND \
  }
#define FROM_BUCKET_COUNT               \
  {                                     \
    .source = STATS_SOURCE_BUCKET_COUNT \
  }
#define FROM_READER(what_)                                        \
  {                                                               \
    .source = STATS_SOURCE_READER, .number = STATS_FIGURE_##what_ \
  }
#define FROM_PUBLISHER               \
  {                                  \
    .source = STATS_SOURCE_PUBLISHER \
  }

#endif
