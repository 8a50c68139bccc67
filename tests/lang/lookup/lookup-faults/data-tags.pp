# environment: data-tags
$v = lookup('a')
notice($v)
notice(type($v))
