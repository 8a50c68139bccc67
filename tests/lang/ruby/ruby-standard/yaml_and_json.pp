# Writers of YAML and JSON are there without a require.
notify { 'x': message => inline_template('<%= {"a" => [1, nil, "x"]}.to_yaml %><%= [1, nil, {"b" => 2.5}].to_json %> <%= nil.to_json %> <%= JSON.generate([1]) %>') }
