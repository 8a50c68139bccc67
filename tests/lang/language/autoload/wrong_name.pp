include flawed::wrongname
