require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'ra_all',
  docs: <<-TEXT,
    One of everything that an attribute may be.

    Second paragraph.
  TEXT
  features: %w[canonicalize simple_get_filter supports_noop remote_resource],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it is there.', default: 'present' },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    text: { type: 'String', desc: 'Some text.' },
    some_text: { type: 'String[1, 20]', desc: 'Bounded text.' },
    maybe_text: { type: 'Optional[String]', desc: 'Text or nothing.' },
    flag: { type: 'Boolean', desc: 'Yes or no.', default: true },
    off: { type: 'Boolean', desc: 'Yes or no.', default: false, behaviour: :parameter },
    maybe_flag: { type: 'Optional[Boolean]', desc: 'Yes, no or nothing.' },
    count: { type: 'Integer', desc: 'How many.', default: 3 },
    bounded: { type: 'Integer[0, 10]', desc: 'How many, up to ten.', behaviour: :parameter },
    ratio: { type: 'Float', desc: 'How much.' },
    number: { type: 'Numeric', desc: 'A number.' },
    maybe_number: { type: 'Optional[Numeric]', desc: 'A number or nothing.', behaviour: :init_only },
    colour: { type: 'Enum[red, green]', desc: 'Which.' },
    state: { type: 'Enum[present, absent]', desc: 'Looks like ensure.', behaviour: :parameter },
    word: { type: 'Pattern[/^[a-z]+$/]', desc: 'Lower case.' },
    either: { type: 'Variant[Integer, String]', desc: 'This or that.' },
    list: { type: 'Array[String]', desc: 'Texts.', default: ['a', 'b'] },
    map: { type: 'Hash[String, Array[Integer]]', desc: 'By name.' },
    record: { type: 'Struct[{a => Integer, Optional[b] => String}]', desc: 'Fields.' },
    pair: { type: 'Tuple[String, Integer]', desc: 'Two.' },
    secret: { type: 'Sensitive[String]', desc: 'Hidden.' },
    hidden: { type: 'String', desc: 'Hidden too.', sensitive: true },
    anything: { type: 'Any', desc: 'No matter.' },
    moment: { type: 'Timestamp', desc: 'When.' },
    init: { type: 'String', desc: 'Only once.', behaviour: :init_only },
    known: { type: 'String', desc: 'Only told.', behaviour: :read_only },
    known_flag: { type: 'Boolean', desc: 'Only told.', behaviour: :read_only, default: true },
    american: { type: 'String', desc: 'Spelled differently.', behavior: :parameter },
  },
  autorequire: { file: '$text', Package: ['one', '$list'] },
  autobefore: { exec: '/bin/true' },
  autosubscribe: { 'service' => 'x' },
  autonotify: { user: '$name' },
)
