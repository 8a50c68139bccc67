include same
$list = Class['same']['list']
notice($list, $same::opts)
