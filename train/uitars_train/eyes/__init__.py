"""Training of the eyes' reader: from screens with truth to the network that the runtime ships.

    uitars-train eyes locate POOL WORK       text lines of screens, by the real detector
    uitars-train eyes prepare POOL WORK      candidates, their pictures and their truth
    uitars-train eyes train WORK             can be stopped and taken up again
    uitars-train eyes evaluate OUT.onnx WORK figures of the reader
    uitars-train eyes confusions MODEL.onnx WORK OUT.json  what it makes of icons, for the policy
    uitars-train eyes look POOL              figures of whole looks, text read for real
    uitars-train eyes export WORK OUT.onnx

and the same for the reader of lines, with the folders WORK/train and WORK/val:

    uitars-train eyes lines POOL WORK/train            lines of screens with what they say
    uitars-train eyes draw-lines WORK/train TOOLKIT --count N      lines drawn by `qt` or `web`
    uitars-train eyes train-lines WORK                 can be stopped and taken up again
    uitars-train eyes export-lines WORK OUT.onnx
    uitars-train eyes narrow-lines POOL OUT.onnx NARROW.onnx       the same in 8 bits, which ships

    uitars-train eyes read POOL                        figures of both readers of lines

and what icons are called (`pictograms/`), with the shipped reader's own eyes:

    uitars-train eyes gather-icons WORK                drawings of packages and themes, as pixels
    uitars-train eyes show-icons WORK                  what the shipped reader makes of them
    uitars-train eyes train-icons WORK                 learns what they are called
    uitars-train eyes export-icons WORK OUT.onnx       the shipped reader with these names
    uitars-train eyes ask-icons                        how often a tool tip finds its own icon
    uitars-train eyes see-icons OUT.onnx FOLDER        the harvest with its icons read anew

    uitars-train eyes shrink WHEEL OUT       PP-OCR's networks as they ship, from rapidocr's wheel

Making screens is `uitars_train.screens`; pictures of candidates,
`uitars_runtime.eyes.roles.reader`.
"""
