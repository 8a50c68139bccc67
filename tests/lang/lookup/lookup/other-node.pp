# environment: site
# node: beta.example.com
notice(lookup('who'))
