"""The table of pictures: name, stance, builder, color, pose and camera.

`stand`: it rests on its lowest points, seen from the side; `lie`: it rests on its back, seen from above; `hang`: on a
thread; `float`: in the air.
"""

import products as p


def entry(stance, build, color, pitch=14, yaw=20, **pose):
    return {"stance": stance, "build": build, "color": color, "pitch": pitch, "yaw": yaw} | pose


PICTURES = {
    # Plain ones.
    "bottle": entry("stand", p.bottle, 1, 10),
    "bottle-high": entry("stand", p.bottle, 3, 38),
    "mug": entry("stand", p.mug, 0, 22),
    "box": entry("stand", p.box, 2, 16, 35),
    "ball": entry("stand", p.ball, 6, 12),
    "goblet": entry("stand", p.goblet, 7, 12),
    "plant": entry("stand", p.plant, 0, 12),
    "shoe": entry("stand", p.shoe, 1, 14, 25),
    "shoe-corner": entry("stand", p.shoe, 9, 28, 60),
    "bag": entry("stand", p.bag, 8, 10, 30),
    "bottle-on-side": entry("stand", p.bottle, 4, 16, 25, turn=(90, 0, 0), up=0.36),
    "book-low": entry("stand", p.book, 0, 24, 30),
    "plate-low": entry("stand", p.plate, 8, 20),
    "headphones": entry("stand", p.headphones, 4, 12, 30),
    # On legs or small feet.
    "stool": entry("stand", p.stool, 2, 14),
    "stool-high": entry("stand", p.stool, 5, 30),
    "chair": entry("stand", p.chair, 3, 16, 30),
    "chair-front": entry("stand", p.chair, 7, 8, 5),
    "tripod": entry("stand", p.tripod, 5, 10),
    "dog": entry("stand", lambda c: p.animal(c), 9, 12, 15),
    "dog-askew": entry("stand", lambda c: p.animal(c, long=1.3), 7, 20, 55),
    "elephant": entry("stand", lambda c: p.animal(c, trunk=True), 1, 10, 10),
    "elephant-askew": entry("stand", lambda c: p.animal(c, trunk=True), 4, 18, 40),
    "spectacles": entry("stand", p.spectacles, 4, 16, 0),
    "spectacles-askew": entry("stand", p.spectacles, 0, 20, 35),
    "spectacles-thin": entry("stand", p.spectacles, 9, 12, -30),
    # Against the wall.
    "frame-leaning": entry("stand", p.frame, 9, 10, 10, turn=(-14, 0, 0), wall=0.75),
    "frame-corner": entry("stand", p.frame, 4, 14, 30, turn=(-12, 0, 0), wall=0.7),
    "board-leaning": entry("stand", p.board, 2, 8, 10, turn=(76, 0, 0), up=1.66, wall=0.55),
    "board-tilted": entry("stand", p.board, 1, 8, 5, turn=(82, 0, 14), up=1.66, wall=0.5),
    "umbrella-leaning": entry("stand", p.umbrella, 0, 8, 10, turn=(-10, 8, 0), up=0.25, wall=0.7),
    "book-leaning": entry("stand", p.book, 3, 12, 20, turn=(72, 0, 0), up=1.02, wall=0.6),
    # From above.
    "scissors": entry("lie", p.scissors, 0, 88, 20),
    "scissors-slant": entry("lie", p.scissors, 4, 70, 50),
    "spoon": entry("lie", p.spoon, 9, 85, 40),
    "shirt": entry("lie", p.shirt, 1, 88, 0),
    "shirt-askew": entry("lie", p.shirt, 3, 80, 15),
    "watch": entry("lie", p.watch, 4, 88, 30),
    "plate": entry("lie", p.plate, 8, 88, 0),
    "necklace": entry("lie", p.necklace, 0, 86, 10),
    "belt": entry("lie", p.belt, 9, 84, 0),
    "book": entry("lie", p.book, 6, 86, 12),
    "bottle-above": entry("lie", p.bottle, 5, 86, 30, turn=(90, 0, 0), up=0.36),
    "shoe-above": entry("lie", p.shoe, 2, 84, 60),
    "spectacles-above": entry("lie", p.spectacles, 4, 82, 0),
    "board-above": entry("lie", p.board, 7, 86, 40),
    # On a thread.
    "lamp-hung": entry("hang", p.lamp, 0, 4, 0, up=4, thread=True),
    "lamp-hung-dark": entry("hang", p.lamp, 4, -6, 0, up=4, thread=True),
    "bauble": entry("hang", p.bauble, 0, 2, 0, up=4, thread=True),
    "earring": entry("hang", p.earring, 6, 4, 0, up=4, thread=True),
    "shirt-hung": entry("hang", p.hanger, 7, 2, 10, up=4, thread=True),
    # In the air.
    "drone": entry("float", p.drone, 5, 6, 20, up=4, turn=(8, 14, 0)),
    "bottle-air": entry("float", p.bottle, 2, 4, 0, up=4, turn=(0, 28, 0)),
    "shoe-air": entry("float", p.shoe, 0, 6, 15, up=4, turn=(0, -24, 0)),
    "book-air": entry("float", p.book, 1, 4, 20, up=4, turn=(50, 24, 0)),
    "ball-air": entry("float", p.ball, 2, 4, 0, up=4),
    "headphones-air": entry("float", p.headphones, 6, 4, 20, up=4, turn=(10, 20, 0)),
}
