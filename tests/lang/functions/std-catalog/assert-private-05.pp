define a { assert_private() }
a { 'x': }
