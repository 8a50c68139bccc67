define pb::part {
  assert_private()
  notify { "part ${title}": }
}
