// A process that makes attempts at webhooks until it is killed.

import { startTasks } from "../../queue/tasks.ts";
import { webhookTasks } from "../../webhooks/tasks.ts";

await startTasks(webhookTasks);
process.send?.("started");
