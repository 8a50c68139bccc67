# node: web1
node 'web1' { $v = 1 notice(defined('$v'), defined('$::v')) }
