import { examples } from "../openapi/examples.ts";
import { operationsOf } from "../operation.ts";
import { retention } from "../retention.ts";
import { auditEventList, auditEventQuery } from "./schemas.ts";

const own = { section: "audit", scope: "account:read" } as const;

/** Operations of the audit log. */
export const auditOperations = operationsOf(own, {
  listAuditEvents: {
    method: "GET",
    path: "/api/v1/audit-events",
    summary: "List audit events",
    description: `Returns who did what in the account, newest first, page by page: sign-ins, changes to keys, webhook endpoints, plan and account, deletions, and actions of the operator. Events are never changed and are kept for ${retention.auditEvents.days} days.`,
    input: { from: "query", schema: auditEventQuery },
    output: auditEventList,
    example: {
      response: { data: [examples.auditEvent], next_cursor: null },
      invalid: { path: "action", message: "action must be one of the actions of the audit log" },
    },
  },
});
