function environment::again($key, $options, $context) {
  if $key == "lookup_options" { $context.not_found }
  lookup($key)
}
