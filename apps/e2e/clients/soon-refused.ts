import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '../world.js';
import type { SshClient } from './ssh.js';

/** A way on which somebody asks for something. */
export type Way = (person: Person) => Promise<{ status: number }>;

/**
 * Goes all ways so that everything is remembered, takes something away, and asks until each is answered by this status,
 * which must be within a second.
 */
export const refusesSoon = async (
  person: Person,
  take: () => Promise<unknown>,
  ways: readonly [Way, number][],
): Promise<void> => {
  for (const [way] of ways) expect((await way(person)).status).toBeLessThan(300);
  await take();
  const from = Date.now();
  const waiting = new Map(ways);
  while (waiting.size > 0 && Date.now() - from < 5_000) {
    for (const [way, status] of waiting) if ((await way(person)).status === status) waiting.delete(way);
    if (waiting.size > 0) await sleep(10);
  }
  expect(waiting.size).toBe(0);
  expect(Date.now() - from).toBeLessThan(1_000);
};

/** How a conversation over SSH begins, and what says that it is the client's turn then. */
export interface Talk {
  command: string;
  says: string;
  heard: RegExp;
}

/**
 * Begins a conversation with the host of an address, takes something away, and answers how it ended, which must be
 * within a second.
 */
export const endsSoon = async (
  machine: SshClient,
  url: string,
  { command, says, heard }: Talk,
  take: () => Promise<unknown>,
): Promise<{ status: number | null; said: string }> => {
  const { hostname, port, username } = new URL(url);
  const to = ['-p', port, `${username}@${hostname}`, command];
  const child = spawn('ssh', [...machine.options, ...to], { stdio: ['pipe', 'pipe', 'pipe'] });
  let [told, said] = ['', ''];
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const begun = new Promise<void>((resolve) => {
    child.stdout.on('data', (text: Buffer) => {
      told += text.toString('latin1');
      if (heard.test(told)) resolve();
    });
  });
  child.stdin.on('error', () => undefined); // it may end without reading
  child.stdin.write(says);
  await Promise.race([begun, ended]);
  expect(told).toMatch(heard);
  await take();
  const from = Date.now();
  const status = await ended;
  expect(Date.now() - from).toBeLessThan(1_000);
  return { status, said: said + told };
};
