/** Scopes of a key. Each operation requires one of them. */
export const scopes = {
  "work:write": "Upload pictures, order and cancel work and batches, save masks, create archives.",
  "work:read": "Read work, batches, results and masks.",
  "work:delete": "Delete work and its results.",
  looks: "Read and change brand looks.",
  webhooks: "Read and change webhook endpoints, read and resend deliveries.",
  "account:read": "Read the balance, the events and the audit log of the account.",
  keys: "Read, create, change and delete API keys, with at most its own permissions.",
} as const;

export type Scope = keyof typeof scopes;
export const scopeNames = Object.keys(scopes) as [Scope, ...Scope[]];
/** Scopes of a key created without a selection. */
export const defaultScopes = scopeNames.filter((scope) => scope !== "keys");

export function isScope(text: string): text is Scope {
  return Object.hasOwn(scopes, text);
}
