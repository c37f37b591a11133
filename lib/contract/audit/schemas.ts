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
      id: z.string().nullable().describe("Id of the user or the key; null for other actors."),
      name: z.string().nullable().describe("Name at that time: an email address, or the name of a key."),
    }),
    action: open(z.enum(auditActionNames)),
    object: z.object({ type: open(z.enum(auditObjectTypes)), id: z.string().nullable() }),
    address: z
      .string()
      .nullable()
      .describe("Client IP address, for IPv6 its /64 prefix; null without a request."),
    before: values.describe("The changed fields before the change; never secrets."),
    after: values.describe("The changed fields after the change; never secrets."),
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
    .describe(`Only events of this actor: an id, or a type (${auditActorTypes.join(", ")}).`),
  action: z.enum(auditActionNames).optional().describe("Only events with this action."),
  ...createdRange,
});
