notice(inline_template('<%= @facts.class %> <%= @facts["nope"].inspect %> <%= scope["facts"].is_a?(Hash) %>'))
