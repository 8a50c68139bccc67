/* Converts values to bytes and back: Ruby's side of wire.h. Rich values (all except plain data) are converted by
 * Ficelle::Values (ruby/lib/ficelle/values.rb). */
#include "ruby/plugin.h"

#include <ruby/re.h>
#include <string.h>

enum { MOST_LEVELS = 1000, KEPT_BYTES = 1 << 20, MIN_PLAIN_HASH = 8, MOST_SHORT = 1 << 16 };

static VALUE runtime_objects; /* Array: objects that the core knows by number (WIRE_RUNTIME) */
static VALUE runtime_numbers; /* Hash: their numbers */
static VALUE handle_class, values_module, crossing_module, classes;
static ID id_class_for, id_make, id_to_ficelle, id_by_identity, id_bind_call, id_undef, id_default;
static rb_encoding *utf8;
static int utf8_index, ascii_index, binary_index;
static uint64_t crossing_count; /* number of calls into the core or from it */

void values_crossing(void) { crossing_count++; }

/* Raises an exception if code that ran while a message was read or written has called the core, which overwrote the
 * message. */
static void check_not_overwritten(uint64_t crossing)
{
  if (crossing != crossing_count) rb_raise(rb_eRuntimeError, "the compiler was called while values were transferred");
}

/* --- handles --- */

static size_t handle_size(const void *p)
{
  (void)p;
  return sizeof(struct wire_handle);
}

static const rb_data_type_t handle_type = {
  .wrap_struct_name = "Ficelle::Handle",
  .function = {.dfree = RUBY_DEFAULT_FREE, .dsize = handle_size},
  .flags = RUBY_TYPED_FREE_IMMEDIATELY,
};

static const struct wire_handle *handle_of(VALUE v) { return rb_check_typeddata(v, &handle_type); }

static VALUE handle_key(VALUE self)
{
  const struct wire_handle *h = handle_of(self);
  return rb_str_new((const char *)h, sizeof *h);
}

/* --- reading --- */

struct reader reader_of(struct ruby_bytes message)
{
  return (struct reader){.at = message.p, .end = message.p + message.n, .begin = message.p, .crossing = crossing_count};
}

static void take(struct reader *r, void *out, size_t n)
{
  if ((size_t)(r->end - r->at) < n) rb_raise(rb_eRuntimeError, "the compiler sent a damaged message");
  memcpy(out, r->at, n);
  r->at += n;
}

static uint32_t take_u32(struct reader *r)
{
  uint32_t n;
  take(r, &n, sizeof n);
  return n;
}

static VALUE take_text(struct reader *r)
{
  const uint32_t n = take_u32(r);
  if ((size_t)(r->end - r->at) < n) rb_raise(rb_eRuntimeError, "the compiler sent a damaged message");
  const VALUE s = rb_str_new(r->at, n);
  RB_ENCODING_SET_INLINED(s, utf8_index);
  r->at += n;
  return s;
}

/* A value in a twin. */
static VALUE take_element(struct reader *r, VALUE v)
{
  twin_element(v);
  if (r->in_tree && RB_TYPE_P(v, T_STRING)) tree_add(v);
  return v;
}

static void fill_array(struct reader *r, VALUE a, uint32_t n, bool twin)
{
  for (uint32_t i = 0; i < n; i++) {
    const VALUE v = value_read(r);
    rb_ary_push(a, twin ? take_element(r, v) : v);
  }
}

static VALUE take_array(struct reader *r)
{
  const uint32_t n = take_u32(r);
  const VALUE a = rb_ary_new_capa(n);
  fill_array(r, a, n, false);
  return a;
}

/* Keys of Ruby's hashes are frozen copies of strings, shared between hashes. Those of earlier messages are kept,
 * because the next compilation uses mostly the same ones, and Ruby would create, register and free them again. */
enum { KEPT_KEYS = 4096, MOST_KEPT_BYTES = 23 }; /* longer keys need more than a slot of Ruby's heap */
static VALUE kept_keys;                          /* Array, indexed by a hash of the bytes; nil: the slot is free */

