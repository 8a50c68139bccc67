require 'json'
Puppet::Functions.create_function(:to_json) do
  def to_json(value)
    value.to_json
  end
end
