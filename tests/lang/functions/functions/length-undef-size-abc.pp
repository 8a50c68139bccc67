notice(length('äö'), length([1,undef]), length({a=>1}), size([]), size('abc'))
