ensure_resources('notify', {'a' => {message => 'x'}, 'b' => {}}, {tag => 'q'})
ensure_resources('notify', {'a' => {message => 'x'}, 'b' => {}}, {tag => 'q'})
