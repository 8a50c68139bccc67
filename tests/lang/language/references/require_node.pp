# node: web1
node web1 {
  notify { 'a': require => Node['web1'] }
}
