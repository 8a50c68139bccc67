rubyfns::type_factory('simple').each |$name, $text| { notice("${name}: ${text}") }
