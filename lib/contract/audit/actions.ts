/** Every action in the audit log, with its description. */
export const auditActions = {
  "account.created": "The account was created.",
  "account.changed": "The name, email address or billing details of the account changed.",
  "account.secured": "All access to the account except through its mailbox was ended.",
  "account.suspended": "The account was suspended.",
  "account.resumed": "The suspension of the account ended.",
  "account.export_requested": "An export of the account was requested.",
  "account.export_downloaded": "An export of the account was downloaded.",
  "account.deleted": "The account was deleted.",
  "operator.added": "The account became an operator account.",
  "operator.removed": "The account is no longer an operator account.",
  "support.asked": "An operator requested to view the account as its owner does.",
  "support.accepted": "The owner accepted the request.",
  "support.opened": "The operator opened the view.",
  "support.ended": "The request was declined, or the view ended.",
  "session.created": "A user signed in.",
  "session.failed": "A sign-in failed because of a wrong password or code.",
  "session.ended": "Sessions were ended.",
  "password.changed": "The password changed.",
  "two_factor.enabled": "Two-step sign-in was enabled.",
  "two_factor.disabled": "Two-step sign-in was disabled.",
  "two_factor.codes_renewed": "New recovery codes were created.",
  "sign_in_provider.added": "A sign-in provider was added.",
  "key.created": "An API key was created.",
  "key.changed": "The name, scopes, limit or expiry of an API key changed.",
  "key.rotated": "The secret of an API key was rotated.",
  "key.deleted": "An API key was deleted.",
  "plan.changed": "The plan, status or monthly credits changed.",
  "credits.granted": "The operator added or removed credits.",
  "work.retried": "The operator charged and requeued failed work.",
  "work.refunded": "The operator refunded finished work.",
  "work.deleted": "Photos or cut-outs were deleted.",
  "look.deleted": "A brand look was deleted.",
  "webhook_endpoint.created": "A webhook endpoint was created.",
  "webhook_endpoint.changed": "The URL, events, description or status of a webhook endpoint changed.",
  "webhook_endpoint.secret_rotated": "The secret of a webhook endpoint was rotated.",
  "webhook_endpoint.deleted": "A webhook endpoint was deleted.",
  "webhook_delivery.resent": "The operator redelivered an event.",
  "mail.resent": "The operator resent an email.",
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
