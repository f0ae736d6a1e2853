import type { FileAnswer } from '@holdfast/contracts';

/** On everything that leaves an artifact repository: what people upload must not run in other people's browsers. */
export const safetyHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': 'sandbox',
};

/** Build tools print nothing but the status line: `reason` is one ASCII line that says why. */
export const refuse = (status: number, reason: string, headers: Record<string, string> = {}): FileAnswer => ({
  is: 'answer',
  status,
  reason,
  headers: {
    ...safetyHeaders,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(reason.length),
    'Cache-Control': 'no-store',
    ...headers,
  },
  text: reason,
});

/** A body that is declared longer than so many bytes. */
export const tooLong = (most: number): FileAnswer =>
  refuse(413, `a file of this name has at most ${most} bytes`);

/** Success without a body. */
export const done = (status: 201 | 204): FileAnswer => ({
  is: 'answer',
  status,
  headers: status === 201 ? { ...safetyHeaders, 'Content-Length': '0' } : { ...safetyHeaders },
});

/** The answer to HEAD: that to GET without its body. */
export const withoutBody = ({ is, status, reason, headers }: FileAnswer): FileAnswer => ({
  is,
  status,
  ...(reason === undefined ? {} : { reason }),
  headers,
});
