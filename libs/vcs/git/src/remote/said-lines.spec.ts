import { SaidLines } from './said-lines.js';

describe('what git says of its work with a remote', () => {
  it('tells what it works on itself from what it waits for', () => {
    let worked = 0;
    const said = new SaidLines(
      () => undefined,
      () => (worked += 1),
    );
    const hear = (text: string): number => {
      worked = 0;
      said.hear(text);
      return worked;
    };
    expect(hear('remote: Counting objects: 10% (1/10)\rremote: Resolving deltas: 10% (1/10)\r')).toBe(0);
    expect(hear('Receiving objects: 10% (1/10), 1 KiB | 1 KiB/s\rWriting objects: 10% (1/10)\r')).toBe(0);
    expect(hear('Resolving deltas: 10% (1/10)\rChecking connectivity: 17\rCompressing objects: 1')).toBe(2);
    expect(hear('0% (1/10)\r')).toBe(1);
  });
});
