class a { ensure_packages(['x', 'y']) ensure_packages(['y', 'z']) }
class b { ensure_packages(['x'], {'ensure' => 'present'}) }
include a, b
