# This file does not define what its name promises.
class flawed::present {
}
