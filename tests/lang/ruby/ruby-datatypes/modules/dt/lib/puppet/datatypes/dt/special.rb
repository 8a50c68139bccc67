Puppet::DataTypes.create_type('Dt::Special') do
  interface <<-PUPPET
    attributes => {
      a => Integer,
      b => { type => Array, value => [1] },
      c => { type => Integer, kind => given_or_derived },
      d => { type => Optional[Dt::Special], value => undef, kind => reference },
      k => { type => Integer, kind => constant, value => 7 }
    },
    functions => {
      pick => Variant[Callable[[Integer], Integer], Callable[[String], String]],
      many => Callable[[Integer, 1, 3], Integer],
      twice => Callable[[Callable[[Integer], Integer]], Integer],
      maybe => Callable[[Optional[Callable]], Any],
      me => Callable[[], Dt::Special],
      bad => Callable[[], Integer],
      raises => Callable[[], Any],
      puppet_error => Callable[[], Any],
      parse_error => Callable[[], Any],
      caller => Callable[[String], Any],
      nexts => Callable[[], Any],
      list => Callable[[], Array],
      'alias' => Callable[[], String]
    },
    equality => [a, b]
    PUPPET

  implementation do
    def pick(x)
      x.is_a?(Integer) ? x + 1 : "#{x}!"
    end

    def many(*all)
      all.sum
    end

    def twice
      yield(yield(a))
    end

    def maybe(&block)
      block ? block.call : 'no block'
    end

    def me
      self
    end

    def bad
      'no integer'
    end

    def raises
      raise ArgumentError, 'out of order'
    end

    def puppet_error
      raise Puppet::Error, 'a Puppet error'
    end

    def parse_error
      raise Puppet::ParseError.new('a parse error', 'some.pp', 7)
    end

    def caller(name)
      [name, k, b]
    end

    def nexts
      throw :next, 5
    end

    def list
      [self, self.class.new(1, 2), { 'x' => self }]
    end

    def _alias
      'under another name'
    end
  end
end
