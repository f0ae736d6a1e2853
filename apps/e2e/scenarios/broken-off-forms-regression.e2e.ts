import { access } from '../system.js';

const boundary = 'x';
const part = `--${boundary}\r\nContent-Disposition: form-data; name="a"`;

/** Anybody may send forms to log in: what is wrong with one is its sender's trouble alone. */
describe('A form that breaks off', () => {
  it.each([
    ['in a file', `${part}; filename="f"\r\n\r\nabc`],
    ['in the head of a file', `${part}; filename="f"\r\n`],
    ['in a field', `${part}\r\n\r\nabc`],
    ['before anything', `--${boundary}`],
  ])('%s, is refused, and the gateway goes on', async (_name, body) => {
    const post = () =>
      fetch(`${access.api_url}/account/sessions`, {
        method: 'POST',
        headers: {
          accept: 'application/vnd.svc.v1',
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
        body,
      });
    // The second one finds the same process: one that had ended would take no connection at once.
    for (let left = 2; left > 0; left -= 1) expect((await post()).status).toBe(400);
    expect((await fetch(`${access.site_url}/health/live`)).status).toBe(200);
  });
});
