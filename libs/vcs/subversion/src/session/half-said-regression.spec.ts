import { SpokenFloor } from '@holdfast/vcs-spi/engine';
import { hearing } from './said-body.js';

// Who said the half of a command kept the turn of his conversation: it was taken for the time that the program needs.
describe('a command that is half said', () => {
  const after = (...pieces: string[]): boolean => {
    const floor = new SpokenFloor();
    floor.said();
    const heard = hearing(floor);
    for (const piece of pieces) heard(Buffer.from(piece));
    return floor.programSpeaks;
  };

  it.each([
    [['( ']],
    [['( get-latest-rev ( ) ']],
    [['( a ( ) ) ( ']],
    [['( 6:ab ) ', ') ']],
    [[' ', '\n']],
    [['12']],
    [['( a )']],
  ])('leaves the word with the client: %j', (pieces) => expect(after(...pieces)).toBe(false));

  it.each([
    [['( get-latest-rev ( ) ) ']],
    [['( get-', 'latest-rev ( ', ') ) ']],
    [['( 5:ab ) ', ' ) ']],
    [['3:a ', '( ']],
    [['( a ( ) ) ( b ( ) ) ']],
  ])('gives it to the program with its end: %j', (pieces) => expect(after(...pieces)).toBe(true));
});
