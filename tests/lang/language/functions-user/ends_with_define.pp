function f() {
  notify { 'a': }
  'value'
}
notice(f())
