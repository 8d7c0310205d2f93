"""Small worlds of linked pages, and questions whose answers lie several pages away.

schema.py      kinds of entities, their facts and relations, and how each is worded
names.py       invented names, and names that are nearly the same
world.py       a world grown from a seed
queries.py     what is asked, as a walk through the world; which answers there are
questions.py   questions with exactly one answer, made for a number of hops and a degree
wording.py     a query in words
routes.py      the pages that prove an answer
mistakes.py    answers that are nearly right
site.py        the page of each address; looks.py: how pages look
serving.py     a small server for them on this machine

After the browsing tasks of UI-TARS-2: a fact is reached over several pages (hops), and what a
question is about is described instead of named (degree). Not here: playing (`evaluate/browsing`).
"""
