"""Parts that the scenes of the library share. One unit is 10 cm; the product's place is the origin, x is right, y is back."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLES = os.path.normpath(os.path.join(HERE, "../../samples"))
if SAMPLES not in sys.path:
    sys.path.insert(0, SAMPLES)
