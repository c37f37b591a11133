import { z } from "zod";
import { createdRange, listOf, livemode, open, page, text } from "../fields.ts";
import { maxObjectIdLength } from "../limits.ts";
import { auditActionNames, auditActorTypes, auditObjectTypes } from "./actions.ts";

const values = z.record(z.string(), z.unknown()).nullable();

export const auditEvent = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    actor: z.object({
      type: open(z.enum(auditActorTypes)),
      id: z.string().nullable().describe("Of the person or the key; null for others."),
      name: z.string().nullable().describe("At that time: a mail address, the name of a key."),
    }),
    action: open(z.enum(auditActionNames)),
    object: z.object({ type: open(z.enum(auditObjectTypes)), id: z.string().nullable() }),
    address: z.string().nullable().describe("Client address, of IPv6 its /64; null without a request."),
    before: values.describe("What changed, as it was; never a secret."),
    after: values.describe("What changed, as it is since then."),
    livemode,
  })
  .meta({ id: "AuditEvent" });

export const auditEventList = listOf(auditEvent).meta({ id: "AuditEventList" });

export const auditEventQuery = z.object({
  ...page,
  actor: text
    .min(1)
    .max(maxObjectIdLength)
    .optional()
    .describe(`Only what this one did: an id, or a type (${auditActorTypes.join(", ")}).`),
  action: z.enum(auditActionNames).optional().describe("Only this action."),
  ...createdRange,
});
