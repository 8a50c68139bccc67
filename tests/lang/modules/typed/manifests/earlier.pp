# The default of a parameter uses one that has no value.
class typed::earlier(
  String $given,
  String $text = "x${given}",
) {
}
