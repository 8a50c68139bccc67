translate('50% of %{a}', {a => 1})
