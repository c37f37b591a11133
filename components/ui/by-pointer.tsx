/** Words for a mouse, and those for a finger: the server does not know which of them there is. */
export function ByPointer({ fine, coarse }: { fine: string; coarse: string }) {
  return (
    <>
      <span className="pointer-coarse:hidden">{fine}</span>
      <span className="not-pointer-coarse:hidden">{coarse}</span>
    </>
  );
}
