validate_legacy(Integer, 'notice', 5, 'a')
