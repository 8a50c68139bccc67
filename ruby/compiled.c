/* Compiled code of Ruby files, which the core keeps (base/derived.h). Ruby calls RubyVM::InstructionSequence.load_iseq,
 * if it is defined, for each file that it loads. */
#include <string.h>

#include "ruby/plugin.h"

static ID id_load_from_binary, id_compile_file, id_to_binary;

struct sending {
  VALUE receiver, argument; /* argument Qundef: none */
  ID method;
};

static VALUE send_it(VALUE arg)
{
  const struct sending *s = (const struct sending *)arg;
  return rb_funcallv(s->receiver, s->method, s->argument != Qundef, &s->argument);
}

/* Returns nil if the call raises: Ruby then loads the file in its usual way, and reports the same error. */
static VALUE try(VALUE receiver, ID method, VALUE argument)
{
  const struct sending s = {receiver, argument, method};
  int state = 0;
  const VALUE v = rb_protect(send_it, (VALUE)&s, &state);
  if (state == 0) return v;
  rb_set_errinfo(Qnil);
  return Qnil;
}

static VALUE load_iseq(VALUE self, VALUE file)
{
  struct ruby_bytes code;
  if (!RB_TYPE_P(file, T_STRING) || memchr(RSTRING_PTR(file), '\0', (size_t)RSTRING_LEN(file)) != NULL) return Qnil;
  const char *path = StringValueCStr(file);
  if (plugin_host->find_compiled(path, &code)) {
    return try(self, id_load_from_binary, rb_str_new_static(code.p, (long)code.n));
  }
  const VALUE compiled = try(self, id_compile_file, file);
  const VALUE binary = NIL_P(compiled) ? Qnil : try(compiled, id_to_binary, Qundef);
  if (RB_TYPE_P(binary, T_STRING)) {
    plugin_host->keep_compiled(path, (struct ruby_bytes){RSTRING_PTR(binary), (size_t)RSTRING_LEN(binary)});
  }
  return compiled;
}

void compiled_init(void)
{
  VALUE description = rb_const_get(rb_cObject, rb_intern("RUBY_DESCRIPTION"));
  if (!plugin_host->open_compiled(StringValueCStr(description))) return;
  id_load_from_binary = rb_intern("load_from_binary");
  id_compile_file = rb_intern("compile_file");
  id_to_binary = rb_intern("to_binary");
  rb_define_singleton_method(rb_path2class("RubyVM::InstructionSequence"), "load_iseq", load_iseq, 1);
}
