type Mine::Deep::Thing = String[1]
notice('x' =~ Mine::Deep::Thing, '' =~ Mine::Deep::Thing)
