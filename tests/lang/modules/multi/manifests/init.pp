class multi {
  notice 'multi'
  include multi::inner
}
class multi::inner {
  notice 'inner, in init.pp'
}
define multi::thing {
  notify { "thing ${name}": }
}
