class typed::rich (
  Type[Integer] $type = Integer[1, 2],
) {
  notice("${type}")
}
