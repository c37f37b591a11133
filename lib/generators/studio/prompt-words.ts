import { hexToRgb } from "./colour.ts";
import type { RoomName, Scene, Surface } from "./scene.ts";

/** A scene while its prompt is read. */
export interface Draft extends Scene {
  /** The prompt named a room, a surface or a colour for the wall: words without a clear aim leave it alone. */
  asksRoom: boolean;
  asksSurface: boolean;
  asksBack: boolean;
}

/** What a word does to the scene; `negated` when the prompt says it is not wanted. */
export type Effect = (scene: Draft, negated: boolean) => void;

function surface(name: Surface, polish: number, roughness: number, color: string | null = null): Effect {
  return (scene, negated) => {
    if (negated) return;
    scene.backdrop = "set";
    scene.surface = name;
    scene.asksSurface = true;
    scene.surfaceColor = color === null ? null : hexToRgb(color);
    scene.reflection = Math.max(polish, scene.reflection > 0.3 && polish > 0.05 ? scene.reflection * 0.7 : 0);
    scene.roughness = roughness;
  };
}

function room(name: RoomName, table: Effect): Effect {
  return (scene, negated) => {
    if (negated) {
      if (scene.back === name) scene.back = "wall";
      return;
    }
    if (!scene.asksSurface) {
      table(scene, false);
      scene.asksSurface = false;
    }
    scene.backdrop = "set";
    scene.back = name;
    scene.asksRoom = true;
    if (name === "evening") {
      scene.light.warmth = Math.max(scene.light.warmth, 0.45);
      scene.light.pattern = "none";
      scene.light.fill = Math.min(scene.light.fill, 0.34);
      scene.glow = Math.max(scene.glow, 0.6);
      scene.exposure *= 0.62;
    }
  };
}

const oak = surface("oak", 0.1, 0.7);
const walnut = surface("walnut", 0.14, 0.6);
const marble = surface("marble", 0.26, 0.35);
const slate = surface("slate", 0.06, 0.8);
const linen = surface("linen", 0, 1);
const concrete = surface("concrete", 0.06, 0.85);
const sand = surface("sand", 0, 1);
const acrylic = surface("acrylic", 0.5, 0.2);
const glass = surface("acrylic", 0.42, 0.12, "#e6ecee");

function light(change: Partial<Scene["light"]>): Effect {
  return (scene, negated) => {
    if (!negated) Object.assign(scene.light, change);
  };
}

function warmth(amount: number): Effect {
  return (scene, negated) => {
    scene.light.warmth = Math.max(-1, Math.min(1, scene.light.warmth + (negated ? -amount : amount)));
  };
}

function sweep(scene: Draft, negated: boolean): void {
  if (!negated) scene.backdrop = "sweep";
}

function table(scene: Draft, negated: boolean): void {
  if (!negated && scene.backdrop === "sweep") oak(scene, false);
}

function polish(amount: number, roughness: number): Effect {
  return (scene, negated) => {
    scene.reflection = negated ? 0 : Math.max(amount, scene.reflection);
    if (!negated) scene.roughness = Math.min(scene.roughness, roughness);
  };
}

function shadow(strength: number, softness: number | null): Effect {
  return (scene, negated) => {
    scene.shadow = negated ? 0 : strength;
    if (!negated && softness !== null) scene.light.softness = softness;
  };
}

const moody: Effect = (scene, negated) => {
  if (negated) return;
  scene.exposure *= 0.72;
  scene.light.fill = Math.min(scene.light.fill, 0.34);
  scene.vignette = Math.max(scene.vignette, 0.42);
  scene.glow = Math.max(scene.glow, 0.7);
};

const bright: Effect = (scene, negated) => {
  scene.exposure = negated ? scene.exposure * 0.8 : Math.min(1.12, Math.max(1, scene.exposure) * 1.06);
  if (!negated) scene.vignette *= 0.6;
};

const dramatic: Effect = (scene, negated) => {
  if (negated) return;
  scene.light.fill = Math.min(scene.light.fill, 0.3);
  scene.light.softness = Math.min(scene.light.softness, 0.4);
  scene.rim = Math.max(scene.rim, 0.14);
  scene.vignette = Math.max(scene.vignette, 0.38);
  scene.glow = Math.max(scene.glow, 0.75);
};

