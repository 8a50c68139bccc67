class a { assert_private('msg') }
include a
