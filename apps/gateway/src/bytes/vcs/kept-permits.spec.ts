import { permitUses } from '@holdfast/contracts';
import type { AdmittedContext } from '../admission.js';
import { KeptPermits } from './kept-permits.js';

const permit = { name: 'n', secret: 's' };
const opened = { address: 'http://127.0.0.1:1', ticket: 't', permit };

const contextOf = (account: string, repository: string): AdmittedContext =>
  ({
    ...{ requestId: 'r', deadline: 0 },
    principal: { account: { uuid: account }, company: { uuid: 'c' } },
    project: { uuid: 'p' },
    repository: { uuid: repository },
  }) as AdmittedContext;

describe('the permits of a gateway', () => {
  let now = 0;
  let permits: KeptPermits;
  const ann = contextOf('ann', 'code');
  beforeEach(() => {
    now = 0;
    permits = new KeptPermits(() => now);
    permits.keep(ann, 'read', opened, now);
  });

  it('serve the same caller, in the same repository, for the same sort of reads', () => {
    expect(permits.take(ann, 'read')).toEqual({ address: opened.address, permit, number: 0 });
    expect(permits.take({ ...ann, requestId: 'other' }, 'read')?.number).toBe(1);
    expect(permits.take(ann, 'list')).toBeUndefined();
    expect(permits.take(contextOf('bob', 'code'), 'read')).toBeUndefined();
    expect(permits.take(contextOf('ann', 'docs'), 'read')).toBeUndefined();
  });

  it.each(['principal', 'project', 'repository'] as const)('end when the %s was loaded anew', (changed) => {
    expect(permits.take({ ...ann, [changed]: { ...ann[changed] } }, 'read')).toBeUndefined();
    expect(permits.take(ann, 'read')).toBeDefined();
  });

  it('end a second after the node was asked, and are then let go', () => {
    now = 999;
    expect(permits.take(ann, 'read')).toBeDefined();
    now = 1_000;
    expect(permits.take(ann, 'read')).toBeUndefined();
    permits.keep(contextOf('bob', 'code'), 'read', opened, now);
    expect(permits.size).toBe(1);
    permits.keep(ann, 'read', opened, now - 1_000);
    expect(permits.take(ann, 'read')).toBeUndefined();
  });

  it('end with their last use, when a byte process has gone, and where none was given', () => {
    for (let use = 0; use < permitUses; use += 1) expect(permits.take(ann, 'read')?.number).toBe(use);
    expect(permits.take(ann, 'read')).toBeUndefined();
    permits.keep(ann, 'read', opened, now);
    permits.forget();
    expect(permits.take(ann, 'read')).toBeUndefined();
    permits.keep(ann, 'read', { address: opened.address, ticket: 't' }, now);
    expect(permits.size).toBe(0);
  });
});
