import type { CDPSession } from '@playwright/test';

/** A page's memory when nothing is left to collect. The session has `Performance` enabled. */
export const memoryOf = async (devtools: CDPSession) => {
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const read = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return {
    megabytes: read('JSHeapUsedSize') / 1e6,
    nodes: read('Nodes'),
    listeners: read('JSEventListeners'),
  };
};
