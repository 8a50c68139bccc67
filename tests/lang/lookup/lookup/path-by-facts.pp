# environment: site
# node: beta.example.com
# facts: {"os": {"name": "Other", "family": "Debian", "release": {"major": "1"}}}
notice(lookup('who'))