static VALUE interned_key(const char *p, uint32_t n)
{
  if (n > MOST_KEPT_BYTES) return rb_enc_interned_str(p, n, utf8);
  uint32_t code = n;
  for (uint32_t i = 0; i < n; i++) code = (code ^ (unsigned char)p[i]) * 0x01000193u;
  const long slot = (code >> 8) % KEPT_KEYS;
  const VALUE kept = RARRAY_AREF(kept_keys, slot);
  if (!NIL_P(kept) && RSTRING_LEN(kept) == (long)n && memcmp(RSTRING_PTR(kept), p, n) == 0) return kept;
  const VALUE key = rb_enc_interned_str(p, n, utf8);
  rb_ary_store(kept_keys, slot, key);
  return key;
}

static VALUE take_key(struct reader *r)
{
  if (r->at == r->end || (enum wire_tag) * r->at != WIRE_STRING) return value_read(r);
  r->at++;
  const uint32_t n = take_u32(r);
  if ((size_t)(r->end - r->at) < n) rb_raise(rb_eRuntimeError, "the compiler sent a damaged message");
  r->at += n;
  return interned_key(r->at - n, n);
}

/* Inserts all entries at once, so that the hash is allocated in its final size. */
static void fill_hash(struct reader *r, VALUE h, bool twin)
{
  const uint32_t n = take_u32(r);
  if ((size_t)(r->end - r->at) / 2 < n) rb_raise(rb_eRuntimeError, "the compiler sent a damaged message");
  VALUE holder = 0;
  VALUE *const entries = ALLOCV_N(VALUE, holder, 2 * (size_t)n + 1);
  memset(entries, 0, 2 * (size_t)n * sizeof *entries);
  for (uint32_t i = 0; i < n; i++) {
    entries[2 * i] = take_key(r);
    const VALUE v = value_read(r);
    entries[2 * i + 1] = twin ? take_element(r, v) : v;
  }
  rb_hash_bulk_insert(2 * (long)n, entries, h);
  check_not_overwritten(r->crossing);
  ALLOCV_END(holder);
}

static VALUE take_hash(struct reader *r)
{
  const VALUE h = rb_hash_new();
  fill_hash(r, h, false);
  return h;
}

static VALUE take_rich(struct reader *r)
{
  const VALUE name = take_text(r), from = value_read(r);
  const VALUE v = rb_funcall(values_module, id_make, 2, name, from);
  check_not_overwritten(r->crossing);
  return v;
}

static VALUE take_handle(struct reader *r)
{
  struct wire_handle *h;
  struct wire_handle read;
  take(r, &read, sizeof read);
  const VALUE name = take_text(r);
  VALUE class = rb_hash_lookup(classes, name);
  if (NIL_P(class)) {
    class = rb_funcall(values_module, id_class_for, 1, name);
    check_not_overwritten(r->crossing);
    Check_Type(class, T_CLASS);
    rb_hash_aset(classes, name, class);
  }
  const VALUE self = TypedData_Make_Struct(class, struct wire_handle, &handle_type, h);
  *h = read;
  return self;
}

static VALUE take_value(struct reader *r, enum wire_tag tag);

/* An array or hash that is a new twin. */
static VALUE take_container(struct reader *r, uint32_t number, bool array)
{
  VALUE v;
  if (array) {
    const uint32_t n = take_u32(r);
    if ((size_t)(r->end - r->at) < n) rb_raise(rb_eRuntimeError, "the compiler sent a damaged message");
    v = rb_ary_new_capa(n);
    twin_put(number, v);
    if (r->in_tree) tree_add(v);
    fill_array(r, v, n, true);
  } else {
    v = rb_hash_new();
    twin_put(number, v);
    if (r->in_tree) tree_add(v);
    fill_hash(r, v, true);
  }
  twin_watch(v);
  return v;
}

static VALUE take_new(struct reader *r)
{
  unsigned char tag;
  const uint32_t number = take_u32(r);
  take(r, &tag, 1);
  if (tag == WIRE_ARRAY || tag == WIRE_HASH) return take_container(r, number, tag == WIRE_ARRAY);
  const VALUE v = take_value(r, (enum wire_tag)tag);
  twin_put(number, v);
  return v;
}

