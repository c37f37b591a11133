/** What names a result in the names of files: `luxury-2k`; `cutout` where it has no style. */
export function fileNamePart(photo: { style: string | null; resolution: string | null } | null): string {
  return photo ? `${photo.style}-${photo.resolution?.toLowerCase()}` : "cutout";
}

/** `2026-11-21-luxury-2k-1sD9fK`: sorts by day, and stays apart from others of that day. */
export function resultFileName(result: {
  id: string;
  operation: string;
  style: string | null;
  resolution: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
}): string {
  const part = fileNamePart(result.operation === "remove_bg" ? null : result);
  return `${result.createdAt.slice(0, 10)}-${part}-${result.id.slice(-6)}`;
}
