function environment::again($key, $options, $context) {
  if $key == "b" { lookup("a") } else { $context.not_found }
}
