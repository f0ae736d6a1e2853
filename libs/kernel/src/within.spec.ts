import { within } from './within.js';

const never = new Promise<string>(() => undefined);
const tooLate = (): never => {
  throw new Error('too late');
};

describe('work with a limit of time', () => {
  it('answers what the work answers, or fails as it does', async () => {
    expect(await within(60_000, Promise.resolve('done'), tooLate)).toBe('done');
    await expect(within(60_000, Promise.reject(new Error('broken')), tooLate)).rejects.toThrow('broken');
  });

  it('answers, or fails, as the limit says once it has passed', async () => {
    expect(await within(1, never, () => 'late')).toBe('late');
    await expect(within(1, never, tooLate)).rejects.toThrow('too late');
  });

  it('is late at once where the limit has passed before, unless the work is done', async () => {
    expect(await within(-5, never, () => 'late')).toBe('late');
    expect(await within(-5, Promise.resolve('done'), () => 'late')).toBe('done');
  });
});
