class stages::second {
  notify { 'second': }
}
