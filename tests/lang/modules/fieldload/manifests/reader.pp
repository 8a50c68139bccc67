# A default that asks a class which cannot be loaded.
class fieldload::reader($p = $fieldload::nope::x) { notify { "p is ${p}": } }
