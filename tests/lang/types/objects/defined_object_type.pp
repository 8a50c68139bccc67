type A = Object[{attributes => {a => Integer}}]
notice(defined(A), defined('A'), defined(A(1)))
