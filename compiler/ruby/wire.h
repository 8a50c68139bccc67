/* How values cross between the core and the plug-in ficelle-ruby: as bytes, so that neither side knows how the other
 * stores them. Integers are in the machine's byte order; a text is its length (uint32_t) and its bytes.
 *
 * Everything that crosses at once (all arguments of a call, or its result) is a message. A rich value that occurs
 * several times in a message is written once, with WIRE_AGAIN added to its tag; WIRE_SAME replaces the other
 * occurrences.
 *
 * Arrays, hashes, scopes, resources and objects are twins: the first message of a compilation that has one writes it as
 * WIRE_NEW with a number; from then on each side keeps one object for it, and only the number crosses (WIRE_TWIN). The
 * side that writes WIRE_NEW chooses the number: even numbers are the core's, odd ones Ruby's. A message from Ruby
 * begins with the twins that code in Ruby has changed in place since the last one (WIRE_CHANGED). A large hash that
 * Ruby has made of an argument of the call, as merge does, is written as its differences from that argument
 * (WIRE_LIKE). */
#ifndef FICELLE_RUBY_WIRE_H
#define FICELLE_RUBY_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The plug-in is used only when it was built for the same number. */
enum { RUBY_ABI = 7 };

enum wire_tag {
  WIRE_UNDEF = 'n',
  WIRE_DEFAULT = 'd',
  WIRE_TRUE = 't',
  WIRE_FALSE = 'f',
  WIRE_INT = 'i',        /* int64_t */
  WIRE_FLOAT = 'F',      /* double */
  WIRE_STRING = 's',     /* text */
  WIRE_BYTES = 'b',      /* text of bytes, not of characters: ASCII-8BIT in Ruby */
  WIRE_ARRAY = 'a',      /* number of elements (uint32_t), elements */
  WIRE_HASH = 'h',       /* number of entries (uint32_t), keys and values in turn */
  WIRE_PLAIN_HASH = 'p', /* the same, to the core only: all keys are WIRE_STRING, no two are equal */
  WIRE_LIKE = 'l',    /* a hash, to the core only: number of the twin it is like, number of entries, and until these are
                       * there pieces: entries of the twin from (uint32_t), so many (uint32_t), then so many of its own
                       * (uint32_t), keys and values in turn, the keys WIRE_STRING. No two keys are the same. */
  WIRE_RICH = 'x',    /* name of its kind (text: "Sensitive", "Timestamp" …), the value it is made from */
  WIRE_HANDLE = 'H',  /* a value that only the core can look into: struct wire_handle, name of its class (text) */
  WIRE_RUNTIME = 'R', /* an object of Ruby: its number (uint32_t), name of its class (text, to the core only) */
  WIRE_SAME = '=',    /* the value whose tag is at that offset in the message (uint64_t); it is complete by now */
  WIRE_NEW = 'N',     /* number (uint32_t), then an array, hash or handle: a twin from now on */
  WIRE_TWIN = 'w',    /* number (uint32_t) */
  WIRE_CHANGED = 'C', /* how many (uint32_t), for each its number (uint32_t) and the array or hash as it is now */
  WIRE_NOT_FOUND = '!', /* instead of a result: the data function has no value for the key */
  WIRE_AGAIN = 0x80     /* added to a tag */
};

/* The two words of a value of the core, and the serial number of its compilation (0: valid in all). */
struct wire_handle {
  uint64_t value[2];
  uint64_t serial;
};

struct ruby_bytes {
  const char *p;
  size_t n;
};

/* Functions of the core for the plug-in. None of them leaves by longjmp. */
struct ruby_host {
  const char *library;     /* directory of ficelle.rb; NULL: the plug-in finds it */
  const char *const *rows; /* names of the functions in Ficelle::Core */
  uint32_t nrows;
  /* Calls a row with a message of n values; its result is in *out until the next call. False: it failed, and *out is
   * the argument for Ficelle.raise_failure, or WIRE_TRUE: the jump that has left the last `call` continues. */
  bool (*row)(uint32_t row, struct ruby_bytes args, uint32_t n, struct ruby_bytes *out);
  /* The watchdog found a call that nothing stops. It is called from the watchdog's thread while the main thread is in
   * Ruby, ends the process and does not return. */
  void (*overrun)(int64_t limit_ms);
  /* Code that was compiled before (base/derived.h), by the Ruby that `by` describes. False: none is kept, and
   * the other two are not called. */
  bool (*open_compiled)(const char *by);
  bool (*find_compiled)(const char *source, struct ruby_bytes *code);
  void (*keep_compiled)(const char *source, struct ruby_bytes code);
};

/* Ruby's memory. */
struct ruby_usage {
  uint64_t heap_bytes;   /* of the slots of objects */
  uint64_t malloc_bytes; /* allocated outside of them since the last garbage collection */
  uint64_t collections;  /* of garbage since the start */
};

/* Most time and memory that a call may take, without the time of the core; 0: no limit. */
struct ruby_limits {
  int64_t ms, bytes;
};

/* Which Ruby it is, known without starting it: "3.1.7", "x86_64-linux-gnu", its directory for libraries
 * of this host. */
struct ruby_identity {
  const char *version, *platform, *sitedir;
};

/* Functions of the plug-in for the core: its symbol `ficelle_ruby_plugin`. */
struct ruby_plugin {
  uint32_t abi; /* RUBY_ABI; the first member in all versions */
  struct ruby_identity identity;
  /* Starts Ruby in this process, once. False with a reason (static memory). `stack`: the highest address
   * of the stack. */
  bool (*start)(const struct ruby_host *host, void *stack, const char **why);
  /* Calls Ficelle.ENTRY with a message of n values (the last one is the block when `block`), within the limits. The
   * result is in *out until the next call. False: *out is a description of the exception (Ficelle.describe), or
   * WIRE_TRUE for a jump (break, return, throw) to code in Ruby that waits for a row to return. */
  bool (*call)(const char *entry, struct ruby_bytes args, uint32_t n, bool block, const struct ruby_limits *limits,
               struct ruby_bytes *out);
  /* The compilation is over: drops its objects. */
  void (*end)(void);
  /* Drops all twins: another compilation begins to number its own. */
  void (*forget)(void);
  void (*usage)(struct ruby_usage *out);
};

#endif
