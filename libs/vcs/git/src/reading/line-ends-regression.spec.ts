import { CommitMessages } from './commit-messages.js';

// An expression went through a million line ends once for each of them: one search of such a message stopped the byte
// process, with everybody's transfers, for a quarter of an hour.
it('a message that is a million line ends is read as quickly as others', () => {
  const id = '1'.repeat(40);
  const found: string[] = [];
  const messages = new CommitMessages(({ message }) => found.push(message) > 0);
  const ends = '\n'.repeat(1_000_000);
  messages.read(Buffer.from(`5 commit ${id}\na${ends}x\0\n6 commit ${id}\na${ends}\0`));
  expect(found).toEqual([`a${ends}x`, 'a']);
});
