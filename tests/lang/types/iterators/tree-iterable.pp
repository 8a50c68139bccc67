notice(Iterable > type([1].tree_each), Iterable[Integer] > type([1].tree_each), Iterable[Any] > type([1].tree_each({order => breadth_first})))
notice(Iterable > Runtime['ruby', 'Puppet::Pops::Types::StepIterator'], Iterable > Runtime['ruby', 'Nope'], Iterable > Runtime)
notice(type([1].tree_each) =~ Type[Iterable], Iterator > type([1].tree_each))
