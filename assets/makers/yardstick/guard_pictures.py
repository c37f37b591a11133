"""Pictures of single faults of cut-outs. They are not part of the yardstick: some constants were chosen on them."""

import mirrors
import settings as s
import wheeled
from taking import PORTRAIT, picture, view

PICTURES = {
    "toy-car": picture(
        "guard",
        "toy car, pale hubs in dark wheels",
        lambda: s.wooden("#b98f63", "#8b6743", "#e4dccb", "left", 31),
        wheeled.toy_car,
        view(0.74, 10, 32),
        samples=16,
    ),
    "mirror": picture(
        "guard",
        "mirror that reflects a wall, like the one behind it",
        lambda: s.wooden("#8a6a4c", "#5f452f", "#e6e3da", "left", 41),
        lambda: mirrors.standing(2, 3),
        view(0.8, 8),
        PORTRAIT,
        samples=16,
    ),
}
