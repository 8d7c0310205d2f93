"""The parts of the page of sessions: desktops that live on, worked by runs and by the person."""
