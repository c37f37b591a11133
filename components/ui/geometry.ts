/** Where a pointer stands over a box, 0…100 from its left edge; null while the box has no width. */
export function percentAcross(clientX: number, box: { left: number; width: number }): number | null {
  if (box.width === 0) return null;
  return Math.min(100, Math.max(0, ((clientX - box.left) / box.width) * 100));
}
