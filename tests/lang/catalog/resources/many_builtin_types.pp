user { 'u': ensure => present, uid => 1000, groups => ['a', 'b'] }
group { 'g': ensure => present, gid => '100' }
package { 'p': ensure => '1.2-3' }
service { 's': ensure => running, enable => true }
exec { 'e': command => '/bin/true', path => ['/bin', '/usr/bin'] }
filebucket { 'f': path => '/var/bucket' }
tidy { '/var/tmp': age => '1w', recurse => true }
resources { 'user': purge => true }
