class q($a = 1, $b = undef) {}
class { 'q': }
notice(getparam(Class['q'], 'a'), getparam('Class[q]', 'b'), getparam(Class['Q'], 'a'), getparam('Class[Q]', 'a'))
