class fieldfns($secret, $other = 'kept') {
  notice($secret)
  fieldfns_change('secret', '<<redacted>>')
}
