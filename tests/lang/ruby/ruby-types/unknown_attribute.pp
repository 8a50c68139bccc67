rt_simple { 'a':
  wrong => 1,
}
