include multi::inner
