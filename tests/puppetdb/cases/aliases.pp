# Names beside titles, and references through them.
define thing ($x = 1) { notify { "thing ${title}": } }
thing { 'one': alias => ['uno', 'eins'] }
thing { 'two': x => 2, require => Thing['uno'] }
user { 'someone': name => 'other', ensure => absent, noop => true }
package { 'pack': name => 'real-package', provider => 'apt', ensure => absent, noop => true }
exec { 'an exec': command => '/bin/true', alias => 'ex', refreshonly => true, subscribe => Notify['note'] }
notify { 'note': name => 'named', require => User['other'] }
notify { 'aliased': alias => 'z', message => 'm' }
file { 'd': path => "${work}/d", ensure => directory, before => [Exec['ex'], Notify['z']] }
file { "${work}/d/f/": ensure => directory, require => File["${work}/d"] }
notify { 'after': require => [File["${work}/d/f"], File["${work}/d/"]] }
group { 'g': name => 'other-group', ensure => absent, noop => true }
