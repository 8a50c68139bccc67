# Libraries that Puppet has loaded.
notify { 'x': message => inline_template('<%= Digest::MD5.hexdigest("x") %> <%= Set.new([2, 1, 2]).to_a.inspect %> <%= URI("http://x.example/y").host %> <%= IPAddr.new("10.1.2.3/8").to_s %> <%= Pathname("/x/y").basename %> <%= StringIO.new("abc").read(2) %> <%= Base64.strict_encode64("hi") %>') }
