define d {
  notify { 'x': nope => 1 }
}
d { 'one': }
