import type { ReactNode } from "react";
import { StyledBox } from "../ui/styled-box.tsx";

interface BreakdownProps {
  rows: readonly {
    id: string;
    name: ReactNode;
    detail: string;
    value: number;
    text: string;
    color: string;
  }[];
}

/** Shares of a whole as lines with bars; figures first, so that it reads without seeing the bars. */
export function Breakdown({ rows }: BreakdownProps) {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <ul className="space-y-4">
      {rows.map(({ id, name, detail, value, text, color }) => (
        <li key={id}>
          <div className="flex items-baseline justify-between gap-4 text-sm">
            <span className="min-w-0 truncate font-medium">{name}</span>
            <span className="figures shrink-0">{text}</span>
          </div>
          <div className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-sunken" aria-hidden>
            <StyledBox
              className="h-full rounded-full"
              runtimeStyle={{ width: `${(value / most) * 100}%`, "background-color": color }}
            />
          </div>
          <p className="figures mt-1 text-muted text-xs">{detail}</p>
        </li>
      ))}
    </ul>
  );
}
