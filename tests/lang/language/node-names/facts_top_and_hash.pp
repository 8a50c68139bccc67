# node: web1
# facts: {"role": "web", "n": {"a": [1, 2]}}
node 'web1' { notice($role, $facts['role'], $facts['n']['a'][1]) }
