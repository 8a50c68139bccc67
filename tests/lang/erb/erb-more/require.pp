notice(inline_template("<% require 'json'; require 'yaml' %><%= require('ipaddr') %> <%= { 'a' => 1 }.to_json %>"))
