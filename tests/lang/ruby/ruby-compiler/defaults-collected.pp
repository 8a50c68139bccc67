# The override of a collector has the defaults of its scope. Those in Puppet's own variable may be set twice.
rbcomp::defaults({ 'noop' => true }, 'own')
class inner {
  file { '/a': }
  File <| title == '/a' |> { owner => 'root' }
}
include inner
class child inherits inner { File['/a'] { mode => '0600' } }
include child
