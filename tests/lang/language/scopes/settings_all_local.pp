notice($settings::all_local =~ Hash)
