class a { notify { 'a': } }
class b {
  require a
  require 'a', '::a', Class['a']
}
include b
