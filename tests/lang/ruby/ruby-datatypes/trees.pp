notice(tree_each_list([Dt::Person('ann', 1), {a => Dt::Plain('b')}]))
function tree_each_list($x) { $x.tree_each({include_root => false}).map |$v| { $v } }
