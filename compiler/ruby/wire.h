/* The transfer of values between the core and the plug-in ficelle-ruby: as bytes, so that neither side depends on the
 * other's representation. Integers are in the machine's byte order; a text is its length (uint32_t) and its bytes.
 *
 * A message is everything that is transferred at once (all arguments of a call, or its result). A rich value that
 * occurs several times in a message is written once, with WIRE_AGAIN added to its tag; WIRE_SAME replaces the other
 * occurrences.
 *
 * Arrays, hashes, scopes, resources and objects are twins: the first message of a compilation that has one writes it as
 * WIRE_NEW with a number; from then on each side has one object for it, and only the number is transferred (WIRE_TWIN).
 * A large array or hash is written as a tree (WIRE_TREE): Ruby uses the objects of an earlier compilation for the same
 * bytes. The side that writes WIRE_NEW chooses the number: even numbers are the core's, odd ones Ruby's. A message from
 * Ruby begins with the twins that Ruby code has changed in place since the last one (WIRE_CHANGED). A large hash that
 * Ruby has derived from an argument of the call, for example by merge, is written as its differences from that argument
 * (WIRE_LIKE). */
#ifndef FICELLE_RUBY_WIRE_H
#define FICELLE_RUBY_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The plug-in is used only if it was built for the same number. */
enum { RUBY_ABI = 8 };

enum wire_tag {
  WIRE_UNDEF = 'n',
  WIRE_DEFAULT = 'd',
  WIRE_TRUE = 't',
  WIRE_FALSE = 'f',
  WIRE_INT = 'i',        /* int64_t */
  WIRE_FLOAT = 'F',      /* double */
  WIRE_STRING = 's',     /* text */
  WIRE_BYTES = 'b',      /* string of bytes, not of characters: ASCII-8BIT in Ruby */
  WIRE_ARRAY = 'a',      /* number of elements (uint32_t), elements */
  WIRE_HASH = 'h',       /* number of entries (uint32_t), alternating keys and values */
  WIRE_PLAIN_HASH = 'p', /* the same, to the core only: all keys are WIRE_STRING and different */
  WIRE_LIKE =
    'l', /* a hash, to the core only: number of a similar twin, number of entries, then pieces until all entries are
            complete: index of entries in the twin (uint32_t), their number (uint32_t), number of own entries
            (uint32_t), and alternating keys and values of these; keys are WIRE_STRING and different */
  WIRE_RICH = 'x',    /* name of its kind ("Sensitive", "Timestamp" …), the value from which it is made */
  WIRE_HANDLE = 'H',  /* a value that only the core can read: struct wire_handle, name of its class */
  WIRE_RUNTIME = 'R', /* a Ruby object: its number (uint32_t), name of its class (to the core only) */
  WIRE_SAME = '=',    /* the complete value whose tag is at that offset in the message (uint64_t) */
  WIRE_NEW = 'N',     /* number (uint32_t), then an array, hash or handle that becomes a twin */
  WIRE_TWIN = 'w',    /* number (uint32_t) */
  WIRE_TREE =
    'T', /* a large array or hash without rich parts, to Ruby only: its number, how many arrays and hashes it consists
            of, and the number of bytes that follow (all uint32_t): WIRE_ARRAY, WIRE_HASH and simple values. All its
            arrays and hashes are new twins, with consecutive even numbers in the order of their tags. */
  WIRE_CHANGED =
    'C', /* number of changes (uint32_t), for each the twin's number (uint32_t) and its new array or hash */
  WIRE_NOT_FOUND = '!', /* instead of a result: the data function did not find the key */
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

/* Functions of the core for the plug-in. They do not leave by longjmp. */
struct ruby_host {
  const char *library;     /* directory of ficelle.rb; NULL: the plug-in searches it */
  const char *const *rows; /* names of the functions in Ficelle::Core */
  uint32_t nrows;
  /* Calls a row with a message of n values; its result is in *out until the next call. False: it failed; *out is the
   * argument for Ficelle.raise_failure, or WIRE_TRUE: continue the jump that has left the last `call`. */
  bool (*row)(uint32_t row, struct ruby_bytes args, uint32_t n, struct ruby_bytes *out);
  /* Called if a call cannot be stopped, from the watchdog's thread while the main thread is in Ruby. Ends the
   * process. */
  void (*overrun)(int64_t limit_ms);
  /* Stored compiled code (base/derived.h) of the Ruby that `by` describes. False: none is stored, and the other two
   * must not be called. */
  bool (*open_compiled)(const char *by);
  bool (*find_compiled)(const char *source, struct ruby_bytes *code);
  void (*keep_compiled)(const char *source, struct ruby_bytes code);
};

/* Ruby's memory. */
struct ruby_usage {
  uint64_t heap_bytes;   /* of the slots of objects */
  uint64_t malloc_bytes; /* allocated outside of them since the last garbage collection */
  uint64_t collections;  /* garbage collections since the start */
};

/* Maximum time and memory of a call, without the time in the core; 0: no limit. */
struct ruby_limits {
  int64_t ms, bytes;
};

/* The version of Ruby, known without starting it: "3.1.7", "x86_64-linux-gnu", its directory for libraries of this
 * host. */
struct ruby_identity {
  const char *version, *platform, *sitedir;
};

/* Functions of the plug-in for the core: its symbol `ficelle_ruby_plugin`. */
struct ruby_plugin {
  uint32_t abi; /* RUBY_ABI; the first member in all versions */
  struct ruby_identity identity;
  /* Starts Ruby in this process, once. On failure returns false and a reason (static memory). `stack`: the highest
   * address of the stack. */
  bool (*start)(const struct ruby_host *host, void *stack, const char **why);
  /* Calls Ficelle.ENTRY with a message of n values (`block`: the last one is the block), within the limits. The result
   * is in *out until the next call. False: *out is a description of the exception (Ficelle.describe), or WIRE_TRUE for
   * a jump (break, return, throw) to code in Ruby that waits for a row to return. */
  bool (*call)(const char *entry, struct ruby_bytes args, uint32_t n, bool block, const struct ruby_limits *limits,
               struct ruby_bytes *out);
  /* Called at the end of a compilation: drops its objects. */
  void (*end)(void);
  /* Drops all twins, so that another compilation can number its own. */
  void (*forget)(void);
  void (*usage)(struct ruby_usage *out);
};

#endif
