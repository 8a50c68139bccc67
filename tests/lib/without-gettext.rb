# frozen_string_literal: true

# Load this before Puppet: it then does as if the gem fast_gettext were not there, which packages such as puppetserver bring
# along. With it String#% leaves unknown keys alone, so that some answers, those of translate() for one, are others.
module WithoutGettext
  private

  def require(name)
    raise LoadError, "cannot load such file -- #{name}" if name == 'fast_gettext'
    super
  end
end
Object.prepend(WithoutGettext)
