import { once } from 'node:events';
import { Socket } from 'node:net';
import { CommandScan } from './command-scan.js';
import { protocolEnvironment, serviceLine } from './git-protocol.js';
import { QuestionReader, readQuestion } from './pre-receive.hook.js';
import { PushedUpdates } from './pushed-updates.js';
import { refusedPush } from './refused-push.js';

const [zero, one] = ['0'.repeat(40), '1'.repeat(40)];
const pkt = (text: string) => (Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text;

describe('the scan of a push’s commands', () => {
  const body = Buffer.from(
    `${pkt(`${zero} ${one} refs/heads/ü\0 report-status`)}${pkt(`${one} ${zero} refs/holdfast/x\n`)}0000PACK${pkt(`${zero} ${one} refs/late`)}`,
  );
  const scanned = (chunks: Buffer[]) => {
    const scan = new CommandScan();
    for (const chunk of chunks) scan.read(chunk);
    return { commands: scan.commands, reserved: scan.reserved };
  };

  it('counts the refs before the flush and finds the reserved ones, however the bytes are cut', () => {
    const expected = { commands: 2, reserved: ['refs/holdfast/x'] };
    expect(scanned([body])).toEqual(expected);
    for (const size of [1, 3, 7, 50]) {
      const chunks = Array.from({ length: Math.ceil(body.length / size) }, (_, at) =>
        body.subarray(at * size, (at + 1) * size),
      );
      expect(scanned(chunks)).toEqual(expected);
    }
  });

  const pushOf = (...lines: string[]) => {
    const scan = new CommandScan({ commands: 3 });
    scan.read(Buffer.from(lines.map((line) => (line === '' ? '0000' : pkt(line))).join('')));
    return scan;
  };
  const command = (name: string, capabilities = '') =>
    `${zero} ${one} refs/heads/${name}${capabilities && `\0${capabilities}`}`;

  it('refuses more commands than are allowed, and names that fill memory', () => {
    const names = ['a', 'b', 'c'].map((name) => command(name));
    expect(pushOf(...names, '')).toMatchObject({ refusal: undefined, finished: true, commands: 3 });
    expect(pushOf(...names, command('d')).refusal).toMatch(/3 references/);
    const long = Array.from({ length: 20 }, () => `x${'x'.repeat(60_000)}`);
    expect(pushOf(...long).refusal).toMatch(/too long/);
  });

  it('keeps only some of the names that nobody may write', () => {
    const scan = new CommandScan();
    const names = Array.from({ length: 2000 }, (_, at) => `refs/holdfast/${'x'.repeat(100)}${at}`);
    scan.read(Buffer.from(names.map((name) => pkt(`${zero} ${one} ${name}`)).join('')));
    expect(scan.commands).toBe(2000);
    expect(scan.reserved.join('').length).toBeGreaterThan(60_000);
    expect(scan.reserved.join('').length).toBeLessThan(65_537);
  });

  it('refuses a signed push, whose commands git would read elsewhere', () => {
    expect(pushOf('push-cert\0push-options').refusal).toMatch(/signed/);
  });

  // git reads what all references lead to for the sake of each, and those in front only are taken away.
  it('refuses where the history of the client ends but as clients say it', () => {
    for (const odd of [
      `shallow ${one.replaceAll('1', 'A')}`,
      `shallow ${one} `,
      `shallow ${one}\0push-options`,
    ])
      for (const lines of [[odd], [command('a'), odd]])
        expect(pushOf(...lines, '')).toMatchObject({
          refusal: 'a push has a shallow line as no client of git sends it',
        });
    expect(pushOf(command('a'), `shallow ${one}`, '').refusal).toMatch(/shallow/);
  });

  // git's hook is told of commands line by line: it would hear of two, and git knows one.
  it('refuses the end of a line in the name of a reference, but for the one that git takes from its packet', () => {
    const reason = 'the name of a reference cannot have the end of a line in it';
    const odd = [`a\n${command('b')}`, 'a\n\n', 'a\n\r\n', '\n\n'].map((name) => command(name));
    for (const line of [...odd, command('a\n', 'report-status'), command('a\n', 'report-status\n')])
      for (const lines of [[line], [command('a', 'report-status'), line]])
        expect(pushOf(...lines, '')).toMatchObject({ refusal: reason });
    for (const line of [
      command('a\n'),
      command('a', 'report-status\n'),
      command('a', 'x\ny'),
      command('a\r'),
    ])
      expect(pushOf(line, '')).toMatchObject({ refusal: undefined, finished: true, commands: 1 });
  });

  it('reads push options where the client says that they come, and bounds them', () => {
    const begin = [command('a', ' report-status push-options agent=git/2'), ''];
    expect(pushOf(...begin, 'ci.skip', '')).toMatchObject({ refusal: undefined, finished: true });
    expect(pushOf(...begin).finished).toBe(false);
    expect(pushOf(command('a'), '').finished).toBe(true);
    expect(pushOf(...begin, ...Array.from({ length: 1001 }, () => 'x')).refusal).toMatch(/options/);
    expect(pushOf(...begin, 'x'.repeat(60_000), 'x'.repeat(10_000)).refusal).toMatch(/options/);
  });

  it.each(['a\tpush-options\tb', 'push-options=1', 'push-options\0b', 'a\rpush-options'])(
    'expects push options wherever git does: %j',
    (capabilities) => expect(pushOf(command('a', capabilities), '').finished).toBe(false),
  );

  it('knows ids in upper case, as git does', () => {
    const commands = ['a', 'b', 'c', 'd'].map((name) => command(name).replaceAll(one, 'A'.repeat(40)));
    expect(pushOf(...commands).refusal).toMatch(/3 references/);
  });

  it('reads how many objects follow, however the bytes are cut', () => {
    const pack = Buffer.from('PACK\0\0\0\u0002\0\u0001\0\u0004and so on', 'latin1');
    const whole = Buffer.concat([Buffer.from(`${pkt(command('a'))}0000`), pack]);
    for (const size of [1, 5, 1000]) {
      const scan = new CommandScan();
      for (let at = 0; at < whole.length; at += size) scan.read(whole.subarray(at, at + size));
      expect([scan.objects, scan.packBytes]).toEqual([0x10004, pack.length]);
    }
    expect(pushOf(command('a'), '').objects).toBeUndefined();
  });

  it('lets a refusal be told as git tells one', () => {
    const told = (capabilities: string) =>
      refusedPush(pushOf(command('a', capabilities), ''), 'no')?.toString('latin1');
    expect(told('report-status side-band-64k')).toBe('0008\u0002no\n0017\u0001000eunpack no\n00000000');
    expect(told('report-status')).toBe('000eunpack no\n0000');
    expect(told('side-band-64k')).toBe('0008\u0002no\n0000');
    expect(told('agent=x')).toBeUndefined();
  });

  it('ends at the first thing that is not well formed', () => {
    for (const bad of ['zzzz', '0003', '0001', '-001']) {
      expect(scanned([Buffer.from(bad), body])).toEqual({ commands: 0, reserved: [] });
    }
  });
});

describe('the question of the hook', () => {
  const text = `/q\0/o\0/a\u00002\0one\0two\nlines\0${zero} ${one} refs/heads/a b\n${one} ${zero} refs/tags/v1\n\0`;

  const read = (...parts: (string | Buffer)[]) => {
    const reader = new QuestionReader(Buffer.alloc(200));
    for (const part of parts) reader.read(Buffer.from(part));
    return reader;
  };

  it('is understood when it is whole, and not before, however the bytes are cut', () => {
    for (const parts of [[text], [...Buffer.from(text)].map((byte) => Buffer.from([byte]))]) {
      const { question } = read(...parts);
      expect(question?.options).toEqual(['one', 'two\nlines']);
      expect(question?.quarantine.GIT_QUARANTINE_PATH).toBe('/q');
      expect(question && [...new PushedUpdates(question.commands, [])]).toMatchObject([
        { new: one, ref: 'refs/heads/a b' },
        { old: one, ref: 'refs/tags/v1' },
      ]);
    }
    for (let end = 0; end < text.length; end += 1) expect(read(text.slice(0, end)).question).toBeUndefined();
  });

  it('is not whole before its last command, however the name of a ref before that ends', () => {
    const benign = `/q\0/o\0/a\u00000\0${zero} ${one} refs/heads/x\n\n`;
    expect(read(benign).question).toBeUndefined();
    const whole = read(`${benign}${one} ${zero} refs/heads/safe\n\0`).question;
    const updates = new PushedUpdates(whole?.commands ?? Buffer.alloc(0), []);
    expect([...updates].at(-1)).toMatchObject({ old: one, ref: 'refs/heads/safe' });
  });

  it('is none where the hook has gone before anybody listened', async () => {
    const socket = new Socket().destroy();
    await once(socket, 'close');
    expect(await readQuestion(socket, Buffer.alloc(100))).toBeUndefined();
  });

  it('is none where it has more commands than the request had', () => {
    const long = `${zero} ${one} refs/heads/${'x'.repeat(200)}\n\0`;
    expect(read(`/q\0/o\0/a\u00000\0${long}`)).toMatchObject({ question: undefined, failed: true });
  });

  it('is none without a command', () => {
    expect(read('/q\0/o\0/a\u00000\0\0')).toMatchObject({ question: undefined, failed: true });
  });
});

describe('the updates of a push', () => {
  it('are those of the hook and then the reserved ones that it does not know, each time anew', () => {
    const lines = Buffer.from(`${zero} ${one} refs/heads/a\n${zero} ${one} refs/replace/b\n`);
    const updates = new PushedUpdates(lines, ['refs/replace/b', 'refs/holdfast/c']);
    for (let time = 0; time < 2; time += 1)
      expect([...updates].map(({ name, sort }) => [name, sort])).toEqual([
        ['a', 'branch'],
        ['refs/replace/b', 'reserved'],
        ['refs/holdfast/c', 'reserved'],
      ]);
    expect(updates.size).toBe(3);
    const left = updates[Symbol.iterator]();
    expect(left.next().value).toMatchObject({ name: 'a' });
    updates.close();
    expect(() => left.next()).toThrow('decided');
  });
});

describe('the protocol header', () => {
  it('is passed on as the highest version that it names', () => {
    expect(protocolEnvironment('version=2')).toEqual({ GIT_PROTOCOL: 'version=2' });
    expect(protocolEnvironment('x=1:version=1:version=2:y')).toEqual({ GIT_PROTOCOL: 'version=2' });
    for (const header of [undefined, '', 'version=3', 'version=22', 'xversion=2', 'version=2\n']) {
      expect(protocolEnvironment(header)).toEqual({});
    }
  });

  it('of old clients is answered with the service', () => {
    expect(serviceLine('upload-pack').toString()).toBe('001e# service=git-upload-pack\n0000');
  });
});
