class a { assert_private() }
include a
