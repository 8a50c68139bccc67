# Each scope may replace them: the nearest is asked, and passes on what the others gave.
rbcomp::defaults({ 'noop' => true, 'tag' => 'outer' })
class inner {
  rbcomp::defaults({ 'noop' => false, 'loglevel' => 'debug' })
  notify { 'in': }
  class deep {
    Notify { message => 'deep', noop => undef }
    notify { 'deep': }
  }
  include inner::deep
}
class undefined {
  rbcomp::defaults({ 'noop' => undef })
  notify { 'none': }
}
include inner
include undefined
notify { 'out': }