const luxurious: Effect = (scene, negated) => {
  if (negated) return;
  scene.rim = Math.max(scene.rim, 0.1);
  scene.reflection = Math.max(scene.reflection, 0.2);
  scene.roughness = Math.min(scene.roughness, 0.4);
};

const minimal: Effect = (scene, negated) => {
  if (negated) return;
  scene.light.pattern = "none";
  if (scene.backdrop === "set") scene.back = "wall";
};

const festive: Effect = (scene, negated) => {
  if (!negated) room("evening", walnut)(scene, false);
};

const beach: Effect = (scene, negated) => {
  if (negated) return;
  sand(scene, false);
  scene.back = "wall";
  scene.backColor = hexToRgb("#cfe4ef");
};

const golden = light({ warmth: 0.75, elevationDeg: 24, softness: 0.22, fill: 0.36 });
const sunny: Effect = light({ softness: 0.1, fill: 0.38, elevationDeg: 42 });
const window: Effect = light({ pattern: "window", softness: 0.3 });
const leaves: Effect = (scene, negated) => {
  scene.light.pattern = negated ? "none" : "leaves";
};
const rim: Effect = (scene, negated) => {
  scene.rim = negated ? 0 : Math.max(scene.rim, 0.16);
};
const space = (factor: number): Effect => {
  return (scene, negated) => {
    if (negated) return;
    scene.fillWidth = Math.min(0.86, scene.fillWidth * factor);
    scene.fillHeight = Math.min(0.84, scene.fillHeight * factor);
    scene.fillBulk = Math.min(0.76, scene.fillBulk * factor);
  };
};

