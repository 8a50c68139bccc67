define same::thing(Hash $opts) {
  $text = inline_template("<% @opts['n'] = 1 %>x")
}
