notice(rubyfns::wrong_result([1]))
notice(rubyfns::wrong_result(['a']))