/** Words and phrases of up to three words, in the singular, and what they do. */
export const effects: Record<string, Effect> = {
  marble,
  travertine: surface("marble", 0.12, 0.6, "#ddcdb6"),
  quartz: marble,
  granite: slate,
  onyx: acrylic,
  terrazzo: marble,
  wood: oak,
  wooden: oak,
  timber: oak,
  oak,
  pine: oak,
  birch: oak,
  maple: oak,
  ash: oak,
  bamboo: oak,
  beech: oak,
  "light wood": oak,
  walnut,
  mahogany: walnut,
  teak: walnut,
  cherry: walnut,
  "dark wood": walnut,
  "dark wooden": walnut,
  "dark oak": walnut,
  rustic: walnut,
  concrete,
  cement: concrete,
  plaster: concrete,
  stucco: concrete,
  microcement: concrete,
  linen,
  fabric: linen,
  cloth: linen,
  cotton: linen,
  textile: linen,
  canvas: linen,
  muslin: linen,
  velvet: linen,
  silk: linen,
  slate,
  stone: slate,
  rock: slate,
  basalt: slate,
  sand,
  sandy: sand,
  desert: sand,
  beach,
  seaside: beach,
  glass,
  plexiglass: acrylic,
  acrylic,
  perspex: acrylic,
  lacquer: acrylic,
  mirror: surface("mirror", 0.8, 0.04, "#aeb4b8"),
  paper: sweep,
  seamless: sweep,
  sweep,
  "infinity cove": sweep,
  cyclorama: sweep,
  cardboard: sweep,
  table,
  tabletop: table,
  desk: table,
  counter: table,
  countertop: table,
  worktop: table,
  shelf: (scene, negated) => {
    if (!scene.asksRoom) room("room", oak)(scene, negated);
  },
  glossy: polish(0.36, 0.25),
  gloss: polish(0.36, 0.25),
  polished: polish(0.34, 0.25),
  shiny: polish(0.34, 0.25),
  reflective: polish(0.4, 0.25),
  reflection: polish(0.32, 0.35),
  "mirror reflection": polish(0.5, 0.22),
  "mirrored reflection": polish(0.5, 0.22),
  mirrored: polish(0.5, 0.2),
  wet: polish(0.4, 0.3),
  matte: (scene, negated) => polish(0.3, 0.4)(scene, !negated),
  matt: (scene, negated) => polish(0.3, 0.4)(scene, !negated),
  room: room("room", oak),
  "living room": room("room", oak),
  interior: room("room", oak),
  home: room("room", oak),
  lounge: room("room", oak),
  bedroom: room("room", linen),
  office: room("room", walnut),
  cafe: room("kitchen", walnut),
  kitchen: room("kitchen", marble),
  bakery: room("kitchen", oak),
  bathroom: room("bathroom", marble),
  spa: room("bathroom", slate),
  shower: room("bathroom", marble),
  garden: room("garden", oak),
  outdoor: room("garden", oak),
  outside: room("garden", oak),
  nature: room("garden", oak),
  forest: room("garden", walnut),
  park: room("garden", oak),
  terrace: room("garden", concrete),
  patio: room("garden", concrete),
  greenery: room("garden", oak),
  foliage: room("garden", oak),
  evening: room("evening", walnut),
  night: room("evening", walnut),
  bar: room("evening", walnut),
  restaurant: room("evening", walnut),
  candlelight: room("evening", walnut),
  bokeh: room("evening", walnut),
  "fairy light": festive,
  festive,
  christmas: festive,
  holiday: festive,
  celebration: festive,
  party: festive,
  "soft light": light({ softness: 0.75, fill: 0.62 }),
  "soft lighting": light({ softness: 0.75, fill: 0.62 }),
  diffused: light({ softness: 0.85, fill: 0.68 }),
  diffuse: light({ softness: 0.85, fill: 0.68 }),
  softbox: light({ softness: 0.75 }),
  overcast: light({ softness: 1, fill: 0.85 }),
  even: light({ fill: 0.85, softness: 0.9 }),
  "hard light": light({ softness: 0.06, fill: 0.34 }),
  "hard lighting": light({ softness: 0.06, fill: 0.34 }),
  "harsh light": light({ softness: 0.04, fill: 0.26 }),
  "direct light": light({ softness: 0.06, fill: 0.34 }),
  spotlight: light({ softness: 0.12, fill: 0.24, elevationDeg: 66 }),
  flash: light({ softness: 0.05, fill: 0.4, azimuthDeg: 0 }),
  sunlight: sunny,
  sunlit: sunny,
  sunny,
  sun: sunny,
  "window light": window,
  "window shadow": window,
  "window pane": window,
  blind: window,
  "golden hour": golden,
  sunset: golden,
  sunrise: golden,
  "late afternoon": golden,
  morning: light({ warmth: 0.22, elevationDeg: 36 }),
  daylight: light({ warmth: 0, fill: 0.6 }),
  dappled: leaves,
  "leaf shadow": leaves,
  "palm shadow": leaves,
  "plant shadow": leaves,
  "tree shadow": leaves,
  "botanical shadow": leaves,
  "rim light": rim,
  "rim lighting": rim,
  "edge light": rim,
  backlit: light({ azimuthDeg: -160, elevationDeg: 34 }),
  "back light": light({ azimuthDeg: -160, elevationDeg: 34 }),
  backlight: light({ azimuthDeg: -160, elevationDeg: 34 }),
  "from behind": light({ azimuthDeg: -160, elevationDeg: 34 }),
  "from the back": light({ azimuthDeg: -160, elevationDeg: 34 }),
  "from the left": light({ azimuthDeg: -98 }),
  "from left": light({ azimuthDeg: -98 }),
  "upper left": light({ azimuthDeg: -102, elevationDeg: 54 }),
  "top left": light({ azimuthDeg: -102, elevationDeg: 54 }),
  "left side": light({ azimuthDeg: -98 }),
  "from the right": light({ azimuthDeg: 98 }),
  "from right": light({ azimuthDeg: 98 }),
  "upper right": light({ azimuthDeg: 102, elevationDeg: 54 }),
  "top right": light({ azimuthDeg: 102, elevationDeg: 54 }),
  "right side": light({ azimuthDeg: 98 }),
  "from above": light({ elevationDeg: 80 }),
  "from top": light({ elevationDeg: 80 }),
  "from the top": light({ elevationDeg: 80 }),
  overhead: light({ elevationDeg: 80 }),
  "top light": light({ elevationDeg: 80 }),
  "from the front": light({ azimuthDeg: -20 }),
  frontal: light({ azimuthDeg: -20 }),
  "low light": moody,
  dramatic,
  contrasty: dramatic,
  "high contrast": dramatic,
  moody,
  "low key": moody,
  dim: moody,
  dimly: moody,
  gloomy: moody,
  mysterious: moody,
  cinematic: dramatic,
  bright,
  airy: bright,
  "high key": bright,
  luminous: bright,
  warm: warmth(0.25),
  cozy: warmth(0.3),
  cosy: warmth(0.3),
  autumn: warmth(0.3),
  autumnal: warmth(0.3),
  candle: warmth(0.35),
  cool: warmth(-0.35),
  cold: warmth(-0.45),
  icy: warmth(-0.55),
  winter: warmth(-0.35),
  fresh: (scene, negated) => {
    warmth(-0.15)(scene, negated);
    bright(scene, negated);
  },
  clean: minimal,
  minimal,
  minimalist: minimal,
  minimalistic: minimal,
  simple: minimal,
  plain: minimal,
  luxury: luxurious,
  luxurious,
  premium: luxurious,
  elegant: luxurious,
  glamorous: luxurious,
  opulent: luxurious,
  shadow: shadow(1, null),
  "soft shadow": shadow(0.85, 0.8),
  "gentle shadow": shadow(0.8, 0.7),
  "subtle shadow": shadow(0.65, 0.75),
  "faint shadow": shadow(0.5, 0.8),
  "light shadow": shadow(0.65, 0.75),
  "contact shadow": shadow(0.9, null),
  "hard shadow": shadow(1, 0.04),
  "harsh shadow": shadow(1, 0.04),
  "crisp shadow": shadow(1, 0.03),
  "sharp shadow": shadow(1, 0.03),
  "strong shadow": shadow(1, 0.15),
  "deep shadow": shadow(1, 0.25),
  "long shadow": (scene, negated) => {
    shadow(1, 0.12)(scene, negated);
    if (!negated) scene.light.elevationDeg = 22;
  },
  shadowless: (scene, negated) => shadow(1, null)(scene, !negated),
  vignette: (scene, negated) => {
    scene.vignette = negated ? 0 : Math.max(0.4, scene.vignette);
  },
  gradient: (scene, negated) => {
    scene.glow = negated ? 0.1 : Math.max(0.42, scene.glow);
  },
  glow: (scene, negated) => {
    scene.glow = negated ? 0.1 : Math.max(0.7, scene.glow);
  },
  "close up": space(1.18),
  closeup: space(1.18),
  macro: space(1.25),
  "negative space": space(0.78),
  "copy space": space(0.78),
  spacious: space(0.82),
};

