# frozen_string_literal: true

# For code that names Gem::Version and its like: Ruby starts without gems.
Ficelle.without_limit { Ficelle::Libraries.load_rubygems }
