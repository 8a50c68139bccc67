include flawed::absent
