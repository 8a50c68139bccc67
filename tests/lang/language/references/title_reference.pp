# The title of what create_resources makes stays a reference, and the name is written too.
define d() {
  notice($name, $title, type($title), $title == Class['x'], $title =~ Type[Class])
  notify { "x ${title}": }
}
create_resources('d', {Class['x'] => {}, Notify['q'] => {}})
create_resources('notify', {[File['/x'], File['/y'], 'z'] => {}})
create_resources('file', {File['/a/'] => {}, 'b' => {}})
create_resources('package', {File['a'] => {}})
notify { 'after': require => Notify['File[/x]'] }
