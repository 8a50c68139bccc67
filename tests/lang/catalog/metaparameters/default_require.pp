notify { 'first': }
class c {
  Notify { require => Notify['first'] }
  notify { 'a': }
  notify { 'b': require => Notify['a'] }
}
include c
