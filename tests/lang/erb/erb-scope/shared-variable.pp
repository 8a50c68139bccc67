class c {
  $shared = { 'k' => 'v', 'gone' => 1 }
  notice(template('erbs/change.erb'))
  notice($shared)
}
include c
