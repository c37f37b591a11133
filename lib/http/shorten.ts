const maxLength = 80;

/** A name that a caller sent, for an error or a header: bounded, printable ASCII. */
export function shorten(name: string): string {
  const cut = name.length > maxLength ? `${name.slice(0, maxLength)}...` : name;
  return cut.replace(/[^\x20-\x7e]/g, "?");
}
