import { listAuditEvents } from "#lib/audit/list.ts";
import { auditOperations } from "#lib/contract/audit/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const GET = endpoint(auditOperations.listAuditEvents, listAuditEvents);
