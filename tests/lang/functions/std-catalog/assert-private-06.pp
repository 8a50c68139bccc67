node default { assert_private() }
