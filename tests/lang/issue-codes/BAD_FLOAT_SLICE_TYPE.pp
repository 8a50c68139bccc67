notice(Float['x'])
