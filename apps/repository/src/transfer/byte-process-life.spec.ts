import { jest } from '@jest/globals';
import { log } from '@holdfast/platform/observability';
import type { ByteProcess } from '../byte-process/byte-process.js';
import { ByteProcessLife } from './byte-process-life.js';

describe('the start of the byte process', () => {
  afterEach(() => jest.restoreAllMocks());

  const warnings = async (health: object): Promise<unknown[]> => {
    const warn = jest.spyOn(log, 'warn').mockImplementation(() => undefined);
    const bytes = { start: () => Promise.resolve(), health: () => Promise.resolve(health) };
    await new ByteProcessLife(bytes as unknown as ByteProcess, 0).onModuleInit();
    await new Promise(setImmediate);
    return warn.mock.calls.map(([message]) => message);
  };

  it('warns of an engine whose program is too old, or cannot be used', async () => {
    const problem = 'git 2.30.2 is older than 2.39, the oldest that is supported';
    const engines = { git: { ready: true, version: '2.30.2', problem } };
    expect(await warnings({ ready: true, engines })).toEqual([problem]);
  });

  it('says nothing of one that is as it should be, and does not fail without one', async () => {
    expect(await warnings({ ready: true, engines: { git: { ready: true, version: '2.39.5' } } })).toEqual([]);
    expect(await warnings({ ready: false })).toEqual([]);
  });
});
