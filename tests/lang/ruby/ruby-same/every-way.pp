['list', 'hash', 'sort', 'replace', 'clear', 'copy'].each |$way| {
  $list = [1, 2, 3]
  $hash = {'a' => 1, 'b' => [2]}
  $other = [$list, $hash]
  notice($way, same::every_way($way, $list, $hash), $list, $hash, $other)
}
