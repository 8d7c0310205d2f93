"""Tasks on an Android device: what it is like before, and how its state says that one was done.

After what is published of AndroidWorld: a goal with parameters that a seed chooses, ten steps for
each point of complexity, success where the agent said that it was done and the device's state
agrees. AndroidWorld's own tasks are classes of a program that is in no package, so they are not
here: tasks are data of a format of ours, and those of the shipped file that bear its names were
worded after it.
"""
