import { lowerSession } from './session-priority.mjs';

/** @param {string[]} codes */
const failing = (...codes) => {
  /** @type {[string, string][]} */
  const wishes = [];
  /** @param {string} path @param {string} text */
  const write = (path, text) => {
    wishes.push([path, text]);
    const code = codes.shift();
    if (code) throw Object.assign(new Error(code), { code });
  };
  return { wishes, write };
};

describe('the priority of a session', () => {
  const wish = ['/proc/7/autogroup', '5'];

  it('is asked for once', async () => {
    const { wishes, write } = failing();
    await lowerSession(7, 5, write);
    expect(wishes).toEqual([wish]);
  });

  it('is asked for again when too many ask', async () => {
    const { wishes, write } = failing('EAGAIN');
    await lowerSession(7, 5, write);
    expect(wishes).toEqual([wish, wish]);
  });

  it.each(['ENOENT', 'EACCES', 'EPERM'])('is left alone where the system says %s', async (code) => {
    const { wishes, write } = failing(code);
    await lowerSession(7, 5, write);
    expect(wishes).toEqual([wish]);
  });
});
