file { '/tmp/a':
  ensure  => file,
  content => "text\n",
  mode    => '0644',
}
