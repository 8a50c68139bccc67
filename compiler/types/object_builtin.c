/* Built-in object types, made when they are first used: Puppet's own (Deferred, Error, Puppet::LookupContext …) and
 * Pcore::…Type, which describe types as data. They are written as Puppet code and parsed by the usual parser. All
 * environments share them, so they live in an arena that lasts as long as the process. */
#include <stdio.h>
#include <stdlib.h>

#include "base/map.h"
#include "compiler/types/object_type.h"
#include "compiler/types/type_internal.h"
#include "compiler/values/ruby_text.h"

#define OPTIONAL_TYPE "{type => Optional[Type], value => undef}"
#define ANY_TYPE "{type => Optional[Type], value => Any}"
#define SIZE_TYPE "{type => Optional[Type[Integer]], value => undef}"
#define TEXT_FILTER "Variant[String[1], Regexp, Type[Pattern], Type[Enum], Type[NotUndef], Type[Undef]]"
#define KIND_FILTER "Optional[Variant[String, Regexp, Type[Enum], Type[Pattern], Type[NotUndef], Type[Undef]]]"
#define KEY_TYPE "Optional[Scalar]"

/* Accepts what Puppet's pattern accepts. Its pattern describes all parts of a URI, but each of them is optional
 * and the end is not anchored, so the scheme decides. */
#define URI_PATTERN "[a-zA-Z][\\-+.a-zA-Z\\d]*:"

static const struct {
  /* Types of types: Pcore::<name>Type, whose parent is Pcore::<parent>Type. Any, which has no parent, is its own parent
   * in this table. */
  const char *name, *parent, *features;
} rows[] = {
  {"Any", "Any", ""},
  {"Type", "Any", "type => " OPTIONAL_TYPE},
  {"NotUndef", "Any", "type => " OPTIONAL_TYPE},
  {"Undef", "Any", ""},
  {"Unit", "Any", ""},
  {"Default", "Any", ""},
  {"Scalar", "Any", ""},
  {"ScalarData", "Scalar", ""},
  {"Enum", "ScalarData", "values => Array[String[1]], case_insensitive => {type => Boolean, value => false}"},
  {"Numeric", "ScalarData",
   "from => {type => Optional[Numeric], value => undef}, to => {type => Optional[Numeric], value => "
   "undef}"},
  {"Integer", "Numeric", ""},
  {"Float", "Numeric", ""},
  {"Collection", "Any", "size_type => " SIZE_TYPE},
  {"Iterable", "Any", "type => " OPTIONAL_TYPE},
  {"Iterator", "Any", "type => " OPTIONAL_TYPE},
  {"String", "ScalarData", "size_type_or_value => {type => Optional[Variant[String, Type[Integer]]], value => undef}"},
  {"Regexp", "Scalar", "pattern => {type => Variant[Undef, String, Regexp], value => undef}"},
  {"Pattern", "ScalarData", "patterns => Array[Regexp]"},
  {"Boolean", "ScalarData", ""},
  {"Struct", "Any", "elements => Array[Pcore::StructElement]"},
  {"Tuple", "Any", "types => Array[Type], size_type => " SIZE_TYPE},
  {"Callable", "Any",
   "param_types => {type => Optional[Type[Tuple]], value => undef}, "
   "block_type => {type => Optional[Type[Callable]], value => undef}, return_type => " ANY_TYPE},
  {"Array", "Collection", "element_type => " ANY_TYPE},
  {"Hash", "Collection", "key_type => " ANY_TYPE ", value_type => " ANY_TYPE},
  {"Variant", "Any", "types => Array[Type]"},
  {"Runtime", "Any",
   "runtime => {type => Optional[String[1]], value => undef}, "
   "name_or_pattern => {type => Optional[Variant[String[1], Tuple[Regexp, String[1]]]], value => undef}"},
  {"CatalogEntry", "Any", ""},
  {"Class", "CatalogEntry", "class_name => {type => Optional[String[1]], value => undef}"},
  {"Resource", "CatalogEntry",
   "type_name => {type => Optional[String[1]], value => undef}, "
   "title => {type => Optional[String[1]], value => undef}"},
  {"Optional", "Any", "type => " OPTIONAL_TYPE},
  {"TypeReference", "Any", "type_string => String[1]"},
  {"TypeAlias", "Any", "name => String[1], type_expr => Any, resolved_type => " OPTIONAL_TYPE},
  {"Sensitive", "Any", ""},
  {"Binary", "Any", ""},
  {"SemVer", "Scalar", "ranges => {type => Array[Variant[SemVerRange, String[1]]], value => []}"},
  {"SemVerRange", "Any", ""},
  {"Timespan", "Scalar",
   "from => {type => Optional[Timespan], value => undef}, to => {type => Optional[Timespan], value => "
   "undef}"},
  {"Timestamp", "Scalar",
   "from => {type => Optional[Timestamp], value => undef}, to => {type => Optional[Timestamp], value => "
   "undef}"},
  {"URI", "Any",
   "parameters => {type => Optional[Variant[String[1], Struct[{scheme => Optional[" TEXT_FILTER "], "
   "userinfo => Optional[" TEXT_FILTER "], host => Optional[" TEXT_FILTER "], "
   "port => Optional[Variant[Integer[0], Type[NotUndef], Type[Undef]]], path => Optional[" TEXT_FILTER "], "
   "query => Optional[" TEXT_FILTER "], fragment => Optional[" TEXT_FILTER "], opaque => Optional[" TEXT_FILTER
   "]}]]], "
   "value => undef}"},
  {"Init", "Any", "type => " OPTIONAL_TYPE ", init_args => {type => Array, value => []}"},
  {"Object", "Any", "_pcore_init_hash => " OBJECT_STRUCT},
  {"ObjectTypeExten", "Any", "base_type => Type, init_parameters => Array"},
  {"TypeSet", "Any", "_pcore_init_hash => " TYPE_SET_STRUCT("Pcore::URI", "Variant[Type, " OBJECT_STRUCT "]")},
  {"AbstractTimeData", "Any", ""},
};

