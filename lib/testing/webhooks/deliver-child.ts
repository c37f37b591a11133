// A process that makes webhook attempts until it is killed.

import { startTasks } from "../../queue/tasks.ts";
import { webhookTasks } from "../../webhooks/tasks.ts";

await startTasks(webhookTasks);
process.send?.("started");
