include multi::deep::er
