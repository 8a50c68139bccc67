notify {
  'one': message => 'first';
  'two': message => 'second';
  'three':;
}
