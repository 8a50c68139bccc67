notice(inline_template('<% scope.function_notice(["from a template"]); scope.function_warning(["careful"]) %>done'))
