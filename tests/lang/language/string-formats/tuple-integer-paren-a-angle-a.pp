notice(String([1], {Tuple[Integer] => '%(a', Array => '%<a'}))
