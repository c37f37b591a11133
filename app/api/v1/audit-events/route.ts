import { listAuditEvents } from "#lib/audit/list.ts";
import { operations } from "#lib/contract/operations.ts";
import { endpoint } from "#lib/http/endpoint.ts";

export const GET = endpoint(operations.listAuditEvents, listAuditEvents);
