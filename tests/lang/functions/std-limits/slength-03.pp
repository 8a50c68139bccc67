validate_slength('äbc', 3, 3)
validate_slength(['a','bb'], '2')
