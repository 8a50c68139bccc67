validate_legacy(Integer, 'fail', 5, 'a')
