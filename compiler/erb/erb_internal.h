/* Shared by the files of native ERB: the tree, the state of a rendering, the tables of methods. */
#ifndef FICELLE_ERB_ERB_INTERNAL_H
#define FICELLE_ERB_ERB_INTERNAL_H

#include "compiler/erb/erb.h"

/* Limits of one template: nesting of its syntax, elements of an array, bytes of a string. */
enum { ERB_MAX_NESTING = 200, ERB_MAX_ELEMENTS = 1 << 24, ERB_MAX_TEXT = 512 * 1024 * 1024 };

/* --- from ERB to Ruby --- The program that Ruby's ERB makes from the text, with marks instead of its output code, so
 * that comments, line ends and lines are the same. */
enum {
  ERB_MARK_TEXT = 1,   /* \001: write the next text */
  ERB_MARK_INSERT = 2, /* \002 expression \003: write its to_s */
  ERB_MARK_INSERT_END = 3
};

struct erb_source {
  str code;
  str *texts;
  uint32_t ntexts;
};

/* Returns false and a reason if the text cannot be translated. */
bool erb_translate(struct arena *a, str text, struct erb_source *out, str *reason);

/* --- the tree --- */
enum erb_node_kind {
  N_NIL,
  N_TRUE,
  N_FALSE,
  N_INT,     /* integer */
  N_FLOAT,   /* number */
  N_STRING,  /* text */
  N_DSTRING, /* items: pieces */
  N_SYMBOL,  /* symbol */
  N_REGEX,   /* regex */
  N_DREGEX,  /* items: pieces; op: flags */
  N_ARRAY,   /* items, also N_SPLAT */
  N_HASH,    /* items: key, value, key, value … */
  N_RANGE,   /* a, b; flag: exclusive */
  N_LOCAL,
  N_IVAR, /* slot */
  N_LOCAL_SET,
  N_IVAR_SET,  /* slot, a */
  N_INDEX_SET, /* a[items] = b */
  N_MULTI_SET, /* items: N_LOCAL_SET and N_IVAR_SET without value; a */
  N_GROUP,     /* $integer of the last match */
  N_SCOPE,
  N_CONST, /* N_CONST: text; slot: the class, ERB_CLASSES: a class that requires Ruby */
  N_AND,
  N_OR,       /* a, b */
  N_NOT,      /* a */
  N_EQUAL,    /* a == b */
  N_MATCH,    /* a =~ b */
  N_IF,       /* a ? b : c, each may be NULL */
  N_WHILE,    /* a, b; flag: until */
  N_CASE,     /* a (may be NULL), items: N_WHEN, c: else */
  N_WHEN,     /* items, b */
  N_SEQUENCE, /* items */
  N_NEXT,
  N_BREAK,   /* a or NULL */
  N_TEXT,    /* text */
  N_INSERT,  /* a */
  N_CALL,    /* a.text(items) block; a NULL: method of the template; flag: &. ; methods */
  N_DEFINED, /* slot of an instance variable */
  N_SPLAT,   /* a */
  N_KINDS
};

struct erb_block {
  struct erb_node *body; /* NULL: empty */
  const symbol *method;  /* of &:name; then all else is empty */
  const struct erb_method **methods;
  uint32_t nparams; /* parameters, in order */
  struct erb_param *params;
  uint32_t first_local, nlocals; /* its own, including parameters; nil at each call */
  bool trailing_comma;           /* |a,| */
};

/* One parameter of a block: a name, (a, b), or *rest. */
struct erb_param {
  uint32_t slot;
  bool splat;
  uint32_t nparts; /* of (a, b); 0: a plain name */
  struct erb_param *parts;
};

struct erb_node {
  uint8_t kind, op;
  bool flag;
  uint32_t line, slot, n;
  struct erb_node *a, *b, *c;
  struct erb_node **items;
  struct erb_block *block;
  union {
    str text;
    int64_t integer;
    double number;
    const symbol *symbol;
    const struct erb_regex *regex;
  };
  const struct erb_method **methods; /* as returned by erb_methods_named */
};

/* --- a rendering --- */

/* The variables of the scope in a hash of scope.to_hash. */
struct erb_variables {
  bool around, with_undef;
};

enum erb_jump { ERB_RUNNING, ERB_NEXT, ERB_BREAK };

