/** Calls that the service's description does not have yet. */

export const upcomingRoutes = {
  listEvents: { method: "GET", path: "/api/v1/events", takesKey: false },
  getEvent: { method: "GET", path: "/api/v1/events/{id}", takesKey: false },
  getWebhookDelivery: { method: "GET", path: "/api/v1/webhook-deliveries/{id}", takesKey: false },
  replayWebhooks: { method: "POST", path: "/api/v1/webhook-endpoints/{id}/replay", takesKey: false },
} as const;

/** Something that happened in the account. */
export interface Event {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
  livemode: boolean;
  object_id: string | null;
  created_at: string;
}

export interface EventQuery {
  type?: string;
  object_id?: string;
  created_after?: string;
  created_before?: string;
  cursor?: string;
  limit?: number;
}

export interface ReplayRequest {
  since: string;
  types?: string[] | undefined;
}
