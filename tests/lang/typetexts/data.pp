Type('Data[1]')
