import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setLogLevel } from '@holdfast/platform/observability';
import type { IdentityEnv } from '../identity.env.js';
import { mails } from './mail.metrics.js';
import { Mailer } from './mailer.js';

describe('what becomes of mails', () => {
  let mailSpool: string;
  beforeEach(async () => {
    setLogLevel('silent');
    mailSpool = await mkdtemp(join(tmpdir(), 'holdfast-mails-'));
  });
  afterEach(() => rm(mailSpool, { recursive: true }));

  const counts = async (): Promise<Map<string, number>> => {
    const { values } = await mails.get();
    return new Map(values.map(({ labels, value }) => [String(labels.outcome), value]));
  };
  /** What is counted more once something was. */
  const counted = async (env: Partial<IdentityEnv>) => {
    const before = await counts();
    const mailer = new Mailer({ mailFrom: 'no-reply@example.org', mailSpool, ...env } as IdentityEnv);
    mailer.post('acme', { to: 'ada@example.org', subject: 'A word', text: 'One.\n' });
    for (;;) {
      const now = await counts();
      const more = [...now]
        .map(([outcome, value]) => [outcome, value - (before.get(outcome) ?? 0)])
        .filter(([, value]) => value !== 0);
      if (more.length > 0) return more;
      await sleep(20);
    }
  };

  it('is counted: that they are sent', async () => {
    expect(await counted({})).toEqual([['sent', 1]]);
    expect(await readdir(mailSpool)).toHaveLength(1);
  });

  it('is counted: that the server does not take them', async () => {
    // Nobody listens at port 1.
    expect(await counted({ smtpUrl: 'smtp://127.0.0.1:1' })).toEqual([['failed', 1]]);
    expect(await readdir(mailSpool)).toEqual([]);
  });
});
