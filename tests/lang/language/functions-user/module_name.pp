function f() { "<${module_name}>" }
notice(f())