static VALUE take_tree(struct reader *r)
{
  const uint32_t number = take_u32(r), count = take_u32(r), n = take_u32(r);
  if ((size_t)(r->end - r->at) < n) rb_raise(rb_eRuntimeError, "the compiler sent a damaged message");
  const char *const bytes = r->at;
  r->at += n;
  const VALUE known = tree_find(bytes, n, number);
  if (known != Qundef) return known;
  struct reader body = {.at = bytes, .end = bytes + n, .begin = bytes, .in_tree = true, .crossing = r->crossing};
  tree_begin(bytes, n, number);
  const VALUE v = value_read(&body);
  if (body.at != body.end || tree_next() != number + 2 * count) {
    rb_raise(rb_eRuntimeError, "the compiler sent a damaged message");
  }
  tree_end();
  return v;
}

static VALUE take_twin(struct reader *r)
{
  const VALUE v = twin_get(take_u32(r));
  if (v == Qundef) rb_raise(rb_eRuntimeError, "the compiler sent a damaged message");
  return v;
}

static VALUE take_same(struct reader *r)
{
  uint64_t place;
  take(r, &place, sizeof place);
  const VALUE v = r->again == 0 ? Qundef : rb_hash_lookup2(r->again, ULL2NUM(place), Qundef);
  if (v == Qundef) rb_raise(rb_eRuntimeError, "the compiler sent a damaged message");
  return v;
}

static VALUE take_value(struct reader *r, enum wire_tag tag)
{
  int64_t i;
  double d;
  switch (tag) {
  case WIRE_UNDEF: return Qnil;
  case WIRE_DEFAULT: return ID2SYM(id_default);
  case WIRE_TRUE: return Qtrue;
  case WIRE_FALSE: return Qfalse;
  case WIRE_INT: take(r, &i, sizeof i); return LL2NUM(i);
  case WIRE_FLOAT: take(r, &d, sizeof d); return rb_float_new(d);
  case WIRE_STRING: return take_text(r);
  case WIRE_BYTES: return rb_enc_associate(take_text(r), rb_ascii8bit_encoding());
  case WIRE_ARRAY: return r->in_tree ? take_container(r, tree_next(), true) : take_array(r);
  case WIRE_HASH: return r->in_tree ? take_container(r, tree_next(), false) : take_hash(r);
  case WIRE_RICH: return take_rich(r);
  case WIRE_HANDLE: return take_handle(r);
  case WIRE_RUNTIME: return rb_ary_entry(runtime_objects, take_u32(r));
  case WIRE_NEW: return take_new(r);
  case WIRE_TWIN: return take_twin(r);
  case WIRE_TREE: return take_tree(r);
  case WIRE_PLAIN_HASH:
  case WIRE_LIKE:
  case WIRE_CHANGED:
  case WIRE_NOT_FOUND: break;
  case WIRE_SAME: return take_same(r);
  case WIRE_AGAIN: break;
  }
  rb_raise(rb_eRuntimeError, "the compiler sent a damaged message");
}

VALUE value_read(struct reader *r)
{
  unsigned char tag;
  const uint64_t place = (uint64_t)(r->at - r->begin);
  take(r, &tag, 1);
  if ((tag & WIRE_AGAIN) == 0) return take_value(r, (enum wire_tag)tag);
  const VALUE v = take_value(r, (enum wire_tag)(tag & ~WIRE_AGAIN));
  if (r->again == 0) r->again = rb_hash_new();
  rb_hash_aset(r->again, ULL2NUM(place), v);
  return v;
}

/* --- writing --- */

static struct {
  char *p;
  size_t n, cap;
  uint64_t crossing; /* number of the call that the message belongs to */
  st_table *seen;    /* objects in the message -> their positions */
  /* Objects made for this message; they must live as long, or another object could get their address. */
  VALUE temporaries;
} writer;

