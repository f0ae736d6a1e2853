import { takeOwnBucketKey } from './backup.env.js';

describe('the key of backups for buckets', () => {
  const others = {
    AWS_ACCESS_KEY_ID: 'artifacts',
    AWS_SECRET_ACCESS_KEY: 'theirs',
    AWS_SESSION_TOKEN: 'now',
    AWS_PROFILE: 'artifacts',
  };
  const own = { HOLDFAST_BACKUP_AWS_ACCESS_KEY_ID: 'ours', HOLDFAST_BACKUP_AWS_SECRET_ACCESS_KEY: 'sealed' };
  const taken = (given: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
    const env = { ...given };
    takeOwnBucketKey(env);
    return env;
  };

  it('is who AWS’s variables say, where there is none of our own', () => {
    const none = Object.fromEntries(Object.keys(own).map((name) => [name, '']));
    expect(taken({ ...others, ...none })).toMatchObject(others);
    expect(taken({})).toEqual({});
  });

  it('is our own in the place of another, with all that belongs to that', () => {
    expect(taken({ ...others, ...own })).toMatchObject({
      AWS_ACCESS_KEY_ID: 'ours',
      AWS_SECRET_ACCESS_KEY: 'sealed',
      AWS_SESSION_TOKEN: '',
      AWS_PROFILE: '',
    });
  });

  it.each(Object.keys(own))('is refused where of our own there is no %s', (name) => {
    expect(() => taken({ ...others, ...own, [name]: '' })).toThrow('must be set together');
  });
});
