import { KeyRound } from "lucide-react";
import type { FormAction } from "#lib/auth/form.ts";
import type { ApiKeyInfo } from "#lib/keys/read.ts";
import type { Translate } from "#lib/language/translate.ts";
import { getLanguage } from "../language/server.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { cn } from "../ui/cn.ts";
import { EmptyState } from "../ui/page.tsx";
import { DataTable } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { EditKey } from "./edit-key.tsx";
import { RevokeKey } from "./revoke-key.tsx";

type KeyState = "active" | "expired" | "revoked";

const tones: Record<KeyState, Tone> = { active: "success", expired: "warn", revoked: "neutral" };

function stateOf({ revokedAt, expiresAt }: ApiKeyInfo, now: number): KeyState {
  if (revokedAt) return "revoked";
  return expiresAt && expiresAt.getTime() <= now ? "expired" : "active";
}

interface KeyListProps {
  keys: readonly ApiKeyInfo[];
  revoke: FormAction<{ id: string }>;
  change: FormAction<{ id: string }>;
  /** Whether a change requires the owner's password. */
  asksPassword: boolean;
}

export async function KeyList({ keys, revoke, change, asksPassword }: KeyListProps) {
  const { t } = await getLanguage();
  if (keys.length === 0) {
    return (
      <EmptyState icon={KeyRound} title={t("No keys yet")}>
        {t("A key lets your shop or script make photos through the API, charged to this account.")}
      </EmptyState>
    );
  }
  const now = Date.now();
  const rows = keys.map((key) => ({ key, state: stateOf(key, now) }));
  const rankOf = ({ state }: { state: KeyState }) => (state === "active" ? 0 : 1);
  const actionsOf = (key: ApiKeyInfo) => (
    <span className="flex justify-end">
      <EditKey apiKey={key} action={change} asksPassword={asksPassword} />
      <RevokeKey id={key.id} name={key.name} action={revoke} />
    </span>
  );
  const creatorOf = ({ creator }: ApiKeyInfo) => keys.find(({ id }) => id === creator)?.name ?? null;
  const sorted = rows.toSorted((a, b) => rankOf(a) - rankOf(b));
  return (
    <Card className="overflow-hidden">
      <ul className="divide-y divide-line md:hidden">
        {sorted.map(({ key, state }) => (
          <li key={key.id} className={cn("px-4 py-3.5", state !== "active" && "text-muted")}>
            <div className="flex items-start justify-between gap-3">
              <div className="min-w-0">
                <p className="break-words font-medium text-sm">
                  {key.name} {key.isTest && <Badge tone="neutral">{t("Test")}</Badge>}
                </p>
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
                    {t("Last used")} <Time at={key.lastUsedAt} withTime />
                  </>
                ) : (
                  t("Not used yet")
                )}
                <br />
                {spentText(key, t)}
                <br />
                {t("Created")} <Time at={key.createdAt} /> {madeBy(key, creatorOf(key), t)}
                {key.expiresAt && (
                  <>
                    {", "}
                    {t("expires")} <Time at={key.expiresAt} />
                  </>
                )}
              </p>
              {state === "active" && actionsOf(key)}
            </div>
          </li>
        ))}
      </ul>
      <div className="max-md:hidden">
        <DataTable
          label={t("API keys")}
          rows={sorted}
          keyOf={({ key }) => key.id}
          rowProps={({ state }) => ({ className: cn(state !== "active" && "text-muted") })}
          columns={[
            {
              title: t("Name"),
              cellClassName: "min-w-36 max-w-64 font-medium",
              cell: ({ key }) => (
                <span className="block truncate" title={key.name}>
                  {key.name} {key.isTest && <Badge tone="neutral">{t("Test")}</Badge>}
                </span>
              ),
            },
            {
              title: t("Key"),
              cellClassName: "whitespace-nowrap font-mono text-xs",
              cell: ({ key }) => `${key.first8}…${key.last4}`,
            },
            {
              title: t("Created"),
              className: "max-2xl:hidden",
              cellClassName: "whitespace-nowrap",
              cell: ({ key }) => (
                <>
                  <Time at={key.createdAt} />
                  <span className="block text-muted text-xs">{madeBy(key, creatorOf(key), t)}</span>
                </>
              ),
            },
            {
              title: t("Last used"),
              cellClassName: "whitespace-nowrap",
              cell: ({ key }) => (key.lastUsedAt ? <Time at={key.lastUsedAt} withTime /> : t("Not yet")),
            },
            {
              title: t("This month"),
              cellClassName: "whitespace-nowrap tabular-nums",
              cell: ({ key }) => spentText(key, t),
            },
            {
              title: t("Expires"),
              cellClassName: "whitespace-nowrap",
              cell: ({ key }) => (key.expiresAt ? <Time at={key.expiresAt} /> : t("Never")),
            },
            { title: t("State"), cell: ({ state }) => <StateBadge state={state} /> },
            {
              title: <span className="sr-only">{t("Actions")}</span>,
              cellClassName: "text-right",
              cell: ({ key, state }) =>
                state === "active" ? actionsOf(key) : <span className="block h-8" />,
            },
          ]}
        />
      </div>
    </Card>
  );
}

async function StateBadge({ state }: { state: KeyState }) {
  const { t } = await getLanguage();
  return <Badge tone={tones[state]}>{wordOf(state, t)}</Badge>;
}

function wordOf(state: KeyState, t: Translate): string {
  if (state === "active") return t("Active");
  return state === "expired" ? t("Expired") : t("Revoked");
}

function spentText({ creditsThisMonth: count, maxCreditsPerMonth: most }: ApiKeyInfo, t: Translate): string {
  if (most !== null) return t("{count} of {most} credits", { count, most });
  return count === 1 ? t("1 credit") : t("{count} credits", { count });
}

/** The creator of a key; null if it was the account's owner. `byKey` is the name of the key that created it. */
function madeBy({ creator }: ApiKeyInfo, byKey: string | null, t: Translate): string | null {
  if (creator === "operator") return t("by the operator");
  return byKey === null ? null : t("by “{name}”", { name: byKey });
}
