function f($x) {
  if $x { 'yes' } else { 'no' }
}
notify { f(true): }
notify { f(undef): }