static void writer_clear(void)
{
  if (writer.cap > KEPT_BYTES) {
    xfree(writer.p);
    writer.p = NULL;
    writer.cap = 0;
  }
  writer.n = 0;
  writer.crossing = crossing_count;
  if (writer.seen->num_entries > 0) st_clear(writer.seen);
  if (RARRAY_LEN(writer.temporaries) > 0) rb_ary_clear(writer.temporaries);
}

struct ruby_bytes writer_bytes(void) { return (struct ruby_bytes){writer.p, writer.n}; }

__attribute__((noinline)) static void grow(size_t n)
{
  const size_t cap = (writer.cap + n) * 2 + 256;
  writer.p = xrealloc(writer.p, cap);
  writer.cap = cap;
}

/* Returns a place for n bytes. */
static inline char *room(size_t n)
{
  if (writer.cap - writer.n < n) grow(n);
  char *const p = writer.p + writer.n;
  writer.n += n;
  return p;
}

static inline void put(const void *p, size_t n)
{
  char *const to = room(n);
  if (n > 0) memcpy(to, p, n);
}

static void put_tag(enum wire_tag tag) { *room(1) = (char)tag; }

static void put_u32(uint32_t n) { put(&n, sizeof n); }

static void put_tagged(enum wire_tag tag, uint32_t n)
{
  char *const to = room(1 + sizeof n);
  *to = (char)tag;
  memcpy(to + 1, &n, sizeof n);
}

static void put_text(const char *p, long n)
{
  if (n > (long)(512u << 20)) rb_raise(rb_eArgError, "a text of %ld bytes is too long", n);
  put_u32((uint32_t)n);
  put(p, (size_t)n);
}

static inline int encoding_of(VALUE s)
{
  const int index = RB_ENCODING_GET_INLINED(s);
  return index == ENCODING_INLINE_MAX ? rb_enc_get_index(s) : index;
}

/* Writes the text as UTF-8; bytes of binary strings are written unchanged. */
static void put_string(VALUE s, int encoding)
{
  if (encoding != utf8_index && encoding != ascii_index && encoding != binary_index) {
    s = rb_str_export_to_enc(s, utf8);
  }
  put_text(RSTRING_PTR(s), RSTRING_LEN(s));
  RB_GC_GUARD(s);
}

static void put_string_value(VALUE s)
{
  const int encoding = encoding_of(s);
  const size_t n = (size_t)RSTRING_LEN(s);
  if ((encoding == utf8_index || encoding == ascii_index) && n <= MOST_SHORT) {
    char *const to = room(1 + sizeof(uint32_t) + n);
    const uint32_t length = (uint32_t)n;
    *to = WIRE_STRING;
    memcpy(to + 1, &length, sizeof length);
    memcpy(to + 1 + sizeof length, RSTRING_PTR(s), n);
    return;
  }
  put_tag(encoding == binary_index ? WIRE_BYTES : WIRE_STRING);
  put_string(s, encoding);
}

static void write_at(VALUE v, int depth);

struct entries {
  int depth;
  size_t n;
  bool plain; /* so far all keys are strings of the usual kind, which Ruby's hash compares as the core does */
};

/* Strings of another encoding or of a subclass may be different keys in Ruby but equal ones in the core. */
static bool is_plain_key(VALUE key)
{
  return RB_TYPE_P(key, T_STRING) && OBJ_FROZEN(key) && RBASIC_CLASS(key) == rb_cString &&
         encoding_of(key) == utf8_index;
}

static bool is_by_identity(VALUE hash) { return RTEST(rb_funcall(hash, id_by_identity, 0)); }

static int put_entry(VALUE key, VALUE value, VALUE arg)
{
  struct entries *e = (struct entries *)arg;
  e->n++;
  e->plain = e->plain && is_plain_key(key);
  if (e->plain) put_string_value(key);
  else write_at(key, e->depth);
  if (RB_TYPE_P(value, T_STRING)) put_string_value(twin_element(value));
  else write_at(value, e->depth);
  return ST_CONTINUE;
}

