$x = 'file.txt' ? {
  /^(.*)\.txt$/ => "text ${1}",
  default       => 'other',
}
notice($x)
