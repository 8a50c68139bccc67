ensure_packages({'a' => {}, 'b' => {}}, {'ensure' => 'present'})