/* Object types that do not describe types, with all their features. */
static const struct {
  const char *name, *features;
} objects[] = {
  {"Pcore", ""},
  {"Annotation", ""},
  {"RubyMethod", "parent => Annotation, "
                 "attributes => {body => String, parameters => {type => Optional[String[1]], value => undef}}"},
  {"Pcore::StructElement", "attributes => {key_type => Type, value_type => Type}"},
  {"Deferred", "attributes => {name => Pattern[/\\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\\z/], "
               "arguments => {type => Optional[Array[Any]], value => undef}}"},
  {"Error", "type_parameters => {kind => " KIND_FILTER ", issue_code => " KIND_FILTER "}, "
            "attributes => {msg => String[1], kind => {type => Optional[String[1]], value => undef}, "
            "details => {type => Optional[Hash[String[1], Data]], value => undef}, "
            "issue_code => {type => Optional[String[1]], value => undef}}, "
            "functions => {message => Callable[[0, 0], String[1]]}"},
  {"Puppet::LookupContext",
   "parent => Any, attributes => {environment_name => {type => String[1], kind => derived}, "
   "module_name => Variant[String[1], Undef]}, functions => {not_found => Callable[[0, 0], Undef], "
   "explain => Callable[[0, 0, Callable[0, 0]], Undef], interpolate => Callable[1, 1], "
   "cache => Callable[" KEY_TYPE ", Any], cache_all => Callable[[Hash[" KEY_TYPE ", Any]], Undef], "
   "cache_has_key => Callable[[" KEY_TYPE "], Boolean], cached_value => Callable[" KEY_TYPE "], "
   "cached_entries => Variant[Callable[[0, 0, Callable[1, 1]], Undef], Callable[[0, 0, Callable[2, 2]], "
   "Undef], "
   "Callable[[0, 0], Iterable[Tuple[" KEY_TYPE ", Any]]]], "
   "cached_file_data => Callable[String, Optional[Callable[Array[Integer]]]]}"},
  {"Puppet::Resource::Param", "attributes => {type => Type, name => String[1], name_var => {type => "
                              "Boolean, value => false}}, equality => [name]"},
  {"Puppet::Resource::ResourceType3",
   "attributes => {name => String[1], properties => {type => Array[Puppet::Resource::Param], value => []}, "
   "parameters => {type => Array[Puppet::Resource::Param], value => []}, "
   "title_patterns_hash => {type => Optional[Hash[Regexp, Array[String[1]]]], value => undef}, "
   "isomorphic => {type => Boolean, value => true}, capability => {type => Boolean, value => false}}, "
   "equality => [name]"},
};

static const struct {
  const char *name, *text;
} aliases[] = {
  {"Pcore::URI_RX", "Regexp[/" URI_PATTERN "/]"},
  {"Pcore::URI", "Pattern[/" URI_PATTERN "/]"},
  {"Pcore::SimpleTypeName", SIMPLE_NAME},
  {"Pcore::MemberName", MEMBER_NAME},
  {"Pcore::TypeName", TYPE_NAME},
  {"Pcore::QRef", TYPE_NAME},
};

static struct {
  struct context context;
  struct arena *arena;
  struct strmap types; /* lower-case name, or text of type_static() -> const struct type * */
} builtin;

