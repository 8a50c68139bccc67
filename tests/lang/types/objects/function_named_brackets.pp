notice(Object[{name=>'A', functions => {'a' => Callable, '[]' => {type => Callable[[String], Integer], final => true}}}])
