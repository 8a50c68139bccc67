type Resource = Integer
