class k($x = inline_template('<%= scope.call_function("lookup", ["a_missing"]) %>')) { }

include k
