import { parseSummary } from './load.mjs';

/** @param {object} [summary] */
const printed = (summary) => `Running 2s test @ http://127.0.0.1:1/
  1 threads and 64 connections
Requests/sec:    610.11
${JSON.stringify({ requests: 20, seconds: 2, bytes: 4000, rate: 10, p50: 1.5, p99: 9, failures: 0, ...summary })}
`;

describe('what wrk prints', () => {
  it('is read from its last line', () => {
    expect(parseSummary(printed())).toMatchObject({ requests: 20, rate: 10, p50: 1.5, p99: 9, bytes: 4000 });
  });

  it('is an error when requests failed', () => {
    expect(() => parseSummary(printed({ failures: 3 }), 'http://there')).toThrow(
      '3 of 20 requests to http://there failed',
    );
  });

  it('is an error when nothing was answered, but not when the one answer had not ended yet', () => {
    expect(() => parseSummary(printed({ requests: 0, bytes: 0 }))).toThrow('did not answer');
    expect(parseSummary(printed({ requests: 0 })).bytes).toBe(4000);
  });

  it('is an error when it holds no summary', () => {
    expect(() => parseSummary('unable to connect')).toThrow('unable to connect');
  });
});
