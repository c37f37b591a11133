import { type Backdrop, backdrops } from "./backdrops.ts";
import { type Brush, sizeLimits } from "./brush.ts";

/** Brush and backdrop; the state is held by the page. */
export interface EditorSettings {
  brush: Brush;
  backdrop: Backdrop;
}

export const firstSettings: EditorSettings = {
  brush: { tool: "erase", size: 60, hardness: 0.8, followsEdges: true },
  backdrop: "checkerboard",
};

export function withBrush(settings: EditorSettings, part: Partial<Brush>): EditorSettings {
  const brush = { ...settings.brush, ...part };
  const size = Math.round(Math.min(sizeLimits.most, Math.max(sizeLimits.least, brush.size)));
  return { ...settings, brush: { ...brush, size } };
}

/** Changes the size by at least one pixel, because a factor alone could not enlarge small brushes. */
export function resized(settings: EditorSettings, factor: number): EditorSettings {
  const { size } = settings.brush;
  const step = Math.max(1, Math.abs(size * factor - size));
  return withBrush(settings, { size: factor > 1 ? size + step : size - step });
}

export function withNextBackdrop(settings: EditorSettings): EditorSettings {
  const next = (backdrops.indexOf(settings.backdrop) + 1) % backdrops.length;
  return { ...settings, backdrop: backdrops[next] ?? "checkerboard" };
}
