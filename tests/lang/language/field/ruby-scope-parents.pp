class base { }
class heir inherits base { fieldload::item { 'x': list => [1, 2], require => [Class['base'], undef] } }
node default { include heir }
notice(fieldload::trace())
