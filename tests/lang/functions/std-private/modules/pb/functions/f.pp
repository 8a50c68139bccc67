function pb::f() { assert_private() }
