import { fork, type ChildProcess } from 'node:child_process';
import { authorities } from './authorities.js';
import type { Peer } from './ipc-channel.js';
import { yieldToOthers } from './yield-to-others.js';

/** What the byte process is started with. */
export interface ForkSettings {
  /** The search path for git and the like. */
  path: string;
  /** Most bytes of data of the byte process, and of each program that it runs; absent: any number. */
  memory?: number;
  /** The compiled program. */
  entry: string;
  /** A file with the authorities that it trusts besides those of Node; absent: with those of the system. */
  authorities?: string;
}

/**
 * Packs pass in buffers of 64 KiB. Memory that goes back to the system after each costs as much again as carrying
 * them; this much stays (glibc's names, bytes).
 */
const keepFreedMemory = { MALLOC_TRIM_THRESHOLD_: '67108864', MALLOC_MMAP_THRESHOLD_: '1048576' };

/**
 * For each program that is started the system copies the tables of all pages of this process, which waits meanwhile: a
 * third of what a program costs us, with pages of 4 KiB. glibc asks for large ones (from 2.35 on, and where the system
 * gives them to who asks).
 */
const largePages = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' };

/**
 * Buffers are as short-lived as the objects that hold them, which are small: the fewer of those wait to be collected
 * (MiB), the fewer buffers do. Where many bytes have passed they are collected at once (`bufferSpent`), for which the
 * collector is exposed: else it goes through all old objects for them every few small clones. It counts all buffers as
 * old ones, and with so few objects as this process has (15 MiB) it would begin to do so at some 30 MiB of both: so
 * much of them (MiB) is none of its business.
 */
const options = ['--max-semi-space-size=2', '--expose-gc', '--initial-old-space-size=64'];

/**
 * A shell sets the limit (KiB), which all that the byte process starts inherits, and becomes node. Where no limit can
 * be set there is none. Nor does any of them leave an image of its memory, which has what others have sent: clients
 * can make git abort, again and again.
 */
const withLimit = (memory: number) => ({
  execPath: '/bin/sh',
  execArgv: [
    '-c',
    'ulimit -c 0 2>/dev/null; ulimit -d "$0" 2>/dev/null; exec "$@"',
    String(Math.floor(memory / 1024)),
    process.execPath,
    ...options,
  ],
});

/** Starts the byte process, which yields the processor to those who decide. */
export const forkByteProcess = ({ path, memory, entry, authorities: told }: ForkSettings): ChildProcess => {
  const child = fork(entry, [], {
    ...(memory === undefined ? { execArgv: options } : withLimit(memory)),
    // A written environment: the byte process has no business with our credentials.
    env: { PATH: path, ...authorities(told), ...keepFreedMemory, ...largePages },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  yieldToOthers(child);
  return child;
};

/** The way of messages to it. */
export const peerOf = (child: ChildProcess): Peer => ({
  send: (message, done) => {
    if (child.connected) child.send(message as object, done);
    else done(new Error('disconnected'));
  },
  onMessage: (take) => child.on('message', take),
});
