class a { assert_private() $x = with(1) |$y| { assert_private('lambda') } }
include a
