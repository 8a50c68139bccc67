# frozen_string_literal: true

# The function is native: only the name of this file matters.
