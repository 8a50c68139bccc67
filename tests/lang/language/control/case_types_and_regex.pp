$values = [1, 'abc', 2.5, [1, 2], { 'a' => 1 }, undef, true]
$values.each |$v| {
  case $v {
    Integer: { notice('integer') }
    /^a(.*)/: { notice("regex ${1}") }
    Float: { notice('float') }
    [Integer, Integer]: { notice('two integers') }
    Undef: { notice('undef') }
    Hash[String, Integer]: { notice('hash') }
    default: { notice("default ${v}") }
  }
}
