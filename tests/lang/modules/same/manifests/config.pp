class same::config {
  $opts = $same::opts
  $text = inline_template("<% @opts['n'] = 1; @opts['l'] << 'u'; scope['same::list'] << 'e' %>x")
}
