notice(find_template(1))
