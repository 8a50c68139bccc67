class c { assert_private(undef) } include c
