function environment::few($key) {
  1
}
