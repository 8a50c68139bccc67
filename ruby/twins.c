/* Twins (compiler/ruby/wire.h): objects that the core knows by number, and how changes of them are detected.
 *
 * A twin that can be changed gets its own class between itself and Array, Hash or String, which Ruby hides like
 * singleton classes. That class overrides the methods that change such an object: each records the change and calls the
 * real method. So nothing needs to be compared, and unchanged objects cost nothing. Strings have no numbers: a string
 * is an element of twins, and changing it changes all twins that contain it. */
#include "ruby/plugin.h"

#include <string.h>

static struct known {
  VALUE *items; /* 0: no twin has that number */
  uint32_t n, cap, sent;
} known[2];

enum { OF_CORE, OF_RUBY };

static st_table *numbers; /* object -> number */
static st_table *changed; /* objects that have changed since the last message */
static VALUE marker;      /* marks all twins for the garbage collector, which then does not move them */

/* --- the table --- */

static void mark(void *unused)
{
  (void)unused;
  for (int side = 0; side < 2; side++) {
    for (uint32_t i = 0; i < known[side].n; i++) {
      if (known[side].items[i] != 0) rb_gc_mark(known[side].items[i]);
    }
  }
}

static const rb_data_type_t marker_type = {.wrap_struct_name = "Ficelle::Twins", .function = {.dmark = mark}};

static void put(uint32_t number, VALUE v)
{
  struct known *k = &known[number & 1];
  const uint32_t i = number >> 1;
  if (i >= k->cap) {
    const uint32_t cap = i * 2 + 256;
    k->items = xrealloc2(k->items, cap, sizeof *k->items);
    k->cap = cap;
  }
  for (; k->n <= i; k->n++) k->items[k->n] = 0;
  k->items[i] = v;
  st_insert(numbers, (st_data_t)v, number);
}

static void forget_from(struct known *k, uint32_t first)
{
  for (uint32_t i = first; i < k->n; i++) {
    st_data_t key = (st_data_t)k->items[i];
    if (key != 0) st_delete(numbers, &key, NULL);
  }
  if (first < k->n) k->n = first;
}

VALUE twin_get(uint32_t number)
{
  const struct known *k = &known[number & 1];
  return number >> 1 < k->n && k->items[number >> 1] != 0 ? k->items[number >> 1] : Qundef;
}

bool twin_number(VALUE v, uint32_t *number)
{
  st_data_t found;
  if (!st_lookup(numbers, (st_data_t)v, &found)) return false;
  *number = (uint32_t)found;
  return true;
}

/* --- changes --- */

static VALUE array_class, hash_class, string_class, array_module, hash_module;

static bool text_changed;

static void note(VALUE v)
{
  uint32_t number;
  if (RB_TYPE_P(v, T_STRING)) text_changed = true;
  else values_base_changed(v);
  trees_changed(twin_number(v, &number) ? &number : NULL);
  st_insert(changed, (st_data_t)v, 1);
}

static VALUE call_real(VALUE arg)
{
  const VALUE *args = (const VALUE *)arg;
  return rb_call_super((int)args[0], (const VALUE *)args[1]);
}

static VALUE changing; /* receivers of running methods with a block, which may call the core in between */

static VALUE end_change(VALUE self)
{
  note(self);
  return rb_ary_pop(changing);
}

static VALUE change(int argc, VALUE *argv, VALUE self)
{
  note(self);
  if (!rb_block_given_p()) return rb_call_super(argc, argv);
  const VALUE args[] = {(VALUE)argc, (VALUE)argv};
  rb_ary_push(changing, self);
  return rb_ensure(call_real, (VALUE)args, end_change, self);
}

static const char *const array_methods[] = {
  "<<",        "[]=",   "append",   "clear",    "collect!",        "compact!", "concat",  "delete", "delete_at",
  "delete_if", "fill",  "filter!",  "flatten!", "initialize_copy", "insert",   "keep_if", "map!",   "pop",
  "prepend",   "push",  "reject!",  "replace",  "reverse!",        "rotate!",  "select!", "shift",  "shuffle!",
  "slice!",    "sort!", "sort_by!", "uniq!",    "unshift",         NULL};

static const char *const hash_methods[] = {"[]=",
                                           "clear",
                                           "compact!",
                                           "compare_by_identity",
                                           "default=",
                                           "default_proc=",
                                           "delete",
                                           "delete_if",
                                           "filter!",
                                           "initialize_copy",
                                           "keep_if",
                                           "merge!",
                                           "rehash",
                                           "reject!",
                                           "replace",
                                           "select!",
                                           "shift",
                                           "store",
                                           "transform_keys!",
                                           "transform_values!",
                                           "update",
                                           NULL};

static const char *const string_methods[] = {"<<",
                                             "[]=",
                                             "append_as_bytes",
                                             "bytesplice",
                                             "capitalize!",
                                             "chomp!",
                                             "chop!",
                                             "clear",
                                             "concat",
                                             "delete!",
                                             "delete_prefix!",
                                             "delete_suffix!",
                                             "downcase!",
                                             "encode!",
                                             "force_encoding",
                                             "gsub!",
                                             "initialize_copy",
                                             "insert",
                                             "lstrip!",
                                             "next!",
                                             "prepend",
                                             "replace",
                                             "reverse!",
                                             "rstrip!",
                                             "scrub!",
                                             "setbyte",
                                             "slice!",
                                             "squeeze!",
                                             "strip!",
                                             "sub!",
                                             "succ!",
                                             "swapcase!",
                                             "tr!",
                                             "tr_s!",
                                             "unicode_normalize!",
                                             "upcase!",
                                             NULL};

