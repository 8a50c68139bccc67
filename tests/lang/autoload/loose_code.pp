include flawed::loose
