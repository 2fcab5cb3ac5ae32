/** Problems as in RFC 9457: a status, a sentence for people, and members for programs. */

/** Titles of the statuses that the service returns. Source: https://www.iana.org/assignments/http-status-codes */
const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

interface More {
  readonly headers?: Readonly<Record<string, string>>;
  /** Members besides the standard's, such as `reason`. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** An answer that says what went wrong. `detail` is a sentence for people. */
export const problem = (
  status: number,
  detail: string,
  { headers = {}, members = {} }: More = {},
): Response =>
  new Response(JSON.stringify({ title: TITLES[status] ?? 'Error', status, detail, ...members }), {
    status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...headers },
  });
