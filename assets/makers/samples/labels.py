"""Printed matter drawn with Pillow: labels and marks of invented goods."""

import os
import tempfile

from PIL import Image, ImageDraw, ImageFont

FONTS = "/usr/share/fonts/truetype/lato/Lato-{}.ttf"


class Label:
    """A drawing surface of width × height pixels, RGBA; text is placed by its centre."""

    def __init__(self, width, height, background=(0, 0, 0, 0)):
        self.image = Image.new("RGBA", (width, height), background)
        self.pen = ImageDraw.Draw(self.image)

    def text(self, x, y, body, size, color, weight="Regular", spacing=0.0):
        font = ImageFont.truetype(FONTS.format(weight), size)
        gap = spacing * size
        width = sum(font.getlength(c) for c in body) + gap * (len(body) - 1)
        at = x - width / 2
        for c in body:
            self.pen.text((at, y), c, font=font, fill=color, anchor="lm")
            at += font.getlength(c) + gap

    def line(self, x0, y0, x1, y1, color, width=3):
        self.pen.line((x0, y0, x1, y1), fill=color, width=width)

    def leaf(self, x, y, length, color, turn=0.0, width=0.32):
        """A leaf outline with its mid rib, pointing up when turn is 0 (radians)."""
        import math

        points = []
        for side in (1, -1):
            steps = range(0, 21) if side == 1 else range(20, -1, -1)
            for k in steps:
                t = k / 20
                w = side * width * length * math.sin(math.pi * t) * (1 - 0.35 * t)
                points.append((w, -t * length))
        c, s = math.cos(turn), math.sin(turn)
        self.pen.polygon([(x + px * c - py * s, y + px * s + py * c) for px, py in points], fill=color)

    def save(self, name):
        path = os.path.join(tempfile.gettempdir(), f"sample-label-{name}.png")
        self.image.save(path)
        return path
