function f(Type[Integer] $t) { 5 =~ $t }
notice(f(Integer[1, 10]), f(Integer[6, 10]))
notice(f(String))
