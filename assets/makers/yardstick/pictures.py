"""All test pictures in the order of the index.

Pictures of the class `base` are rendered once and used in several classes, each with another effect.
"""

import fine_pictures
import known_pictures

PICTURES = fine_pictures.PICTURES | known_pictures.PICTURES

EFFECTS = {
    "motion": {"shake": (13, 0.5), "shows": "hand-held, shaken"},
    "sensor-noise": {"photons": 260, "quality": 85, "shows": "dark room, high gain"},
    "jpeg-50": {"quality": 50, "shows": "JPEG quality 50"},
}
