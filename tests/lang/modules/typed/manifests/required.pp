class typed::required (
  String $one,
  Optional[Integer] $two,
) {
  notice("${one} ${two}")
}
