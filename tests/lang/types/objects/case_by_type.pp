case Shapes::Colored(1, 'red') {
  Shapes::Colored: { notice('colored') }
  Shapes::Point: { notice('point') }
  default: { notice('other') }
}
