import type { DomainError } from '@holdfast/kernel';
import { WriteGate } from './write-gate.js';

const repository = 'r';
const soon = () => Date.now() + 5_000;

/** Whether something has come to its end by now. */
const isOver = async (work: Promise<unknown>): Promise<boolean> => {
  let over = false;
  work.then(
    () => (over = true),
    () => (over = true),
  );
  await new Promise((done) => setImmediate(done));
  return over;
};

describe('the door of a repository', () => {
  it('lets everybody in while nobody holds it closed', async () => {
    const gate = new WriteGate();
    const [one, other] = await Promise.all([gate.enter(repository, soon()), gate.enter(repository, soon())]);
    one();
    other();
    expect(await gate.close(repository).empty(0)).toBe(true);
  });

  it('makes writes wait until it is opened, and waits for those inside', async () => {
    const gate = new WriteGate();
    const leave = await gate.enter(repository, soon());
    const door = gate.close(repository);
    const waiting = gate.enter(repository, soon());
    expect(await isOver(waiting)).toBe(false);
    expect(await door.empty(1)).toBe(false);
    const empty = door.empty(5_000);
    leave();
    leave();
    expect(await empty).toBe(true);
    expect(await isOver(waiting)).toBe(false);
    door.open();
    (await waiting)();
    await gate.enter('another', soon());
  });

  it('lets in what somebody inside waits for, until it is barred', async () => {
    const gate = new WriteGate();
    const door = gate.close(repository);
    const leave = await gate.enter(repository, soon(), true);
    door.bar();
    const waiting = gate.enter(repository, soon(), true);
    expect(await isOver(waiting)).toBe(false);
    expect(await door.empty(1)).toBe(false);
    leave();
    expect(await door.empty(1)).toBe(true);
    door.open();
    (await waiting)();
  });

  it('sends those who waited to the node to which the repository has gone, until it comes again', async () => {
    const gate = new WriteGate();
    const door = gate.close(repository);
    const waiting = gate.enter(repository, soon());
    gate.left(repository, 'node-2');
    door.open();
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable', detail: { node: 'node-2' } });
    expect(() => gate.mustBeHere(repository)).toThrow();
    expect(gate.goneTo(repository)).toBe('node-2');
    gate.came(repository);
    await gate.during(repository, soon(), () => Promise.resolve());
  });

  it('refuses who has no more time', async () => {
    const gate = new WriteGate();
    gate.close(repository);
    const { code, detail } = (await gate
      .enter(repository, Date.now())
      .catch((error: unknown) => error)) as DomainError;
    expect({ code, node: detail.node }).toEqual({ code: 'unavailable', node: undefined });
    expect(() => gate.close(repository)).toThrow();
  });
});
