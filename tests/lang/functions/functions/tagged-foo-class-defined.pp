notice(tagged('foo'), tagged('class'), defined('File'), defined('nope'), defined('$x'), defined(File['/x']))
