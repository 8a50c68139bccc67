node default {
  notify { 'x': }
  if true { break() }
}
