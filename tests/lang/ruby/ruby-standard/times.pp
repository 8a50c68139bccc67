# Reading times is there too.
notify { 'x': message => inline_template('<%= Time.parse("2020-02-03 04:05:06 UTC").to_i %> <%= Date.parse("2020-02-03").yday %> <%= Time.at(0).utc.iso8601 %>') }
