function environment::text($options, $context) {
  "text"
}
