/* Notifications as data: what happened, with its objects. Who sends them is the publisher's matter. */
#ifndef FICELLE_SUBAGENT_ALARM_NOTICE_H
#define FICELLE_SUBAGENT_ALARM_NOTICE_H

#include <stdint.h>

#include "base/buf.h"

enum notice_kind {
#define NOTICE(symbol, number, ...) NOTICE_##symbol = number,
#include "subagent/alarm/notices.def"
#undef NOTICE
  NOTICE_KINDS = 10 /* one more than the greatest */
};

enum { NOTICE_OBJECTS_MAX = 9 };

struct notice_info {
  const char *name;                           /* "ficAlarmRaisedN"; NULL where there is none */
  const char *object[NOTICE_OBJECTS_MAX + 1]; /* ended by NULL */
};
extern const struct notice_info notice_infos[NOTICE_KINDS];

enum notice_type {
  NOTICE_NUMBER,
  NOTICE_TEXT,
  NOTICE_OBJECT, /* an OBJECT IDENTIFIER: `text` is the descriptor of the object */
};

/* One variable binding: an object, the row it is of, its value. */
struct notice_value {
  const char *object;
  str row; /* index of the row, a name; empty: a scalar */
  enum notice_type type;
  uint64_t number;
  str text;
};

/* Borrowed for the duration of the call. */
struct notice {
  enum notice_kind kind;
  uint32_t sequence;
  size_t count;
  struct notice_value value[NOTICE_OBJECTS_MAX];
};

/* The receiver of notifications. */
struct notice_sink {
  void *ctx;
  /* False: not now (no room). It is offered again later, unless the state has changed back. */
  bool (*send)(void *ctx, const struct notice *notice);
  /* True: each notification that was taken is reported with alarms_acknowledged when it has arrived, in the order of
   * their numbers, and until then a restart sends it again, with the same number. False: taken means arrived. */
  bool acknowledges;
};

#endif
