import { referenceHere } from "#lib/documentation/reference.ts";
import { type ErrorCode, errorTable } from "#lib/platform/errors.ts";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/table.tsx";
import { Inline } from "./markdown.tsx";

/** An error of more operations is not one of theirs in particular. */
const mostUsers = 8;

export function ErrorTable() {
  const operations = referenceHere();
  /** Paths of the operations that answer it; none where many do. */
  const usersOf = (code: ErrorCode) => {
    const users = operations.filter(({ errors }) => errors.some((error) => error.code === code));
    const paths = new Set(users.map(({ path }) => path.replace("/api/v1", "")));
    return users.length > mostUsers ? [] : [...paths];
  };
  return (
    <Card className="overflow-hidden">
      <DataTable
        label="Error codes"
        keyOf={(code) => code}
        rows={Object.keys(errorTable) as ErrorCode[]}
        rowProps={(code) => ({ id: `error-${code}`, className: "scroll-mt-24 target:bg-accent-soft" })}
        columns={[
          {
            title: "Code",
            cellClassName: "align-top",
            cell: (code) => (
              <>
                <code className="font-mono text-xs">{code}</code>
                <span className="figures mt-0.5 block text-faint text-xs">{errorTable[code].status}</span>
              </>
            ),
          },
          {
            title: "What happened",
            cellClassName: "min-w-56 align-top",
            cell: (code) => (
              <>
                {errorTable[code].meaning}
                {usersOf(code).length > 0 && (
                  <span className="mt-1 block text-faint text-xs">{usersOf(code).join(", ")}</span>
                )}
              </>
            ),
          },
          {
            title: "What to do",
            cellClassName: "min-w-64 align-top text-muted",
            cell: (code) => <Inline text={errorTable[code].fix} />,
          },
        ]}
      />
    </Card>
  );
}
