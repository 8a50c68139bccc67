['0644', '644', '9', '', 'u=rwx,g=rx', 'u+s,g-w,+t', 'a-x', 'g=u', 'o+X', 'u=X', 'x', 'u+q', 'u=rw,z'].each |$text| {
  notice(fieldfns::mode($text))
  notice(fieldfns::mode($text, 493, true))
}
