function f() { rbcalls::run('return_function') } notice(f())