/* to_ficelle of an element could change the hash meanwhile. */
static void put_hash(VALUE v, int depth)
{
  const size_t n = RHASH_SIZE(v), place = writer.n;
  struct entries e = {depth, 0, n > MIN_PLAIN_HASH && !is_by_identity(v)};
  put_tagged(WIRE_HASH, (uint32_t)n);
  rb_hash_foreach(v, put_entry, (VALUE)&e);
  if (e.n != n) rb_raise(rb_eRuntimeError, "a hash changed while it was transferred");
  if (e.plain) writer.p[place] = WIRE_PLAIN_HASH;
}

static void put_array(VALUE v, int depth)
{
  const long n = RARRAY_LEN(v);
  put_tagged(WIRE_ARRAY, (uint32_t)n);
  for (long i = 0; i < n; i++) write_at(twin_element(rb_ary_entry(v, i)), depth);
}

/* Makes the object a twin. True: it is one already, so only its number is written. */
static bool put_twin(VALUE v)
{
  uint32_t number;
  const bool is_known = twin_number(v, &number);
  if (!is_known) {
    number = twin_add(v);
    twin_watch(v);
  }
  put_tagged(is_known ? WIRE_TWIN : WIRE_NEW, number);
  return is_known;
}

/* True: the message contains the object already, so only its position is written. */
static bool put_same(VALUE v)
{
  st_data_t found;
  if (!st_lookup(writer.seen, (st_data_t)v, &found)) {
    st_add_direct(writer.seen, (st_data_t)v, (st_data_t)writer.n);
    return false;
  }
  const uint64_t place = found;
  writer.p[place] = (char)((unsigned char)writer.p[place] | WIRE_AGAIN);
  put_tag(WIRE_SAME);
  put(&place, sizeof place);
  return true;
}

/* Writes the source of the expression; options are written before it. */
static void put_regexp(VALUE v)
{
  const int shown = ONIG_OPTION_IGNORECASE | ONIG_OPTION_EXTEND | ONIG_OPTION_MULTILINE;
  VALUE source = (rb_reg_options(v) & shown) != 0 ? rb_obj_as_string(v) : rb_funcall(v, rb_intern("source"), 0);
  StringValue(source);
  check_not_overwritten(writer.crossing);
  put_tag(WIRE_RICH);
  put_text("Regexp", 6);
  put_tag(WIRE_STRING);
  put_string(source, encoding_of(source));
}

static void put_runtime(VALUE v)
{
  const VALUE name = rb_class_path(rb_obj_class(v)), before = rb_hash_lookup2(runtime_numbers, v, Qnil);
  const uint32_t number = NIL_P(before) ? (uint32_t)RARRAY_LEN(runtime_objects) : NUM2UINT(before);
  if (NIL_P(before)) {
    rb_ary_push(runtime_objects, v);
    rb_hash_aset(runtime_numbers, v, UINT2NUM(number));
  }
  put_tag(WIRE_RUNTIME);
  put_u32(number);
  put_string(name, encoding_of(name));
}

/* An object whose to_ficelle returns [kind, the value it is made from], or another value. */
static void put_crossing(VALUE v, int depth)
{
  const VALUE made = rb_funcall(v, id_to_ficelle, 0);
  check_not_overwritten(writer.crossing);
  rb_ary_push(writer.temporaries, made);
  if (!RB_TYPE_P(made, T_ARRAY) || RARRAY_LEN(made) != 2) {
    rb_raise(rb_eTypeError, "%" PRIsVALUE "#to_ficelle must return a pair", rb_obj_class(v));
  }
  const VALUE name = rb_ary_entry(made, 0);
  if (NIL_P(name)) {
    write_at(rb_ary_entry(made, 1), depth);
    return;
  }
  Check_Type(name, T_STRING);
  put_tag(WIRE_RICH);
  put_string(name, encoding_of(name));
  write_at(rb_ary_entry(made, 1), depth);
}

static void put_object(VALUE v, int depth)
{
  if (rb_typeddata_is_kind_of(v, &handle_type)) {
    put_tag(WIRE_HANDLE);
    put(handle_of(v), sizeof(struct wire_handle));
  } else if (RTEST(rb_obj_is_kind_of(v, crossing_module))) {
    if (!put_same(v)) put_crossing(v, depth);
  } else {
    put_runtime(v);
  }
}

