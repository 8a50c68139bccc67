notice(inline_template('<% scope.function_fail(["stop here"]) %>'))
