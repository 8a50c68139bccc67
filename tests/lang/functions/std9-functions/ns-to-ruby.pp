$r0 = stdlib::to_ruby({'a'=>undef,'b'=>true})
notice(String($r0, '%p'))
