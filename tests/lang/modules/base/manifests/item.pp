define base::item (
  String $text = $title,
  Integer[0] $level = 0,
) {
  notify { "item ${title}": message => "${level}: ${text}" }
}
