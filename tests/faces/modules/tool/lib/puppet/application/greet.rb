require 'puppet/application/face_base'

class Puppet::Application::Greet < Puppet::Application::FaceBase
end
