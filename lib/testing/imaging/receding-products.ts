import { type DrawnSolid, drawSolid, type Part, type Point, type Rgb, type Seen } from "./drawn-solids.ts";

/** Products whose base recedes from the camera. */

const turn = 2 * Math.PI;

/** A disc: level, or upright and facing along y. */
function disc(middle: Point, radius: number, facing: "up" | "aside" = "up"): Point[] {
  return Array.from({ length: 28 }, (_, i): Point => {
    const [u, v] = [radius * Math.cos((i / 28) * turn), radius * Math.sin((i / 28) * turn)];
    return facing === "up"
      ? [middle[0] + u, middle[1] + v, middle[2]]
      : [middle[0] + u, middle[1], middle[2] + v];
  });
}

function box(from: Point, to: Point): Point[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map(
    (i): Point => [i & 1 ? to[0] : from[0], i & 2 ? to[1] : from[1], i & 4 ? to[2] : from[2]],
  );
}

const white: Rgb = [226, 224, 218];
const dark: Rgb = [34, 34, 38];

/** A sneaker whose toe points to the right; the tip of its sole is raised a little. */
const shoe: readonly Part[] = [
  {
    points: [
      ...disc([-0.52, 0, 0], 0.17),
      ...disc([0.22, 0, 0], 0.2),
      ...disc([0.52, 0.02, 0.035], 0.13),
    ].concat(...[disc([-0.52, 0, 0.12], 0.18), disc([0.22, 0, 0.1], 0.21), disc([0.52, 0.02, 0.12], 0.14)]),
    color: white,
    isFoot: true,
  },
  {
    points: [
      ...disc([-0.52, 0, 0.12], 0.15),
      ...disc([-0.5, 0, 0.62], 0.12),
      ...disc([-0.12, 0, 0.52], 0.13),
      ...disc([0.1, 0, 0.12], 0.17),
    ],
    color: [176, 44, 40],
  },
  {
    points: [
      ...disc([-0.12, 0, 0.46], 0.12),
      ...disc([0.22, 0, 0.12], 0.18),
      ...disc([0.5, 0.02, 0.13], 0.12),
      ...disc([0.3, 0, 0.3], 0.1),
    ],
    color: [196, 60, 52],
  },
];

const wheelsOf = (long: number, wide: number, radius: number): Part[] =>
  [-long, long].flatMap((x) =>
    [-wide, wide].map((y): Part => {
      const inner = y * 0.8;
      return {
        points: [...disc([x, y, radius], radius, "aside"), ...disc([x, inner, radius], radius, "aside")],
        color: dark,
        isFoot: true,
      };
    }),
  );

const car: readonly Part[] = [
  ...wheelsOf(0.62, 0.4, 0.16),
  {
    points: [...box([-1, -0.4, 0.1], [1, 0.4, 0.34]), ...box([-0.96, -0.36, 0.09], [0.94, 0.36, 0.38])],
    color: [38, 92, 168],
  },
  {
    points: [...box([-0.7, -0.36, 0.34], [0.5, 0.36, 0.36]), ...box([-0.5, -0.3, 0.6], [0.18, 0.3, 0.62])],
    color: [52, 108, 182],
  },
];

function ring(middle: Point, radius: number, thick: number, color: Rgb): Part[] {
  const count = 30;
  const at = (i: number, r: number, y: number): Point => [
    middle[0] + r * Math.cos((i / count) * turn),
    middle[1] + y,
    middle[2] + r * Math.sin((i / count) * turn),
  ];
  return Array.from({ length: count }, (_, i) => ({
    points: [i, i + 1].flatMap((j) =>
      [radius - thick, radius].flatMap((r) => [-thick / 2, thick / 2].map((y) => at(j, r, y))),
    ),
    color,
    isFoot: i === Math.floor(count * 0.75),
  }));
}

/** Spectacles on the rims of their lenses and the ends of their temples. */
const glasses: readonly Part[] = [-0.36, 0.36].flatMap((x): Part[] => {
  const hinge = x * 1.86;
  return [
    ...ring([x, 0, 0.27], 0.27, 0.05, dark),
    { points: box([hinge - 0.02, 0, 0.33], [hinge + 0.02, 0.03, 0.4]), color: dark },
    {
      points: [
        ...box([hinge - 0.02, 0, 0.34], [hinge + 0.02, 0.04, 0.39]),
        ...box([hinge - 0.02, 0.9, 0.3], [hinge + 0.02, 0.95, 0.34]),
      ],
      color: dark,
    },
    {
      points: [
        ...box([hinge - 0.02, 0.9, 0.3], [hinge + 0.02, 0.95, 0.34]),
        ...box([hinge - 0.02, 1.1, 0], [hinge + 0.02, 1.16, 0.04]),
      ],
      color: dark,
      isFoot: true,
    },
  ];
});

const chair: readonly Part[] = [
  ...[-0.4, 0.36].flatMap((x) =>
    [-0.4, 0.36].map(
      (y): Part => ({
        points: box([x, y, 0], [x + 0.05, y + 0.05, 0.5]),
        color: [150, 104, 62],
        isFoot: true,
      }),
    ),
  ),
  { points: box([-0.45, -0.45, 0.5], [0.45, 0.45, 0.57]), color: [172, 122, 76] },
  { points: box([-0.45, 0.39, 0.57], [0.45, 0.45, 1.2]), color: [160, 112, 68] },
];

const carton: readonly Part[] = [
  { points: box([-0.6, -0.35, 0], [0.6, 0.35, 0.75]), color: [186, 150, 104], isFoot: true },
];

const shapes = {
  shoe,
  car,
  glasses: [...glasses, { points: box([-0.1, -0.02, 0.3], [0.1, 0.03, 0.36]), color: dark }],
  chair,
  carton,
};
export type RecedingShape = keyof typeof shapes;
export const recedingShapes = Object.keys(shapes) as RecedingShape[];

export function drawReceding(shape: RecedingShape, seen: Seen): DrawnSolid {
  return drawSolid(shapes[shape], seen);
}
