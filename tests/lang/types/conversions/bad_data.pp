notice(Data(Integer))
