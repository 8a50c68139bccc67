include flawed::runtime
