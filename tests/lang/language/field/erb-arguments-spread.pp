# scope.call_function takes its arguments apart as Ruby's splat does.
$none = undef
$list = [1, 5, 3]
$hash = { 'a' => 1 }
notice(inline_template("<%= scope.call_function('max', @list) %>"))
notice(inline_template("<%= scope.call_function('max', 7) %>"))
notice(inline_template("<%= scope.call_function('fieldload::count', @none).inspect %>"))
notice(inline_template("<%= scope.call_function('fieldload::count', @hash).inspect %>"))
notice(inline_template("<%= scope.call_function('fieldload::count', 'text').inspect %>"))
notice(inline_template("<%= scope.call_function('fieldload::count', [@hash]).inspect %>"))
