import type { FileAnswer } from '@holdfast/contracts';
import { ArtifactDoorFixture, ask } from './artifact-door.fixture.js';

describe('a file that lasts, asked for under many encodings of its path', () => {
  let door: ArtifactDoorFixture;
  beforeEach(async () => {
    door = await ArtifactDoorFixture.open();
  });
  afterEach(() => door.close());

  const lasting = (text: string): FileAnswer => ({
    is: 'answer',
    status: 200,
    headers: { 'Content-Length': String(text.length) },
    text,
    lasting: {},
  });

  it('is kept once', async () => {
    door.decide = () => lasting('released');
    for (const path of ['/org/a.jar', '/%6frg/a.jar', '/%6Frg/a.jar', '/org/%61.%6aar', '/org/a%2Ejar'])
      await door.answer(ask('GET', path), 'released');
    expect(door.asked.map(({ path }) => path)).toEqual(['/org/a.jar']);
  });

  it('is another where the service would read another, or none', async () => {
    door.decide = ({ path }) => lasting(`<${path}>`);
    const paths = ['/org/a', '/org%2Fa', '/org/a/', '/%C3%A9', '/%C3%83%C2%A9', '/%E9', '/%zz'];
    for (const path of [...paths, '/org%2Fa', '/%c3%a9']) await door.answer(ask('GET', path), '>');
    expect(door.asked.map(({ path }) => path)).toEqual([...paths, '/org%2Fa']);
  });
});
