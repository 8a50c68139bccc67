# Ruby code replaces the resource defaults of a scope: also for scopes that it encloses.
File { mode => '0644', owner => 'a' }
rbcomp::defaults({ 'noop' => true, 'owner' => 'b' })
file { '/a': }
file { '/b': owner => 'c', noop => false }
class inner {
  File { group => 'g', mode => '0600' }
  file { '/c': }
  notify { "${File['/c']['owner']} ${File['/c']['noop']} ${File['/c']['mode']}": }
}
define thing { exec { '/bin/true': } }
include inner
thing { 'x': }
