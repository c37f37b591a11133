import { cn } from "../ui/cn.ts";

const tones: Record<string, string> = {
  GET: "text-success-ink",
  POST: "text-accent-ink",
  PATCH: "text-warn-ink",
  DELETE: "text-danger-ink",
};

/** The method of an operation in a list, in a column of its own. */
export function MethodName({ method }: { method: string }) {
  return (
    <span className={cn("w-9 shrink-0 font-mono text-[0.625rem]", tones[method])}>
      {method.replace("DELETE", "DEL")}
    </span>
  );
}
