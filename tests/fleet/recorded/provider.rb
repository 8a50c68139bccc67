Puppet::Type.type(:labthing).provide(:ruby) do
  def exists?; File.exist?(resource[:path]); end
  def create; File.write(resource[:path], "thing\n"); end
  def destroy; File.unlink(resource[:path]); end
end
