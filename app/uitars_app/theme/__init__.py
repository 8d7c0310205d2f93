"""Looks: colours and measures as tokens, the style made from them, the icons.

Widgets name a token or a `kind`, never a colour. Layout and words do not belong here.
"""
