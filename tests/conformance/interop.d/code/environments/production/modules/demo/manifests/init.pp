# What an agent needs of its server: files and trees, custom and external facts, a type with a provider in Ruby, a function that
# is called on the agent.
class demo {
  $d = $facts['lab_dir']
  file { $d: ensure => directory }
  file { "${d}/hello.txt": source => 'puppet:///modules/demo/hello.txt' }
  file { "${d}/mode.txt": source => 'puppet:///modules/demo/hello.txt', mode => '0600' }
  file { "${d}/large.bin": source => 'puppet:///modules/demo/large.bin' }
  file { "${d}/first": source => ['puppet:///modules/demo/nosuch', 'puppet:///modules/demo/hello.txt'] }
  file { "${d}/tree": ensure => directory, recurse => true, purge => true, source => 'puppet:///modules/demo/tree' }
  file { "${d}/facts.txt": content => "${facts['lab_fact']} ${facts['lab_external']} ${server_facts['environment']}\n" }
  file { "${d}/late.txt": content => Deferred('demo::late', ['x']) }
  labthing { 'one': ensure => present, path => "${d}/thing" }
}
