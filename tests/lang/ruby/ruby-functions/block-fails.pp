notice(rubyfns::blocks([1]) |$x| { fail("in the block ${x}") })
