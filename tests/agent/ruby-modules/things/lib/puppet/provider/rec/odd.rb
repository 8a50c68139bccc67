# frozen_string_literal: true

Puppet::Type.type(:rec).provide(:odd, parent: :base) do
  confine exists: '/nonexistent'
  commands nope: '/no/such/program'
end
