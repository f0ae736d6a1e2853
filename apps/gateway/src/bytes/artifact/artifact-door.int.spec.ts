import { filesRemoved, indexChanged, type FileAnswer } from '@holdfast/contracts';
import { basic } from '../byte-door.fixture.js';
import { ArtifactDoorFixture, ask, jars, plain, put } from './artifact-door.fixture.js';

describe('the door for artifacts', () => {
  let door: ArtifactDoorFixture;
  beforeEach(async () => {
    door = await ArtifactDoorFixture.open();
  });
  afterEach(() => door.close());

  const answer = (request: string, until: string): Promise<string> => door.answer(request, until);

  it('takes credentials once, and no raw #', async () => {
    const twice = ask('GET', '/a', 'developer', basic('developer'));
    await answer(twice, '401 credentials are sent once');
    await answer(ask('GET', '/a#b'), '400 a # in a name is sent as %23');
    expect(door.asked).toEqual([]);
  });

  it('passes on the raw path and the headers that decide, and nothing else', async () => {
    await answer(
      ask('GET', '/a%2Bb/x+y?v=1', 'guest', 'Range: bytes=1-2\r\n', 'X-Other: 1\r\n', 'Cookie: a=b\r\n'),
      'no such file',
    );
    expect(door.asked).toEqual([
      { method: 'GET', path: '/a%2Bb/x+y', address: jars, headers: { range: 'bytes=1-2' }, direct: true },
    ]);
  });

  it('answers with the words of the decision', async () => {
    door.decide = () => ({
      is: 'answer',
      status: 200,
      headers: { ETag: '"a"', 'Content-Length': '5' },
      base64: Buffer.from('bytes').toString('base64'),
    });
    expect(await answer(ask('GET', '/a'), 'bytes')).toMatch(/^HTTP\/1\.1 200 OK\r\nETag: "a"\r\n/);
    door.decide = () => plain(409, 'version 1.0 is released');
    expect(await answer(put('/a', 1) + 'x', '\r\n\r\nversion')).toMatch(
      /^HTTP\/1\.1 409 version 1\.0 is released\r\n/,
    );
  });

  describe('a file that lasts', () => {
    const lasting = (text: string): FileAnswer => ({
      is: 'answer',
      status: 200,
      headers: { 'Content-Length': String(text.length) },
      base64: Buffer.from(text).toString('base64'),
      lasting: {},
    });

    it('is door.asked for once, until something of its repository is removed', async () => {
      door.decide = () => lasting('first');
      await answer(ask('GET', '/a'), 'first');
      door.decide = () => lasting('other');
      await answer(ask('GET', '/a', 'guest'), 'first');
      expect(door.asked.length).toBe(1);
      door.tell(filesRemoved, { repository: 'jars' });
      await answer(ask('GET', '/a'), 'other');
      expect(door.asked.length).toBe(2);
    });

    it('is door.asked for again with a condition or a range, by HEAD, and under another name', async () => {
      door.decide = () => lasting('first');
      await answer(ask('GET', '/a'), 'first');
      await answer(ask('GET', '/a', 'developer', 'If-None-Match: "x"\r\n'), 'first');
      await answer(ask('GET', '/a', 'developer', 'Range: bytes=0-1\r\n'), 'first');
      await answer(ask('HEAD', '/a'), '\r\n\r\n');
      await answer(ask('GET', '/b'), 'first');
      expect(door.asked.length).toBe(5);
    });

    it('that is a computed index is door.asked for again when its directory is told of', async () => {
      door.decide = () => ({ ...plain(200, 'index'), lasting: { index: 'org/lib' } });
      await answer(ask('GET', '/org/lib/maven-metadata.xml'), 'index');
      door.tell(indexChanged, { repository: 'jars', directories: ['org/other', 'org'] });
      door.tell(indexChanged, { repository: 'others', directories: ['org/lib'] });
      door.decide = () => ({ ...plain(200, 'newer'), lasting: { index: 'org/lib' } });
      await answer(ask('GET', '/org/lib/maven-metadata.xml'), 'index');
      expect(door.asked.length).toBe(1);
      door.tell(indexChanged, { repository: 'jars', directories: ['org/lib/1', 'org/lib'] });
      await answer(ask('GET', '/org/lib/maven-metadata.xml'), 'newer');
      expect(door.asked.length).toBe(2);
    });

    it('of a group is door.asked for again when one of its members is told of', async () => {
      const group = (path: string): string => ask('GET', path).replace('/jars/', '/all/');
      const asked = async (text: string): Promise<void> => {
        door.decide = () => ({ ...lasting(text), lasting: { index: 'org/lib/1' } });
        await answer(group('/org/lib/1/lib-1.jar'), text);
      };
      await asked('first');
      await answer(group('/org/lib/1/lib-1.jar'), 'first');
      expect(door.asked.length).toBe(1);
      door.tell(indexChanged, { repository: 'more', directories: ['org/lib/1', 'org/lib'] });
      await asked('second');
      door.tell(filesRemoved, { repository: 'jars' });
      await asked('third');
      door.tell(filesRemoved, { repository: 'others' });
      expect(door.asked.length).toBe(3);
      door.decide = () => lasting('own');
      await answer(ask('GET', '/org/lib/1/lib-1.jar'), 'own');
      await answer(group('/org/lib/1/lib-1.jar'), 'third');
    });

    it('of a group with one member is not that of its member: caches are told another age', async () => {
      door.decide = () => lasting('of the member');
      await answer(ask('GET', '/a'), 'of the member');
      door.decide = () => lasting('of the group');
      await answer(ask('GET', '/a').replace('/jars/', '/alone/'), 'of the group');
      await answer(ask('GET', '/a'), 'of the member');
      expect(door.asked.length).toBe(2);
    });

    it('is not given to those who may not read, and nothing else is kept', async () => {
      door.decide = () => lasting('first');
      await answer(ask('GET', '/a'), 'first');
      await answer(ask('GET', '/a', 'stranger'), ' 404 ');
      door.decide = () => plain(200, 'changing');
      await answer(ask('GET', '/c'), '\r\n\r\nchanging');
      await answer(ask('GET', '/c'), '\r\n\r\nchanging');
      expect(door.asked.length).toBe(3);
    });
  });

  it.each(['PUT', 'DELETE'])('does not let a reader %s', async (method) => {
    const text = await answer(ask(method, '/a', 'guest'), '\r\n\r\nyou may read');
    expect(text).toMatch(/^HTTP\/1\.1 403 you may read this repository, but not /);
    expect(door.asked).toEqual([]);
  });
});
