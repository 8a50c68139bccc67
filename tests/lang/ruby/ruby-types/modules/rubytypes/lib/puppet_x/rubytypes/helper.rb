module PuppetX; end
module PuppetX::Rubytypes; end
module PuppetX::Rubytypes::Helper
  def helped_parameters
    %i[first second]
  end
end
