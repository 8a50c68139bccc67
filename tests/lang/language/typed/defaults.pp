include typed
