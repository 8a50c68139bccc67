# Code in Ruby reads the defaults of a scope.
File { mode => '0644', owner => 'a' }
class inner {
  File { owner => 'b', group => undef }
  notify { String(rbcomp::defaults_of('File')): }
}
include inner
notify { String(rbcomp::defaults_of('Exec')): }
