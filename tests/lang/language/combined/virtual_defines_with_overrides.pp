define site($port = 80, $tls = false) {
  file { "/etc/sites/${title}": content => "${port} ${tls}" }
}
@site { ['a', 'b', 'c']: tag => 'all' }
Site <| title == 'a' |> { port => 8080 }
Site <| title == 'b' or title == 'c' |> { tls => true }
