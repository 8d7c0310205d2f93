"""The screen of an Android device, looked at and worked through the adb server of this machine.

Nothing is installed on the device: everything goes through programs that every Android has.
"""
