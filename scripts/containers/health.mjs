// Health check of the image: web processes listen on PORT, workers on WORKER_PORT if it is set.
const port = process.env.WORKER_PORT ?? process.env.PORT ?? 3000;
const response = await fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(2_500) });
process.exitCode = response.ok ? 0 : 1;
