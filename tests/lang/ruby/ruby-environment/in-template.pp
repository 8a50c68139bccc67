# environment: own
notice(inline_template('<%= scope.call_function("rbenv_newer", []) %> <%= scope.call_function("rbenv_older", []) %>'))
notice(inline_epp('<%= rbenv_newer() %>'))
