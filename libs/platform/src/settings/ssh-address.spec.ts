import { sshAddress } from './ssh-address.js';

describe('where clients reach the SSH door', () => {
  it.each([
    ['ssh://git.example.com', 'git.example.com', 22],
    ['ssh://git.example.com/', 'git.example.com', 22],
    ['ssh://git.example.com:7999', 'git.example.com', 7999],
    ['ssh://[2001:db8::1]:2222', '[2001:db8::1]', 2222],
  ])('is what %s says', (url, sshHost, sshPort) => {
    expect(sshAddress.read(url)).toEqual({ sshHost, sshPort });
  });

  it.each([
    'git.example.com',
    'https://git.example.com',
    'ssh://',
    'ssh://a b',
    'ssh://h:65536',
    'ssh://h:22/x',
  ])('is not said by %s', (url) => {
    expect(sshAddress.read(url)).toBeUndefined();
  });
});