static void begin(void)
{
  if (builtin.arena != NULL) return;
  builtin.arena = arena_new();
  context_init(&builtin.context, builtin.arena);
  arena_on_fail(builtin.arena, context_out_of_memory, &builtin.context); /* the table must not stay incomplete */
  strmap_init(&builtin.types, builtin.arena);
}

struct making {
  str text;
  type *object;
  const type *made;
};

/* A type that has no notation: the text "[]", as the name of a function. */
static const type *unwritable(void *ctx, str name)
{
  (void)ctx;
  return str_eqz(name, "AccessOperator") ? type_literal_string(builtin.arena, STR("[]")) : NULL;
}

/* Runs inside context_protect(), because the parser reports errors by longjmp. */
static void make(struct context *c, void *arg)
{
  struct making *m = arg;
  static const struct type_resolver resolver = {.alias = unwritable};
  value v = type_value_from_text(c, &resolver, m->text);
  if (m->object != NULL) object_type_define(c, m->object, v);
  else m->made = v.type;
}

/* The texts are constants in this file and its callers, so a parse error is a bug. */
static void make_protected(struct making *m)
{
  if (context_protect(&builtin.context, make, m)) return;
  fprintf(stderr, "ficelle: built-in type %.*s: %.*s\n", STR_FMT(m->text), STR_FMT(context_message(&builtin.context)));
  abort();
}

enum { LONGEST_NAME = 64 };

static const type *make_object(const char *name, str features)
{
  type *t = object_type_new(builtin.arena, str_of(name));
  strmap_put(&builtin.types, text_lower(builtin.arena, str_of(name)), t);
  struct making m = {.text = arena_printf(builtin.arena, "{%.*s}", STR_FMT(features)), .object = t};
  make_protected(&m);
  return t;
}

static const type *make_meta(size_t i)
{
  const char *parent = rows[i].parent;
  /* Pcore::AnyType inherits from Any itself, the others from another Pcore type. */
  bool top = strcmp(rows[i].name, parent) == 0, plain = rows[i].features[0] == '\0';
  str name = arena_printf(builtin.arena, "Pcore::%s%s", rows[i].name, "Type");
  str features = arena_printf(builtin.arena, top ? "parent => %s%s%s%s" : "parent => Pcore::%sType%s%s%s", parent,
                              plain ? "" : ", attributes => {", rows[i].features, plain ? "" : "}");
  return make_object(name.p, features);
}

static const type *make_alias(const char *name, const char *text)
{
  type *t = type_alias_new(builtin.arena, str_of(name));
  t->alias.target = type_static(text);
  strmap_put(&builtin.types, text_lower(builtin.arena, str_of(name)), t);
  return t;
}

/* "Pcore::IntegerType" -> "Integer"; p is NULL for any other name. */
static str meta_of(str name)
{
  /* 11: the length of "Pcore::" and "Type". */
  if (name.n <= 11 || !str_caseeq(str_sub(name, 0, 7), STR("Pcore::"))) return (str){NULL, 0};
  if (!str_caseeq(str_from(name, name.n - 4), STR("Type"))) return (str){NULL, 0};
  return str_sub(name, 7, name.n - 11);
}

const type *object_type_builtin(str name)
{
  char room[LONGEST_NAME]; /* every name of a manifest is looked up here, so nothing is stored */
  if (name.n > LONGEST_NAME) return NULL;
  begin();
  for (size_t i = 0; i < name.n; i++) room[i] = (char)ascii_lower((unsigned char)name.p[i]);
  const type *t = strmap_get(&builtin.types, str_n(room, name.n));
  if (t != NULL) return t;
  str meta = meta_of(name);
  for (size_t i = 0; meta.p != NULL && i < sizeof rows / sizeof rows[0]; i++) {
    if (str_caseeq(meta, str_of(rows[i].name))) return make_meta(i);
  }
  for (size_t i = 0; i < sizeof objects / sizeof objects[0]; i++) {
    if (str_caseeq(name, str_of(objects[i].name))) return make_object(objects[i].name, str_of(objects[i].features));
  }
  for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++) {
    if (str_caseeq(name, str_of(aliases[i].name))) return make_alias(aliases[i].name, aliases[i].text);
  }
  return NULL;
}

const type *type_static(const char *text)
{
  begin();
  void **slot = strmap_slot(&builtin.types, str_of(text), NULL);
  if (*slot != NULL) return *slot;
  struct making m = {.text = str_of(text)};
  make_protected(&m);
  strmap_put(&builtin.types, str_of(text), (void *)m.made);
  return m.made;
}
