import { tmpdir } from 'node:os';
import { VcsRefusal } from '@holdfast/vcs-spi';
import { engineLink } from './engine-link.js';

// Whoever read while the operator purged a repository heard that the engine does not answer.
describe('an engine that fails', () => {
  const fails = () => Promise.reject(new VcsRefusal('unavailable', 'not a repository'));
  const link = engineLink({ call: fails, work: fails });
  const reading = { owner: { company: 'c', account: 'a' }, deadline: Infinity };

  it('has found nothing where what is read is there no more', async () => {
    const asked = link.call('log', { directory: '/nowhere/at/all', reading });
    await expect(asked).rejects.toMatchObject({ code: 'not_found' });
  });

  it('does not answer where that is there, or is to be made', async () => {
    for (const input of [{ directory: tmpdir(), reading }, { directory: '/nowhere/at/all' }, undefined])
      await expect(link.call('log', input)).rejects.toMatchObject({ code: 'unavailable' });
  });

  // Each fork that failed had found nothing: its own directory is not there before it is whole.
  it('has found nothing to be forked where the source is there no more, and nowhere else', async () => {
    const fork = (source: string) => link.call('fork', { source, directory: '/nowhere/at/all', reading });
    await expect(fork('/nowhere/else')).rejects.toMatchObject({ code: 'not_found' });
    await expect(fork(tmpdir())).rejects.toMatchObject({ code: 'unavailable' });
  });
});
