Puppet::Functions.create_function(:to_json) do
  def to_json(*args)
    "own to_json of #{args.size}"
  end
end
