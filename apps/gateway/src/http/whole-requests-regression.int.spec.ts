import { eventually } from '../bytes/byte-door.fixture.js';
import { OpenDoor } from './open-door.fixture.js';

const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const broken = 'POST /api/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n';

// Those of the API that came in one packet with what is none had their effect, and no answer but its refusal.
describe('requests before what is no request', () => {
  const door = OpenDoor.ofSuite();

  it.each([
    ['of the API', `${get('/api/x')}${get('/api/y')}\0garbage\r\n\r\n`, '200 200 400'],
    ['of bytes', `${get('/bytes')}${get('/bytes')}\0garbage\r\n\r\n`, '200 200 400'],
    ['of both', `${get('/bytes')}${get('/api/x')}\0garbage\r\n\r\n`, '200 200 400'],
    ['where a body breaks', `${get('/api/x')}${broken}`, '200 400'],
    ['where there is none', broken, '400'],
    ['where the last one ends the connection', get('/api/x', 'Connection: close\r\n') + get('/api/y'), '200'],
  ])('%s are answered', async (_, text, statuses) => {
    await door.open();
    const wire = await door.said(text, '');
    await eventually(
      () => wire.ended,
      () => wire.heard,
    );
    const heard = [...wire.heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(heard.join(' ')).toBe(statuses);
  });
});
