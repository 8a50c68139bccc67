class base::fails {
  notify { 'before': }
  fail("failed in ${name}")
}