static void put_integer(VALUE v)
{
  const int64_t i = NUM2LL(v);
  put_tag(WIRE_INT);
  put(&i, sizeof i);
}

/* Integers beyond 64 bits are transferred as text. */
static void put_bignum(VALUE v, int depth)
{
  int spare;
  const size_t bytes = rb_absint_size(v, &spare);
  const bool least = bytes == 8 && rb_absint_singlebit_p(v) && RBIGNUM_NEGATIVE_P(v);
  if (bytes < 8 || (bytes == 8 && spare > 0) || least) {
    put_integer(v);
    return;
  }
  put_tag(WIRE_RICH);
  put_text("Integer", 7);
  write_at(rb_funcall(values_module, rb_intern("beyond"), 1, v), depth);
}

static void put_symbol(VALUE v)
{
  if (v == ID2SYM(id_undef)) put_tag(WIRE_UNDEF);
  else if (v == ID2SYM(id_default)) put_tag(WIRE_DEFAULT);
  else put_runtime(v);
}

static void write_at(VALUE v, int depth)
{
  if (depth > MOST_LEVELS) rb_raise(rb_eArgError, "a value that is nested deeper than %d levels", MOST_LEVELS);
  switch (rb_type(v)) {
  case T_NIL: put_tag(WIRE_UNDEF); break;
  case T_TRUE: put_tag(WIRE_TRUE); break;
  case T_FALSE: put_tag(WIRE_FALSE); break;
  case T_FIXNUM: put_integer(v); break;
  case T_BIGNUM: put_bignum(v, depth + 1); break;
  case T_FLOAT: {
    const double d = RFLOAT_VALUE(v);
    put_tag(WIRE_FLOAT);
    put(&d, sizeof d);
    break;
  }
  case T_STRING: put_string_value(v); break;
  case T_SYMBOL: put_symbol(v); break;
  case T_ARRAY:
    if (!put_twin(v)) put_array(v, depth + 1);
    break;
  case T_HASH:
    if (!put_twin(v)) put_hash(v, depth + 1);
    break;
  case T_REGEXP:
    if (!put_same(v)) put_regexp(v);
    break;
  default: put_object(v, depth + 1); break;
  }
}

void writer_begin(void)
{
  const uint32_t *changed;
  writer_clear();
  twins_begin();
  const uint32_t n = twins_changed(&changed);
  if (n == 0) return;
  put_tag(WIRE_CHANGED);
  put_u32(n);
  for (uint32_t i = 0; i < n; i++) {
    const VALUE v = twin_get(changed[i]);
    put_u32(changed[i]);
    if (RB_TYPE_P(v, T_ARRAY)) put_array(v, 1);
    else put_hash(v, 1);
  }
}

void value_write(VALUE v) { write_at(v, 0); }

/* --- a hash similar to another one --- */

/* A part of a hash: entries that are also in the other hash, then new entries. No Ruby code runs until all pieces are
 * known, so objects can be compared by address. */
struct piece {
  uint32_t from, same, own; /* index of the first common entry and their number; the number of new entries */
};

static struct {
  struct piece *items;
  uint32_t n, cap;
} pieces;

/* The entries of a hash in order; faster to iterate than the hash. */
struct listed {
  VALUE keys, values; /* Arrays */
};

static VALUE keys_method, values_method; /* the methods of Hash: a subclass may override them */

static struct listed list_of(VALUE hash)
{
  return (struct listed){rb_funcall(keys_method, id_bind_call, 1, hash),
                         rb_funcall(values_method, id_bind_call, 1, hash)};
}

/* The entries of the last argument that a result was compared with: sites change the same hash again and again. They
 * are invalid when the hash changes or its number ends. */
static struct {
  VALUE hash; /* 0: none */
  uint32_t n;
  struct listed all;
  bool is_plain; /* all keys are plain */
} base;

enum { LIKE_LEAST = 32, LIKE_AHEAD = 8 };

