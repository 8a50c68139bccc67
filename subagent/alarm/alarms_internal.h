/* Shared by the files of the alarms. */
#ifndef FICELLE_SUBAGENT_ALARMS_INTERNAL_H
#define FICELLE_SUBAGENT_ALARMS_INTERNAL_H

#include "subagent/alarm/alarms.h"

#define SECOND_US UINT64_C(1000000)

/* The subject of notifications. Two kinds alternate for it: 0 over, 1 begun. */
struct subject {
  bool now, told;     /* present state; state last reported (passed to the publisher) */
  bool confirmed;     /* state whose notification has arrived last */
  uint32_t told_s[2]; /* when each kind was last reported, monotonic seconds + 1; 0: not by this process */
};

struct alarm {
  const struct alarm_definition *definition;
  struct alarm_settings set;
  bool misfit_said; /* logged that its settings contradict its definition */
  unsigned unsaved; /* keys set here that could not be saved yet */
  uint32_t value[ALARM_KEYS];
  enum alarm_status status;
  struct subject raised;
  bool counting;       /* the condition for a change was true at the last look */
  uint64_t elapsed_us; /* for how long it has been true */
  bool has_value;
  uint64_t last;
  char row[128];
  size_t row_length;
  uint64_t since_us, count, created_us;
  /* Rows that match, as of a generation of the source. */
  size_t *match;
  size_t match_count, match_capacity;
  uint64_t match_generation;
  bool match_known;
};

struct watched_node {
  char *name;
  size_t length;
  struct subject subject[NODE_BITS]; /* in the order of the bits */
};

struct node_watch {
  struct watched_node *node; /* in the order of the source's rows */
  size_t count;
  bool known; /* the states are known, perhaps from an earlier process */
  bool rows_known;
  uint64_t rows_generation, generation;
  uint64_t next_s; /* monotonic second at which some node becomes stale */
  size_t due;      /* subjects that may have a notification to send */
  size_t cursor;   /* where sending continues */
};

/* The subject of a notification that was accepted but has not arrived. */
struct outstanding {
  uint32_t sequence;
  enum notice_kind kind;
  size_t length;
  char name[128];
};
enum { OUTSTANDING_MAX = 1024 };

struct alarms {
  struct alarms_options options;
  char *config_file, *state_dir;
  struct alarm_config config;
  struct alarm *alarm; /* as config.alarm */
  size_t count;
  struct node_watch nodes;
  enum alarm_store store_now, store_told, store_confirmed;
  uint32_t store_told_s;
  uint32_t control[CONTROL_KEYS];
  struct alarm_settings control_set;
  unsigned control_unsaved;
  uint32_t sequence, confirmed_sequence;
  uint64_t sent, dropped;
  uint64_t tokens_us, tokens_at_us; /* the bucket: microseconds' worth of notifications */
  struct outstanding *outstanding;  /* a ring, when the sink acknowledges */
  size_t outstanding_first, outstanding_count;
  bool started;          /* monotonic_us is valid */
  uint64_t monotonic_us; /* of the last look */
  uint64_t gap_us;       /* time that passed while no process ran; used up by the first look */
  /* The state file. */
  struct alarm_saved kept; /* as last read: lines of alarms that are not configured, who changed it */
  struct alarm_state_mark mark;
  bool dirty;
  bool trouble_said, read_trouble_said;
  uint64_t retry_us; /* monotonic: when to try again after trouble */
};

/* alarm_evaluate.c */
void alarm_evaluate(struct alarms *a, struct alarm *alarm, uint64_t passed_us, uint64_t wall_us);
/* alarm_nodes.c */
void alarm_nodes_look(struct alarms *a, struct alarms_now now);
void alarm_nodes_tell(struct alarms *a, struct alarms_now now);
void alarm_nodes_restore(struct alarms *a);
void alarm_nodes_save(const struct alarms *a, struct alarm_saved *s);
void alarm_nodes_free(struct node_watch *w);
struct watched_node *alarm_nodes_find(struct alarms *a, str name);
/* alarm_notice.c */
void subject_set(struct alarms *a, struct subject *s, bool now);
void alarm_notices_tell(struct alarms *a, struct alarms_now now);
/* "compile-p95: ficCmpP95 is 35 s, at or above 30 s for 300 s", of the last value. */
void alarm_print_text(const struct alarm *alarm, struct buf *out);
/* Sends the notification about one subject of a node; false if no more can be sent in this turn. */
bool alarm_notice_node(struct alarms *a, const struct watched_node *n, size_t row, unsigned bit,
                       struct subject *subject, struct alarms_now now);
/* alarms_file.c */
/* Copies the present state to `kept`, as the state last saved. */
void alarms_keep(struct alarms *a, struct alarms_now now);
void alarms_restore(struct alarms *a, struct alarms_now now);
void alarms_read_changes(struct alarms *a, struct alarms_now now);
/* Writes the file; false on failure, which is logged once. */
bool alarms_write(struct alarms *a, struct alarms_now now);
/* alarms.c */
void alarms_put_in_force(struct alarms *a);

#endif
