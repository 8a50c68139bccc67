class flawed::loose {
}
notify { 'loose': }
