"""A session offered as a machine of OSWorld: the same verbs over HTTP, for the same controllers.

Whatever is run, read or written there is a command inside the session, behind its wall and within
its limits. Not here: working such a machine (`desktop/osworld/`).
"""
