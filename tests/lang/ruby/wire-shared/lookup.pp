# environment: shared
notice(shared::places([lookup('plain'), lookup('plain'), lookup('hash'), lookup('hash.k'), lookup('hash')]))
notice(shared::places(lookup('anchored')))
notice(shared::places(lookup('told')))
notice(shared::places([lookup('other'), lookup('other'), lookup('plain')]))
notice(shared::places(lookup('both')))
notice(shared::places([lookup('merged'), lookup('merged')]))
notice(shared::places([lookup('deep'), lookup('deep')]))
notice(shared::places([lookup('list'), lookup('list')]))
notice(shared::places([lookup('no', undef, undef, [1]), lookup('no', {default_value => []})]))
notice(shared::yaml(lookup('anchored')))
class cp($p, $q, $r, $s, $t = lookup('plain'), $u = lookup('plain'), $v = lookup('hash')) {
  notice(shared::places([$p, $q, $r]))
  notice(shared::places([$s, $t, $u, $v, lookup('plain')]))
  notice(shared::places([$cp::p, $p, $cp::r]))
}
include cp
