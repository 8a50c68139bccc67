type Apitypes::Size = Variant[Enum['small', 'large'], Integer[1]]
