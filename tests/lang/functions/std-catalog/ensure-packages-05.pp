ensure_packages({'a' => {ensure=>'1'}, 'b' => undef}, {provider=>x})
