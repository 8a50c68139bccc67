function environment::fails($key, $options, $context) {
  if $key == "lookup_options" { $context.not_found }
  fail("no ${key}")
}
