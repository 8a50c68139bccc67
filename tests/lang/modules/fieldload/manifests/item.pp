# The same of a define.
define fieldload::item($list = [], $require2 = undef) {
  include fieldload::traced
  notice(fieldload::trace())
  notice(fieldload::own())
}
