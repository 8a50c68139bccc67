include stages