struct erb {
  struct context *context;
  struct arena *arena;
  const struct erb_template *template;
  const struct erb_world *world;
  erv *locals;
  struct erb_ivar {
    bool loaded, set;
    erv v;
  } * ivars;
  struct buf out;
  const struct erb_match *match; /* $~; NULL: nil */
  enum erb_jump jump;
  erv jumped; /* the value of next or break */
  uint32_t line;
  bool left; /* Ruby must render the template */
  str reason;
};

/* Ends the native rendering: Ruby must render the template. */
_Noreturn void erb_leave(struct erb *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The value of a variable of Puppet; NULL: nil. */
erv erb_of_home(struct erb *e, const value *home);
/* For a hash of scope.to_hash: adds all variables; finds one of them (NULL: not found). */
void erb_scope_fill(struct erb *e, struct erb_hash *h, const struct erb_variables *variables);
const erv *erb_scope_find(struct erb *e, const struct erb_variables *variables, erv key);
erv erb_eval(struct erb *e, const struct erb_node *n);
/* Calls the block. Unless e->jump is then ERB_RUNNING, the caller must return at once. */
erv erb_yield(struct erb *e, const struct erb_block *b, const erv *args, uint32_t n);
static inline erv erb_yield1(struct erb *e, const struct erb_block *b, erv v) { return erb_yield(e, b, &v, 1); }
/* Calls a method by its rows; `block` may be NULL. */
erv erb_send(struct erb *e, const struct erb_method **methods, str name, erv self, const erv *args, uint32_t n,
             const struct erb_block *block);
/* Whether pattern === v, as in `case`. */
bool erb_case_equal(struct erb *e, erv pattern, erv v);
/* Compiles a regular expression; NULL: invalid. Interpolated ones are compiled at each evaluation. */
const struct erb_regex *erb_regex_make(struct arena *a, str source, uint8_t flags);
/* Searches from a byte on; `set`: sets $~. */
const struct erb_match *erb_search(struct erb *e, const struct erb_regex *re, str subject, size_t from, bool set);
erv erb_group(struct erb *e, const struct erb_match *m, int64_t group);

/* --- methods --- */
enum erb_block_use { NO_BLOCK, MAY_BLOCK, WITH_BLOCK };

struct erb_call {
  struct erb *e;
  const struct erb_method *method;
  str name; /* as called: "function_x" for the method "function_" */
  erv self;
  const erv *args;
  uint32_t n;
  const struct erb_block *block;
};

typedef erv erb_method_fn(struct erb_call *c);

/* A method, or several with the same function, for some kinds of receiver. A call that no row accepts requires Ruby. */
struct erb_method {
  const char *names; /* separated by blanks */
  uint32_t kinds;    /* K_… of the receivers */
  uint8_t min, max;  /* arguments */
  enum erb_block_use block;
  erb_method_fn *fn;
  int variant; /* distinguishes methods with the same fn */
};

extern const struct erb_method erb_object_methods[], erb_number_methods[], erb_string_methods[], erb_text_methods[],
  erb_array_methods[], erb_list_methods[], erb_hash_methods[], erb_data_methods[], erb_scope_methods[],
  erb_self_methods[];

/* Returns the rows of a name, ended by NULL. NULL: none, so a call requires Ruby. `self`: methods of the template
 * itself. */
const struct erb_method **erb_methods_named(str name, bool self);

/* --- helpers of methods --- */
str erb_string_arg(struct erb_call *c, uint32_t i); /* leaves if it is not a string */
int64_t erb_int_arg(struct erb_call *c, uint32_t i);
static inline bool erb_stop(const struct erb *e) { return e->jump != ERB_RUNNING; }
/* Returns the elements of an array, pairs of a hash or numbers of a range, as a temporary array. */
struct erb_array *erb_list(struct erb *e, erv v);
/* Start and count of a range in a list of n elements; false: nil. */
bool erb_range_bounds(const struct erb_range *r, int64_t n, int64_t *start, int64_t *count);
/* Integer(v), Float(v), format(…). */
erv erb_integer_of(struct erb *e, erv v);
erv erb_float_of(struct erb *e, erv v);
erv erb_format(struct erb *e, str format, const erv *args, uint32_t n);

#endif