/** A colour before one of these belongs to what is behind the product. */
export const backNouns = new Set([
  "backdrop",
  "background",
  "wall",
  "paper",
  "seamless",
  "sweep",
  "gradient",
  "studio",
  "set",
  "scene",
  "tone",
  "environment",
  "ambience",
  "sky",
  "setting",
]);

/** A colour before one of these belongs to what the product stands on. */
export const groundNouns = new Set([
  "surface",
  "table",
  "tabletop",
  "floor",
  "podium",
  "pedestal",
  "plinth",
  "counter",
  "countertop",
  "desk",
  "shelf",
  "ground",
  "base",
  "board",
  "slab",
  "tile",
  "platform",
  "stand",
  "worktop",
  "marble",
  "wood",
  "wooden",
  "concrete",
  "linen",
  "fabric",
  "cloth",
  "velvet",
  "silk",
  "stone",
  "slate",
  "sand",
  "acrylic",
  "plexiglass",
  "glass",
  "mirror",
  "plaster",
  "cotton",
  "canvas",
]);

/** A colour before one of these describes the product or the light, which keep their own. */
export const otherNouns = new Set([
  "product",
  "item",
  "bottle",
  "jar",
  "tube",
  "mug",
  "cup",
  "shoe",
  "sneaker",
  "boot",
  "bag",
  "handbag",
  "watch",
  "ring",
  "perfume",
  "fragrance",
  "candle",
  "box",
  "package",
  "packaging",
  "dress",
  "shirt",
  "hat",
  "beanie",
  "lamp",
  "chair",
  "cream",
  "soap",
  "lotion",
  "serum",
  "lipstick",
  "label",
  "logo",
  "cap",
  "lid",
  "headphone",
  "camera",
  "phone",
  "toy",
  "plant",
  "flower",
  "leaf",
  "balance",
  "hour",
  "light",
  "lighting",
  "glow",
  "shadow",
  "rim",
  "accent",
  "reflection",
]);