void values_base_changed(VALUE hash)
{
  if (base.hash != hash && hash != Qundef) return;
  base.hash = 0;
  base.all = (struct listed){Qnil, Qnil};
}

/* Makes the hash the base of comparisons; false: it has keys that the core may compare differently from Ruby. */
static bool set_base(VALUE hash)
{
  const uint32_t n = (uint32_t)RHASH_SIZE(hash);
  if (base.hash == hash && base.n == n) return base.is_plain;
  base.hash = 0;
  base.all = list_of(hash);
  base.n = n;
  base.is_plain = !is_by_identity(hash);
  for (uint32_t i = 0; i < n && base.is_plain; i++) base.is_plain = is_plain_key(RARRAY_AREF(base.all.keys, i));
  base.hash = hash;
  return base.is_plain;
}

static void new_piece(uint32_t from)
{
  if (pieces.n == pieces.cap) {
    pieces.cap = pieces.cap * 2 + 16;
    pieces.items = xrealloc2(pieces.items, pieces.cap, sizeof *pieces.items);
  }
  pieces.items[pieces.n++] = (struct piece){from, 0, 0};
}

/* The index of the key among the next few entries of the base; base.n: not found. */
static uint32_t find_key_ahead(const VALUE *keys, uint32_t at, VALUE key)
{
  const uint32_t end = base.n - at > LIKE_AHEAD ? at + LIKE_AHEAD : base.n;
  for (uint32_t i = at; i < end; i++) {
    if (keys[i] == key) return i;
  }
  return base.n;
}

/* Counts an entry that equals the base's entry at that index. */
static void add_same(uint32_t i)
{
  struct piece *const p = &pieces.items[pieces.n - 1];
  if (p->same + p->own == 0) p->from = i;
  else if (p->own > 0 || p->from + p->same != i) new_piece(i);
  pieces.items[pieces.n - 1].same++;
}

/* Computes the pieces of a hash; false: it has more than `most_own` new entries. */
static bool find_pieces(const struct listed *of, uint32_t n, uint32_t most_own)
{
  const VALUE *const keys = RARRAY_CONST_PTR(of->keys), *const values = RARRAY_CONST_PTR(of->values);
  const VALUE *const base_keys = RARRAY_CONST_PTR(base.all.keys), *const base_values = RARRAY_CONST_PTR(
                                                                    base.all.values);
  uint32_t at = 0, nown = 0;
  pieces.n = 0;
  new_piece(0);
  for (uint32_t k = 0; k < n; k++) {
    const uint32_t i = at < base.n && base_keys[at] == keys[k] ? at : find_key_ahead(base_keys, at, keys[k]);
    if (i < base.n) at = i + 1;
    if (i < base.n && base_values[i] == values[k]) {
      add_same(i);
      continue;
    }
    if ((i == base.n && !is_plain_key(keys[k])) || ++nown > most_own) return false;
    pieces.items[pieces.n - 1].own++;
  }
  return true;
}

static void put_like(uint32_t number, uint32_t n, const struct listed *of)
{
  long at = 0;
  put_tagged(WIRE_LIKE, number);
  put_u32(n);
  for (uint32_t i = 0; i < pieces.n; i++) {
    const struct piece p = pieces.items[i];
    put_u32(p.from);
    put_u32(p.same);
    put_u32(p.own);
    at += p.same;
    for (const long end = at + p.own; at < end; at++) {
      put_string_value(RARRAY_AREF(of->keys, at));
      write_at(twin_element(RARRAY_AREF(of->values, at)), 1);
    }
  }
}

/* The first entries of a hash, and how many of them are also in another one. */
enum { SAMPLE = 16 };
struct sample {
  VALUE other;
  unsigned n, same;
};

static int compare_entry(VALUE key, VALUE v, VALUE arg)
{
  struct sample *const s = (struct sample *)arg;
  if (is_plain_key(key) && rb_hash_lookup2(s->other, key, Qundef) == v) s->same++;
  return ++s->n < SAMPLE ? ST_CONTINUE : ST_STOP;
}

