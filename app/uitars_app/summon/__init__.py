"""Reaching the assistant from anywhere: tray icon, global hot key, the small task window."""
