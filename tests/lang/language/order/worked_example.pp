class a {
  notice 'in a'
  duck { 'donald': }
  include b
  duck { 'daisy': }
}
class b {
  notice 'in b'
  duck { ['huey', 'dewey', 'louie']: }
}
class c {
  notice 'in c'
  duck { 'mc scrooge': }
}
define duck() {
  notice "duck ${title}"
  include c
}
include a
