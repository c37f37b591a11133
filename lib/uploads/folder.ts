/** Where a user's pictures go on the image host. */
export function inputsFolder(userId: string): string {
  return `inputs/${userId}`;
}

/** The user whose upload a public id is, or null when it is nobody's. */
export function uploaderOf(publicId: string): string | null {
  return /^inputs\/(usr_[0-9A-Za-z]+)\//.exec(publicId)?.[1] ?? null;
}
