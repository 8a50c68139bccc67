# facts: {"cores": 8, "tags": ["a", "b"], "nested": {"deep": {"er": null}}}
notice($facts['cores'] + 1, $tags, $facts['nested']['deep'], "[${facts['nested']['deep']['er']}]")
