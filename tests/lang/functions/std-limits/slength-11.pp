validate_slength([5], 1)
