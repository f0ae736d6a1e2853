import { RaFlow } from './ra-flow.js';

// A length with zeros before it was cut off after 16 digits, and its string was taken for lists: by one bracket in it
// nothing was counted any more of what a conversation keeps in the memory of its program, which takes such lengths.
describe('a length with many zeros before it', () => {
  const zeros = '0'.repeat(20);
  const after = (...pieces: string[]): { isWhole: boolean; items: number } => {
    const flow = new RaFlow();
    let isWhole = false;
    for (const piece of pieces) isWhole = flow.hear(Buffer.from(piece));
    return { isWhole, items: flow.items };
  };

  it('is that of its string, which is no list', () => {
    expect(after(`( a ${zeros}4:( ( `, ' ) ')).toEqual({ isWhole: true, items: 0 });
    expect(after(`( a ${zeros}3:))) ${'a '.repeat(1_000)}`)).toEqual({ isWhole: false, items: 1_002 });
  });

  it('is none where there are but zeros', () => {
    expect(after(`( a ${zeros}:  ) `)).toEqual({ isWhole: true, items: 0 });
    expect(after(`( a ${zeros} ) `)).toEqual({ isWhole: true, items: 0 });
  });
});
