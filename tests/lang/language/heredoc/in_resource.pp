notify { 'n':
  message => @(MSG),
    first line
    second line
    | MSG
  tag     => 'x',
}
