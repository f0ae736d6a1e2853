import { DumpedRecords } from './dumped-records.js';
import { OnwardRevisions } from './onward-revisions.js';

const preamble = 'SVN-fs-dump-format-version: 3\n\nUUID: 1\n\n';
const begun = (revision: number): string =>
  `Revision-number: ${revision}\nProp-content-length: 10\nContent-length: 10\n\nPROPS-END\n\n`;
const changed = (mergeinfo: string): string => {
  const block = `K 13\nsvn:mergeinfo\nV ${mergeinfo.length}\n${mergeinfo}\nPROPS-END\n`;
  const lengths = `Prop-content-length: ${block.length}\nContent-length: ${block.length}`;
  return `Node-path: d\nNode-action: change\nProp-delta: true\n${lengths}\n\n${block}\n\n`;
};
const copied = (revision: number): string =>
  `Node-path: c\nNode-action: add\nNode-copyfrom-rev: ${revision}\nNode-copyfrom-path: d\n\n\n`;
const texted = (length: number): string =>
  `Node-path: f\nNode-action: add\nText-content-length: ${length}\nContent-length: ${length}\n\n${'x'.repeat(length)}\n\n`;

/** What each program is given of a dump of revisions behind r10, of which so many bytes come at once. */
const given = async (dump: string, size = dump.length, failing = Infinity): Promise<string[]> => {
  const programs: string[] = [];
  let isOpen = false;
  const onward = new OnwardRevisions(
    {
      write: (bytes) => {
        if (!isOpen) programs.push('');
        isOpen = true;
        programs.push(`${programs.pop()}${bytes.toString()}`);
        return Promise.resolve();
      },
      finish: () => {
        isOpen = false;
        return Promise.resolve({ code: programs.length >= failing ? 1 : 0, complaint: '' });
      },
    },
    10,
  );
  const records = new DumpedRecords(onward);
  for (let at = 0; at < dump.length; at += size) {
    records.take(Buffer.from(dump.slice(at, at + size)));
    await onward.pass();
  }
  records.end();
  await onward.end();
  return programs.map((each) => each.replace(/\n+/g, '\n'));
};
const said = (...parts: string[]): string => [preamble, ...parts].join('').replace(/\n+/g, '\n');

describe('revisions that follow others', () => {
  it.each([1, 7, 100, 1 << 20])('come to one program where it changes nothing in them (%d)', async (size) => {
    const dump = [begun(11), copied(3), changed('/a:2-9,11'), begun(12), texted(100), changed('')].join('');
    expect(await given(preamble + dump, size)).toEqual([said(dump)]);
  });

  it.each([1, 7, 100, 1 << 20])('come to others where it would (%d)', async (size) => {
    const [star, behind, first] = [changed('/a:2-9*'), changed('/a:4*'), changed('/b:20\n/c:1')];
    const dump = [
      ...[begun(11), begun(12), copied(12), copied(2), star, begun(13), begun(14), copied(13), behind],
      ...[begun(15), first, begun(16), changed('/a:2')],
    ].join('');
    expect(await given(preamble + dump, size)).toEqual([
      said(begun(11)),
      said(begun(1), copied(1), copied(-9), star, begun(2), begun(3), copied(2), behind),
      said(begun(1), first),
      said(begun(16), changed('/a:2')),
    ]);
  });

  it('come to others before they are there as a whole where they are large', async () => {
    const [large, star] = [texted(5 << 20), changed('/a:2*')];
    const dump = [begun(11), begun(12), large, copied(5), star, begun(13)].join('');
    const expected = [said(begun(11)), said(begun(1), large, copied(-6), star, begun(2))];
    expect((await given(preamble + dump, 1 << 16)).map((each) => each === said(begun(11)))).toEqual([
      true,
      false,
    ]);
    expect((await given(preamble + dump, 1 << 16)).join() === expected.join()).toBe(true);
  });

  it('come to no other one where one has failed', async () => {
    const dump = [begun(11), changed('/a:1'), begun(12), changed('/a:1'), begun(13)].join('');
    expect(await given(preamble + dump, 50, 1)).toEqual([said(begun(1), changed('/a:1'))]);
  });

  it('come as they are where they have no end, or there are none', async () => {
    expect(await given(`${preamble}${begun(11)}Node-pa`)).toEqual([said(begun(11), 'Node-pa')]);
    expect(await given('')).toEqual(['']);
    expect(await given('SVN-fs')).toEqual(['SVN-fs']);
  });
});
