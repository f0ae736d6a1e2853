import { CommandScan } from './command-scan.js';
import { protocolEnvironment, serviceLine } from './git-protocol.js';
import { parseQuestion } from './pre-receive.hook.js';
import { Slots } from './slots.js';

const [zero, one] = ['0'.repeat(40), '1'.repeat(40)];
const pkt = (text: string) => (Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text;

describe('the scan of a push’s commands', () => {
  const body = Buffer.from(
    `${pkt(`shallow ${one}`)}${pkt(`${zero} ${one} refs/heads/ü\0 report-status`)}${pkt(`${one} ${zero} refs/holdfast/x\n`)}0000PACK${pkt(`${zero} ${one} refs/late`)}`,
  );
  const scanned = (chunks: Buffer[]) => {
    const refs: string[] = [];
    const scan = new CommandScan((ref) => refs.push(ref));
    for (const chunk of chunks) scan.read(chunk);
    return refs;
  };

  it('finds the refs before the flush, however the bytes are cut', () => {
    const expected = ['refs/heads/ü', 'refs/holdfast/x'];
    expect(scanned([body])).toEqual(expected);
    for (const size of [1, 3, 7, 50]) {
      const chunks = Array.from({ length: Math.ceil(body.length / size) }, (_, at) =>
        body.subarray(at * size, (at + 1) * size),
      );
      expect(scanned(chunks)).toEqual(expected);
    }
  });

  it('ends at the first thing that is not well formed', () => {
    for (const bad of ['zzzz', '0003', '0001', '-001']) {
      expect(scanned([Buffer.from(bad), body])).toEqual([]);
    }
  });
});

describe('the question of the hook', () => {
  const text = `/q\0/o\0/a\u00002\0one\0two\nlines\0${zero} ${one} refs/heads/a b\n${one} ${zero} refs/tags/v1\n\0`;

  it('is understood when it is whole, and not before', () => {
    const question = parseQuestion(Buffer.from(text));
    expect(question?.options).toEqual(['one', 'two\nlines']);
    expect(question?.quarantine.GIT_QUARANTINE_PATH).toBe('/q');
    expect(question?.commands).toEqual([
      { old: zero, new: one, ref: 'refs/heads/a b' },
      { old: one, new: zero, ref: 'refs/tags/v1' },
    ]);
    for (let end = 0; end < text.length; end += 1)
      expect(parseQuestion(Buffer.from(text.slice(0, end)))).toBeUndefined();
  });

  it('is not whole before its last command, however the name of a ref before that ends', () => {
    const benign = `/q\0/o\0/a\u00000\0${zero} ${one} refs/heads/x\n\n`;
    expect(parseQuestion(Buffer.from(benign))).toBeUndefined();
    const whole = parseQuestion(Buffer.from(`${benign}${one} ${zero} refs/heads/safe\n\0`));
    expect(whole?.commands).toContainEqual({ old: one, new: zero, ref: 'refs/heads/safe' });
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

describe('slots', () => {
  const never = new AbortController().signal;

  it('hold those back who are too many, in all or for one key, and let them in by their order', async () => {
    const slots = new Slots(2, 1);
    const order: string[] = [];
    const first = await slots.take('a', never);
    const waiting = [
      slots.take('a', never).then((free) => (order.push('a2'), free)),
      slots.take('b', never).then((free) => (order.push('b1'), free)),
    ];
    const free = await waiting[1];
    expect(order).toEqual(['b1']);
    first?.();
    first?.();
    (await waiting[0])?.();
    free?.();
    expect(order).toEqual(['b1', 'a2']);
    expect(await slots.take('a', never)).toBeDefined();
    expect(await slots.take('b', never)).toBeDefined();
  });

  it('are not given to those who have gone', async () => {
    const slots = new Slots(1, 1);
    const free = await slots.take('a', never);
    const gone = new AbortController();
    const waiting = slots.take('a', gone.signal);
    gone.abort();
    expect(await waiting).toBeUndefined();
    free?.();
    expect(await slots.take('a', never)).toBeDefined();
  });
});
