"""The first minutes: what the assistant is, which model and policy it uses, and a first task."""
