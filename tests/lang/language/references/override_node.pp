# node: web1
node web1 {
  Node['web1'] { noop => true }
}
