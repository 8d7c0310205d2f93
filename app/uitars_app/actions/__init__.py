"""An action as a form, for a person who changes it; generated from the closed set of actions."""
