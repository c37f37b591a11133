/** Every action in the audit log, with its description. */
export const auditActions = {
  "account.created": "The account was opened.",
  "account.changed": "Its name or mail address changed.",
  "account.secured": "Every way into the account but its mailbox was ended.",
  "account.suspended": "The account was suspended.",
  "account.resumed": "The account was opened again after a suspension.",
  "account.export_requested": "A copy of everything in the account was asked for.",
  "account.export_downloaded": "That copy was downloaded.",
  "account.deleted": "The account was deleted.",
  "operator.added": "The account was made one of an operator.",
  "operator.removed": "The account is no longer one of an operator.",
  "support.asked": "An operator asked to see the account as its owner does.",
  "support.accepted": "Its owner accepted that.",
  "support.opened": "The operator opened the view.",
  "support.ended": "The request was declined, or the view ended.",
  "session.created": "Somebody signed in.",
  "session.failed": "Somebody tried to sign in with a wrong password or code.",
  "session.ended": "Sessions were ended.",
  "password.changed": "The password changed.",
  "two_factor.enabled": "Signing in asks for a code from now on.",
  "two_factor.disabled": "Signing in no longer asks for a code.",
  "two_factor.codes_renewed": "New recovery codes were made.",
  "sign_in_provider.added": "A provider was added that signs in.",
  "key.created": "An API key was made.",
  "key.changed": "Name, scopes, limit or end of an API key changed.",
  "key.rotated": "An API key got a new secret.",
  "key.deleted": "An API key was revoked.",
  "plan.changed": "Plan, status or monthly credits changed.",
  "credits.granted": "The operator gave or took credits.",
  "work.retried": "The operator charged failed work again, and had it made again.",
  "work.refunded": "The operator returned the credits of finished work.",
  "work.deleted": "Photos or cut-outs were deleted.",
  "look.deleted": "A brand look was deleted.",
  "webhook_endpoint.created": "An address for events was added.",
  "webhook_endpoint.changed": "Its URL, events, description or state changed.",
  "webhook_endpoint.secret_rotated": "It got a new signing secret.",
  "webhook_endpoint.deleted": "It was taken away.",
  "webhook_delivery.resent": "The operator sent an event again.",
  "mail.resent": "The operator sent a mail again.",
} as const;

export type AuditAction = keyof typeof auditActions;
export const auditActionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]];

/** Types of actors: a person on a page, a program with a key, the operator, or the service itself. */
export const auditActorTypes = ["user", "key", "operator", "system"] as const;
export type AuditActorType = (typeof auditActorTypes)[number];

/** Types of objects that an action affects. */
export const auditObjectTypes = [
  "account",
  "session",
  "key",
  "generation",
  "look",
  "webhook_endpoint",
  "webhook_delivery",
  "export",
  "mail",
  "support_link",
] as const;
export type AuditObjectType = (typeof auditObjectTypes)[number];

/** Groups of actions in the pages' filter, by the prefixes of their names. */
export const auditKinds = {
  access: ["session", "password", "two_factor", "sign_in_provider"],
  keys: ["key", "webhook_endpoint", "webhook_delivery"],
  work: ["work", "look"],
  account: ["account", "plan", "credits", "operator", "support", "mail"],
} as const satisfies Record<string, readonly string[]>;
export type AuditKind = keyof typeof auditKinds;
export const auditKindNames = Object.keys(auditKinds) as [AuditKind, ...AuditKind[]];

export const actionsOfKind = (kind: AuditKind): AuditAction[] =>
  auditActionNames.filter((name) => auditKinds[kind].some((part) => name.startsWith(`${part}.`)));
