import type { Size } from "#lib/contract/photos/sizes.ts";
import { isWhite } from "#lib/contract/photos/styles.ts";
import type { Stance } from "#lib/contract/photos/values.ts";
import type { RenderOptions } from "../generator.ts";
import type { Field } from "../pixels/field.ts";
import { fieldOfRows } from "../pixels/sampling.ts";
import type { OpenBackdrop, RenderRequest } from "./compose.ts";
import { shadeGround } from "./light/ground-shadow.ts";
import { reflectProduct } from "./light/reflection.ts";
import { mostLight, relightProduct } from "./light/relight.ts";
import { groundedScene } from "./light/shadow.ts";
import { mirrorOnWhite, relightOnWhite, shadeOnWhite } from "./light/white-light.ts";
import type { Contact } from "./product/contact.ts";
import { type LaidOut, layOut, underProduct } from "./product/layout.ts";
import { scaleWithContact } from "./product/scale-with-contact.ts";
import { overGround } from "./product/stance.ts";
import { askedScene } from "./scene/asked-scene.ts";
import { fromAbove, withOptions } from "./scene/options.ts";
import type { Scene } from "./scene/scene.ts";
import { varyScene } from "./scene/seed.ts";
import { createBackdrop } from "./set/backdrop.ts";
import { createStage, fromStraightAbove, type Stage, stageOf } from "./set/stage.ts";
import { loadOwnSurface, type SurfaceTexture } from "./set/textures.ts";
import { type View, wholeView } from "./set/view.ts";
import { styleDefinitions } from "./styles/index.ts";

/** Draws a set: its rows in a view, the color of its ground, and a low-resolution copy (`around`). */
export type DrawSet = (
  scene: Scene,
  stage: Stage,
  how: { view: View; own: SurfaceTexture | null },
) => Promise<Awaited<ReturnType<typeof createBackdrop>> & { around: Field }>;

/** The set that style, prompt and options describe. */
export function openDrawn(draw: DrawSet = drawSet): OpenBackdrop {
  return async ({ turned, stance, view }, request, { design, cells }) => {
    const { layout, background, light: { relight } = {} } = request.options ?? {};
    const isRelit = relight !== false;
    const { scene, dimensions, move } = describeScene(request, stance);
    const laidOut = layOut(turned, { scene, dimensions, layout, move, stance }, design);
    const { cutOut, placement, cut } = laidOut;
    return {
      cutOut,
      headroom: mostLight(scene),
      async position(balance) {
        const scaled = await scaleWithContact(cutOut, { balance, size: placement, cut, stance });
        const stage = setStage(design, { scene, laidOut, contact: scaled.contact });
        const floats = scaled.contact.stance === "floats";
        const contact = floats ? overGround(scaled.contact, stage.groundY - placement.top) : scaled.contact;
        return {
          ...scaled,
          contact,
          placement,
          cut,
          async light(product) {
            const set = await draw(scene, stage, { view, own: await ownSurface(background) });
            const lit = groundedScene(scene, contact);
            const shade = shadeGround(product, lit, { ground: set.ground, stage, cells });
            const reflection = reflectProduct(product, lit);
            if (scene.backdrop !== "white") {
              const relit = isRelit ? relightProduct(product, lit, set) : null;
              return { backdrop: set.rows, shade, reflection, relight: relit, grain: 0.9 };
            }
            return {
              backdrop: set.rows,
              shade: shadeOnWhite(shade, design),
              reflection: mirrorOnWhite(reflection, design),
              relight: relightOnWhite(product, lit, isRelit),
              grain: 0.5,
            };
          },
        };
      },
    };
  };
}

/** Combines prompt, seed and options into a scene; `dimensions` is the scene whose proportions place the product. */
function describeScene({ style, prompt, options = {} }: RenderRequest, stance: Stance | undefined) {
  const asked = askedScene(style, prompt, options);
  const { scene, move } = varyScene(asked, style, options.seed);
  const dimensions = isWhite(style) ? styleDefinitions[style].scene : asked.scene;
  const described = withOptions(scene, options);
  return { scene: stance === "lie" ? fromAbove(described) : described, dimensions, move };
}

/** Returns the set for the product's standard place, moved up when the product was positioned higher. */
function setStage(
  design: Size,
  { scene, laidOut: { standard, placement }, contact }: { scene: Scene; laidOut: LaidOut; contact: Contact },
): Stage {
  if (contact.stance === "lies") return fromStraightAbove(design, standard);
  const groundY = contact.groundY * (standard.height / placement.height);
  const stage = createStage(design, standard, { groundY, pitchSin: contact.pitchSin });
  const varied = withVariation(stage, scene);
  return contact.stance === "stands" ? underProduct(varied, scene, placement.top + contact.backY) : varied;
}

function withVariation(stage: Stage, { set }: Scene): Stage {
  if (!set) return stage;
  const { groundY, edgeY, pitchSin } = stage;
  return {
    ...stage,
    edgeY: groundY - (groundY - edgeY) * (1 + set.depth),
    pitchSin: Math.max(0.11, Math.min(0.29, pitchSin + set.pitch)),
  };
}

async function ownSurface(background: RenderOptions["background"]): Promise<SurfaceTexture | null> {
  return background && "image" in background && background.role === "surface"
    ? await loadOwnSurface(background.image)
    : null;
}

const drawSet: DrawSet = async (scene, stage, { view, own }) => {
  const { rows, ground } = await createBackdrop(scene, stageOf(stage, view), own);
  return { rows, ground, around: await aroundProduct(scene, stage, own) };
};

/** The set at low resolution: the light that reaches the product's outline from around it. */
export async function aroundProduct(scene: Scene, stage: Stage, own: SurfaceTexture | null): Promise<Field> {
  const width = 64;
  const height = Math.max(8, Math.round((stage.height / stage.width) * width));
  const { rows } = await createBackdrop(scene, stageOf(stage, wholeView({ width, height })), own);
  return fieldOfRows(rows, { width, height });
}
