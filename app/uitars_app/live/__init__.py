"""A private desktop seen and worked from inside the window, on the same machine, without VNC."""
