include typed::rich
