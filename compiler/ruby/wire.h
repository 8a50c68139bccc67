/* How values cross between the core and the plug-in ficelle-ruby: as bytes, so that neither side knows how the other
 * keeps them. Whole numbers are in the machine's own order; a text is its length (uint32_t) and its bytes.
 *
 * What crosses at once (all arguments of a call, or its result) is a message. A rich value that stands in it several times
 * is written once: its tag has WIRE_AGAIN then, and WIRE_SAME stands in the other places.
 *
 * Arrays, hashes, scopes, resources and objects are twins: written once in a compilation, as WIRE_NEW, they are one and the
 * same thing on each side from then on and cross as WIRE_TWIN. A message of Ruby's begins with what its code has changed
 * in place since the last one (WIRE_CHANGED). A large hash that Ruby has made of an argument of the call, as merge does, is
 * what differs from that (WIRE_LIKE). Who writes WIRE_NEW counts: even numbers are the core's, odd ones Ruby's. */
#ifndef FICELLE_RUBY_WIRE_H
#define FICELLE_RUBY_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Both sides were made for the same number, or the plug-in is not used. */
enum { RUBY_ABI = 6 };

enum wire_tag {
  WIRE_UNDEF = 'n',
  WIRE_DEFAULT = 'd',
  WIRE_TRUE = 't',
  WIRE_FALSE = 'f',
  WIRE_INT = 'i',     /* int64_t */
  WIRE_FLOAT = 'F',   /* double */
  WIRE_STRING = 's',  /* text */
  WIRE_BYTES = 'b',   /* text whose bytes mean no characters: ASCII-8BIT in Ruby */
  WIRE_ARRAY = 'a',   /* number of elements (uint32_t), elements */
  WIRE_HASH = 'h',    /* number of entries (uint32_t), keys and values in turn */
  WIRE_PLAIN_HASH = 'p', /* the same, to the core only: all keys are WIRE_STRING, and no two are the same */
  WIRE_LIKE = 'l',    /* a hash, to the core only: number of the twin it is like, number of entries, and until these are there
                       * pieces: entries of the twin from (uint32_t), so many (uint32_t), then so many of its own (uint32_t),
                       * keys and values in turn, the keys WIRE_STRING. No two keys are the same. */
  WIRE_RICH = 'x',    /* name of what it is (text), a value it is made of: "Sensitive", "Timestamp" … */
  WIRE_HANDLE = 'H',  /* what only the core can look into: struct wire_handle, name of its class (text) */
  WIRE_RUNTIME = 'R', /* an object of Ruby: its number (uint32_t), name of its class (text, to the core only) */
  WIRE_SAME = '=',    /* the value, complete by now, whose tag is so many bytes behind the message's begin (uint64_t) */
  WIRE_NEW = 'N',     /* number (uint32_t), then an array, hash or handle: a twin from now on */
  WIRE_TWIN = 'w',    /* number (uint32_t) */
  WIRE_CHANGED = 'C', /* how many (uint32_t), for each number (uint32_t) and the array or hash as it is now */
  WIRE_NOT_FOUND = '!', /* in place of a result: a data function has no value for the key */
  WIRE_AGAIN = 0x80   /* added to a tag */
};

/* A value as the core keeps it, and the compilation it belongs to (0: it outlives all). */
struct wire_handle {
  uint64_t value[2];
  uint64_t serial;
};

struct ruby_bytes {
  const char *p;
  size_t n;
};

/* What the core gives the plug-in. Nothing of it jumps out. */
struct ruby_host {
  const char *library;      /* directory of ficelle.rb; NULL: the plug-in looks for it */
  const char *const *rows;  /* names of the functions in Ficelle::Core */
  uint32_t nrows;
  /* Calls one with n values in a row; what it gives stands in *out until the next call. False: it failed, and
   * *out is what Ficelle.raise_failure is to be given, or WIRE_TRUE: what the last `call` left is to be gone on with.
   */
  bool (*row)(uint32_t row, struct ruby_bytes args, uint32_t n, struct ruby_bytes *out);
  /* A call goes on long after its time, whatever was tried to stop it. Comes from a thread of its own while the main
   * thread is in Ruby, and does not return. */
  void (*overrun)(int64_t limit_ms);
};

/* Where and how much memory Ruby has, and what was done in it. */
struct ruby_usage {
  uint64_t heap_bytes;      /* slots of objects */
  uint64_t malloc_bytes;    /* allocated since the last collection */
  uint64_t collections;     /* of garbage, since the start */
};

/* What a call may take outside the core; 0: any. */
struct ruby_limits {
  int64_t ms, bytes;
};

/* What the plug-in gives the core, under the name `ficelle_ruby_plugin`. */
/* What is known without starting Ruby: "3.1.7", "x86_64-linux-gnu", its directory for libraries of this host. */
struct ruby_identity {
  const char *version, *platform, *sitedir;
};

struct ruby_plugin {
  uint32_t abi;             /* first in all versions */
  struct ruby_identity identity;
  /* Starts Ruby in this process, once. False with a reason (static memory). `stack`: the far end of the stack. */
  bool (*start)(const struct ruby_host *host, void *stack, const char **why);
  /* Calls Ficelle.ENTRY with n values in a row (the last one is the block when `block`); what it gives, or with
   * false a description of what went wrong (Ficelle.describe), stands in *out until the next call; WIRE_TRUE: control
   * is on its way to a place in Ruby that waits for a row to come back (break, return, throw). Within the limits. */
  bool (*call)(const char *entry, struct ruby_bytes args, uint32_t n, bool block,
               const struct ruby_limits *limits, struct ruby_bytes *out);
  /* A compilation is over: its objects are forgotten. */
  void (*end)(void);
  /* Twins are forgotten: another compilation begins to count. */
  void (*forget)(void);
  void (*usage)(struct ruby_usage *out);
};

#endif
