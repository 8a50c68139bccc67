# facts: {"role": "web", "nested": {"list": [1, {"deep": true}]}}
notice($facts['role'], $role, $facts['nested']['list'][1]['deep'], $facts['absent'])
