/** Polling intervals of one second, for tests that wait for the queue. */
export const quickPace = {
  superviseIntervalSeconds: 1,
  monitorIntervalSeconds: 1,
  cronMonitorIntervalSeconds: 1,
  cronWorkerIntervalSeconds: 1,
};
