class motd(String $owner = 'ops', Array[String] $notes = ['n1', 'n2']) {
  $list = $notes.reduce('') |$memo, $note| { "${memo}\n  * ${note}" }
  file { '/etc/motd':
    content => @("MOTD"/L),
      Welcome to ${facts['fqdn']}, \
      run by ${owner}.
      Notes:${list}
      $5 stays as it is
      | MOTD
    mode    => '0644',
  }
}
include motd
notice(File['/etc/motd']['content'])
