import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { assetFolder } from "#lib/platform/assets.ts";
import { type Camera, isFromAbove, mirrorCamera, type Point } from "./camera.ts";
import type { Tone } from "./tone.ts";

const pair = z.tuple([z.number(), z.number()]);
const triple = z.tuple([z.number(), z.number(), z.number()]);
const share = z.number().min(0).max(1);

const viewFile = z.object({
  pixels: z.int().min(64).max(4096),
  camera: z.object({
    pitch_deg: z.number(),
    focal: z.number().positive(),
    center: pair,
    world_to_camera: z.array(z.array(z.number()).length(4)).length(3),
  }),
  ground: z.object({
    height_cm: z.number(),
    polygon_cm: z.array(pair).min(3),
    positions_cm: z.array(pair).min(1),
    max_width_cm: z.number().positive(),
    max_height_cm: z.number().positive(),
    gloss: share,
    roughness: share,
  }),
  tone: z.object({
    exposure: z.number().positive(),
    contrast: z.number().positive(),
    shoulder: z.number().gt(0).lt(1),
  }),
  depth_nearest_cm: z.number().positive(),
  front: z.boolean(),
  lights: z.array(
    z.object({
      group: z.string(),
      direction: triple,
      angle_deg: z.number(),
      strength: triple,
    }),
  ),
  gobo: z
    .object({
      light: z.int(),
      center_cm: pair,
      foot_cm: z.number(),
      width_cm: z.number().positive(),
      height_cm: z.number().positive(),
    })
    .nullish(),
  probe: z.object({ harmonics: z.array(triple).length(9) }),
});

/** A lamp of the scene, as its light arrives at the product's place. */
export interface SceneLamp {
  /** Direction toward the lamp. */
  direction: Point;
  /** Angular diameter of the lamp. */
  angleDeg: number;
  /** Light that a white surface facing the lamp reflects, exposure included. */
  strength: Point;
  castsShadow: boolean;
}

/** One view of a scene, from its JSON file; lengths in centimeters. */
export interface SceneView {
  /** Path of its files without suffixes, and whether the view is flipped left to right. */
  file: string;
  mirrored: boolean;
  pixels: number;
  camera: Camera;
  /** Whether this view shows products lying on their back instead of standing. */
  lies: boolean;
  /** Whether the ground is a wall, seen from the front, and the top of a product hangs at the positions. */
  hangs: boolean;
  groundCm: number;
  /** Corners of the part of the ground on which products may stand, and good positions for their middle. */
  corners: readonly Point[];
  positions: readonly Point[];
  most: { widthCm: number; heightCm: number };
  gloss: number;
  roughness: number;
  tone: Tone;
  nearestCm: number;
  hasFront: boolean;
  lamps: readonly SceneLamp[];
  /** The upright rectangle in which `V-gobo.png` shades a lamp. */
  gobo: { lamp: number; middleCm: number; footCm: number; widthCm: number; heightCm: number } | null;
  /** Nine spherical harmonics of the light that does not come from the listed lamps. */
  harmonics: readonly Point[];
}

export interface LibraryScene {
  id: string;
  views: readonly SceneView[];
}

/** Scenes that were read. They are small, and there are only some dozens. */
const known = new Map<string, Promise<LibraryScene>>();

export interface SceneFolder {
  id: string;
  folder: string;
  /** Names of its finished views, in order. */
  views: string[];
}

/** Lists the scenes, described in assets/makers/scenes, that have a scene.json and a finished view. */
export function listSceneFolders(scenes = assetFolder("scenes")): SceneFolder[] {
  if (!existsSync(scenes)) return [];
  return readdirSync(scenes, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return [];
    const found = readSceneFolder(entry.name, scenes);
    return found.views.length > 0 && existsSync(path.join(found.folder, "scene.json")) ? [found] : [];
  });
}

/** A view is finished when its picture of a neutral product exists: that is written last, after the JSON. */
function readSceneFolder(id: string, scenes = assetFolder("scenes")): SceneFolder {
  const folder = path.join(scenes, id);
  const files = readdirSync(folder);
  const views = files.filter((file) => file.endsWith(".json")).map((file) => path.basename(file, ".json"));
  return { id, folder, views: views.filter((view) => files.includes(`${view}-reference.webp`)).sort() };
}

/** The pitch in a view's name: `flat-b` is a second view from straight above. */
export function pitchOf(view: string): string {
  return view.split("-", 1)[0] ?? "";
}

/** Throws when the scene does not exist or its files are invalid. */
export function loadScene(id: string): Promise<LibraryScene> {
  const scene = known.get(id) ?? readScene(id);
  known.set(id, scene);
  scene.catch(() => known.delete(id));
  return scene;
}

async function readScene(id: string): Promise<LibraryScene> {
  if (!/^[a-z][a-z0-9-]*$/.test(id)) throw new Error(`"${id}" is not the name of a scene`);
  const { folder, views } = readSceneFolder(id);
  return { id, views: await Promise.all(views.map((view) => readView(path.join(folder, view)))) };
}

async function readView(file: string): Promise<SceneView> {
  const { camera, ground, tone, gobo, ...view } = viewFile.parse(
    JSON.parse(await readFile(`${file}.json`, "utf8")),
  );
  const onGround = ([x, y]: readonly [number, number]): Point => [x, y, ground.height_cm];
  return {
    file,
    mirrored: false,
    pixels: view.pixels,
    camera: {
      pitchDeg: camera.pitch_deg,
      focal: camera.focal,
      center: { x: camera.center[0], y: camera.center[1] },
      worldToCamera: camera.world_to_camera,
    },
    lies: isFromAbove({ pitchDeg: camera.pitch_deg }),
    hangs: pitchOf(path.basename(file)) === "front",
    groundCm: ground.height_cm,
    corners: ground.polygon_cm.map(onGround),
    positions: ground.positions_cm.map(onGround),
    most: { widthCm: ground.max_width_cm, heightCm: ground.max_height_cm },
    gloss: ground.gloss,
    roughness: ground.roughness,
    tone,
    nearestCm: view.depth_nearest_cm,
    hasFront: view.front,
    lamps: view.lights.map(({ group, direction, angle_deg, strength }) => ({
      direction,
      angleDeg: angle_deg,
      strength,
      castsShadow: group === "key",
    })),
    gobo: gobo
      ? {
          lamp: gobo.light,
          middleCm: gobo.center_cm[0],
          footCm: gobo.foot_cm,
          widthCm: gobo.width_cm,
          heightCm: gobo.height_cm,
        }
      : null,
    harmonics: view.probe.harmonics,
  };
}

/** Harmonics that change sign with x: x, xy, xz. */
const odd = new Set([3, 4, 7]);

/** Flips the view left to right, which is possible because no scene has lettering. */
export function mirrorView(view: SceneView): SceneView {
  const flip = ([x, y, z]: Point): Point => [-x, y, z];
  return {
    ...view,
    mirrored: !view.mirrored,
    camera: mirrorCamera(view.camera),
    corners: view.corners.map(flip),
    positions: view.positions.map(flip),
    lamps: view.lamps.map((lamp) => ({ ...lamp, direction: flip(lamp.direction) })),
    gobo: view.gobo && { ...view.gobo, middleCm: -view.gobo.middleCm },
    harmonics: view.harmonics.map((color, i) =>
      odd.has(i) ? ([-color[0], -color[1], -color[2]] as const) : color,
    ),
  };
}
