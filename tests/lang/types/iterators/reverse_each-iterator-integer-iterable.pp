$s = [1,2,3].reverse_each notice($s == [3,2,1], $s =~ Iterator, $s =~ Iterator[Integer], $s =~ Iterable[String], $s =~ Array)
