import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

// A large body waits for its turn when all of it is here. Who sent it was not looked at again.
describeSubversion('a request whose body has come', () => {
  const world = SubversionWorld.ofSuite({ trusted: 0 });
  afterEach(() => (world.looks = Infinity));

  /** So often is the right there: when the request comes, with its body, and when it is carried out. */
  it.each([
    [2, 404],
    [3, 201],
  ])('is carried out with a right that is still there: looked at %i times', async (looks, status) => {
    const { url } = await world.repository();
    world.looks = looks;
    const skel = { body: '( create-txn )', 'content-type': 'application/vnd.svn-skel' };
    expect((await world.raw('developer', 'POST', url, '/!svn/me', skel)).status).toBe(status);
  });
});
