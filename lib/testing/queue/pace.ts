/** A queue that looks every second for what it looks for by itself: for tests that wait for it. */
export const quickPace = {
  superviseIntervalSeconds: 1,
  monitorIntervalSeconds: 1,
  cronMonitorIntervalSeconds: 1,
  cronWorkerIntervalSeconds: 1,
};
