notice(typed::port)
notice(80 =~ Typed::Port, 0 =~ Typed::Port)
