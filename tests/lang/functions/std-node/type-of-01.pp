notice(type_of(1), type_of([1,'a']), type_of({a=>1}), type_of(undef), type_of(default))
