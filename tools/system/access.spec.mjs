import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atPresentAddresses, ensureAccess } from './access.mjs';
import { banner } from './banner.mjs';
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

// A first start that was cut off, or a password that was to lie in no file, and nothing started any more.
describe('an installation without the file of its access', () => {
  const settings = readSettings({ HOLDFAST_HOME: mkdtempSync(join(tmpdir(), 'access-')) });
  afterAll(() => rmSync(settings.home, { recursive: true }));
  /** @param {{ id: string }[]} companies */
  const asking =
    (companies) =>
    (/** @type {string[]} */ [, verb]) =>
      Promise.resolve(
        verb === 'list'
          ? { code: 0, stdout: JSON.stringify(companies), stderr: '' }
          : { code: 1, stdout: '', stderr: 'holdfast: id is in use or reserved' },
      );

  it('starts where the company is there, and says how one gets in', async () => {
    const first = await ensureAccess(settings, {}, asking([{ id: 'acme' }, { id: 'holdfast' }]));
    expect(first.isNew).toBe(false);
    const shown = banner({ settings, accessFile: 'access.json', ...first });
    expect(shown).toContain('tools/holdfast admin reset-password holdfast admin');
    expect(existsSync(join(settings.home, 'access.json'))).toBe(false);
  });

  it('does not start where the company is not there and cannot be made', async () => {
    await expect(ensureAccess(settings, {}, asking([{ id: 'acme' }]))).rejects.toThrow('could not be made');
  });
});
