# frozen_string_literal: true

# For code that uses Gem::Version and the like: Ruby is started without gems.
Ficelle.without_limit { Ficelle::Libraries.load_rubygems }
