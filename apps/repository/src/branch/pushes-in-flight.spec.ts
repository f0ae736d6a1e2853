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
});
