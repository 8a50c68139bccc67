notice($settings::nothing_like_it)
