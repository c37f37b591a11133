import { sql } from "../../db/index.ts";
import { inSandbox } from "./store.ts";

/** Removes a customer with everything that the sandbox keeps of it, also in answers kept for repeated requests. */
export async function forgetSandboxCustomer(customerId: string): Promise<void> {
  await inSandbox(async (tx) => {
    await tx.$executeRaw(sql`
      DELETE FROM sandbox_delivery WHERE event_id IN (
        SELECT id FROM sandbox_object WHERE type = 'event' AND customer = ${customerId})`);
    await tx.$executeRaw(sql`
      DELETE FROM sandbox_request
      WHERE body->>'id' = ${customerId} OR body->>'customer' = ${customerId}
         OR body->>'id' IN (SELECT id FROM sandbox_object WHERE customer = ${customerId})`);
    await tx.$executeRaw(sql`
      DELETE FROM sandbox_object WHERE id = ${customerId} OR customer = ${customerId}`);
  });
}
