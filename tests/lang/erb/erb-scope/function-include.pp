class c { notify { 'in c': } }
notice(inline_template('<% scope.function_include(["c"]) %>done <%= scope["c::title"] %>'))
