validate_slength(['a','bbb'], '2', false)
