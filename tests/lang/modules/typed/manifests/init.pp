class typed (
  Integer[1, 10] $int = 5,
  String[1] $str = 's',
  Enum['a', 'b'] $enum = 'a',
  Optional[String] $opt = undef,
  Variant[Integer, Boolean] $variant = true,
  Array[Integer] $array = [1],
  Hash[String, Integer] $hash = { 'k' => 1 },
  Struct[{ port => Integer, Optional[host] => String }] $struct = { port => 1 },
  Pattern[/\A[a-z]+\z/] $pattern = 'abc',
  Boolean $bool = false,
  Float $float = 1.5,
  Tuple[String, Integer] $tuple = ['x', 1],
  Numeric $number = 3,
  Scalar $scalar = 'scalar',
  Data $data = [],
  Collection $collection = {},
  Any $any = undef,
  NotUndef $notundef = 1,
) {
  notice("${int} ${str} ${enum} ${opt} ${variant} ${array} ${hash} ${struct} ${pattern} ${bool} ${float}")
}
