import { errorReport, isNewReport, type ErrorReport } from '../core/site/error-report.ts';
import { ownVersion } from './own-version.ts';

/** Posts this page's unhandled errors to an address. */
export const reportErrors = (to: string): void => {
  const sent: ErrorReport[] = [];
  const report = (thrown: unknown): void => {
    const { href } = location;
    const one = errorReport({ thrown, address: href, version: ownVersion(), browser: navigator.userAgent });
    if (!isNewReport(one, sent)) return;
    sent.push(one);
    // Plain text needs no CORS permission. A beacon is sent even when the page is closed.
    navigator.sendBeacon(to, JSON.stringify(one));
  };
  addEventListener('error', ({ error }) => report(error));
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
};
