file { '/a': ensure => 'present' }
file { '/b': ensure => absent }
file { '/c': ensure => '/target' }
package { 'p': ensure => latest }
service { 's': ensure => true }
