class asks($value = 'unset') {
  notice($value)
}
