function environment::data() {
  $h = { "a" => "from the function", "b" => "%{facts.hostname}" }
  $h
}
