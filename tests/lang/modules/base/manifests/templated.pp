class base::templated {
  $who = 'a class variable'
  notify { 'templated': message => epp('base/scoped.epp') }
}
