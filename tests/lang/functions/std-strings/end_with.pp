notice(String(stdlib::end_with('foobar', 'bar'), '%p'))
notice(String(stdlib::end_with('foobar', ['foo', 'bar']), '%p'))
notice(String(stdlib::end_with('foobar', 'foo'), '%p'))
