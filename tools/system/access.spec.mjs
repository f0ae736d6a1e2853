import { atPresentAddresses } from './access.mjs';
import { readSettings } from './settings.mjs';

describe('the access to the first company', () => {
  it('follows the addresses of the installation and keeps the rest', () => {
    const access = {
      site_url: 'http://127.0.0.1:8080',
      api_url: 'http://127.0.0.1:8080/api',
      company: 'holdfast',
      password: 'secret',
      ssh_url: 'ssh://svc@127.0.0.1:2222',
    };
    expect(atPresentAddresses(access, readSettings({}))).toEqual(access);
    const settings = readSettings({ HOLDFAST_SITE_URL: 'https://code.example', HOLDFAST_SSH_PORT: '22' });
    expect(atPresentAddresses(access, settings)).toEqual({
      ...access,
      site_url: 'https://code.example',
      api_url: 'https://code.example/api',
      ssh_url: 'ssh://svc@code.example:22',
    });
    const balanced = readSettings({ HOLDFAST_SSH_URL: 'ssh://git.example' });
    expect(atPresentAddresses(access, balanced).ssh_url).toBe('ssh://svc@git.example:22');
    expect(() => readSettings({ HOLDFAST_SSH_URL: 'git.example' })).toThrow('HOLDFAST_SSH_URL');
  });
});
