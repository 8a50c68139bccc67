# Says where it is.
class fieldload::traced($p = 1, $q = undef) {
  notice(fieldload::trace())
  notice(fieldload::own())
}
