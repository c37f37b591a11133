import type { ReferenceOperation } from "#lib/contract/reference.ts";
import { type ErrorCode, errorTable } from "#lib/platform/errors.ts";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/table.tsx";
import { Inline } from "./markdown.tsx";

const meanings: Record<ErrorCode, string> = {
  invalid_params: "A field is missing or wrong, or the picture cannot be used.",
  missing_api_key: "No key was sent.",
  invalid_api_key: "The key is wrong, expired or revoked, or two keys were sent.",
  insufficient_credits: "The balance does not cover the call. Nothing was done.",
  no_active_subscription: "The account has no plan that works: trial over, canceled, or a payment due.",
  not_found:
    "Nothing is at this address, it is not yours, or the result of this Idempotency-Key was deleted.",
  method_not_allowed: "The address exists, but not for this method.",
  idempotency_in_progress: "The first call with this key is still running.",
  idempotency_mismatch: "The key was used before, with another body.",
  rate_limited: "More requests in a minute than allowed.",
  internal_error: "A fault of the service.",
  generation_failed: "The picture could not be made; the charge was refunded.",
  overloaded:
    "The studio has more to do than it can finish in time, or the service cannot work for a moment. Nothing was charged.",
};

export function ErrorTable({ operations }: { operations: readonly ReferenceOperation[] }) {
  /** Paths of the operations that answer it; none where all do. */
  const usersOf = (code: ErrorCode) => {
    const users = operations.filter(({ errors }) => errors.some((error) => error.code === code));
    return users.length === operations.length ? [] : users.map(({ path }) => path.replace("/api/v1", ""));
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
                {meanings[code]}
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
