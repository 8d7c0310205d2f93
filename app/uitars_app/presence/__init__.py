"""The agent's presence on the person's own desktop, and the rule that our windows are no target.

What belongs to us is never in the agent's pictures: the frame and the markers step aside while it
looks and acts, and windows that stay are covered with a pattern. Where the agent may act is
otherwise the gate's business.
"""
