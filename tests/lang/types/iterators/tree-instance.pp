$s = [1].tree_each notice($s =~ Iterator, $s =~ Iterable, $s =~ Iterator[Integer], $s =~ Iterable[Any])
