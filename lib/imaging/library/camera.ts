/** A point or direction of a scene in centimeters: right, away from the camera, up. */
export type Point = readonly [number, number, number];

/** A scene's camera; columns and rows are shares of the square plate, from its upper left corner. */
export interface Camera {
  pitchDeg: number;
  /** Focal length, in widths of the frame. */
  focal: number;
  /** Where the optical axis meets the frame (principal point). */
  center: { x: number; y: number };
  /** Three rows of four: rotation and translation. The camera looks along −z, y is up. */
  worldToCamera: readonly (readonly number[])[];
}

const number = (value: number | undefined) => value ?? 0;

function entry({ worldToCamera }: Camera, row: number, column: number): number {
  return number(worldToCamera[row]?.[column]);
}

/** Projects a point to the frame, and returns its distance along the optical axis. */
export function project(camera: Camera, point: Point): { x: number; y: number; depthCm: number } {
  const along = (row: number) =>
    entry(camera, row, 0) * point[0] +
    entry(camera, row, 1) * point[1] +
    entry(camera, row, 2) * point[2] +
    entry(camera, row, 3);
  const depthCm = -along(2);
  return {
    x: camera.center.x + (camera.focal * along(0)) / depthCm,
    y: camera.center.y - (camera.focal * along(1)) / depthCm,
    depthCm,
  };
}

/** Rotates a direction from the camera's axes to the scene's. */
function turned(camera: Camera, [x, y, z]: Point): Point {
  const along = (column: number) =>
    entry(camera, 0, column) * x + entry(camera, 1, column) * y + entry(camera, 2, column) * z;
  return [along(0), along(1), along(2)];
}

/** The camera's position, and the vectors whose sum is the ray of column x and row y: base + x·right + y·down. */
export function raysOf(camera: Camera): { eye: Point; base: Point; right: Point; down: Point } {
  const { focal, center } = camera;
  return {
    eye: turned(camera, [-entry(camera, 0, 3), -entry(camera, 1, 3), -entry(camera, 2, 3)]),
    base: turned(camera, [-center.x / focal, center.y / focal, -1]),
    right: turned(camera, [1 / focal, 0, 0]),
    down: turned(camera, [0, -1 / focal, 0]),
  };
}

/** The point of the scene at a place of the frame, at a distance along the optical axis. */
export function pointAt(camera: Camera, x: number, y: number, depthCm: number): Point {
  const { eye, base, right, down } = raysOf(camera);
  const at = (i: 0 | 1 | 2) => eye[i] + depthCm * (base[i] + x * right[i] + y * down[i]);
  return [at(0), at(1), at(2)];
}

/** The point of the level ground at a place of the frame; null above the horizon. */
export function pointOnGround(camera: Camera, x: number, y: number, heightCm: number): Point | null {
  const { eye, base, right, down } = raysOf(camera);
  const depthCm = (heightCm - eye[2]) / (base[2] + x * right[2] + y * down[2]);
  return depthCm > 0 ? pointAt(camera, x, y, depthCm) : null;
}

/** Level directions: to the camera's right, and from the product toward the camera. */
export function levelAxes(camera: Camera): { right: Point; toCamera: Point } {
  const length = Math.hypot(entry(camera, 0, 0), entry(camera, 0, 1));
  const right: Point = [entry(camera, 0, 0) / length, entry(camera, 0, 1) / length, 0];
  return { right, toCamera: [right[1], -right[0], 0] };
}

/** Cameras with a steeper pitch show lying products. */
const lyingFromDeg = 60;

export function isFromAbove({ pitchDeg }: Pick<Camera, "pitchDeg">): boolean {
  return pitchDeg > lyingFromDeg;
}

/**
 * Scene axes of the product's picture: its right, its upper end, and toward its viewer. A lying product's picture lies
 * on the ground.
 */
export function productAxes({ camera, lies }: { camera: Camera; lies: boolean }): {
  across: Point;
  upward: Point;
  outward: Point;
} {
  const { right, toCamera } = levelAxes(camera);
  if (!lies) return { across: right, upward: [0, 0, 1], outward: toCamera };
  return { across: right, upward: [-toCamera[0], -toCamera[1], 0], outward: [0, 0, 1] };
}

export function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** From lower down, what lies on the ground is only a streak. */
const leastPitchOfLyingDeg = 30;

export function showsLying({ pitchDeg }: Pick<Camera, "pitchDeg">): boolean {
  return pitchDeg >= leastPitchOfLyingDeg;
}

/**
 * Height at which the camera sees a product, as a share of its height in its own picture. A lying product's picture was
 * taken from straight above; a lower camera sees less of its length.
 */
export function foreshortening({ lies, camera }: { lies: boolean; camera: Camera }): number {
  return lies && !isFromAbove(camera) ? Math.sin((camera.pitchDeg * Math.PI) / 180) : 1;
}

/** The camera of the mirrored plate: frame and scene are flipped left to right. */
export function mirrorCamera(camera: Camera): Camera {
  const sign = (row: number, column: number) => (row === 0) !== (column === 0);
  return {
    ...camera,
    center: { ...camera.center, x: 1 - camera.center.x },
    worldToCamera: camera.worldToCamera.map((cells, row) =>
      cells.map((value, column) => (sign(row, column) ? -value : value)),
    ),
  };
}