static VALUE watching_module(const char *name, VALUE class, const char *const *methods)
{
  const VALUE mod = rb_define_module_under(plugin_module, name);
  for (; *methods != NULL; methods++) {
    const ID id = rb_intern(*methods);
    if (rb_method_boundp(class, id, 0)) rb_define_method(mod, *methods, change, -1);
  }
  return mod;
}

/* The singleton class of `pattern`, which includes the module. All objects of its kind share it: a class for each would
 * be slow. */
static VALUE watching_class(VALUE mod, VALUE pattern)
{
  rb_extend_object(pattern, mod);
  rb_gc_register_mark_object(pattern);
  return rb_singleton_class(pattern);
}

/* rb_obj_reveal without the write barrier: these classes live as long as the process, so they are marked anyway. */
static void set_class(VALUE v, VALUE class) { memcpy((void *)(uintptr_t)&RBASIC(v)->klass, &class, sizeof class); }

static void watch(VALUE v, VALUE plain, VALUE watching, VALUE mod)
{
  if (OBJ_FROZEN(v) || RBASIC_CLASS(v) == watching) return;
  if (RBASIC_CLASS(v) == plain) set_class(v, watching);
  else if (!RTEST(rb_obj_is_kind_of(v, mod))) rb_extend_object(v, mod);
}

VALUE twin_element(VALUE v)
{
  if (RB_TYPE_P(v, T_STRING) && !OBJ_FROZEN(v) && RBASIC_CLASS(v) == rb_cString) set_class(v, string_class);
  return v;
}

void twin_watch(VALUE v)
{
  if (RB_TYPE_P(v, T_ARRAY)) watch(v, rb_cArray, array_class, array_module);
  else if (RB_TYPE_P(v, T_HASH)) watch(v, rb_cHash, hash_class, hash_module);
}

bool twin_is_plain(VALUE v)
{
  const VALUE class = RB_TYPE_P(v, T_STRING) ? string_class : RB_TYPE_P(v, T_ARRAY) ? array_class : hash_class;
  return RBASIC_CLASS(v) == class && !RB_FL_ANY_RAW(v, RUBY_FL_FREEZE | RUBY_FL_EXIVAR);
}

/* --- messages --- */

void twin_put(uint32_t number, VALUE v) { put(number, v); }

uint32_t twin_add(VALUE v)
{
  const uint32_t number = known[OF_RUBY].n << 1 | OF_RUBY;
  put(number, v);
  return number;
}

static bool is_changed_text(VALUE v) { return RB_TYPE_P(v, T_STRING) && st_is_member(changed, (st_data_t)v); }

static int find_changed_text(VALUE key, VALUE v, VALUE found)
{
  (void)key;
  if (!is_changed_text(v)) return ST_CONTINUE;
  *(bool *)found = true;
  return ST_STOP;
}

static bool holds_changed_text(VALUE v)
{
  bool found = false;
  if (RB_TYPE_P(v, T_HASH)) rb_hash_foreach(v, find_changed_text, (VALUE)&found);
  for (long i = 0; RB_TYPE_P(v, T_ARRAY) && i < RARRAY_LEN(v) && !found; i++)
    found = is_changed_text(RARRAY_AREF(v, i));
  return found;
}

static struct {
  uint32_t *items, n, cap;
} reported; /* numbers of the twins whose changes the message reports */

static void report(uint32_t number)
{
  if (reported.n == reported.cap) {
    reported.cap = reported.cap * 2 + 16;
    reported.items = xrealloc2(reported.items, reported.cap, sizeof *reported.items);
  }
  reported.items[reported.n++] = number;
}

static int report_object(st_data_t key, st_data_t value, st_data_t arg)
{
  uint32_t number;
  (void)value, (void)arg;
  if (twin_number((VALUE)key, &number)) report(number);
  return ST_CONTINUE;
}

uint32_t twins_changed(const uint32_t **all)
{
  reported.n = 0;
  for (long i = 0; i < RARRAY_LEN(changing); i++) note(rb_ary_entry(changing, i));
  if (changed->num_entries > 0) st_foreach(changed, report_object, 0);
  for (uint32_t side = 0; text_changed && side < 2; side++) {
    for (uint32_t i = 0; i < known[side].n; i++) {
      const VALUE v = known[side].items[i];
      if (v != 0 && !st_is_member(changed, (st_data_t)v) && holds_changed_text(v)) report(i << 1 | side);
    }
  }
  *all = reported.items;
  return reported.n;
}

void twins_begin(void) { forget_from(&known[OF_RUBY], known[OF_RUBY].sent); }

void twins_sent(void)
{
  known[OF_RUBY].sent = known[OF_RUBY].n;
  if (changed->num_entries > 0) st_clear(changed);
  text_changed = false;
}

void twins_forget(void)
{
  values_base_changed(Qundef);
  trees_release();
  for (int side = 0; side < 2; side++) known[side].n = known[side].sent = 0;
  st_clear(numbers);
  st_clear(changed);
  text_changed = false;
}

void twins_init(void)
{
  changing = rb_ary_new();
  rb_gc_register_mark_object(changing);
  numbers = st_init_numtable();
  changed = st_init_numtable();
  marker = TypedData_Wrap_Struct(rb_cObject, &marker_type, known);
  rb_gc_register_mark_object(marker);
  const VALUE text_module = watching_module("WatchedString", rb_cString, string_methods);
  array_module = watching_module("WatchedArray", rb_cArray, array_methods);
  hash_module = watching_module("WatchedHash", rb_cHash, hash_methods);
  array_class = watching_class(array_module, rb_ary_new());
  hash_class = watching_class(hash_module, rb_hash_new());
  string_class = watching_class(text_module, rb_str_new_cstr(""));
}
