/** Method and path of an operation, for lists with the class `docs-rows`. */
export function Address({ method, path }: { method: string; path: string }) {
  return (
    <>
      <b data-method={method}>{method.replace("DELETE", "DEL")}</b>
      {/* Zero-width spaces let long paths break before a slash. */}
      <span>{path.replace("/api/v1", "").replaceAll("/", "\u200b/")}</span>
    </>
  );
}
