import type { AuditEventInfo } from "#lib/audit/list.ts";
import type { AuditAction, AuditKind } from "#lib/contract/audit/actions.ts";
import { formatCount } from "#lib/contract/billing/money.ts";
import type { PlanTier } from "#lib/contract/billing/plans.ts";
import { allEvents } from "#lib/contract/webhooks/events.ts";
import type { Language, Translate } from "#lib/language/translate.ts";
import { offer } from "#lib/plans/offer.ts";

export function describeAction(action: AuditAction, t: Translate): string {
  const texts: Record<AuditAction, string> = {
    "account.created": t("Account opened"),
    "account.changed": t("Name, address or billing details changed"),
    "account.secured": t("Account secured"),
    "account.suspended": t("Account suspended"),
    "account.resumed": t("Account reopened"),
    "account.export_requested": t("Export of your data requested"),
    "account.export_downloaded": t("Export of your data downloaded"),
    "account.deleted": t("Account deleted"),
    "operator.added": t("Operator role granted"),
    "operator.removed": t("Operator role removed"),
    "support.asked": t("Account view requested"),
    "support.accepted": t("View of the account accepted"),
    "support.opened": t("View of the account started"),
    "support.ended": t("View of the account ended"),
    "session.created": t("Signed in"),
    "session.failed": t("Sign-in failed"),
    "session.ended": t("Session ended"),
    "password.changed": t("Password changed"),
    "two_factor.enabled": t("Two-step sign-in turned on"),
    "two_factor.disabled": t("Two-step sign-in turned off"),
    "two_factor.codes_renewed": t("Recovery codes replaced"),
    "sign_in_provider.added": t("Sign-in provider added"),
    "key.created": t("API key created"),
    "key.changed": t("API key changed"),
    "key.rotated": t("API key rotated"),
    "key.deleted": t("API key revoked"),
    "plan.changed": t("Plan changed"),
    "credits.granted": t("Credits changed by the operator"),
    "work.retried": t("Failed work retried by the operator"),
    "work.refunded": t("Photo or cut-out refunded by the operator"),
    "work.deleted": t("Photo or cut-out deleted"),
    "look.deleted": t("Brand look deleted"),
    "webhook_endpoint.created": t("Webhook endpoint added"),
    "webhook_endpoint.changed": t("Webhook endpoint changed"),
    "webhook_endpoint.secret_rotated": t("Webhook secret rotated"),
    "webhook_endpoint.deleted": t("Webhook endpoint deleted"),
    "webhook_delivery.resent": t("Event sent again by the operator"),
    "mail.resent": t("Mail sent again by the operator"),
  };
  return texts[action] ?? action;
}

/** The name of the actor, from the perspective of the account's owner. */
export function describeActor({ actor, action }: AuditEventInfo, ownerId: string, t: Translate): string {
  if (action === "session.failed") return t("Somebody");
  switch (actor.type) {
    case "user":
      return actor.id === ownerId ? t("You") : (actor.name ?? t("Somebody"));
    case "key":
      return actor.name === null ? t("An API key") : t("API key “{name}”", { name: actor.name });
    case "operator":
      return t("The operator");
    case "system":
      return t("The service");
  }
}

export function kindName(kind: AuditKind, t: Translate): string {
  const texts: Record<AuditKind, string> = {
    access: t("Sign-in"),
    keys: t("Keys and webhooks"),
    work: t("Photos"),
    account: t("Account and plan"),
  };
  return texts[kind];
}

/** The status of an account or endpoint as text; null for other values. */
function stateName(value: string, t: Translate): string | null {
  const texts: Record<string, string> = {
    active: t("Active"),
    trialing: t("Trial"),
    past_due: t("Payment due"),
    canceled: t("No plan"),
    enabled: t("Enabled"),
    paused: t("Paused"),
  };
  return texts[value] ?? null;
}

const isPlanTier = (value: string): value is PlanTier => Object.hasOwn(offer().plans, value);

const isTime = /^\d{4}-\d\d-\d\dT/;

/** A change in readable form: the field's name and the values before and after. */
export interface ChangeLine {
  name: string;
  before: string | null;
  after: string | null;
}

export function changesOf({ before, after }: AuditEventInfo, { t, locale }: Language): ChangeLine[] {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const words: Record<string, string> = {
    password: t("Password"),
    code: t("Code"),
    recovery_code: t("Recovery code"),
  };
  const textOf = (value: unknown): string | null => {
    if (typeof value === "number") return formatCount(value, locale);
    if (Array.isArray(value)) {
      return value.map((one) => (one === allEvents ? t("every event") : String(one))).join(", ");
    }
    if (typeof value !== "string" || value === "") return null;
    if (isPlanTier(value)) return offer().plans[value].name;
    return isTime.test(value) ? date.format(new Date(value)) : (stateName(value, t) ?? value);
  };
  /** Recorded in English. */
  const deviceText = (value: unknown): string | null => {
    const [, browser, system] = /^(\w+) on (\w+)$/.exec(String(value)) ?? [];
    if (browser && system) return t("{browser} on {system}", { browser, system });
    return value === "Unknown device" ? t("Unknown device") : textOf(value);
  };
  const names: Record<string, string> = {
    name: t("Name"),
    email: t("Email"),
    device: t("Device"),
    scopes: t("Permissions"),
    expires_at: t("Expires"),
    max_credits_per_month: t("Monthly limit"),
    prefix: t("Begins with"),
    url: t("URL"),
    events: t("Events"),
    status: t("Status"),
    description: t("Description"),
    tier: t("Plan"),
    credits_limit: t("Monthly credits"),
    monthly: t("Monthly credits"),
    topup: t("Topped up"),
    provider: t("Provider"),
    note: t("Note"),
    reason: t("Reason"),
    subject: t("Subject"),
  };
  const wrong = words[String(after?.wrong)];
  const lines = Object.entries(names).flatMap(([field, name]) => {
    const text = field === "device" ? deviceText : textOf;
    const line = { name, before: text(before?.[field]), after: text(after?.[field]) };
    return line.before === null && line.after === null ? [] : [line];
  });
  return wrong === undefined ? lines : [{ name: t("Wrong"), before: null, after: wrong }, ...lines];
}
