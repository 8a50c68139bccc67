require 'puppet/application/face_base'

class Puppet::Application::Ledger < Puppet::Application::FaceBase
end
