notice('a' =~ Enum['a', 'b'], 'a' =~ Pattern[/^a/, /b/], undef =~ Optional[String], undef =~ Any, undef =~ NotUndef)
notice(1 =~ Scalar, [1] =~ Data, /x/ =~ Regexp, Integer =~ Type, true =~ Boolean, default =~ Default, [1, 'a'] =~ Tuple[Integer, String])
notice(File['/x'] =~ Type[File], File['/x'] =~ Type[Resource], 'x' =~ Variant[Integer, String], 1 =~ Numeric, {} =~ Collection)
