import { readdirSync } from "node:fs";
import sharp from "sharp";
import { readTruth } from "#lib/testing/imaging/edge-quality.ts";
import { paintEdit } from "#lib/testing/imaging/edited-pictures.ts";
import { seededRandom } from "#lib/testing/random.ts";
import { findProduct } from "#lib/imaging/fidelity/register.ts";
import { refinePlace } from "#lib/imaging/fidelity/refine.ts";
import { openEdited } from "#lib/imaging/fidelity/pictures.ts";
import { boundingBox } from "#lib/imaging/matting/mask.ts";
const root = "/work/wt/fidelity/";
const names = readdirSync(root + "public/samples").filter((f) => f.endsWith(".jpg")).map((f) => f.slice(0, -4));
const rooms = ["rooms/kitchen", "rooms/room", "rooms/garden", "surfaces/oak", "surfaces/marble", "rooms/evening"];
const rnd = seededRandom(Number(process.argv[2] ?? 1));
const sizes = [[1024, 1024], [1376, 768], [896, 1200]] as const;
for (const name of names.slice(Number(process.argv[4]??0))) {
  const truth = await readTruth(root + `public/samples/${name}.jpg`, root + `public/samples/${name}.alpha.png`);
  const box = boundingBox(truth.width, truth.height, (i) => (truth.rgba[i * 4 + 3] ?? 0) >= 48)!;
  const product = { ...truth, box };
  for (let k = 0; k < 4; k++) {
    const [width, height] = sizes[Math.floor(rnd() * 3)]!;
    const scene = await sharp(root + `lib/imaging/renderer/backdrops/${rooms[Math.floor(rnd() * rooms.length)]}.jpg`).resize(width, height, { fit: "cover" }).removeAlpha().raw().toBuffer();
    const side = Math.max(box.width, box.height);
    const rel = side / Math.sqrt(truth.width * truth.height);
    const want = Math.min(rel * (0.45 + 0.9 * rnd()) * Math.sqrt(width * height), 0.92 * Math.min(width / box.width, height / box.height) * side);
    const scale = want / side;
    const turnDeg = (rnd() - 0.5) * 20;
    const bx = (box.left + box.width / 2 - truth.width / 2) * scale, by = (box.top + box.height / 2 - truth.height / 2) * scale;
    const an = turnDeg * Math.PI / 180;
    const cx = width / 2 + (rnd() - 0.5) * (width - box.width * scale) * .9, cy = height / 2 + (rnd() - 0.5) * (height - box.height * scale) * .9;
    const plan = { width, height, x: cx - (bx * Math.cos(an) - by * Math.sin(an)), y: cy - (bx * Math.sin(an) + by * Math.cos(an)), scale, turnDeg, gain: [0.8 + .45 * rnd(), 1, 0.85] as const, slopeX: .4 * (rnd() - .5), slopeY: .4 * (rnd() - .5), blurSigma: rnd(), jpegQuality: 80 };
    const edit = await paintEdit(truth, scene, plan);
    const t0 = performance.now();
    const opened = await openEdited(edit);
    const cands = await findProduct(product, opened, rel);
    const t1 = performance.now();
    const err = (p: any) => { let m = 0; for (const [sx, sy] of [[-1, -1], [1, -1], [-1, 1], [1, 1]] as const) { const px = sx * box.width / 2, py = sy * box.height / 2; const ex = scale * (Math.cos(an) * px - Math.sin(an) * py) + cx, ey = scale * (Math.sin(an) * px + Math.cos(an) * py) + cy; m = Math.max(m, Math.hypot(p.a * px - p.b * py + p.x - ex, p.b * px + p.a * py + p.y - ey)); } return m; };
    const out = [];
    for (const c of cands.slice(0, 2)) { const r = await refinePlace(product, opened, c.place); out.push(`${err(c.place).toFixed(1)} (${c.score.toFixed(2)}) -> ${err(r.place).toFixed(2)} (${r.agreement.toFixed(3)})`); }
    console.log(name.padEnd(9), `${width}x${height} s${scale.toFixed(2)} side ${(scale * side).toFixed(0)}`, (t1 - t0).toFixed(0), "ms", (performance.now() - t1).toFixed(0), "ms", out.join(" | "));
    if (out[0]!.includes("72")) for (const c of cands.slice(0,3)) console.log(JSON.stringify(c), JSON.stringify(await refinePlace(product, opened, c.place)));
 if (process.argv[3]) await sharp(edit).png().toFile(`/tmp/fid/${name}${k}.png`);
  }
}
