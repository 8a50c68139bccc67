class broken {
  notify { 'a' message => 'colon is missing' }
}
