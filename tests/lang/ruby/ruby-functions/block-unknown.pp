notice(rubyfns::blocks([1]) |$x| {
  $x.nothing_of_that_name
})
