const maxLength = 80;

/** A name sent by a caller, shortened to printable ASCII for an error or a header. */
export function shorten(name: string): string {
  const cut = name.length > maxLength ? `${name.slice(0, maxLength)}...` : name;
  return cut.replace(/[^\x20-\x7e]/g, "?");
}
