define fieldfns::defined($secret) {
  fieldfns_change('secret', "<<${name}>>", true)
}
