import { jest } from '@jest/globals';
import { checkedAddress } from './checked-address.js';

describe('the address to which a remote leads', () => {
  afterEach(() => void jest.useRealTimers());

  const found = (...addresses: string[]) => jest.fn(() => Promise.resolve(addresses));
  const unknown = { code: 'remote', message: 'the host of the remote is not known' };
  const closed = {
    code: 'remote',
    message:
      'the remote is at an address to which this server does not connect; its operator can allow the network',
  };

  it('is what its name is looked up to, the older kind before the newer', async () => {
    const names = found('2606:4700::1111', '1.1.1.1', '8.8.8.8');
    expect(await checkedAddress(new URL('https://some.example:444/a'), [], names)).toBe('1.1.1.1');
    expect(names.mock.calls).toEqual([['some.example']]);
    expect(await checkedAddress(new URL('https://some.example/'), [], found('2606:4700::1111'))).toBe(
      '2606:4700::1111',
    );
  });

  it('is not looked up where it stands there', async () => {
    const names = found('1.1.1.1');
    expect(await checkedAddress(new URL('https://8.8.8.8/'), [], names)).toBe('8.8.8.8');
    expect(await checkedAddress(new URL('https://[2606:4700::1111]/'), [], names)).toBe('2606:4700::1111');
    expect(await checkedAddress(new URL('http://[fd00::1]/'), ['fd00::/8'], names)).toBe('fd00::1');
    expect(names).not.toHaveBeenCalled();
  });

  it('is looked up by the system where nobody says otherwise', async () => {
    expect(await checkedAddress(new URL('http://localhost/'), ['127.0.0.0/8', '::1'])).toMatch(
      /^(127\.0\.0\.1|::1)$/,
    );
    await expect(checkedAddress(new URL('http://localhost/'), [])).rejects.toMatchObject(closed);
  });

  it('is none where one of those that were found is closed', async () => {
    for (const addresses of [['10.0.0.1'], ['8.8.8.8', '169.254.169.254'], ['::1', '8.8.8.8']])
      await expect(
        checkedAddress(new URL('https://some.example/'), ['127.0.0.0/8'], found(...addresses)),
      ).rejects.toMatchObject(closed);
    await expect(checkedAddress(new URL('http://[::1]/'), [])).rejects.toMatchObject(closed);
  });

  it('is none where nothing is found, the lookup fails, or it takes too long', async () => {
    const url = new URL('https://some.example/');
    await expect(checkedAddress(url, [], found())).rejects.toMatchObject(unknown);
    const fails = () => Promise.reject(new Error('ENOTFOUND'));
    await expect(checkedAddress(url, [], fails)).rejects.toMatchObject(unknown);
    jest.useFakeTimers();
    const asked = jest.fn();
    const late = checkedAddress(url, [], () => new Promise(() => undefined)).catch(asked);
    await jest.advanceTimersByTimeAsync(9_999);
    expect(asked).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    await late;
    expect(asked).toHaveBeenCalledWith(expect.objectContaining(unknown));
  });
});
