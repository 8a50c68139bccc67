class c {
  notify { 'before': }
  tag 'one', 'two::three'
  notify { 'after': }
}
include c
