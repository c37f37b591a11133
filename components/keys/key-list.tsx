import { KeyRound } from "lucide-react";
import type { FormAction } from "#lib/auth/action.ts";
import type { ApiKeyInfo } from "#lib/keys/index.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { cn } from "../ui/cn.ts";
import { EmptyState } from "../ui/page.tsx";
import { Table, Td, Th } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { RevokeKey } from "./revoke-key.tsx";

type KeyState = "active" | "expired" | "revoked";

const tones: Record<KeyState, Tone> = { active: "success", expired: "warn", revoked: "neutral" };

function stateOf({ revokedAt, expiresAt }: ApiKeyInfo, now: number): KeyState {
  if (revokedAt) return "revoked";
  return expiresAt && expiresAt.getTime() <= now ? "expired" : "active";
}

/** Every key of the account: those that work first, then those that no longer do. */
export function KeyList({
  keys,
  revoke,
}: {
  keys: readonly ApiKeyInfo[];
  revoke: FormAction<{ id: string }>;
}) {
  if (keys.length === 0) {
    return (
      <EmptyState icon={KeyRound} title="No keys yet">
        A key lets your shop or script make photos through the API, charged to this account.
      </EmptyState>
    );
  }
  const now = Date.now();
  const rows = keys.map((key) => ({ key, state: stateOf(key, now) }));
  const sorted = [
    ...rows.filter(({ state }) => state === "active"),
    ...rows.filter(({ state }) => state !== "active"),
  ];
  return (
    <Card className="overflow-hidden">
      <ul className="divide-y divide-line md:hidden">
        {sorted.map(({ key, state }) => (
          <li key={key.id} className={cn("px-4 py-3.5", state !== "active" && "text-muted")}>
            <div className="flex items-start justify-between gap-3">
              <div className="min-w-0">
                <p className="break-words font-medium text-sm">{key.name}</p>
                <p className="mt-0.5 font-mono text-xs">
                  {key.first8}…{key.last4}
                </p>
              </div>
              <StateBadge state={state} />
            </div>
            <div className="mt-2 flex items-end justify-between gap-3 text-muted text-xs">
              <p>
                {key.lastUsedAt ? (
                  <>
                    Last used <Time at={key.lastUsedAt.toISOString()} withTime />
                  </>
                ) : (
                  "Not used yet"
                )}
                <br />
                Made <Time at={key.createdAt.toISOString()} />
                {key.expiresAt && (
                  <>
                    {", expires "}
                    <Time at={key.expiresAt.toISOString()} />
                  </>
                )}
              </p>
              {state === "active" && <RevokeKey id={key.id} name={key.name} action={revoke} />}
            </div>
          </li>
        ))}
      </ul>
      <div className="max-md:hidden">
        <Table label="API keys">
          <thead>
            <tr>
              <Th>Name</Th>
              <Th>Key</Th>
              <Th className="max-xl:hidden">Made</Th>
              <Th>Last used</Th>
              <Th>Expires</Th>
              <Th>State</Th>
              <Th>
                <span className="sr-only">Actions</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ key, state }) => (
              <tr key={key.id} className={cn(state !== "active" && "text-muted")}>
                <Td className="min-w-36 max-w-64 font-medium">
                  <span className="block truncate" title={key.name}>
                    {key.name}
                  </span>
                </Td>
                <Td className="whitespace-nowrap font-mono text-xs">
                  {key.first8}…{key.last4}
                </Td>
                <Td className="whitespace-nowrap max-xl:hidden">
                  <Time at={key.createdAt.toISOString()} />
                </Td>
                <Td className="whitespace-nowrap">
                  {key.lastUsedAt ? <Time at={key.lastUsedAt.toISOString()} withTime /> : "Not yet"}
                </Td>
                <Td className="whitespace-nowrap">
                  {key.expiresAt ? <Time at={key.expiresAt.toISOString()} /> : "Never"}
                </Td>
                <Td>
                  <StateBadge state={state} />
                </Td>
                <Td className="text-right">
                  {state === "active" ? (
                    <RevokeKey id={key.id} name={key.name} action={revoke} />
                  ) : (
                    <span className="block h-8" />
                  )}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Card>
  );
}

function StateBadge({ state }: { state: KeyState }) {
  return (
    <Badge tone={tones[state]} className="capitalize">
      {state}
    </Badge>
  );
}
