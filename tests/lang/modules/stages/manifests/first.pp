class stages::first {
  notify { 'first': }
}
