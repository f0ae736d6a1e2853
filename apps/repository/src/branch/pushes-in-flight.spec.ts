import { PushesInFlight } from './pushes-in-flight.js';

describe('pushes in flight', () => {
  it('are waited for by a change of a branch that they touch', async () => {
    const pushes = new PushesInFlight();
    pushes.begin('repository', 'push', ['main', 'topic']);
    pushes.follow('repository');
    const heard: string[] = [];
    const settled = pushes.settled('repository', 'topic').then(() => heard.push('settled'));
    await pushes.settled('repository', 'other');
    await pushes.settled('another', 'topic');
    expect(heard).toEqual([]);
    pushes.end('repository', 'push');
    await settled;
    expect(heard).toEqual(['settled']);
  });

  it('are waited for by a change of all branches of which something holds, if they touch one', async () => {
    const pushes = new PushesInFlight();
    pushes.begin('repository', 'push', ['main', 'release/1']);
    pushes.follow('repository');
    const heard: string[] = [];
    const settled = pushes
      .settled('repository', (name) => name.startsWith('release/'))
      .then(() => heard.push('done'));
    await pushes.settled('repository', (name) => name.startsWith('hot/'));
    expect(heard).toEqual([]);
    pushes.end('repository', 'push');
    await settled;
  });

  it('that nobody follows are over at once', async () => {
    const pushes = new PushesInFlight();
    pushes.begin('repository', 'push', ['main']);
    await pushes.settled('repository', 'main');
  });

  it('whose process was lost are over a little later', async () => {
    const pushes = new PushesInFlight();
    pushes.begin('repository', 'push', ['main']);
    pushes.follow('repository');
    pushes.lost('repository');
    await pushes.settled('repository', 'main');
  });

  it('that this process makes itself are not over with another whose process was lost', async () => {
    const pushes = new PushesInFlight();
    let finish = (): void => undefined;
    const change = pushes.during('repository', ['main'], () => new Promise<void>((done) => (finish = done)));
    const heard: string[] = [];
    const settled = pushes.settled('repository', 'main').then(() => heard.push('settled'));
    pushes.begin('repository', 'push', ['topic']);
    pushes.follow('repository');
    pushes.lost('repository');
    await pushes.settled('repository', 'topic');
    await new Promise((done) => setImmediate(done));
    expect(heard).toEqual([]);
    finish();
    await change;
    await settled;
  });

  it('tell whether all that they change is known to be written', async () => {
    const pushes = new PushesInFlight();
    const heard: [push: string, done: boolean][] = [];
    for (const push of ['written', 'cut off']) {
      pushes.begin(push, push, ['main'], (done) => heard.push([push, done]));
      pushes.follow(push);
    }
    pushes.end('written', 'written', true);
    pushes.end('cut off', 'cut off');
    await new Promise((done) => setImmediate(done));
    expect(heard).toEqual([
      ['written', true],
      ['cut off', false],
    ]);
  });

  it('do not hold up what comes after them', async () => {
    const pushes = new PushesInFlight();
    pushes.begin('repository', 'one', ['main']);
    pushes.follow('repository');
    const settled = pushes.settled('repository', 'main');
    pushes.begin('repository', 'two', ['main']);
    pushes.follow('repository');
    pushes.end('repository', 'one');
    await settled;
  });

  it('are waited for as well when this process makes the change itself, and it fails', async () => {
    const pushes = new PushesInFlight();
    let fail = (): void => undefined;
    const work = new Promise<void>((_, reject) => (fail = () => reject(new Error('no'))));
    const change = pushes.during('repository', ['main'], () => work);
    const heard: string[] = [];
    const settled = pushes.settled('repository', 'main').then(() => heard.push('settled'));
    await new Promise((done) => setImmediate(done));
    expect(heard).toEqual([]);
    fail();
    await expect(change).rejects.toThrow('no');
    await settled;
  });
});
