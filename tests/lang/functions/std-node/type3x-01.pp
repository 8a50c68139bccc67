notice(type3x(1), type3x('1'), type3x('1.5'), type3x(1.5), type3x('a'), type3x(true), type3x({}), type3x([]), type3x(''))
