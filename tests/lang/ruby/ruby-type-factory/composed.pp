rubyfns::type_factory('composed').each |$text| { notice($text) }
