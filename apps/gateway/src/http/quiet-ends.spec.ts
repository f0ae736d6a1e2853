import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { endQuietly } from './quiet-ends.js';

describe('the end of a connection', () => {
  it('has Node note no lines of code, and all else later', () => {
    const socket = new EventEmitter();
    const lines = Error.stackTraceLimit;
    let made: Error | undefined;
    endQuietly(socket as Socket, () => socket.once('close', () => (made = new Error('aborted'))));
    expect(Error.stackTraceLimit).toBe(lines);
    socket.emit('close');
    expect(made?.stack).toBe('Error: aborted');
    expect(Error.stackTraceLimit).toBe(lines);
    expect(new Error('later').stack).toContain('quiet-ends.spec');
  });
});
