# node: web1.example.com
node default { notice($trusted =~ Hash, $trusted['authenticated']) }