/* Whether it is worth to compare all entries. */
static bool may_be_like(VALUE v, VALUE other)
{
  struct sample s = {.other = other};
  rb_hash_foreach(v, compare_entry, (VALUE)&s);
  return s.same > 0;
}

/* Writes a hash as its differences from a twin if most entries are equal. All keys of both must be plain, so that the
 * core gets the same entries in the same order. */
static bool put_if_like(VALUE v, VALUE other, uint32_t number)
{
  const size_t n = RHASH_SIZE(v), m = RHASH_SIZE(other);
  if (m < n / 2 || m > 2 * n || n > UINT32_MAX / 4 || m > UINT32_MAX / 4 || is_by_identity(v) ||
      !may_be_like(v, other) || !set_base(other))
    return false;
  struct listed all = list_of(v);
  const bool is_like = RARRAY_LEN(all.keys) == (long)n && RARRAY_LEN(base.all.keys) == (long)m &&
                       find_pieces(&all, (uint32_t)n, (uint32_t)n / 2);
  if (is_like) {
    put_twin(v);
    put_like(number, (uint32_t)n, &all);
  }
  RB_GC_GUARD(all.keys);
  RB_GC_GUARD(all.values);
  return is_like;
}

void value_write_result(VALUE v, const VALUE *args, uint32_t n)
{
  uint32_t number;
  if (RB_TYPE_P(v, T_HASH) && RHASH_SIZE(v) >= LIKE_LEAST && !twin_number(v, &number)) {
    for (uint32_t i = 0; i < n; i++) {
      if (!RB_TYPE_P(args[i], T_HASH) || !twin_number(args[i], &number)) continue;
      if (put_if_like(v, args[i], number)) return;
    }
  }
  value_write(v);
}

void value_write_not_found(void) { put_tag(WIRE_NOT_FOUND); }

void values_forget(void)
{
  rb_ary_clear(runtime_objects);
  rb_hash_clear(runtime_numbers);
  twins_forget();
  writer_clear();
}

void values_init(void)
{
  utf8 = rb_utf8_encoding();
  utf8_index = rb_utf8_encindex();
  ascii_index = rb_usascii_encindex();
  binary_index = rb_ascii8bit_encindex();
  twins_init();
  trees_init();
  id_class_for = rb_intern("class_for");
  id_make = rb_intern("make");
  id_to_ficelle = rb_intern("to_ficelle");
  id_by_identity = rb_intern("compare_by_identity?");
  id_bind_call = rb_intern("bind_call");
  keys_method = rb_funcall(rb_cHash, rb_intern("instance_method"), 1, ID2SYM(rb_intern("keys")));
  values_method = rb_funcall(rb_cHash, rb_intern("instance_method"), 1, ID2SYM(rb_intern("values")));
  rb_gc_register_mark_object(keys_method);
  rb_gc_register_mark_object(values_method);
  base.all = (struct listed){Qnil, Qnil};
  rb_gc_register_address(&base.all.keys);
  rb_gc_register_address(&base.all.values);
  id_undef = rb_intern("undef");
  id_default = rb_intern("default");
  runtime_objects = rb_ary_new();
  runtime_numbers = rb_funcall(rb_hash_new(), rb_intern("compare_by_identity"), 0);
  writer.seen = st_init_numtable();
  writer.temporaries = rb_ary_new();
  classes = rb_hash_new();
  kept_keys = rb_ary_new();
  rb_ary_store(kept_keys, KEPT_KEYS - 1, Qnil);
  rb_gc_register_mark_object(kept_keys);
  rb_global_variable(&runtime_objects);
  rb_global_variable(&runtime_numbers);
  rb_global_variable(&writer.temporaries);
  rb_global_variable(&classes);
  values_module = rb_define_module_under(plugin_module, "Values");
  rb_define_const(values_module, "CLASSES", classes);
  crossing_module = rb_define_module_under(plugin_module, "Crossing");
  handle_class = rb_define_class_under(plugin_module, "Handle", rb_cObject);
  rb_undef_alloc_func(handle_class);
  rb_define_method(handle_class, "handle_key", handle_key, 0);
}
