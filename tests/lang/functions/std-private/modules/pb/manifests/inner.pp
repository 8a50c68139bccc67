class pb::inner {
  assert_private()
  notify { 'inner': }
}
