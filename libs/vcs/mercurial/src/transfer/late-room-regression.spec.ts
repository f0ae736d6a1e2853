import { setImmediate as turn } from 'node:timers/promises';
import type { TransferGate, TransferGrant } from '@holdfast/vcs-spi';
import { PushRoom } from '@holdfast/vcs-spi/engine';
import { TransactionJudge } from './push-judge.js';

// The client of a push left while the ledger was asked for its room: the push was let in afterwards, and never ended.
describe('a push whose transfer ends while something is asked for it', () => {
  let asked: string[];
  let give: { room: () => void; decision: () => void };
  let judge: TransactionJudge;
  beforeEach(() => {
    asked = [];
    give = { room: () => undefined, decision: () => undefined };
    const held = new Promise<void>((resolve) => (give.room = resolve));
    const decided = new Promise<void>((resolve) => (give.decision = resolve));
    const gate = {
      storage: {
        room: () => (asked.push('room'), held.then(() => ({ held: 1_000_000 }))),
        left: () => undefined,
        wrote: () => undefined,
      },
      decide: () => (asked.push('decide'), decided.then(() => ({ accepted: true }))),
      ended: ({ changed }: { changed: boolean }) => (
        asked.push(changed ? 'changed' : 'unchanged'),
        Promise.resolve()
      ),
    } as unknown as TransferGate;
    const grant = { directory: '/r', service: 'write', metered: true } as unknown as TransferGrant;
    judge = new TransactionJudge(grant, { gate, room: new PushRoom(grant, gate), most: 10 });
  });

  const update = { ref: 'refs/heads/a', sort: 'branch', name: 'a', new: '1' } as const;
  const no = { accepted: false };

  it('is decided about by nobody where that is its room', async () => {
    const verdict = judge.judge([update], 10);
    while (asked.length === 0) await turn();
    await judge.finish();
    give.room();
    give.decision();
    expect(await verdict).toMatchObject(no);
    expect(asked).toEqual(['room']);
  });

  it('ends where that is the decision', async () => {
    give.room();
    const verdict = judge.judge([update], 10);
    while (asked.length < 2) await turn();
    await judge.finish();
    give.decision();
    expect(await verdict).toMatchObject(no);
    expect(asked).toEqual(['room', 'decide', 'unchanged']);
  });
});
