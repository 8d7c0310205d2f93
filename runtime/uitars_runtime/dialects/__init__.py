"""Grammars: pure functions between the project's values and the text of a model family.

A dialect renders a prompt and parses a reply; coordinates are converted here and nowhere else on
the model's side. One module per family, the parts they share beside them:

    registry.py     names -> dialects, imported when chosen
    uitars.py seed.py omni.py qwen.py holo.py venus.py embedded.py fara.py mai.py glm.py opencua.py
                    the families
    openai_computer.py anthropic_computer.py    the computer tools of services
    computer_tool.py    what those have in common
    coordinates.py  model numbers <-> pixels of the screenshot
    images.py       how many screenshots a prompt carries, and at which size
    history.py      past steps as turns of a conversation, text from outside marked as data
    replies.py      what every reply goes through first and last, and JSON
    scanner.py      verb(key='value', ...) text -> calls
    functions.py    <function=verb> XML -> calls
    blocks.py       functions in <tool_call> blocks
    qwen_calls.py   computer_use JSON <-> calls
    literals.py opencua_code.py    lines of pyautogui <-> calls
    calls.py        the value in the middle: a name and its arguments
    aliases.py      the many spellings of verbs and arguments
    numbers.py      points and boxes as text
    keys.py         chords as text
    verbs.py        calls -> actions
    spelling.py     actions -> calls
    tools.py        actions that are not about the screen, as JSON functions

A new family needs a module with `render` and `parse`, and a line in the registry. Not here:
networking (backends/), the order of steps (loop.py), what may be done (gate/).
"""
