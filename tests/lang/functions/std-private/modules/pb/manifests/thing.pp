define pb::thing {
  assert_private()
  pb::part { $title: }
}
