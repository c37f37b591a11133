/** The method of an operation and its path, in a list with the class `docs-rows`. */
export function Address({ method, path }: { method: string; path: string }) {
  return (
    <>
      <b data-method={method}>{method.replace("DELETE", "DEL")}</b>
      {/* Long paths break before a slash. */}
      <span>{path.replace("/api/v1", "").replaceAll("/", "\u200b/")}</span>
    </>
  );
}
