# Parameters of the catalog have names in lower case; before that, case matters.
class a(Boolean $purge_CAs = false, $b_Two = 1, $b_two = 2, $after = 3) {
  notice($purge_CAs, $b_Two, $b_two)
}
class { 'a': purge_CAs => true, b_two => Sensitive('x') }
define d($xY = 2, $z = 3, $xy = 4) {
  notice($xY, $xy)
}
d { 'x': xY => Sensitive('a') }
d { 'y': xy => 5, xY => 6 }
@@d { 'z': xY => [7, { 'Aa' => 1 }] }
notice(D['y']['xY'], D['y']['xy'], Class['a']['purge_CAs'])
