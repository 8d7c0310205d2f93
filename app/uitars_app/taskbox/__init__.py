"""The box in which a person says what to do: words, attachments, model, desktop and policy."""
