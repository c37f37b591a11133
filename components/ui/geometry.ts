/** Where a pointer stands over a box, 0…100 from its left edge; null while the box has no width. */
export function percentAcross(clientX: number, box: { left: number; width: number }): number | null {
  if (box.width === 0) return null;
  return Math.min(100, Math.max(0, ((clientX - box.left) / box.width) * 100));
}

/** CSS width of a picture at a zoom in percent, where 100 shows one of its pixels on one of the screen's. */
export function zoomedWidth(widthPx: number, percent: number, devicePixelRatio: number): number {
  return (widthPx * percent) / 100 / devicePixelRatio;
}
