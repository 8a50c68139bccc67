class a { file { '/srv/gx/': ensure => directory } file { '/srv/gx/sub/deep': content => "a\nb", mode => '0644', owner => 'u', group => 'g' } notify { 'hi "q"': require => [File['/srv/gx/sub/deep'], File['/srv/gx']], loglevel => debug } }
class b { notify { 'b': message => 'x', subscribe => Exec['go'] } contain c contain a }
class c { notify { 'c': } }
define m::d($p) { notify { "d-${name}": message => $p, before => Notify['b'] } }
define e1() { }
m::d { 'one': p => 'x' }
e1 { 'two': before => M::D['one'] }
include b
Class['c'] -> Class['a'] ~> Exec['go']
exec { 'go': command => '/usr/bin/true /srv/gx', cwd => '/srv/gx', onlyif => ['/srv/gx/sub/deep x', 'y /srv/gx'], user => 'u', alias => 'walias', path => '/bin' , refreshonly => true}
user { 'u': uid => 5, gid => 'g', groups => ['h', 'k'], roles => ['r'] }
user { 'r': }
user { 'num': gid => 77 }
group { 'g': } group { 'h': } group { 'seven': gid => 77 }
file { '/srv/gx/link': ensure => link, target => '/srv/gx/sub/deep', before => Exec['walias'] }
package { 'p': source => '/srv/gx/link', ensure => absent }
stage { 'pre': before => Stage['main'] }
class z { notify { 'z': } }
class { 'z': stage => 'pre' }
Notify<| title == 'c' |> -> Notify['b']
