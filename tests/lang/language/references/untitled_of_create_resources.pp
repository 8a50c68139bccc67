create_resources('file', {'/a' => {mode => File}})
