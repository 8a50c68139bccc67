include flawed::two
