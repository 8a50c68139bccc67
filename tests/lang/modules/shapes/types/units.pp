type Shapes::Units = TypeSet[{
  pcore_version => '1.0.0',
  version => '1.2.0',
  types => { Length => Integer[0], Name => String[1] },
}]
