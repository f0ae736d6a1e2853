import type { IncomingMessage } from 'node:http';
import { eventually } from '../bytes/byte-door.fixture.js';
import { mostLines } from './head.rules.js';
import { OpenDoor } from './open-door.fixture.js';

/**
 * Node made texts and names of all 4,200 lines of a head before they were counted: without an account 300 connections
 * of such heads kept all others waiting for seconds. Of those beyond the bound it makes none; such a head is refused
 * whatever they say.
 */
describe('a head of more lines than may be', () => {
  const door = OpenDoor.ofSuite();
  /** A head of so many lines, with these as the last ones. */
  const head = (line: string, lines: number, last: readonly string[] = []): string => {
    const more = Array.from({ length: lines - 1 - last.length }, (_, n) => `a${n}:b`);
    return [`${line} HTTP/1.1`, 'Host: x', ...more, ...last, '', ''].join('\r\n');
  };
  const json = ['Content-Type: application/json', 'Content-Length: 7'];
  const asked: IncomingMessage[] = [];
  beforeEach(async () => {
    asked.length = 0;
    await door.open();
    for (const event of ['request', 'checkContinue'])
      door.fastify?.server.prependListener(event, (request: IncomingMessage) => void asked.push(request));
  });

  it('costs no more than one of some lines more', async () => {
    const wire = await door.said(head('GET /api/x', 4_200), '"api_status":400');
    expect(asked[0].rawHeaders.length).toBeLessThan(2.2 * mostLines);
    await eventually(() => wire.ended);
  });

  // Node hears of lines in packets of 32, and looks at the bound behind each.
  it.each([501, 502, 511, 512, 513, 543, 544, 545, 4_200])('is refused with %d lines', async (lines) => {
    const wire = await door.said(head('GET /api/x', lines), '"api_status":400');
    expect(wire.heard).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  });

  it('is taken with just so many, and nothing of it is left out', async () => {
    const wire = await door.said(head('POST /api/x', mostLines, json) + '{"n":1}', '{"n":1}');
    expect(wire.heard).toMatch(/^HTTP\/1\.1 200 /);
    expect(asked[0].rawHeaders).toHaveLength(2 * mostLines);
    wire.say(head('GET /bytes', mostLines));
    await wire.hear('bytes');
  });

  const second = 'GET /bytes HTTP/1.1\r\nHost: x\r\n\r\n';
  it.each([
    ['a length', [`Content-Length: ${second.length}`], second],
    ['chunks', ['Transfer-Encoding: chunked'], `${second.length.toString(16)}\r\n${second}\r\n0\r\n\r\n`],
    ['another protocol', ['Connection: upgrade', 'Upgrade: websocket'], second],
    ['a second host', ['Host: y'], ''],
    ['an expectation', ['Expect: 100-continue', 'Content-Length: 9'], ''],
  ])('is refused with %s behind the bound, and nothing behind it is asked', async (_, last, body) => {
    const wire = await door.said(head('POST /api/x', mostLines + 100, last) + body, '"api_status":400');
    wire.say(second);
    await eventually(() => wire.ended);
    expect(wire.heard.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(asked).toHaveLength(1);
  });

  it('has its body watched though the bound hides that there is one', async () => {
    let answer: () => void = () => undefined;
    door.serveBytes = (_, response) => void (answer = () => response.end('bytes'));
    const wire = await door.dial();
    wire.say(second + head('POST /api/x', mostLines + 100, ['Transfer-Encoding: chunked']));
    await eventually(() => asked.length === 2);
    wire.say('1\r\nx\r\n'.repeat(20_000));
    await eventually(() => wire.ended);
    expect(wire.heard).toBe('');
    answer();
  });

  it('is refused in one line where it asks for bytes', async () => {
    const wire = await door.said(head('GET /bytes', 4_200), 'at most\n');
    expect(wire.heard).toMatch(/^HTTP\/1\.1 400 the head of a request has 500 lines at most\r\n/);
  });
});
