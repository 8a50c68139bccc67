notice(rubyfns::type_factory('named'))
